/**
 * Suggestions while typing: titles, venues, cities and categories that start with the text or
 * contain a word that does; only what an anonymous reader may see. Contract 15.
 */
import { expect } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { givenEvent, givenTerm, givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

async function givenNames(app: TestApp): Promise<Json> {
  const jazz = await givenTerm(app, 'categories', 'Jazz & Blues');
  const jar = await givenVenue(app, { venue: 'The Jar', city: 'Järvenpää' });
  const other = await givenVenue(app, { venue: 'Town hall', city: 'Lyon' });
  const night = await givenEvent(app, {
    title: 'Night of Jazz',
    venue: jar.id,
    categories: [jazz.id],
  });
  const java = await givenEvent(app, { title: 'JavaScript day', venue: jar.id });
  return { jazz, jar, other, night, java };
}

const texts = (body: Json): string[] =>
  body.suggestions.map((one: Json) => `${one.type} ${one.text}`);

const textsWith = (body: Json, more: string): string[] =>
  body.suggestions.map((one: Json) =>
    [one.type, one.text, one[more]].filter((part) => part !== undefined).join(' '),
  );

/** Halls of one name, a city in several spellings, categories of one name below different ones. */
async function givenNamesakes(app: TestApp): Promise<void> {
  const at = (day: string) => ({ start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` });
  const halls = ['Quay-Zürich', 'Ghent', 'quay-zurich', 'QUAY-ZÜRICH'];
  for (const [n, city] of halls.entries()) {
    const { id } = await givenVenue(app, { venue: n < 2 ? 'Quay Hall' : `Hall ${n}`, city });
    for (let of = 0; of < 3 - n; of++) {
      await givenEvent(app, { title: `At ${n} ${of}`, venue: id });
    }
  }
  const top = await givenTerm(app, 'categories', 'Quay');
  const sport = await givenTerm(app, 'categories', 'Sport', { parent: top.id });
  const music = await givenTerm(app, 'categories', 'Music');
  for (const [n, parent] of [sport.id, music.id].entries()) {
    const { id } = await givenTerm(app, 'categories', 'Quay youth', { parent, slug: `youth-${n}` });
    await givenEvent(app, { title: 'Quay day', ...at(`2026-03-1${n + 1}`), categories: [id] });
  }
  await givenEvent(app, { title: 'Quay run', categories: [top.id] });
}

const suggests = (
  name: string,
  query: string,
  wanted: string[],
  given: (app: TestApp) => Promise<Json> = givenNames,
): Scenario => ({
  name: `15 suggest: ${name}`,
  given,
  call: { request: `GET /events/suggest?${query}` },
  status: 200,
  check: ({ body }) => expect(texts(body).sort()).toEqual([...wanted].sort()),
});

const hidden = (name: string, make: (app: TestApp) => Promise<Json>): Scenario => ({
  name: `15 suggest: ${name} is not suggested to anybody`,
  given: make,
  call: { request: 'GET /events/suggest?q=secret', as: 'admin' },
  status: 200,
  body: { suggestions: [] },
});

const scenarios: Scenario[] = [
  suggests('every type, at the start and in later words', 'q=ja', [
    'category Jazz & Blues',
    'city Järvenpää',
    'event JavaScript day',
    'event Night of Jazz',
    'venue The Jar',
  ]),
  {
    name: '15 suggest: each with id and count, a city without an id',
    given: givenNames,
    call: { request: 'GET /events/suggest?q=ja' },
    status: 200,
    check: ({ body }, { jazz, jar, night, java }) => {
      const named = Object.fromEntries(body.suggestions.map((one: Json) => [one.text, one]));
      expect(named['Jazz & Blues']).toMatchObject({ id: jazz.id, count: 1 });
      expect(named['The Jar']).toMatchObject({ id: jar.id, slug: 'the-jar', count: 2 });
      expect(named['Night of Jazz'].id).toBe(night.id);
      const day = { type: 'event', text: 'JavaScript day', id: java.id, slug: 'javascript-day' };
      expect(named['JavaScript day']).toEqual(day);
      expect(named['Jazz & Blues'].slug).toBe(jazz.slug);
      expect(named.Järvenpää.count).toBe(2);
      expect(named.Järvenpää).not.toHaveProperty('id');
    },
  },
  suggests(
    'equal titles appear for each event, equal cities once',
    'q=same',
    ['event Same', 'event Same', 'event Same', 'city Same town'],
    async (app) => {
      for (const n of [1, 2, 3]) {
        const venue = await givenVenue(app, { venue: `V${n}`, city: 'Same town' });
        await givenEvent(app, { title: 'Same', venue: venue.id });
      }
    },
  ),
  {
    name: '15 suggest: each leads to a list of its count, and equal names are told apart',
    given: givenNamesakes,
    call: { request: 'GET /events/suggest?q=quay&limit=20' },
    status: 200,
    check: async ({ body }, _, app) => {
      expect(textsWith(body, 'detail').sort()).toEqual(
        [
          'category Quay youth Music',
          'category Quay youth Sport',
          'category Quay',
          'city Quay-Zürich',
          'event Quay day 2026-03-11',
          'event Quay day 2026-03-12',
          'event Quay run',
          'venue Quay Hall Ghent',
          'venue Quay Hall Quay-Zürich',
        ].sort(),
      );
      const params: Record<string, string> = { venue: 'id', category: 'id', city: 'text' };
      for (const one of body.suggestions) {
        const field = params[one.type];
        if (!field) continue;
        const param = one.type === 'category' ? 'categories' : one.type;
        const value = encodeURIComponent(one[field]);
        const { total } = await app.given({ request: `GET /events?${param}=${value}` });
        expect([one.type, one.text, one.count]).toEqual([one.type, one.text, total]);
      }
    },
  },
  suggests('a title renamed: the old one is gone', 'q=ol', [], async (app) => {
    const { id } = await givenEvent(app, { title: 'Old' });
    await app.given({ request: `PATCH /events/${id}`, body: { title: 'New' } });
  }),
  suggests(
    'what is to come alone, not an event that is over, nor its venue, city and category',
    'q=ja',
    ['category Jazz now', 'city Jarrow', 'event Jam now', 'venue Jar now'],
    async (app) => {
      const days = { over: '2026-03-09', now: '2026-03-11' };
      for (const [word, day] of Object.entries(days)) {
        const city = word === 'now' ? 'Jarrow' : 'Jakarta';
        const venue = await givenVenue(app, { venue: `Jar ${word}`, city });
        const category = await givenTerm(app, 'categories', `Jazz ${word}`);
        await givenEvent(app, {
          title: `Jam ${word}`,
          start_date: '2026-03-09 09:00:00',
          end_date: `${day} 11:00:00`,
          venue: venue.id,
          categories: [category.id],
        });
      }
    },
  ),
  suggests(
    'a venue and its city again once the end of their event is later',
    'q=ja',
    ['city Jarrow', 'event Jam', 'venue Jar'],
    async (app) => {
      const venue = await givenVenue(app, { venue: 'Jar', city: 'Jarrow' });
      const dates = { start_date: '2026-03-09 09:00:00', end_date: '2026-03-09 11:00:00' };
      const { id } = await givenEvent(app, { title: 'Jam', ...dates, venue: venue.id });
      const body = { end_date: '2026-03-11 11:00:00' };
      await app.given({ request: `PATCH /events/${id}`, body });
    },
  ),
  hidden('a hidden event', (app) => givenEvent(app, { title: 'Secret', hide_from_listings: true })),
  hidden('a draft', (app) => givenEvent(app, { title: 'Secret', status: 'draft' })),
  hidden('a private event', (app) => givenEvent(app, { title: 'Secret', status: 'private' })),
  hidden('a future event', (app) =>
    givenEvent(app, { title: 'Secret', status: 'future', date: '2026-03-11' }),
  ),
  hidden('a trashed event', async (app) => {
    const { id } = await givenEvent(app, { title: 'Secret' });
    await app.given({ request: `DELETE /events/${id}` });
  }),
  hidden('a draft venue with its city', (app) =>
    givenVenue(app, { venue: 'Secret', city: 'Secret', status: 'draft' }),
  ),
  hidden('a deleted category', async (app) => {
    const { id } = await givenTerm(app, 'categories', 'Secret');
    await app.given({ request: `DELETE /categories/${id}` });
  }),
  {
    name: '15 suggest: a future event is suggested from its date on',
    given: async (app) => {
      await givenEvent(app, { title: 'Soon', status: 'future', date: '2026-03-10 13:00:00' });
      app.clock.nowMs += 3600_000;
    },
    call: { request: 'GET /events/suggest?q=soon' },
    status: 200,
    body: { suggestions: [{ type: 'event', text: 'Soon' }] },
  },
  ...[
    ['', 8],
    ['&limit=1', 1],
    ['&limit=20', 20],
  ].map(
    ([query, count]): Scenario => ({
      name: `15 suggest: ${query || 'no limit'} gives ${count}`,
      given: async (app) => {
        for (let n = 0; n < 25; n += 1) await givenEvent(app, { title: `Many ${n}` });
      },
      call: { request: `GET /events/suggest?q=many${query}` },
      status: 200,
      check: ({ body }) => expect(body.suggestions).toHaveLength(Number(count)),
    }),
  ),
  {
    name: '15 suggest: without q is 400 rest_missing_callback_param',
    call: { request: 'GET /events/suggest' },
    status: 400,
    code: 'rest_missing_callback_param',
    params: ['q'],
  },
  ...(
    [
      ['q=', 'q'],
      ['q=%20', 'q'],
      ['q[]=ja', 'q'],
      [`q=${'a'.repeat(201)}`, 'q'],
      ['q=ja&limit=0', 'limit'],
      ['q=ja&limit=-1', 'limit'],
      ['q=ja&limit=21', 'limit'],
      ['q=ja&limit=many', 'limit'],
      ['q=ja&limit=', 'limit'],
      ['q=&limit=x', 'q', 'limit'],
    ] as [string, ...string[]][]
  ).map(
    ([query, ...params]): Scenario => ({
      name: `15 suggest?${query.slice(0, 20)} is 400 naming ${params.join(', ')}`,
      call: { request: `GET /events/suggest?${query}` },
      status: 400,
      code: 'rest_invalid_param',
      params,
    }),
  ),
];

runScenarios(
  'suggest',
  scenarios,
  /suggest: (every type|equal titles|each leads|what is|a venue and|a draft venue|a future event is suggested|a title ren|&limit=20)/,
);
