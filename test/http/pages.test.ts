/**
 * Envelopes, links, headers, pages past the end, cursors and totals of all five kinds.
 * Contract 2; Contract 13. Walks while records change: walks.test.ts.
 */
import { expect } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { givenEvent, givenOrganizer, givenTerm, givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const API = 'http://api.test/vendor/events/v1';
const posts = ['events', 'venues', 'organizers'];
const terms = ['categories', 'tags'];

/** `count` records of a kind, named n0, n1…; no other parameters are needed to list them. */
async function givenMany(app: TestApp, route: string, count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, n) => `n${n}`);
  for (const name of names) {
    if (route === 'events') await givenEvent(app, { title: name });
    if (route === 'venues') await givenVenue(app, { venue: name });
    if (route === 'organizers') await givenOrganizer(app, { organizer: name });
  }
  if (terms.includes(route)) await givenEvent(app, { [route]: names });
}

const envelopes: Scenario[] = [...posts, ...terms].flatMap((route) => {
  const links = ['next_rest_url', 'previous_rest_url'];
  const keys = terms.includes(route)
    ? ['rest_url', 'total', 'total_pages', route, ...links]
    : [route, 'rest_url', ...links, 'total', 'total_pages'];
  const given = (app: TestApp) => givenMany(app, route, 5);
  return [
    {
      name: `2 envelope of ${route}: keys in order, next_cursor last`,
      given,
      call: { request: `GET /${route}?page=2&per_page=2` },
      status: 200,
      body: { total: 5, total_pages: 3 },
      check: ({ body }) => {
        expect(Object.keys(body)).toEqual([...keys, 'next_cursor']);
        expect(body[route]).toHaveLength(2);
      },
    },
    {
      name: `2 headers of ${route}: the same totals as the body, no WordPress headers`,
      given,
      call: { request: `GET /${route}?per_page=2` },
      status: 200,
      check: async ({ headers }, _, app) => {
        expect(headers.get('X-TEC-Total')).toBe('5');
        expect(headers.get('X-TEC-TotalPages')).toBe('3');
        expect([...headers.keys()].filter((name) => name.startsWith('x-wp'))).toEqual([]);
        const head = await app.call({ request: `HEAD /${route}?per_page=2` });
        expect([head.status, head.text]).toEqual([200, '']);
        expect(head.headers.get('X-TEC-Total')).toBe('5');
        expect(head.headers.get('content-type')).toBe(headers.get('content-type'));
      },
    },
    {
      name: `2 first and last page of ${route}: links without a target are absent`,
      given,
      call: { request: `GET /${route}?per_page=3` },
      status: 200,
      check: async ({ body }, _, app) => {
        expect(Object.keys(body)).not.toContain('previous_rest_url');
        const last = await app.call({ request: `GET /${route}?per_page=3&page=2` });
        expect(Object.keys(last.body)).not.toContain('next_rest_url');
        expect(Object.keys(last.body)).not.toContain('next_cursor');
        expect(last.body[route]).toHaveLength(2);
      },
    },
    {
      name: `2 empty list of ${route}: 200, zeros, no links`,
      call: { request: `GET /${route}` },
      status: 200,
      body: { [route]: [], total: 0, total_pages: 0 },
      check: ({ body, headers }) => {
        expect(Object.keys(body)).toHaveLength(4);
        expect(headers.get('X-TEC-Total')).toBe('0');
        expect(headers.get('X-TEC-TotalPages')).toBe('0');
      },
    },
    {
      name: `2 walking ${route} by next_rest_url and back meets every record once`,
      given,
      call: { request: `GET /${route}?per_page=2` },
      status: 200,
      check: async ({ body }, _, app) => {
        const pages = await follow(app, body, 'next_rest_url');
        const ids = pages.flatMap((page) => page[route].map((record: Json) => record.id));
        expect(new Set(ids).size).toBe(5);
        expect(ids).toHaveLength(5);
        const back = await follow(app, pages.at(-1), 'previous_rest_url');
        const records = (some: Json[]) => some.map((page) => page[route]);
        expect(records(back.reverse())).toEqual(records(pages));
      },
    },
    {
      name: `13 walking ${route} by next_cursor meets every record once, totals exact`,
      given,
      call: { request: `GET /${route}?per_page=2` },
      status: 200,
      check: async ({ body }, _, app) => {
        const pages = await walk(app, `/${route}?per_page=2`, body);
        const ids = pages.flatMap((page) => page[route].map((record: Json) => record.id));
        expect(new Set(ids).size).toBe(5);
        expect(ids).toHaveLength(5);
        for (const page of pages) expect([page.total, page.total_pages]).toEqual([5, 3]);
        // The links of a page found by cursor also lead on.
        const second = await app.call({
          request: `GET /${route}?per_page=2&cursor=${body.next_cursor}`,
        });
        const rest = await follow(app, second.body, 'next_rest_url');
        expect(rest.map((page) => page[route])).toEqual(pages.slice(1).map((page) => page[route]));
        const again = await app.call({ request: `GET ${pathOf(second.body.rest_url)}` });
        expect(again.body).toEqual(second.body);
      },
    },
    {
      name: `13 window of ${route}: past 10,000 records is 400, and the error names cursor`,
      call: { request: `GET /${route}?page=201&per_page=50` },
      status: 400,
      code: 'rest_invalid_param',
      params: ['page'],
      check: ({ body }) => expect(body.data.params.page).toContain('cursor'),
    },
    ...refusedCursors(route, given),
  ] satisfies Scenario[];
});

