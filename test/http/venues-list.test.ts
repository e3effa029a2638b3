/** Lists of venues and organizers: parameters, orders, ties, roles. Contract 2, 3.1, 3.3, 6.2. */
import { expect } from 'vitest';
import { catchUp } from '../support/agree.js';
import type { Json, TestApp } from '../support/app.js';
import { givenEvent, givenOrganizer, givenVenue } from '../support/factories.js';
import { oncePer, runScenarios, type Scenario } from '../support/scenarios.js';

type Route = 'venues' | 'organizers';

const titleOf = (route: Route) => (route === 'venues' ? 'venue' : 'organizer');

const make = (app: TestApp, route: Route, name: string, extra: Json = {}, as = 'admin') =>
  route === 'venues'
    ? givenVenue(app, { venue: name, ...extra }, as)
    : givenOrganizer(app, { organizer: name, ...extra }, as);

const names = (route: Route, body: Json): string[] =>
  body[route].map((record: Json) => record[titleOf(route)]);

/** A list request over the given records, and the names it must answer, in order. */
const lists = (
  route: Route,
  name: string,
  given: (app: TestApp) => Promise<unknown>,
  [query, expected, as]: [string | ((given: Json) => string), string[], string?],
): Scenario => ({
  name: `${route} ${name}`,
  readsOnly: true,
  given,
  call: (it) => ({
    request: `GET /${route}?${typeof query === 'function' ? query(it) : query}`,
    ...(as ? { as } : {}),
  }),
  status: 200,
  check: (answer) => {
    expect(names(route, answer.body)).toEqual(expected);
    expect(answer.body.total).toBe(expected.length);
    expect(answer.headers.get('x-tec-total')).toBe(String(expected.length));
  },
});

const refuses = (route: Route, rule: string, query: string, param: string): Scenario => ({
  name: `${route} ${rule}: ${query} is refused`,
  readsOnly: true,
  call: { request: `GET /${route}?${query}` },
  status: 400,
  code: 'rest_invalid_param',
  params: [param],
});

const three = oncePer((route: Route) => async (app: TestApp) => {
  const first = await make(app, route, 'First', { date: '2026-03-01 00:00:00' });
  const second = await make(app, route, 'Second', { date: '2026-03-02 00:00:00' });
  return [first, second, await make(app, route, 'Third', { date: '2026-03-02 00:00:00' })];
});

const envelope = (route: Route): Scenario[] => [
  {
    name: `${route} 2 envelope: empty on page 1 is 200 with zeros and no further links`,
    call: { request: `GET /${route}` },
    status: 200,
    check: (answer) => {
      expect(answer.body).toMatchObject({ [route]: [], total: 0, total_pages: 0 });
      expect(Object.keys(answer.body)).toEqual([route, 'rest_url', 'total', 'total_pages']);
      expect(answer.headers.get('x-tec-total')).toBe('0');
      expect(answer.headers.get('x-tec-totalpages')).toBe('0');
      expect(answer.headers.get('x-wp-total')).toBeNull();
    },
  },
  {
    name: `${route} 2 envelope: keys in order, links of a middle page`,
    given: three(route),
    call: { request: `GET /${route}?page=2&per_page=1` },
    status: 200,
    body: { total: 3, total_pages: 3 },
    check: (answer) => {
      const keys = Object.keys(answer.body).filter((key) => key !== 'next_cursor');
      expect(keys).toEqual(
        [route, 'rest_url', 'next_rest_url', 'previous_rest_url'].concat(['total', 'total_pages']),
      );
      const root = `http://api.test/vendor/events/v1/${route}/?`;
      expect(answer.body.rest_url.startsWith(root)).toBe(true);
      expect(new URL(answer.body.rest_url).searchParams.get('page')).toBe('2');
      expect(new URL(answer.body.rest_url).searchParams.get('status')).toBe('publish');
      expect(answer.body.next_rest_url).toMatch(/[?&]page=3$/);
      expect(answer.body.previous_rest_url).not.toMatch(/[?&]page=/);
    },
  },
  {
    name: `${route} 2 links: keep what the caller sent, percent-encoded`,
    given: async (app) => {
      await make(app, route, 'Café one');
      await make(app, route, 'Café two');
    },
    call: { request: `GET /${route}?per_page=1&search=caf%C3%A9&has_events=no` },
    status: 200,
    check: (answer) => {
      for (const link of [answer.body.rest_url, answer.body.next_rest_url]) {
        expect(link).toContain('search=caf%C3%A9');
        expect(link).toContain('has_events=no');
      }
    },
  },
  {
    name: `${route} 2 page past the end: 404`,
    given: three(route),
    call: { request: `GET /${route}?page=2` },
    status: 404,
    code: `${titleOf(route)}-archive-page-not-found`,
  },
  lists(route, '3.3 order: publication date descending, then id descending', three(route), [
    '',
    ['Third', 'Second', 'First'],
  ]),
  ...['page=0', 'page=-1', 'page=x', 'page=1.5'].map((query) =>
    refuses(route, '3.1 page', query, 'page'),
  ),
  ...['per_page=0', 'per_page=-1', 'per_page=ten', 'per_page='].map((query) =>
    refuses(route, '3.1 per_page', query, 'per_page'),
  ),
  lists(route, '0 unknown parameters are ignored', three(route), [
    'colour=red',
    ['Third', 'Second', 'First'],
  ]),
];

