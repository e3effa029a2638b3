/** Online events in lists around a point: behind all others, without a place. Contract 19. */
import { expect } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { givenEvent, givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const BERLIN = 'geoloc_lat=52.52&geoloc_lng=13.405';

/** Five places from near to far, and online events between them in every order. */
async function givenProgramme(app: TestApp): Promise<void> {
  for (const [at, title] of ['Bode', 'Alte', 'Eck', 'Dom', 'Cafe'].entries()) {
    const place = { geo_lat: 52.52 + at / 50, geo_lng: 13.405 };
    const venue = await givenVenue(app, { venue: title, ...place });
    const day = `2026-03-2${5 - at} 09:00:00`;
    await givenEvent(app, { title, start_date: day, end_date: day, venue: venue.id });
    const online = { attendance_mode: 'online', start_date: day, end_date: day };
    await givenEvent(app, { title: `${title} live`, venue: venue.id, ...online });
  }
  const [far, other] = [{ geo_lat: -33, geo_lng: 151 }, { attendance_mode: 'hybrid' }];
  await givenEvent(app, { title: 'Far', venue: { venue: 'Far', ...far }, ...other });
  await givenEvent(app, { title: 'Hidden', attendance_mode: 'online', hide_from_listings: true });
  await givenEvent(app, { title: 'Nowhere' });
}

/** query → titles in order; `*` stands for ` live`. */
const orders: [query: string, titles: string][] = [
  ['', 'Cafe Dom Eck Alte Bode Cafe* Dom* Eck* Alte* Bode*'],
  ['&order=desc', 'Bode Alte Eck Dom Cafe Bode* Alte* Eck* Dom* Cafe*'],
  ['&orderby=distance', 'Bode Alte Eck Dom Cafe Bode* Alte* Eck* Dom* Cafe*'],
  ['&orderby=distance&order=desc', 'Cafe Dom Eck Alte Bode Cafe* Dom* Eck* Alte* Bode*'],
  ['&orderby=title', 'Alte Bode Cafe Dom Eck Alte* Bode* Cafe* Dom* Eck*'],
  ['&orderby=title&order=desc', 'Eck Dom Cafe Bode Alte Eck* Dom* Cafe* Bode* Alte*'],
  ['&geoloc_radius=3', 'Alte Bode Cafe* Dom* Eck* Alte* Bode*'],
  ['&geoloc_radius=3&geoloc_bbox=0,0,1,1', 'Cafe* Dom* Eck* Alte* Bode*'],
  ['&geoloc=false', 'Cafe* Dom* Eck* Alte* Bode*'],
  ['&search=alte&orderby=relevance', 'Alte Alte*'],
  ['&end_date=2026-03-22', 'Cafe Dom Cafe* Dom*'],
];

const shown = (events: Json[]): string =>
  events.map(({ title }) => title.replace(' live', '*')).join(' ');

const lists: Scenario[] = orders.map(([query, titles]) => ({
  name: `19 geoloc_online${query}: online events last, on one page and by cursor`,
  readsOnly: true,
  given: givenProgramme,
  call: { request: `GET /events?${BERLIN}&geoloc_online=true&per_page=50${query}` },
  status: 200,
  check: async ({ body }, _, app) => {
    expect(shown(body.events)).toBe(titles);
    expect(body.total).toBe(body.events.length);
    for (const { attendance_mode: mode, distance } of body.events) {
      expect(typeof distance).toBe(mode === 'online' ? 'object' : 'number');
    }
    const walked: Json[] = [];
    for (let cursor = '', pages = 0; pages < 20; pages++) {
      const path = `/events?${BERLIN}&geoloc_online=true&per_page=2${query}${cursor}`;
      const page = await app.given({ request: `GET ${path}` });
      walked.push(...page.events);
      expect(page.total).toBe(body.total);
      if (!page.next_cursor) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(shown(walked)).toBe(titles);
  },
}));

const others: Scenario[] = [
  {
    name: '19 without geoloc_online, online events are not near anything',
    readsOnly: true,
    given: givenProgramme,
    call: { request: `GET /events?${BERLIN}&geoloc_online=false&orderby=distance` },
    status: 200,
    check: ({ body }) => expect(shown(body.events)).toBe('Bode Alte Eck Dom Cafe'),
  },
  {
    name: '19 facets and pages count online events too',
    readsOnly: true,
    given: givenProgramme,
    call: {
      request: `GET /events?${BERLIN}&geoloc_online=true&facets=attendance_mode&per_page=3&page=2`,
    },
    status: 200,
    body: {
      total: 10,
      total_pages: 4,
      facets: {
        attendance_mode: [
          { value: 'in_person', count: 5 },
          { value: 'online', count: 5 },
        ],
      },
    },
    check: ({ body }) => expect(shown(body.events)).toBe('Alte Bode Cafe*'),
  },
  {
    name: '19 fields: distance is null for an online event',
    readsOnly: true,
    given: givenProgramme,
    call: {
      request: `GET /events?${BERLIN}&geoloc_online=1&search=bode&fields=title,distance`,
    },
    status: 200,
    body: { events: [{ title: 'Bode' }, { title: 'Bode live', distance: null }] },
  },
  {
    name: '19 geoloc_online needs a point',
    call: { request: 'GET /events?geoloc_online=true&geoloc_radius=5' },
    status: 400,
    code: 'rest_invalid_param',
    params: ['geoloc_online', 'geoloc_radius'],
  },
  {
    name: '19 geoloc_online=false asks for nothing',
    call: { request: 'GET /events?geoloc_online=false' },
    status: 200,
  },
  {
    name: '19 a cursor belongs to its list: geoloc_online is one of its filters',
    given: givenProgramme,
    call: { request: `GET /events?${BERLIN}&geoloc_online=true&per_page=6` },
    status: 200,
    check: async ({ body }, _, app) => {
      const request = `GET /events?${BERLIN}&cursor=${body.next_cursor}`;
      const { status, body: answer } = await app.call({ request });
      expect([status, Object.keys(answer.data.params)]).toEqual([400, ['cursor']]);
    },
  },
];

runScenarios(
  'online events near a point',
  [...lists, ...others],
  /orderby=distance&order=desc|radius=3:|search=alte|facets and/,
);
