/** The programs of the client's README, as they stand there, against a running service. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { build } from 'esbuild';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../scripts/dev/engines/processes.js';
import { prepareChanges } from '../../src/sync/number.js';
import { pairNamed } from '../support/adapters.js';
import { catchUp } from '../support/agree.js';
import { openTestApp, type TestApp, tokenOf } from '../support/app.js';
import { tempFolder, top } from '../support/process.js';
import { read } from '../support/sources.js';

const programs = [...read('client/README.md').matchAll(/^```js\n(.*?)^```/gms)].map(
  ([, text = '']) => text,
);

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(pairNamed('sqlite + sqlite'));
  await prepareChanges(app.deps);
});
afterAll(() => app.close());

/** Starts a program, with the client bundled into it. → the process, its output, its end. */
async function start(text: string, env: Record<string, string>) {
  const file = join(tempFolder(), 'program.mjs');
  await build({
    stdin: { contents: text, resolveDir: join(top, 'client') },
    alias: { 'marquee-client': join(top, 'client/src/index.ts') },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: file,
  });
  const child = spawn(process.execPath, [file], { env: { PATH: process.env.PATH, ...env } });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => lines.push(...String(part).trim().split('\n')));
  }
  return { child, lines, ended: once(child, 'close') };
}

it('the program creates, reads errors, walks and copies', async () => {
  await app.given({ request: 'POST /venues', body: { venue: 'Elsewhere' } });
  await catchUp(app.deps);
  const [text = ''] = programs;
  const { lines, ended } = await start(text.replace('http://127.0.0.1:3000', app.url), {
    MARQUEE_TOKEN: tokenOf('admin'),
  });
  expect((await ended)[0], lines.join('\n')).toBe(0);
  expect(lines).toEqual([
    'created Night of open studios',
    'refused: geoloc_lat,geoloc_lng',
    'failed: 404 rest-event-not-found',
    expect.stringMatching(/^Night of open studios: 3\.\d+ km$/),
    // Upkeep, which does not run here, may not have numbered the new one.
    expect.stringMatching(/^venues in the copy: [12]$/),
  ]);
});

it('the receiver takes what is signed, and refuses the rest', async () => {
  const secret = `whsec_${Buffer.from('a secret of the test').toString('base64')}`;
  const port = await freePort(0);
  const [, text = ''] = programs;
  const { child, lines } = await start(text, { WEBHOOK_SECRET: secret, PORT: String(port) });
  const change = { kind: 'event', id: 12, state: 'updated', modified: 4711 };
  const body = JSON.stringify({ type: 'records.changed', data: { changes: [change] } });
  const send = async (key: string): Promise<number> => {
    const now = new Date();
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(key).sign('msg_1', now, body),
    };
    return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })).status;
  };
  try {
    await expect.poll(() => send(secret).catch(() => 0)).toBe(204);
    expect(await send(`whsec_${Buffer.from('another').toString('base64')}`)).toBe(400);
    await expect.poll(() => lines).toEqual(['event 12 updated', 'refused: wrong_signature']);
  } finally {
    child.kill();
  }
});