const searched: Record<Route, string[]> = {
  venues: ['description', 'address', 'city', 'province', 'state', 'stateprovince', 'zip', 'phone'],
  organizers: ['description', 'phone', 'email', 'website'],
};

const search = (route: Route): Scenario[] => [
  refuses(route, '3.3 search', 'search=', 'search'),
  refuses(route, '3.3 search', 'search=%20', 'search'),
  lists(route, '3.3 search: title, case and accents folded', (app) => make(app, route, 'Café Öl'), [
    'search=CAFE+ol',
    ['Café Öl'],
  ]),
  ...searched[route].map((field) => {
    const value = field === 'website' ? 'https://zebra.example/' : 'x zebra';
    const given = async (app: TestApp) => {
      await make(app, route, 'Other');
      await make(app, route, 'Found', { [field]: value, country: 'DE' });
    };
    return lists(route, `3.3 search: ${field}, by the start of a word`, given, [
      'search=zebr',
      ['Found'],
    ]);
  }),
  lists(
    route,
    '3.3 search: all words in the same field',
    async (app) => {
      await make(app, route, 'Red house', { description: 'blue' });
      await make(app, route, 'Blue red house', { phone: '1' });
    },
    ['search=red+blue', ['Blue red house']],
  ),
  lists(route, '3.3 search: not inside a word', (app) => make(app, route, 'Zebra'), [
    'search=ebra',
    [],
  ]),
  {
    name: `${route} 3.3 search: without a match the total is 0, no next page`,
    given: three(route),
    call: { request: `GET /${route}?search=nothing&per_page=1` },
    status: 200,
    body: { [route]: [], total: 0, total_pages: 0 },
    check: (answer) => expect(answer.body).not.toHaveProperty('next_rest_url'),
  },
];

/** One record for each way that events can use it. → the event of `Past`. */
const used = oncePer((route: Route) => async (app: TestApp) => {
  const link = async (name: string, extra: Json) => {
    const { id } = await make(app, route, name);
    return givenEvent(app, { [titleOf(route)]: id, ...extra });
  };
  await make(app, route, 'Unused');
  const trashed = await link('Trashed', {});
  await app.given({ request: `DELETE /events/${trashed.id}` });
  await link('Draft', { status: 'draft' });
  await link('Pending', { status: 'pending' });
  await link('Private', { status: 'private' });
  const past = { start_date: '2026-03-09 09:00:00', end_date: '2026-03-11 09:00:00' };
  await link('Past', past);
  await link('Now', { start_date: '2026-03-10 12:00:00', end_date: '2026-03-10 13:00:00' });
  return link('Coming', {});
});

const UNUSED = ['Pending', 'Draft', 'Trashed', 'Unused'];
const USED = ['Coming', 'Now', 'Past', 'Private'];

