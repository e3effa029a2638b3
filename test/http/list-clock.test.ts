/**
 * What lists take from the clock: a walk over midnight stays with the days of its first page, and
 * an answer that reads no clock keeps its ETag. Contract 13, 14.
 */
import { expect } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { givenEvent, givenTerm, givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const HOUR = 3600_000;
/** From the noon of a new app over its midnight. */
const OVERNIGHT = 13 * HOUR;

/** Three events on each of three days around the noon of a new app, Tuesday 10 March. */
async function givenDays(app: TestApp): Promise<void> {
  for (const day of ['10', '11', '12']) {
    for (const hour of ['14', '15', '18']) {
      const start_date = `2026-03-${day} ${hour}:00`;
      await givenEvent(app, { title: `${day}-${hour}`, start_date, end_date: start_date });
    }
  }
}

const TODAY = '10-14 10-15 10-18';

/** [parameters, titles of the whole walk] */
const walks: [string, string][] = [
  ['day=today', TODAY],
  ['day=TODAY&clock=site', TODAY],
  ['overlaps=today,today', TODAY],
  ['overlaps=Today,%20tomorrow', `${TODAY} 11-14 11-15 11-18`],
  ['start_date=today&end_date=today', TODAY],
  ['start_date=now&end_date=now&strict_dates=0', TODAY],
  ['starts_after=now&strict_dates=true&starts_before=%2B8%20hours', TODAY],
  ['day=tonight', '10-18'],
  ['starts_before=tomorrow&order=desc', '11-18 11-15 11-14 10-18 10-15 10-14'],
  ['modified_after=-1%20minute&order=asc', `${TODAY} 11-14 11-15 11-18 12-14 12-15 12-18`],
  ['end_date=%2B1%20day', `${TODAY} 11-14 11-15 11-18`],
];

/** → the titles of a walk, an hour of more than half a day after each page. */
async function walk(app: TestApp, first: string, next: (body: Json) => string | undefined) {
  const titles: string[] = [];
  for (let request: string | undefined = first; request; ) {
    const body: Json = await app.given({ request });
    titles.push(...body.events.map(({ title }: Json) => title));
    app.clock.nowMs += OVERNIGHT;
    request = next(body);
  }
  return titles.join(' ');
}

const byLink = ({ next_rest_url: url }: Json) =>
  url && `GET ${url.replace(/^.*\/v1\/events\/\?/, '/events?')}`;

const overMidnight = walks.map(([query, titles]): Scenario => {
  const request = `GET /events?${query}&per_page=1`;
  const ways: Record<string, (body: Json) => string | undefined> = {
    link: byLink,
    cursor: ({ next_cursor: cursor }) => cursor && `${request}&cursor=${cursor}`,
    // From a link on by cursor, and the other way.
    'cursor and link': (body) => {
      const link = byLink(body);
      const cursor = body.next_cursor && `&cursor=${body.next_cursor}`;
      return link?.includes('page=2') ? `${request}${cursor}` : link;
    },
  };
  return {
    name: `13 a walk over midnights by link, cursor, and both: ${query}`,
    given: givenDays,
    call: { request: 'GET /events' },
    status: 200,
    check: async (_, __, app) => {
      const noonMs = app.clock.nowMs;
      for (const [name, next] of Object.entries(ways)) {
        app.clock.nowMs = noonMs;
        expect(await walk(app, request, next), name).toBe(titles);
      }
    },
  };
});

const CURSORS: [later: string, first: string][] = [
  ['day=tomorrow', 'day=today'],
  ['day=2026-03-11', 'day=today'],
  ['day=today&clock=site', 'day=today'],
  ['start_date=2026-03-10', ''],
  ['order=desc', ''],
];

const refused: Scenario = {
  name: '13 a cursor is refused by a list of other days or in another order',
  given: givenDays,
  call: { request: 'GET /events' },
  status: 200,
  check: async (_, __, app) => {
    for (const [later, first] of CURSORS) {
      const path = 'GET /events?per_page=1&';
      const { next_cursor: cursor } = await app.given({ request: path + first });
      const { status, body } = await app.call({ request: `${path}${later}&cursor=${cursor}` });
      expect([status, Object.keys(body.data?.params ?? {})], later).toEqual([400, ['cursor']]);
    }
  },
};

/** [path, how long the answer stays the same, ms] */
const steady: [string, number][] = [
  ['/events?start_date=2026-03-01&end_date=2026-03-31&per_page=2', 100 * HOUR],
  ['/events?start_date=2026-03-01&end_date=2026-03-31&per_page=2&page=2', 100 * HOUR],
  ['/events?search=1&start_date=2026-03-01&end_date=2026-03-31&per_page=2', 100 * HOUR],
  ['/events?view=series&per_page=2', 100 * HOUR],
  ['/events?day=today&per_page=2', HOUR],
  ['/events?overlaps=today,tomorrow&per_page=2', HOUR],
  ['/events?per_page=2', 58_000],
  ['/events?orderby=best&search=1&start_date=2026-03-01&end_date=2026-03-31&per_page=2', 58_000],
  ['/venues?per_page=2', 100 * HOUR],
  ['/tags?hide_empty=false&per_page=2', 100 * HOUR],
];

const tags = steady.map(
  ([path, ms]): Scenario => ({
    name: `13, 20.1 ${path} keeps its ETag`,
    given: async (app) => {
      await givenDays(app);
      for (const name of ['A', 'B', 'C']) {
        await givenVenue(app, { venue: name });
        await givenTerm(app, 'tags', name);
      }
      app.clock.nowMs += 1500;
      const { headers } = await app.call({ request: `GET ${path}` });
      app.clock.nowMs += ms;
      return headers.get('etag');
    },
    call: { request: `GET ${path}` },
    status: 200,
    check: ({ headers }, tag) => expect(headers.get('etag')).toBe(tag),
  }),
);

runScenarios(
  'what lists take from the clock',
  [
    ...overMidnight,
    refused,
    ...tags,
    {
      name: '13 links state the days that words mean',
      given: givenDays,
      call: { request: 'GET /events?day=weekend&overlaps=today,%2B9%20days&per_page=1&page=1' },
      status: 200,
      check: ({ body }) => {
        const { searchParams } = new URL(body.rest_url);
        expect(searchParams.get('day')).toBe('2026-03-14,2026-03-15');
        expect(searchParams.get('overlaps')).toBe('2026-03-10,2026-03-19');
        expect(searchParams.get('clock')).toBe('local');
      },
    },
    {
      name: '13 feeds link on with the days that words mean',
      given: givenDays,
      call: { request: 'GET /events.rss?overlaps=today,today&per_page=1' },
      status: 200,
      type: 'application/rss+xml; charset=utf-8',
      check: ({ headers }) => {
        const link = decodeURIComponent(headers.get('link') ?? '');
        expect(link).toContain('?overlaps=2026-03-10,2026-03-10&per_page=1&clock=local&page=2>');
      },
    },
  ],
  /overlaps=today,today|orderby=best/,
);
