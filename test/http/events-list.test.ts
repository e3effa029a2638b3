/**
 * The list of events, except its dates: every parameter valid, empty, wrong-typed,
 * out of range and unknown, and combinations. Contract 3.1, 3.2, 3.5; Contract 12, 14.
 * Dates: events-dates.test.ts; search and order: events-search.test.ts; pages: pages.test.ts.
 */
import { expect } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { givenEvent, givenOrganizer, givenTerm, givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

/** A request that finds exactly these titles, in this order. */
const finds = (
  name: string,
  given: (app: TestApp) => Promise<Json>,
  query: string | ((given: Json) => string),
  titles: string[],
  as?: string,
): Scenario => ({
  name,
  readsOnly: true,
  given,
  call: (found) => ({
    request: `GET /events?${typeof query === 'string' ? query : query(found)}`,
    ...(as ? { as } : {}),
  }),
  status: 200,
  check: ({ body }) => {
    expect(body.events.map((event: Json) => event.title)).toEqual(titles);
    expect(body.total).toBe(titles.length);
  },
});

/** Requests that are refused, and the parameters that the error names. */
const refused = (section: string, rows: [query: string, ...params: string[]][]): Scenario[] =>
  rows.map(([query, ...params]) => ({
    name: `${section}: ${query} is 400 naming ${params.join(', ')}`,
    readsOnly: true,
    call: { request: `GET /events?${query}` },
    status: 400,
    code: 'rest_invalid_param',
    params,
  }));

/** Events A, B, C… a day apart. */
async function givenEvents(app: TestApp, extras: Json[]): Promise<Json[]> {
  const events = [];
  for (const [at, extra] of extras.entries()) {
    const day = `2026-04-${String(at + 1).padStart(2, '0')}`;
    events.push(
      await givenEvent(app, {
        title: 'ABCDEFGHIJ'[at],
        start_date: `${day} 09:00:00`,
        end_date: `${day} 11:00:00`,
        ...extra,
      }),
    );
  }
  return events;
}

async function givenLinked(app: TestApp): Promise<Json> {
  const music = await givenTerm(app, 'categories', 'Music');
  const jazz = await givenTerm(app, 'categories', 'Jazz', { parent: music.id });
  const bebop = await givenTerm(app, 'categories', 'Bebop', { parent: jazz.id });
  const sport = await givenTerm(app, 'categories', 'Sport');
  const free = await givenTerm(app, 'tags', 'Free entry');
  const late = await givenTerm(app, 'tags', 'Late');
  const hall = await givenVenue(app, { venue: 'Hall', city: 'Lyon', country: 'France' });
  const park = await givenVenue(app, { venue: 'Park', city: 'São Paulo', country: 'Brazil' });
  const ann = await givenOrganizer(app, { organizer: 'Ann' });
  const bob = await givenOrganizer(app, { organizer: 'Bob' });
  await givenEvents(app, [
    { categories: [bebop.id], tags: [free.id], venue: hall.id, organizer: [ann.id] },
    { categories: [music.id], tags: [late.id], venue: park.id, organizer: [ann.id, bob.id] },
    { categories: [sport.id], tags: [free.id, late.id], venue: hall.id, featured: true },
    { title: 'D' },
  ]);
  return { music, jazz, bebop, sport, free, late, hall, park, ann, bob };
}

async function givenSecret(app: TestApp, status: string): Promise<Json> {
  const place = { city: 'Atlantis', geo_lat: 1, geo_lng: 1 };
  const venue = await givenVenue(app, { venue: 'Secret', status, ...place });
  await givenEvents(app, [{ venue: venue.id }]);
  return venue;
}

const plain: Scenario[] = [
  finds('3.2 no parameters: start ascending', (app) => givenEvents(app, [{}, {}]), '', ['A', 'B']),
  finds(
    '3.2 order: equal starts by id ascending; sticky and featured do not matter',
    async (app) => {
      for (const title of ['x', 'y', 'z']) {
        await givenEvent(app, { title, sticky: title === 'z', featured: title === 'y' });
      }
    },
    '',
    ['x', 'y', 'z'],
  ),
  finds(
    '3.2 order: by instant, not by local time',
    async (app) => {
      const at = (title: string, timezone: string) =>
        givenEvent(app, {
          title,
          timezone,
          start_date: '2026-04-01 09:00',
          end_date: '2026-04-02',
        });
      await at('New York', 'America/New_York');
      await at('Tokyo', 'Asia/Tokyo');
      await at('UTC', 'UTC');
    },
    '',
    ['Tokyo', 'UTC', 'New York'],
  ),
  finds('3.2 unknown parameters are ignored', (app) => givenEvents(app, [{}]), 'colour=red', ['A']),
  {
    name: '3.1 per_page: 51 is clamped to 50',
    given: async (app) => {
      for (let n = 0; n < 51; n += 1) await givenEvent(app, { title: `e${n}` });
    },
    call: { request: 'GET /events?per_page=51' },
    status: 200,
    body: { total: 51, total_pages: 2 },
    check: ({ body }) => expect(body.events).toHaveLength(50),
  },
  {
    name: '3.1 per_page: 10 by default, and a setting',
    settings: { DEFAULT_PER_PAGE: '2', MAX_PER_PAGE: '3' },
    given: (app) => givenEvents(app, [{}, {}, {}, {}]),
    call: { request: 'GET /events' },
    status: 200,
    body: { total: 4, total_pages: 2 },
    check: async ({ body }, _, app) => {
      expect(body.events).toHaveLength(2);
      for (const perPage of ['50', '100000000000000000000', `1${'0'.repeat(400)}`]) {
        const clamped = await app.call({ request: `GET /events?per_page=${perPage}` });
        expect(clamped.body.events).toHaveLength(3);
      }
    },
  },
  ...refused('3.1 page and per_page', [
    ...['0', '-1', 'two', '', '1.5', '1e3'].flatMap((value): [string, string][] => [
      [`page=${value}`, 'page'],
      [`per_page=${value}`, 'per_page'],
    ]),
    ['page=99999999999999999999', 'page'],
    [`${'x=1&'.repeat(200)}featured=true`, 'featured'],
    ['page=0&per_page=0', 'page', 'per_page'],
    ['page[]=1', 'page'],
  ]),
];

const wrong: Scenario[] = [
  ...refused('3.2 bad values', [
    ['search=', 'search'],
    ['search=%20%20', 'search'],
    ['search[]=a', 'search'],
    ['search=%00', 'search'],
    ['categories=', 'categories'],
    ['categories=nothing', 'categories'],
    ['categories=999', 'categories'],
    ['tags=nothing', 'tags'],
    ['tags=-1', 'tags'],
    ['venue=', 'venue'],
    ['venue=999', 'venue'],
    ['venue=hall', 'venue'],
    ['venue=0', 'venue'],
    ['organizer=999', 'organizer'],
    ['organizer=1.5', 'organizer'],
    ['featured=', 'featured'],
    ['featured=yes', 'featured'],
    ['featured=2', 'featured'],
    ['status=', 'status'],
    ['include=', 'include'],
    ['include=0', 'include'],
    ['include=1,-2', 'include'],
    ['include=abc', 'include'],
    ['include=1.5', 'include'],
    [`include=${Array.from({ length: 501 }, (_, n) => n + 1).join()}`, 'include'],
    ['post_parent=', 'post_parent'],
    ['post_parent=0', 'post_parent'],
    ['post_parent=999', 'post_parent'],
    ['post_parent=abc', 'post_parent'],
    ['ticketed=maybe', 'ticketed'],
    ['featured=x&search=&include=0&venue=9', 'featured', 'search', 'include', 'venue'],
  ]),
  ...refused('12 order', [
    ['orderby=', 'orderby'],
    ['orderby=cost', 'orderby'],
    ['orderby=distance', 'orderby'],
    ['orderby=relevance', 'orderby'],
    ['order=up', 'order'],
    ['order=', 'order'],
  ]),
  ...refused('14 lighter lists', [
    ['fields=', 'fields'],
    ['fields=id,nothing', 'fields'],
    ['fields=venue.nothing', 'fields'],
    ['fields=title.length', 'fields'],
    ['fields=__proto__', 'fields'],
    ['modified_after=', 'modified_after'],
    ['modified_after=soon', 'modified_after'],
    ['city=', 'city'],
    ['country=', 'country'],
  ]),
  {
    name: '3.5 ticketed: true is 400, and details say that there is no ticket extension',
    call: { request: 'GET /events?ticketed=true' },
    status: 400,
    params: ['ticketed'],
    body: { data: { details: { ticketed: { code: 'event-tickets-not-active' } } } },
  },
  finds('3.5 ticketed: false has no effect', (app) => givenEvents(app, [{}]), 'ticketed=0', ['A']),
  {
    name: '3.2 post_parent: the ID of another kind is 400',
    given: givenVenue,
    call: (venue) => ({ request: `GET /events?post_parent=${venue.id}` }),
    status: 400,
    params: ['post_parent'],
  },
  finds(
    '3.2 post_parent: an event has no children',
    (app) => givenEvents(app, [{}]),
    ([event]) => `post_parent=${event.id}`,
    [],
  ),
];

const filters: Scenario[] = (
  [
    ['categories: by id, with descendants', (g) => `categories=${g.music.id}`, ['A', 'B']],
    ['categories: by slug', () => 'categories=jazz', ['A']],
    ['categories: OR within', () => 'categories=bebop,sport', ['A', 'C']],
    ['categories: a list', (g) => `categories[]=${g.bebop.id}&categories[]=sport`, ['A', 'C']],
    ['categories: spaces and empty items', () => 'categories=%20bebop%20,,sport', ['A', 'C']],
    ['tags: by slug', () => 'tags=free-entry', ['A', 'C']],
    ['tags: by id, OR within', (g) => `tags=${g.free.id},${g.late.id}`, ['A', 'B', 'C']],
    ['venue: by id', (g) => `venue=${g.park.id}`, ['B']],
    ['venue: OR within', (g) => `venue=${g.park.id},${g.hall.id}`, ['A', 'B', 'C']],
    ['organizer: by id', (g) => `organizer=${g.ann.id}`, ['A', 'B']],
    [
      'organizer: OR within, each event once',
      (g) => `organizer=${g.ann.id},${g.bob.id}`,
      ['A', 'B'],
    ],
    ['filters: AND between', (g) => `tags=late&organizer=${g.ann.id}`, ['B']],
    ['filters: AND between, none left', (g) => `categories=sport&venue=${g.park.id}`, []],
    ['featured: true', () => 'featured=true', ['C']],
    ['featured: false', () => 'featured=FALSE', ['A', 'B', 'D']],
    ['city: case and accents folded', () => 'city=sao%20PAULO', ['B']],
    ['city: comma list is OR', () => 'city=lyon,S%C3%A3o%20Paulo', ['A', 'B', 'C']],
    ['city: exact, not a part', () => 'city=Paulo', []],
    ['country: folded', () => 'country=FRANCE', ['A', 'C']],
    ['country and city: AND', () => 'country=france&city=Paris', []],
    [
      'dates + search + near me + category together',
      () => 'search=a&start_date=2026-04-01&end_date=2026-04-01&categories=music&city=lyon',
      ['A'],
    ],
  ] as [string, (given: Json) => string, string[]][]
).map(([name, query, titles]) => finds(`3.2 ${name}`, givenLinked, query, titles));

const edges: Scenario[] = [
  finds(
    '3.2 categories: a numeric item is a slug first, then an ID',
    async (app) => {
      const other = await givenTerm(app, 'categories', 'Other');
      const year = await givenTerm(app, 'categories', 'Year', { slug: String(other.id) });
      await givenEvents(app, [{ categories: [other.id] }, { categories: [year.id] }]);
      return other;
    },
    (other) => `categories=${other.id}`,
    ['B'],
  ),
  {
    name: '3.2 categories: one unknown item among known ones is 400',
    given: givenLinked,
    call: { request: 'GET /events?categories=jazz,nothing' },
    status: 400,
    params: ['categories'],
  },
  finds(
    '3.2 hide_from_listings: never listed, not for editors, not with include',
    async (app) => givenEvents(app, [{ hide_from_listings: true }, {}]),
    ([hidden, shown]) => `include=${hidden.id},${shown.id}`,
    ['B'],
    'admin',
  ),
  finds(
    '3.2 include: dates are ignored, unknown IDs do not match, other filters apply',
    (app) =>
      givenEvents(app, [
        { start_date: '2001-01-01', end_date: '2001-01-02', featured: true },
        { start_date: '2050-01-01', end_date: '2050-01-02', featured: true },
        {},
      ]),
    (events) =>
      `include=${events.map((event: Json) => event.id).join()},999` +
      '&featured=1&start_date=2026-04-01&end_date=2026-04-30&starts_after=2026-01-01',
    ['A', 'B'],
  ),
  finds(
    '3.2 include: by publication date, then ID',
    (app) =>
      givenEvents(app, [{ date: '2026-03-05' }, { date: '2026-03-01' }, { date: '2026-03-05' }]),
    (events) => `include=${events.map((event: Json) => event.id).join()}`,
    ['B', 'A', 'C'],
  ),
  finds(
    '12 order: desc alone reverses the order of include',
    (app) => givenEvents(app, [{ date: '2026-03-05' }, { date: '2026-03-01' }]),
    (events) => `order=desc&include[]=${events[0].id}&include[]=${events[1].id}`,
    ['A', 'B'],
  ),
  finds(
    '6.2 status: an editor may ask for several',
    (app) => givenEvents(app, [{ status: 'draft' }, {}, { status: 'private' }]),
    'status[]=draft&status[]=private',
    ['A', 'C'],
    'editor',
  ),
  finds(
    '8 future: listed from its publication date on, without a write',
    async (app) => {
      await givenEvents(app, [{ date: '2026-03-10 13:00:00', status: 'future' }]);
      expect((await app.call({ request: 'GET /events' })).body.total).toBe(0);
      app.clock.nowMs += 3600_000;
    },
    '',
    ['A'],
  ),
  finds(
    '6.2 a venue that is not public does not reveal its place',
    async (app) => givenSecret(app, 'draft'),
    'city=atlantis&geoloc=true',
    [],
  ),
  finds(
    '6.2 a venue that became public shows its place',
    async (app) => {
      const { id } = await givenSecret(app, 'draft');
      await app.given({ request: `PATCH /venues/${id}`, body: { status: 'publish' } });
    },
    'city=atlantis&geoloc=true',
    ['A'],
  ),
  {
    name: '14 fields: only these keys; dots reach into lists and objects',
    given: givenLinked,
    call: { request: 'GET /events?fields=id,title,venue.city,categories.slug,distance' },
    status: 200,
    check: ({ body }, given) => {
      const [a, , , d] = body.events;
      const id = a.id;
      expect(a).toEqual({
        id,
        title: 'A',
        venue: { city: 'Lyon' },
        categories: [{ slug: 'bebop' }],
      });
      expect(d).toEqual({ id: d.id, title: 'D', venue: [], categories: [] });
      expect(given).toBeDefined();
    },
  },
  finds(
    '14 modified_after: not before, in the site zone, whenever the events are',
    async (app) => {
      const [a, b] = await givenEvents(app, [{}, { start_date: '2001-01-01' }, {}]);
      app.clock.nowMs += 1000;
      await app.given({ request: `PATCH /events/${a.id}`, body: { excerpt: 'new' } });
      app.clock.nowMs += 999;
      await app.given({ request: `PATCH /events/${b.id}`, body: { excerpt: 'new' } });
    },
    'modified_after=2026-03-10%2012:00:01',
    ['B', 'A'],
  ),
];

runScenarios(
  'events list',
  [...plain, ...wrong, ...filters, ...edges],
  /3\.2 (no par|order: |categories: (by id|OR)|tags: by id|organizer: OR|filters|featured: t|city: c|country and|dates|hide_from|include: )|^8 fut|6\.2 a venue|after: not before/,
);