const usage = (route: Route): Scenario[] => [
  ...['true', '1', 'yes', 'Y', 'on', 'enable', 'enabled'].map((value) =>
    lists(route, `3.3 has_events: ${value} is true`, used(route), [`has_events=${value}`, USED]),
  ),
  ...['false', '0', 'no', '', 'maybe'].map((value) =>
    lists(route, `3.3 has_events: "${value}" is false`, used(route), [
      `has_events=${value}`,
      UNUSED,
    ]),
  ),
  lists(route, '3.3 has_events: the same for an editor', used(route), [
    'has_events=true',
    USED,
    'editor',
  ]),
  lists(route, '3.3 only_with_upcoming: published events for anonymous', used(route), [
    'only_with_upcoming=true',
    ['Coming', 'Now'],
  ]),
  lists(route, '3.3 only_with_upcoming: events of every status for an editor', used(route), [
    'only_with_upcoming=1',
    ['Coming', 'Now', 'Private', 'Pending', 'Draft'],
    'editor',
  ]),
  lists(route, '3.3 only_with_upcoming: false does not filter', used(route), [
    'only_with_upcoming=false&has_events=1',
    USED,
  ]),
  {
    name: `${route} 3.3 only_with_upcoming: as time passes, and when a future event is published`,
    // Each answer is of its moment.
    settings: { KEEP_ANSWERS_SECONDS: '0' },
    given: async (app) => {
      const { id } = await make(app, route, 'Stage');
      await givenEvent(app, {
        [titleOf(route)]: id,
        date: '2026-03-12 00:00:00',
        status: 'publish',
      });
    },
    call: { request: `GET /${route}?only_with_upcoming=true` },
    status: 200,
    body: { total: 0 },
    check: async (_, __, app) => {
      const request = `GET /${route}?only_with_upcoming=true`;
      app.clock.nowMs = Date.UTC(2026, 2, 12, 1);
      await catchUp(app.deps);
      expect((await app.call({ request })).body.total).toBe(1);
      app.clock.nowMs = Date.UTC(2026, 2, 20, 9);
      expect((await app.call({ request })).body.total).toBe(1);
      app.clock.nowMs = Date.UTC(2026, 2, 20, 9, 0, 1);
      expect((await app.call({ request })).body.total).toBe(0);
    },
  },
  {
    name: `${route} 3.3 only_with_upcoming: checks all upcoming events, not the first ten`,
    given: async (app) => {
      const first = await make(app, route, 'First');
      for (let n = 0; n < 12; n++) await givenEvent(app, { [titleOf(route)]: first.id });
      const late = await make(app, route, 'Late');
      const dates = { start_date: '2027-01-01 09:00:00', end_date: '2027-01-01 10:00:00' };
      await givenEvent(app, { [titleOf(route)]: late.id, ...dates });
    },
    call: { request: `GET /${route}?only_with_upcoming=true` },
    status: 200,
    body: { total: 2 },
  },
  lists(route, '3.3 event: records linked to it', used(route), [
    (event) => `event=${event.id}`,
    ['Coming'],
  ]),
  lists(route, '3.3 event: none linked is empty 200', (app) => givenEvent(app), [
    (event) => `event=${event.id}`,
    [],
  ]),
  lists(route, '3.3 filters combine with AND', used(route), [
    (event) => `event=${event.id}&search=now`,
    [],
  ]),
  ...['event=9999', 'event=', 'event=abc', 'event=0', 'event=-1'].map((query) =>
    refuses(route, '3.3 event', query, 'event'),
  ),
  {
    name: `${route} 3.3 event: a record of another kind is not an event`,
    given: (app) => make(app, route, 'X'),
    call: ({ id }) => ({ request: `GET /${route}?event=${id}` }),
    status: 400,
    code: 'rest_invalid_param',
    params: ['event'],
  },
];

const byStatus = oncePer((route: Route) => async (app: TestApp) => {
  await make(app, route, 'Published');
  await make(app, route, 'Draft', { status: 'draft' });
  await make(app, route, 'Pending', { status: 'pending' });
  await make(app, route, 'Private', { status: 'private' });
  await make(app, route, 'Mine', { status: 'draft' }, 'contributor');
  const { id } = await make(app, route, 'Trashed');
  await app.given({ request: `DELETE /${route}/${id}` });
});

const status = (route: Route): Scenario[] => [
  lists(route, '6.2 no status: publish for anonymous', byStatus(route), ['', ['Published']]),
  lists(route, '6.2 no status: all but trash for an editor', byStatus(route), [
    '',
    ['Mine', 'Private', 'Pending', 'Draft', 'Published'],
    'editor',
  ]),
  lists(route, '6.2 no status: a contributor also sees his own', byStatus(route), [
    '',
    ['Mine', 'Published'],
    'contributor',
  ]),
  lists(route, '6.2 status: a comma list for an editor', byStatus(route), [
    'status=draft,private',
    ['Mine', 'Private', 'Draft'],
    'editor',
  ]),
  lists(route, '6.2 status: an array for an editor', byStatus(route), [
    'status[]=draft&status[]=pending',
    ['Mine', 'Pending', 'Draft'],
    'editor',
  ]),
  lists(route, '6.2 status: publish for anonymous', byStatus(route), [
    'status=publish',
    ['Published'],
  ]),
  refuses(route, '6.2 status', 'status=draft', 'status'),
  refuses(route, '6.2 status', 'status=publish,draft', 'status'),
  ...['any', 'draft,nope', ''].map(
    (value): Scenario => ({
      name: `${route} 6.2 status: "${value}" is refused for an editor`,
      call: { request: `GET /${route}?status=${value}`, as: 'editor' },
      status: 400,
      code: 'rest_invalid_param',
      params: ['status'],
    }),
  ),
];

for (const route of ['venues', 'organizers'] as const) {
  runScenarios(`list of ${route}`, [
    ...envelope(route),
    ...search(route),
    ...usage(route),
    ...status(route),
  ]);
}