function refusedCursors(route: string, given: (app: TestApp) => Promise<Json>): Scenario[] {
  const next = async (app: TestApp) => {
    await given(app);
    return (await app.call({ request: `GET /${route}?per_page=2` })).body.next_cursor;
  };
  const other = route === 'tags' ? 'categories' : 'tags';
  return (
    [
      ['with page', (cursor) => `/${route}?per_page=2&page=2&cursor=${cursor}`],
      ['with page=1', (cursor) => `/${route}?per_page=2&page=1&cursor=${cursor}`],
      ['with an additional filter', (cursor) => `/${route}?search=n&cursor=${cursor}`],
      ['with another order', (cursor) => `/${route}?order=desc&cursor=${cursor}`],
      ['on another list', (cursor) => `/${other}?cursor=${cursor}`],
      ['with its end cut off', (cursor) => `/${route}?cursor=${cursor.slice(0, -4)}`],
      ['that is not a cursor', () => `/${route}?cursor=hello`],
      ['that is JSON of another shape', () => `/${route}?cursor=${btoa('[1,2]')}`],
      ['that is empty', () => `/${route}?cursor=`],
    ] as [string, (cursor: string) => string][]
  ).map(([name, path]) => ({
    name: `13 cursor of ${route} ${name}: 400`,
    given: next,
    call: (cursor) => ({ request: `GET ${path(cursor)}` }),
    status: 400,
    code: 'rest_invalid_param',
    params: ['cursor'],
  }));
}

const past: Scenario[] = [
  ...posts.map(
    (route): Scenario => ({
      name: `2 page past the end of ${route}: 404`,
      given: (app) => givenMany(app, route, 2),
      call: { request: `GET /${route}?page=2` },
      status: 404,
      code: `${route.slice(0, -1)}-archive-page-not-found`,
    }),
  ),
  ...posts.map(
    (route): Scenario => ({
      name: `2 page 2 of an empty list of ${route}: 404`,
      call: { request: `GET /${route}?page=2` },
      status: 404,
      code: `${route.slice(0, -1)}-archive-page-not-found`,
    }),
  ),
  ...terms.map(
    (route): Scenario => ({
      name: `2 page past the end of ${route}: 200, empty, true totals, previous link`,
      given: (app) => givenMany(app, route, 3),
      call: { request: `GET /${route}?page=3&per_page=2` },
      status: 200,
      body: { [route]: [], total: 3, total_pages: 2, previous_rest_url: expect.any(String) },
      check: ({ body, headers }) => {
        expect(body).not.toHaveProperty('next_rest_url');
        expect(headers.get('X-TEC-Total')).toBe('3');
      },
    }),
  ),
  {
    name: '13 window: page 200 with 50 per page is inside',
    call: { request: 'GET /events?page=200&per_page=50' },
    status: 404,
    code: 'event-archive-page-not-found',
  },
  {
    name: '13 window: uses the clamped per_page',
    call: { request: 'GET /events?page=200&per_page=5000' },
    status: 404,
  },
  {
    name: '13 window: uses the default per_page',
    call: { request: 'GET /events?page=1001' },
    status: 400,
    params: ['page'],
  },
];

