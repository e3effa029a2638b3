/** A site with The Events Calendar: its pages are followed, and what becomes of its events. */
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { runSource } from '../../src/sources/run.js';
import { readSource } from '../../src/sources/source.js';
import { overTwoPairs } from '../support/adapters.js';
import { catchUp, disagreements } from '../support/agree.js';
import type { Json } from '../support/app.js';
import { club, counts, listed, open, run, subscribe, titles, useClub } from '../support/club.js';

useClub();

const PATH = '/wp-json/tribe/events/v1/events';
const at = (path: string) => new URL(path, club.url).href;

/** An event as such a site answers it. */
const told = (id: number, more: Json = {}): Json => ({
  id,
  global_id: `club.test?id=${id}`,
  global_id_lineage: [`club.test?id=${id}`],
  author: '1',
  status: 'publish',
  date: '2026-01-01 10:00:00',
  title: `Quiz &#8211; ${String(id).padStart(3, '0')}`,
  description: '<p>Come</p>\n',
  slug: `quiz-${id}`,
  image: false,
  all_day: false,
  start_date: `2026-03-${String(10 + (id % 20)).padStart(2, '0')} 19:00:00`,
  end_date: `2026-03-${String(10 + (id % 20)).padStart(2, '0')} 22:00:00`,
  timezone: 'Europe/Berlin',
  cost: '5&nbsp;€',
  website: '',
  categories: [{ id: 3, name: 'Food &amp; Drink', slug: 'food', taxonomy: 'tribe_events_cat' }],
  tags: [],
  venue: { id: (id % 3) + 1, venue: `The Anchor ${id % 3}`, city: 'Kiel', country: 'Germany' },
  organizer: [{ id: 4, organizer: 'Quiz Crew' }],
  ...more,
});

/** A site in memory that pages as The Events Calendar does. */
const site = {
  events: [] as Json[],
  /** Called before a page is answered. */
  before: (_page: number): void => undefined,
};

const answer = (query: URLSearchParams, response: ServerResponse) => {
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 10)];
  site.before(page);
  const pages = Math.ceil(site.events.length / size);
  const next = new URLSearchParams({ ...Object.fromEntries(query), page: `${page + 1}` });
  response.writeHead(200, { 'content-type': 'application/json; charset=UTF-8' }).end(
    JSON.stringify({
      events: site.events.slice((page - 1) * size, page * size),
      rest_url: at(`${PATH}/?${query}`),
      ...(page < pages ? { next_rest_url: at(`${PATH}/?${next}`) } : {}),
      total: site.events.length,
      total_pages: pages,
    }),
  );
};

const serveSite = (events: Json[]) => {
  site.events = events;
  site.before = () => undefined;
  club.answer = ({ url = '' }, response) => answer(new URL(url, club.url).searchParams, response);
};

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

overTwoPairs('a site with many events', (pair) => {
  // Servers take ten times as long.
  const all = pair.name === 'sqlite + sqlite' ? 300 : 60;
  it('32 is followed: changes, removals and returns come over, IDs are its own', async () => {
    await open(pair);
    for (const venue of ['A', 'B', 'V']) {
      await club.app.given({ request: 'POST /venues', body: { venue } });
    }
    serveSite(numbers(all).map((id) => told(id)));
    const id = await subscribe({ url: at(PATH) });
    expect(await run(id)).toMatchObject({ reason: '', created: all, rejected: 0, lines: [] });
    // The first page of ten shows what it is; then the whole comes by fifty.
    expect(club.asked).toHaveLength(1 + Math.ceil(all / 50));
    expect(club.asked[1]).toContain('per_page=50&start_date=2026-0');
    const total = async () => {
      await catchUp(club.app.deps);
      const list = 'GET /events?start_date=2026-01-01&per_page=1';
      return (await club.app.given({ request: list })).total;
    };
    const found = async (text: string) => (await listed(`&search=${text}`))[0];
    expect(await total()).toBe(all);
    const seven = await found('007');
    expect(seven).toMatchObject({ title: 'Quiz – 007', venue: { venue: 'The Anchor 1' } });
    expect(seven.categories).toMatchObject([{ name: 'Food & Drink' }]);
    expect(seven.venue.id).toBeGreaterThan(3);
    expect((await club.app.given({ request: 'GET /venues' })).total).toBe(6);
    expect(counts(await run(id))).toEqual([0, 0, all, 0]);

    const changed = numbers(all).map((n) => told(n, n === 7 ? { title: 'Moved' } : {}));
    serveSite(changed.filter((_, n) => n % 10 !== 0));
    expect(counts(await run(id))).toEqual([0, 1, all * 0.9 - 1, 0]);
    expect((await found('Moved')).id).toBe(seven.id);
    expect(await run(id)).toMatchObject({ missing: all / 10, held: 0 });
    expect(await total()).toBe(all * 0.9);
    serveSite(changed);
    await run(id);
    expect(await total()).toBe(all);
    expect(counts(await run(id))).toEqual([0, 0, all, 0]);
    expect(await disagreements(club.app.deps)).toEqual([]);
  });
});

