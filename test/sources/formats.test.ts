/** Sources of other formats than calendars: what they give, and what they lack. Contract 32. */
import { expect, it } from 'vitest';
import { readSource } from '../../src/sources/source.js';
import { disagreements } from '../support/agree.js';
import type { Json } from '../support/app.js';
import { club, counts, listed, open, run, subscribe, titles, useClub } from '../support/club.js';

useClub();

/** Serves one text under each path. */
const serveAt = (texts: Record<string, [type: string, text: string]>) => {
  club.answer = ({ url = '' }, response) => {
    const [type, text] = texts[new URL(url, club.url).pathname] ?? ['', ''];
    if (type === '') return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': type }).end(text);
  };
};
const at = (path: string) => new URL(path, club.url).href;

const event = (id: number, more: Json = {}) => ({
  id,
  global_id: `club.test?id=${id}`,
  status: 'publish',
  title: `Fish &amp; Chips ${id}`,
  start_date: '2026-03-20 19:00:00',
  end_date: '2026-03-20 22:00:00',
  timezone: 'Europe/Berlin',
  venue: { id: 3, venue: 'The Anchor', city: 'Kiel' },
  organizer: [{ id: 4, organizer: 'Quiz Crew' }],
  ...more,
});

const page = (title: string, start: string) =>
  `<!doctype html><title>Club</title><script type="application/ld+json">${JSON.stringify([
    { '@type': 'WebPage', name: 'Club' },
    {
      '@context': 'https://schema.org',
      '@type': 'MusicEvent',
      name: title,
      url: 'https://club.test/one',
      startDate: start,
      location: { '@type': 'Place', name: 'Hall' },
    },
  ])}</script>`;

it('32 a page of HTML: what it no longer shows stays, what moves is the same', async () => {
  await open();
  serveAt({ '/': ['text/html', page('Concert', '2026-03-20T20:00:00+01:00')] });
  const id = await subscribe({ url: at('/') });
  expect(await run(id)).toMatchObject({ created: 1, lines: ['rows: passed by (webpage): 1'] });
  expect((await readSource(club.app.deps, id)).value.format).toBe('html');
  const [{ id: first }] = await listed();
  expect((await run(id)).unchanged).toBe(1);
  serveAt({ '/': ['text/html', page('Concert', '2026-03-27T20:00:00+01:00')] });
  expect(counts(await run(id))).toEqual([0, 1, 0, 0]);
  const [moved] = await listed();
  expect(moved).toMatchObject({ id: first, start_date: '2026-03-27 19:00:00' });
  serveAt({
    '/': ['text/html', page('Other', '2026-04-20T20:00:00+01:00').replace('test/one', 'test/two')],
  });
  for (const _ of [1, 2, 3]) expect((await run(id)).missing).toBe(0);
  expect(await titles()).toEqual(['Concert', 'Other']);
  expect(await disagreements(club.app.deps)).toEqual([]);
});

it('32 JSON by a mapping, by its first row, and by our own names; lines of it; CSV', async () => {
  await open();
  const conference = {
    name: 'Conf',
    url: 'https://conf.test',
    startDate: '2026-03-21',
    topic: 'css',
  };
  const own = { id: 7, title: 'Own', start_date: '2026-03-22', end_date: '2026-03-22' };
  const line = (title: string) => JSON.stringify({ ...own, title });
  serveAt({
    '/confs': ['application/json', JSON.stringify([conference])],
    '/own': ['application/json', JSON.stringify({ results: [own] })],
    '/lines': ['text/plain', `${line('One')}\n${line('Two').replace('7', '8')}\n`],
    '/table.csv': ['text/plain', 'id,title,start_date,end_date\n1,Table,2026-03-24,2026-03-24\n'],
  });
  for (const path of ['/confs', '/own', '/lines', '/table.csv']) {
    const id = await subscribe({ url: at(path) });
    expect([path, (await run(id)).rejected]).toEqual([path, 0]);
    expect((await run(id)).created).toBe(0);
  }
  const named = await subscribe({ url: `${at('/confs')}?named`, mapping: 'confs-tech' });
  expect((await run(named)).created).toBe(1);
  expect(await titles()).toEqual(['Conf', 'Conf', 'Own', 'One', 'Two', 'Table']);
  await expect(subscribe({ mapping: 'none' })).rejects.toMatchObject({
    data: { params: { mapping: expect.stringContaining('columns, confs-tech') } },
  });
});

