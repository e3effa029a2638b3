/** Sources that mean harm: large, endless, or about what is not theirs. Contract 32. */
import { expect, it } from 'vitest';
import { readSource } from '../../src/sources/source.js';
import { openSources } from '../../src/sources/upkeep.js';
import type { Json } from '../support/app.js';
import {
  calendar,
  club,
  listed,
  open,
  run,
  serve,
  subscribe,
  titles,
  useClub,
} from '../support/club.js';
import { until } from '../support/until.js';

useClub();

const at = (path: string) => new URL(path, club.url).href;
const serveAs = (type: string, text: string) => {
  club.answer = (_, response) => response.writeHead(200, { 'content-type': type }).end(text);
};
const script = (value: Json) =>
  `<!doctype html><script type="application/ld+json">${JSON.stringify(value)}</script>`;
const concert = (more: Json = {}) => ({
  '@type': 'Event',
  name: 'Concert',
  startDate: '2026-03-20T20:00:00+01:00',
  ...more,
});

it('32 a page of 10 MiB is read, a larger one is refused, others are answered', async () => {
  await open();
  const id = await subscribe({ url: at('/') });
  const page = script(concert());
  const filled = (bytes: number) => page + '<p>'.repeat(Math.floor((bytes - page.length) / 3));
  serveAs('text/html', filled(10 * 1024 * 1024));
  expect(await run(id)).toMatchObject({ created: 1, outcome: 'loaded' });
  serveAs('text/html', filled(10 * 1024 * 1024 + 9));
  expect((await run(id)).reason).toBe('more than 10485760 bytes');
});

it('32 a graph of 100,000 nodes in a circle ends', async () => {
  await open();
  const id = await subscribe({ url: at('/graph.jsonld') });
  const nodes = Array.from({ length: 100_000 }, (_, n) => ({
    '@id': `#${n}`,
    '@type': 'Place',
    name: `P${n}`,
    containedInPlace: { '@id': `#${(n + 1) % 100_000}` },
  }));
  const graph = [concert({ location: { '@id': '#99999' } }), ...nodes];
  const page = await subscribe({ url: at('/') });
  serveAs('text/html', script({ '@graph': graph }));
  expect((await run(page)).reason).toContain('(longer than 1048576 bytes)');
  serveAs('application/ld+json', JSON.stringify({ '@graph': graph }));
  const turns = { count: 0 };
  const timer = setInterval(() => {
    turns.count += 1;
  }, 1);
  const ran = await run(id);
  clearInterval(timer);
  expect(ran).toMatchObject({ created: 1, rejected: 0 });
  expect(ran.lines).toContain('rows: passed by (place): 100000');
  expect((await listed())[0]).toMatchObject({ title: 'Concert', venue: { venue: 'P99999, P0' } });
  expect(turns.count).toBeGreaterThan(20);
});

it.each([
  ['brackets that never close', 'application/json', '['.repeat(5_000_000)],
  ['brackets that close', 'application/json', '['.repeat(50_000) + ']'.repeat(50_000)],
  ['no text', 'text/csv', '\0'.repeat(1000)],
  ['nothing', 'application/json', ''],
  ['an archive', 'text/csv', 'PK\u0003\u0004'],
])('32 %s gives nothing, and leaves what is there', async (_, type, text) => {
  await open();
  const row = { id: 1, title: 'One', start_date: '2026-03-20', end_date: '2026-03-20' };
  const id = await subscribe({ url: at('/events.json') });
  serveAs('application/json', JSON.stringify([row]));
  await run(id);
  serveAs(type, text);
  for (const _n of [1, 2, 3]) {
    const { created, missing } = await run(id);
    expect([created, missing]).toEqual([0, 0]);
  }
  expect(await titles()).toEqual(['One']);
  const fresh = await subscribe({ url: at('/other.csv') });
  expect((await run(fresh)).created).toBe(0);
});

it('32 rows say nothing of records, IDs and people of this system', async () => {
  await open();
  const { given } = club.app;
  const venue = await given({ request: 'POST /venues', body: { venue: 'Ours' } });
  const times = { start_date: '2026-03-20 19:00:00', end_date: '2026-03-20 20:00:00' };
  const ours = await given({ request: 'POST /events', body: { title: 'Ours', ...times } });
  const [{ host }] = [club.app.deps.roots];
  const category = await given({ request: 'POST /categories', body: { name: 'Ours' } });
  const row = {
    title: 'Theirs',
    ...times,
    external_id: `${host}:${ours.id}`,
    keys: [`${host}:${ours.id}`],
    author: 1,
    removed: { by: 'user', at: '2026-01-01 00:00:00', status: 'publish' },
    categories: [category.id, 'Chess'],
  };
  serveAs(
    'application/json',
    JSON.stringify([
      { ...row, venue: venue.id },
      { ...row, external_id: 'two', venue: { id: venue.id, venue: 'Their hall' } },
      { ...row, external_id: 'three', venue: { external_id: `${host}:${venue.id}`, venue: 'X' } },
      { ...row, external_id: 'four', status: 'trash' },
    ]),
  );
  const id = await subscribe({ url: at('/rows.json') });
  expect(await run(id)).toMatchObject({ created: 3, updated: 0, rejected: 0, passed_by: 1 });
  expect(await run(id)).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
  const events = await listed();
  const told = events.map((one) => [one.title, one.venue?.venue ?? '', one.categories.length]);
  expect(told).toEqual([
    ['Ours', '', 0],
    ['Theirs', '', 1],
    ['Theirs', 'Their hall', 1],
    ['Theirs', 'X', 1],
  ]);
  expect((await given({ request: `GET /venues/${venue.id}` })).venue).toBe('Ours');
  expect(new Set(events.slice(1).map(({ author }) => author)).has('1')).toBe(false);
});

it('32 five that hang delay no other for long, and none twice', async () => {
  await open();
  const hanging: { end: () => void }[] = [];
  serve(calendar([{ uid: 'a' }]));
  const whole = club.answer;
  club.answer = (request, response) => {
    if (request.url?.includes('hangs')) hanging.push(response);
    else whole(request, response);
  };
  const look = openSources(club.app.deps);
  for (const n of [1, 2, 3]) await subscribe({ url: `${club.url}?hangs=${n}` });
  await look();
  await until(async () => hanging.length === 3);
  // It was added later, and begins while the others hang.
  const id = await subscribe();
  await look();
  await until(async () => (await readSource(club.app.deps, id)).value.last_run);
  expect(hanging).toHaveLength(3);
  expect(await titles()).toEqual(['a']);
  for (const response of hanging) response.end();
  await until(async () => (await readSource(club.app.deps, 3)).value.last_run);
});
