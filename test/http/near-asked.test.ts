/** Near me as people ask: orders `day` and `best`, days, times of day, towns. Contract 11, 12, 14. */
import { expect } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { givenEvent, givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const BERLIN = 'geoloc_lat=52.52&geoloc_lng=13.405';

/** Title, start, end, km to the north of the point, and more. It is Tuesday, 2026-03-10, noon. */
const PROGRAMME: [title: string, start: string, end: string, km: number, more?: object][] = [
  ['Running', '10 11:00', '10 13:00', 0],
  ['Featured jazz', '13 12:00', '13 14:00', 0, { featured: true }],
  ['Far', '10 13:00', '10 14:00', 11.12],
  ['Over', '10 08:00', '10 10:00', 0],
  ['Cancelled', '10 11:00', '10 13:00', 0, { event_status: 'cancelled' }],
  ['Late', '10 23:30', '11 02:00', 3],
  ['Small hours', '11 00:30', '11 02:00', 2],
  ['Saturday', '14 19:00', '14 21:00', 1, { description: 'With jazz.' }],
  ['Sunday', '15 12:00', '15 13:00', 1],
  ['All day', '10 00:00', '10 23:00', 20, { all_day: true }],
];

async function givenProgramme(app: TestApp): Promise<void> {
  const venues = new Map<number, number>();
  for (const [title, start, end, km, more] of PROGRAMME) {
    const place = { geo_lat: 52.52 + km / 111.195, geo_lng: 13.405 };
    const id = venues.get(km) ?? (await givenVenue(app, { venue: `Hall ${km}`, ...place })).id;
    venues.set(km, id);
    const times = { start_date: `2026-03-${start}:00`, end_date: `2026-03-${end}:00` };
    const dates = { ...times, timezone: 'UTC' };
    await givenEvent(app, { title, ...dates, venue: id, ...more });
  }
}

const titlesOf = (events: Json[]): string => events.map(({ title }) => title).join(', ');

/** → a list that gives these titles, on one page and by cursor. */
const gives = (query: string, titles: string): Scenario => ({
  name: `${query}: ${titles}`,
  readsOnly: true,
  given: givenProgramme,
  call: { request: `GET /events?per_page=50&${query}` },
  status: 200,
  check: async ({ body }, _, app) => {
    expect(titlesOf(body.events)).toBe(titles);
    const walked: Json[] = [];
    let path = `/events?per_page=2&${query}`;
    for (let pages = 0; pages < 20; pages++) {
      const page = await app.given({ request: `GET ${path}` });
      walked.push(...page.events);
      if (!page.next_cursor) break;
      path = `/events?per_page=2&${query}&cursor=${page.next_cursor}`;
    }
    expect(titlesOf(walked)).toBe(titles);
  },
});

const BEST = `${BERLIN}&orderby=best`;

const lists = [
  gives(
    `${BERLIN}&orderby=day`,
    // Those at one place by start, then by ID.
    'Over, Running, Cancelled, Late, Far, All day, Small hours, Featured jazz, Saturday, Sunday',
  ),
  gives(`${BEST}&day=today`, 'Running, Late, Far, All day, Over, Cancelled'),
  gives('near=Berlin&geoloc_radius=5&orderby=day&day=weekend', 'Saturday, Sunday'),
  gives('day=2026-03-13', 'Featured jazz'),
  gives('day=tomorrow', 'Small hours'),
  gives('day=today&part=evening,night', 'Late'),
  gives('part=night', 'Late, Small hours'),
  gives('part=Morning', 'Over, Running, Cancelled'),
  gives('part=afternoon&start_date=2026-03-10', 'Far, Featured jazz, Sunday'),
  gives('search=jazz&orderby=best', 'Featured jazz, Saturday'),
  gives('search=jazz&orderby=best&order=asc', 'Saturday, Featured jazz'),
  gives('search=jazz&orderby=best&weights=text:0', 'Featured jazz, Saturday'),
];

const refused: [query: string, ...params: string[]][] = [
  ['orderby=day', 'orderby'],
  ['orderby=best', 'orderby'],
  [`${BEST}&weights=text:10`, 'weights'],
  [`${BEST}&weights=fame:1`, 'weights'],
  [`${BEST}&weights=soon:1,soon:2`, 'weights'],
  [`${BEST}&weights=`, 'weights'],
  [`${BEST}&explain=maybe`, 'explain'],
  ['weights=soon:1&explain=true', 'weights', 'explain'],
  ['day=someday&part=noon&orderby=best', 'day', 'part', 'orderby'],
  ['day=2026-02-30', 'day'],
  ['near=Berlin&geoloc_lat=1&geoloc_lng=2', 'near'],
  ['near=%20', 'near'],
  ['near=Brlin&geoloc_radius=99999', 'near', 'geoloc_radius'],
];

const refusals = refused.map(
  ([query, ...params]): Scenario => ({
    name: `${query} is 400`,
    readsOnly: true,
    call: { request: `GET /events?${query}` },
    status: 400,
    code: 'rest_invalid_param',
    params,
  }),
);

const explained: [query: string, title: string, score: object][] = [
  [BEST, 'Running', { total: 90, text: 0, distance: 45, soon: 45 }],
  [BEST, 'Cancelled', { total: 90, text: 0, distance: 45, soon: 45 }],
  [BEST, 'Over', { total: 45, text: 0, distance: 45, soon: 0 }],
  [BEST, 'Far', { total: 57, text: 0, distance: 12, soon: 45 }],
  [BEST, 'Featured jazz', { total: 71, text: 0, distance: 45, soon: 24 }],
  [`${BEST}&search=jazz`, 'Featured jazz', { total: 131, text: 60, distance: 45, soon: 24 }],
  ['orderby=best&search=jazz,with', 'Saturday', { total: 44, text: 8, distance: 0, soon: 36 }],
  [`${BEST}&weights=distance:0,soon:9`, 'Far', { total: 135, text: 0, distance: 0, soon: 135 }],
];

const scores = explained.map(
  ([query, title, score]): Scenario => ({
    name: `12 explain: ${title} by ${query}`,
    readsOnly: true,
    given: givenProgramme,
    call: { request: `GET /events?per_page=50&explain=true&fields=title,score&${query}` },
    status: 200,
    check: ({ body }) =>
      expect(body.events.find((one: Json) => one.title === title)).toEqual({ title, score }),
  }),
);

async function givenCodes(app: TestApp): Promise<void> {
  for (const [zip, country, lat, more] of [
    ['80331', 'Germany', 48.13],
    ['D-80331', 'DE', 48.15],
    ['80331', 'France', 44],
    ['80331', 'Germany', 10, { status: 'draft' }],
    ['80331', 'Germany', null],
    ['SW1A 1AA', 'United Kingdom', 51.5],
    ['60601-1234', 'United States', 41.88],
    ['10999', 'Germany', 52.5, { status: 'private' }],
    ['80333', 'Germany', null],
  ] as const) {
    const place = lat === null ? {} : { geo_lat: lat, geo_lng: 11.5 };
    await givenVenue(app, { venue: `Hall ${zip} ${lat}`, zip, country, ...place, ...more });
  }
}

const towns: Scenario[] = [
  {
    name: '11 near: the answer says which town was taken, and distances are from its centre',
    given: givenProgramme,
    call: { request: 'GET /events?near=berlin&geoloc_radius=5&fields=distance&orderby=distance' },
    status: 200,
    check: ({ body }) => {
      const { near, events } = body;
      expect(near).toMatchObject({ name: 'Berlin, Germany', country: 'DE' });
      // Others are called so, too, or were.
      expect(near.candidates.map(({ country }: { country: string }) => country)).toEqual(['US']);
      expect(events[0].distance).toBeLessThan(1);
    },
  },
  {
    name: '11 near: of several towns the largest, and the others by names that find them',
    call: { request: 'GET /venues?near=Springfield,%20US' },
    status: 200,
    check: async ({ body: { near } }, _, app) => {
      expect(near.name).toBe('Springfield, Missouri, United States');
      expect(near.candidates).toHaveLength(5);
      const [{ name, lat, lng }] = near.candidates;
      const other = await app.given({ request: `GET /venues?near=${encodeURIComponent(name)}` });
      expect(other.near).toMatchObject({ name, lat, lng });
    },
  },
  ...[
    ['Brlin', 'Berlin, Germany'],
    ['Berlin, Atlantis', 'Berlin, Germany'],
  ].map(
    ([near = '', town]): Scenario => ({
      name: `11 near: ${near} is unknown, and candidates are named`,
      readsOnly: true,
      call: { request: `GET /events?near=${encodeURIComponent(near)}` },
      status: 400,
      check: ({ body }) => expect(body.data.params.near).toContain(town),
    }),
  ),
  ...(
    [
      ['80331', '80331', 'DE', 48.14],
      ['D-80331', 'D-80331', 'DE', 48.14],
      ['80331 Germany', '80331 Germany', 'DE', 48.14],
      ['sw1a1aa', 'sw1a1aa', 'GB', 51.5],
      ['60601', '60601', 'US', 41.88],
    ] as const
  ).map(
    ([near, name, country, lat]): Scenario => ({
      name: `11 near: the postal code ${near} is the middle of the venues that have it`,
      readsOnly: true,
      given: givenCodes,
      call: { request: `GET /venues?near=${encodeURIComponent(near)}&geoloc_radius=5` },
      status: 200,
      check: ({ body }) => {
        expect(body.near).toMatchObject({ name, country, candidates: [] });
        expect(body.near.lat).toBeCloseTo(lat, 6);
        expect(body.venues[0].distance).toBeLessThan(5);
      },
    }),
  ),
  ...['10999', '80333', '80331, Atlantis', 'SW1A 1AB'].map(
    (near): Scenario => ({
      name: `11 near: ${near}, which no public venue that is placed has, is unknown to anybody`,
      readsOnly: true,
      given: givenCodes,
      call: { request: `GET /venues?near=${encodeURIComponent(near)}`, as: 'admin' },
      status: 400,
      code: 'rest_invalid_param',
      params: ['near'],
    }),
  ),
  {
    name: '12 day: the day is that of the site',
    settings: { SITE_TIMEZONE: 'America/New_York' },
    given: givenProgramme,
    call: { request: `GET /events?${BERLIN}&geoloc_radius=5&orderby=day&per_page=50` },
    status: 200,
    // What starts at 00:30 in UTC is on the evening before.
    check: ({ body }) => expect(titlesOf(body.events)).toContain('Small hours, Late'),
  },
];

runScenarios(
  'near me as people ask',
  [...lists, ...refusals, ...scores, ...towns],
  /orderby=(day|best).*: [A-Z]|part=night: /,
);