it('32 columns that have other names, until they are there no longer', async () => {
  await open();
  const table = 'nr;Titel;Beginn;Saal.Name\n1;Lesung;24.03.2026 19 Uhr;Rathaus\n';
  serveAt({ '/tafel.csv': ['text/csv', table] });
  const columns = 'nr=id,Titel=title,Beginn=start_date,Saal.Name=venue';
  const id = await subscribe({ url: at('/tafel.csv'), columns });
  expect(await run(id)).toMatchObject({ created: 1, rejected: 0, lines: [] });
  expect(await listed()).toMatchObject([
    { title: 'Lesung', start_date: '2026-03-24 19:00:00', venue: { venue: 'Rathaus' } },
  ]);
  serveAt({ '/tafel.csv': ['text/csv', table.replace('Beginn', 'Start')] });
  expect((await run(id)).lines.join()).toContain('Beginn');
  expect(await titles()).toEqual(['Lesung']);
  for (const given of [{ columns, mapping: 'confs-tech' }, { columns: 'a=b' }]) {
    await expect(subscribe({ url: at('/more'), ...given })).rejects.toMatchObject({
      data: { params: { columns: expect.any(String) } },
    });
  }
});

it('32 The Events Calendar: IDs are those of the source, and what it lacks goes', async () => {
  await open();
  for (const venue of ['A', 'B', 'V']) {
    await club.app.given({ request: 'POST /venues', body: { venue } });
  }
  const all = [event(1), event(2), event(3)];
  const serveEvents = (events: Json[]) =>
    serveAt({
      '/wp-json/tribe/events/v1/events': [
        'application/json',
        JSON.stringify({ events, rest_url: at('/'), total: events.length, total_pages: 1 }),
      ],
    });
  serveEvents(all);
  const id = await subscribe({ url: at('/wp-json/tribe/events/v1/events') });
  expect(counts(await run(id))).toEqual([3, 0, 0, 0]);
  expect((await listed())[0]).toMatchObject({
    title: 'Fish & Chips 1',
    venue: { venue: 'The Anchor' },
    organizer: [{ organizer: 'Quiz Crew' }],
  });
  expect(counts(await run(id))).toEqual([0, 0, 3, 0]);
  serveEvents(all.slice(0, 2));
  await run(id);
  expect((await run(id)).missing).toBe(1);
  expect(await titles()).toEqual(['Fish & Chips 1', 'Fish & Chips 2']);
  serveEvents(all);
  await run(id);
  expect(await titles()).toHaveLength(3);
  expect(await disagreements(club.app.deps)).toEqual([]);
});

it.each([
  ['a type', '/events', 'application/x-ndjson'],
  ['an address', '/events.jsonl', 'text/plain'],
])('32 lines of JSON are known by %s, and asked for as lines', async (_, path, type) => {
  await open();
  const line = (id: number) =>
    JSON.stringify({ description: 'x'.repeat(70_000), ...event(id), title: `One ${id}` });
  club.answer = ({ headers }, response) => {
    const isAsked =
      /ndjson/.test(String(headers.accept)) || !/^application.json/.test(String(headers.accept));
    if (isAsked) response.writeHead(200, { 'content-type': type }).end(`${line(1)}\n${line(2)}\n`);
    else response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  };
  const id = await subscribe({ url: at(path), mapping: 'columns' });
  expect(counts(await run(id))).toEqual([2, 0, 0, 0]);
  expect(counts(await run(id))).toEqual([0, 0, 2, 0]);
});