it('32 an edit made here stays where the source is to keep it', async () => {
  await open();
  serveSite([told(1), told(2)]);
  const id = await subscribe({ url: at(PATH), authority: 'keep' });
  await run(id);
  const [first] = await listed();
  await club.app.given({ request: `PUT /events/${first.id}`, body: { title: 'Ours' } });
  serveSite([told(1, { title: 'Theirs' }), told(2)]);
  expect(counts(await run(id))).toEqual([0, 0, 2, 0]);
  expect((await titles())[0]).toBe('Ours');
  serveSite([told(2)]);
  for (const _ of [1, 2]) await run(id);
  expect(await titles()).toEqual(['Quiz – 002']);
  serveSite([told(1, { title: 'Theirs' }), told(2)]);
  await run(id);
  expect(await titles()).toEqual(['Ours', 'Quiz – 002']);
});

it('32 pages that change while they are read: nothing doubles, nothing is missing', async () => {
  await open();
  const all = numbers(120).map((id) => told(id));
  serveSite(all);
  const id = await subscribe({ url: at(PATH) });
  await run(id);
  // One comes in front while the pages are read: the last of page 1 is the first of page 2.
  serveSite(all);
  site.before = (page) => {
    if (page === 2 && site.events.length === 120) site.events = [told(121), ...all];
  };
  expect(counts(await run(id))).toEqual([0, 0, 120, 0]);
  // Two go while they are read: two others slip between the pages.
  for (const _ of [1, 2, 3]) {
    serveSite(all);
    site.before = (page) => {
      if (page === 2) site.events = all.slice(2);
    };
    const ran = await run(id);
    expect(ran).toMatchObject({ missing: 0, rejected: 0 });
    expect(ran.lines[0]).toMatch(/^source: 118 of 120, 118 events: its pages changed while/);
  }
  serveSite(all.slice(1));
  for (const missing of [0, 1]) expect(await run(id)).toMatchObject({ missing });
});

it('32 pages without an end, on another host, or of another kind', async () => {
  await open();
  const id = await subscribe({ url: at(PATH) });
  const paging = (next: (page: number) => string) => {
    club.answer = ({ url = '' }, response) => {
      const page = Number(new URL(url, club.url).searchParams.get('page') ?? 1);
      const rest = { events: [told(page)], rest_url: at(PATH), next_rest_url: next(page) };
      response.end(JSON.stringify(rest));
    };
  };
  paging((page) => at(`${PATH}?page=${page + 1}`));
  expect((await run(id)).reason).toBe('more than 200 pages');
  expect(club.asked).toHaveLength(201);
  paging(() => at(`${PATH}?page=1`));
  expect((await run(id)).reason).toBe('its next page is one that was read');
  paging(() => `http://localhost:${new URL(club.url).port}${PATH}`);
  expect((await run(id)).reason).toMatch(/^its next page is on another host \(http:.*:\d+\)$/);
  paging(() => 'ftp://x.test/');
  expect((await run(id)).reason).toMatch(/^a URL that may not be asked/);
  // What cannot be read shows no format, and nothing is missing in it.
  const fault = (_: unknown, response: ServerResponse) => void response.end('{"code": "down"}');
  club.answer = fault;
  expect(await run(id)).toMatchObject({ created: 0, rejected: 1 });
  serveSite([told(1)]);
  expect(await run(id)).toMatchObject({ created: 1, rejected: 0 });
  for (const text of ['{"events": [{"id": 1}', '{"code": "down"}', '<html></html>']) {
    club.answer = (_, response) => response.end(text);
    expect((await run(id)).reason).toBe('the answer is no list of The Events Calendar');
  }
  const other = await subscribe({ url: at('/rows.json') });
  club.answer = (_, response) => response.end(JSON.stringify([told(1)]));
  await run(other);
  club.answer = fault;
  for (const _ of [1, 2, 3]) expect(await run(other)).toMatchObject({ rejected: 1, missing: 0 });
  expect(await titles()).toHaveLength(2);
});

it('32 this service itself is no source; a page of a site tells where its list is', async () => {
  await open();
  const own = await subscribe({ url: at(PATH) });
  serveSite([told(1)]);
  const roots = { ...club.app.deps.roots, site: new URL(club.url).origin };
  const deps = { ...club.app.deps, roots };
  const ran = await runSource(deps, await readSource(deps, own));
  expect(ran?.reason).toBe('it is this service itself');
  const link = `<link rel="alternate" href="${at('/wp-json/tribe/events/v1/')}">`;
  club.answer = (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${link}`);
  const id = await subscribe({ url: at('/') });
  expect((await run(id)).reason).toBe(
    `the page has no event as JSON-LD (a page without JSON-LD (application/ld+json)); all its events are at ${at(PATH)}`,
  );
});
