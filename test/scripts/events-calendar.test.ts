/** Who comes from The Events Calendar: the commands of the document, and its client, on both. */
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import type { Json } from '../support/app.js';
import { listening } from '../support/host.js';
import { serve, tempFolder, top } from '../support/process.js';
import { read } from '../support/sources.js';

const run = promisify(execFile);
const venue = { id: 20, venue: 'Caf&#233; &#8211; Hall', city: 'Kiel', country: 'Germany' };
const organizer = { id: 4, organizer: 'Quiz Crew', email: 'q@club.test' };

/** More events than a page holds, as the plugin answers them. */
const events = Array.from({ length: 60 }, (_, n): Json => {
  const day = String((n % 28) + 1).padStart(2, '0');
  return {
    id: 100 + n,
    status: 'publish',
    title: `Quiz &#8211; ${n}`,
    description: '<p>Come</p>\n',
    start_date: `2027-03-${day} 19:30:00`,
    end_date: `2027-03-${day} 22:00:00`,
    start_date_details: { day, month: '03', hour: '19', minutes: '30' },
    timezone: 'Europe/Berlin',
    cost: '5€',
    categories: [{ id: 3, name: 'Food &amp; Drink', slug: 'food-drink' }],
    venue: n === 7 ? [] : { ...venue, global_id: 'club.test?id=20' },
    organizer: [{ ...organizer, global_id: 'club.test?id=4' }],
  };
});
const lists: Record<string, Json[]> = { events, venues: [venue], organizers: [organizer] };

const site = createServer(({ url = '', headers }, response) => {
  const asked = new URL(url, `http://${headers.host}`);
  const kind = asked.pathname.split('/').at(-1) ?? '';
  const numberOf = (name: string) => Number(asked.searchParams.get(name) ?? 1);
  const [page, size] = [numberOf('page'), numberOf('per_page')];
  const all = lists[kind] ?? [];
  const rows = all.slice((page - 1) * size, page * size);
  asked.searchParams.set('page', `${page + 1}`);
  const isLast = page * size >= all.length;
  const body = {
    [kind]: rows.map((row) => ({ global_id: `club.test?id=${row.id}`, ...row })),
    ...(isLast ? {} : { next_rest_url: asked.href }),
    total: all.length,
  };
  response.writeHead(rows.length > 0 ? 200 : 404, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(rows.length > 0 ? body : { code: `${kind}-page-not-found` }));
});
afterAll(() => void site.close());

const client = async (root: string, ...more: string[]): Promise<string[]> => {
  const program = 'docs/examples/events-calendar-client.mjs';
  const { stdout } = await run(process.execPath, [program, root, '2027-03', ...more], { cwd: top });
  return stdout.trimEnd().split('\n');
};

it('loads a site by the commands of the document; a client prints the same from both', async () => {
  const root = `${await listening(site)}/wp-json/tribe/events/v1`;
  const [, block = ''] =
    /^## The way over[\s\S]*?```sh\n([\s\S]*?)\nnpm start\n```/m.exec(
      read('docs/api/compatibility.md'),
    ) ?? [];
  const commands = block.replace(/^OLD=.*$/m, `OLD=${root}`);
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: tempFolder(), IMAGE_CHECK: 'offline' };
  const load = async () => {
    const { stdout } = await run('bash', ['-c', commands], { cwd: top, env });
    return stdout.match(/\d+ created, \d+ updated, \d+ unchanged, \d+ rejected/g);
  };
  const loaded = (...counts: number[]) =>
    counts.map((count) => `${count} created, 0 updated, 0 unchanged, 0 rejected`);
  expect(await load()).toEqual(loaded(1, 1, 60));
  const same = (count: number) => `0 created, 0 updated, ${count} unchanged, 0 rejected`;
  expect(await load()).toEqual([1, 1, 60].map(same));

  const service = await serve({ DATA_DIR: env.DATA_DIR });
  const old = await client(root);
  expect(old).toHaveLength(60);
  expect(old).toContain(
    '05.03. 19:30 | Quiz – 4 | Café – Hall, Kiel | 5€ | Quiz Crew, Food & Drink',
  );
  expect((await client(service.api)).sort()).toEqual(old.sort());
  const [added, changed, removed] = (await client(service.api, `admin:${service.token}`)).slice(60);
  expect([added, changed, removed]).toEqual([
    '201 publish: Open house',
    '200 6€',
    '200 trash, then 410 event-is-in-trash',
  ]);
  await service.stop();
});