const OF_ONE_CITY = 'per_page=1&city[]=Washington,%20D.C.&fields=title';

const linked: Scenario[] = [
  {
    name: '2 rest_url of events: the effective query, then next and previous',
    given: (app) => givenMany(app, 'events', 7),
    call: { request: 'GET /events?page=2&per_page=2' },
    status: 200,
    check: async ({ body }, _, app) => {
      const query =
        'per_page=2&start_date=2026-03-09 23:59:00&end_date=2028-03-10 12:00:00&status=publish';
      expect(decodeURIComponent(body.rest_url)).toBe(`${API}/events/?page=2&${query}`);
      expect(decodeURIComponent(body.next_rest_url)).toBe(`${API}/events/?${query}&page=3`);
      expect(decodeURIComponent(body.previous_rest_url)).toBe(`${API}/events/?${query}`);
      const third = await app.call({ request: 'GET /events?page=3&per_page=2' });
      expect(decodeURIComponent(third.body.previous_rest_url)).toBe(
        `${API}/events/?${query}&page=2`,
      );
    },
  },
  {
    name: '2 rest_url of venues: the effective query, per_page as clamped',
    call: { request: 'GET /venues?per_page=1000' },
    status: 200,
    body: { rest_url: `${API}/venues/?page=1&per_page=50&status=publish` },
  },
  {
    name: '2 rest_url of terms: only the base',
    given: (app) => givenMany(app, 'tags', 12),
    call: { request: 'GET /tags' },
    status: 200,
    body: { rest_url: `${API}/tags/`, next_rest_url: `${API}/tags/?page=2` },
  },
  {
    name: '2 links keep every parameter sent, percent-encoded, and work',
    given: async (app) => {
      await givenTerm(app, 'categories', 'Café & co');
      for (const title of ['été 1', 'été 2', 'été 3', 'winter']) {
        await givenEvent(app, { title, categories: 'Café & co', featured: true });
      }
    },
    call: {
      request:
        'GET /events?per_page=1&search=%C3%A9t%C3%A9&categories[]=cafe-co&featured=1' +
        '&strict_dates=true&start_date=2026-03-20&orderby=title&fields=title&colour=a%26b',
    },
    status: 200,
    check: async ({ body }, _, app) => {
      for (const name of ['rest_url', 'next_rest_url']) {
        expect(body[name]).toMatch(/^[\x21-\x7e]+$/);
        const sent = Object.fromEntries(new URL(body[name]).searchParams);
        expect(sent).toMatchObject({ search: 'été', categories: 'cafe-co', featured: '1' });
        expect(sent).toMatchObject({ strict_dates: 'true', start_date: '2026-03-20' });
        expect(sent).toMatchObject({ orderby: 'title', fields: 'title', colour: 'a&b' });
      }
      const pages = await follow(app, body, 'next_rest_url');
      expect(pages.map((page) => page.events)).toEqual([
        [{ title: 'été 1' }],
        [{ title: 'été 2' }],
        [{ title: 'été 3' }],
      ]);
    },
  },
  {
    name: '2, 13 links keep a list whose items have commas',
    given: async (app) => {
      for (const city of ['Washington, D.C.', 'Washington, D.C.', 'Washington']) {
        await givenEvent(app, { title: city, venue: { venue: city, city } });
      }
    },
    call: { request: `GET /events?${OF_ONE_CITY}` },
    status: 200,
    body: { total: 2 },
    check: async ({ body }, _, app) => {
      const pages = await follow(app, body, 'next_rest_url');
      expect(pages.map(({ total }) => total)).toEqual([2, 2]);
      const { next_cursor: cursor } = body;
      const walked = await app.call({ request: `GET /events?${OF_ONE_CITY}&cursor=${cursor}` });
      const again = await app.call({ request: `GET ${pathOf(walked.body.rest_url)}` });
      expect(again.body).toEqual(walked.body);
    },
  },
  {
    name: '2 links of terms keep every parameter sent',
    given: (app) => givenMany(app, 'categories', 3),
    call: { request: 'GET /categories?per_page=1&page=2&search=n&hide_empty=false' },
    status: 200,
    check: ({ body }) => {
      for (const name of ['rest_url', 'next_rest_url', 'previous_rest_url']) {
        const sent = Object.fromEntries(new URL(body[name]).searchParams);
        expect(sent).toMatchObject({ per_page: '1', search: 'n', hide_empty: 'false' });
      }
    },
  },
  {
    name: '13 cursor: per_page, fields and facets may change during a walk',
    given: (app) => givenMany(app, 'events', 5),
    call: { request: 'GET /events?per_page=1' },
    status: 200,
    check: async ({ body }, _, app) => {
      const more = 'per_page=3&fields=title&facets=month';
      const next = await app.call({ request: `GET /events?${more}&cursor=${body.next_cursor}` });
      expect(next.body.events).toEqual([{ title: 'n1' }, { title: 'n2' }, { title: 'n3' }]);
      expect(next.body.facets.month).toEqual([{ value: '2026-03', count: 5 }]);
    },
  },
  {
    name: '13 cursor: the default window of the first page is kept',
    given: async (app) => {
      for (const day of ['09', '10', '11']) {
        const at = `2026-03-${day} 10:00:00`;
        await givenEvent(app, { title: day, start_date: at, end_date: at });
      }
      const { body } = await app.call({ request: 'GET /events?per_page=1&order=desc' });
      app.clock.nowMs += 48 * 3600_000;
      return body.next_cursor;
    },
    call: (cursor) => ({ request: `GET /events?order=desc&cursor=${cursor}` }),
    status: 200,
    body: { total: 3, events: [{ title: '10' }, { title: '09' }] },
  },
  {
    name: '13 cursor: what is published during a walk counts from then on',
    given: async (app) => {
      await givenMany(app, 'events', 3);
      await givenEvent(app, { title: 'later', status: 'future', date: '2026-03-10 13:00:00' });
      const { body } = await app.call({ request: 'GET /events?per_page=1' });
      app.clock.nowMs += 2 * 3600_000;
      const later = await app.call({ request: 'GET /events?per_page=1' });
      return { cursor: body.next_cursor, totals: [body.total, later.body.total] };
    },
    call: ({ cursor }) => ({ request: `GET /events?per_page=1&cursor=${cursor}` }),
    status: 200,
    body: { total: 4, total_pages: 4 },
    check: (_, { totals }) => expect(totals).toEqual([3, 4]),
  },
];

const pathOf = (url: string) => url.slice(API.length);

/** → the page and the pages its links lead to. */
async function follow(app: TestApp, first: Json, link: string): Promise<Json[]> {
  const pages = [first];
  for (let at = 0; at < 20 && pages.at(-1)[link]; at += 1) {
    const page = await app.call({ request: `GET ${pathOf(pages.at(-1)[link])}` });
    expect(page.status, page.text).toBe(200);
    pages.push(page.body);
  }
  return pages;
}

/** → the page and the pages its cursors lead to. */
async function walk(
  app: TestApp,
  path: string,
  first: Json,
  between: (page: Json) => Promise<void> = async () => undefined,
): Promise<Json[]> {
  const pages = [first];
  for (let at = 0; at < 100 && pages.at(-1).next_cursor; at += 1) {
    await between(pages.at(-1));
    const next = await app.call({ request: `GET ${path}&cursor=${pages.at(-1).next_cursor}` });
    expect(next.status, next.text).toBe(200);
    pages.push(next.body);
  }
  return pages;
}

runScenarios(
  'pages',
  [...envelopes, ...past, ...linked],
  /walking (events|tags) by next_cursor|rest_url and back meets|cursor: (per_page|the default|the total)/,
);
