/** The commands of the pages about loads are run, and what they print is compared. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { fileOf, load } from '../support/loads.js';
import { tempFolder, top } from '../support/process.js';
import { read } from '../support/sources.js';

const run = promisify(execFile);

/** The first commands of a page, and what is printed below them. */
function exampleOf(page: string): { commands: string; printed: string } {
  const [, commands = '', printed = ''] =
    /^```sh\n([\s\S]*?)\n```\n\n```\n([\s\S]*?)\n```/m.exec(read(page)) ?? [];
  return { commands, printed };
}

const lines = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:club'],
  ...['Quiz', 'Choir'].flatMap((name) => [
    ...['BEGIN:VEVENT', `UID:${name}@club.example.org`, `SUMMARY:${name}`],
    `DTSTART:${new Date(Date.now() + 1e9).toISOString().slice(0, 10).replaceAll('-', '')}`,
    'END:VEVENT',
  ]),
  'END:VCALENDAR\r\n',
];
const club = createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'text/calendar' }).end(lines.join('\r\n'));
});
afterAll(() => void club.close());

it.each(['docs/loading.md', 'docs/identity.md', 'docs/sources.md'])('%s', async (page) => {
  if (!club.listening) await once(club.listen(0, '127.0.0.1'), 'listening');
  const host = `127.0.0.1:${(club.address() as AddressInfo).port}`;
  const folder = tempFolder();
  // Sources are added to a store.
  await load(folder, 'tag', fileOf([{ name: 'Old' }], 'tags.ndjson'));
  const here = (text: string) =>
    text
      .replaceAll('https://club.example.org', `http://${host}`)
      .replaceAll('club.example.org', '127.0.0.1')
      .replaceAll('/tmp/', `${folder}/`);
  const { commands, printed } = exampleOf(page);
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: folder, OUTBOUND: 'any' };
  const all = `exec 2>&1\n${here(commands)}\ntrue`;
  const { stdout } = await run('bash', ['-c', all], { cwd: top, env });
  const parts = here(printed)
    .split('…')
    .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  expect(stdout.trimEnd()).toMatch(new RegExp(`^${parts.join('[^\\n]*')}$`));
});
