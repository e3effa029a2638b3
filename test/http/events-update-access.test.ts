/**
 * Updates of one event: who may update, unknown IDs and slugs, and many updates at once.
 * Contract 4.1, 6.2, unknown-ID matrix of 7.
 */
import { expect } from 'vitest';
import type { Call, Json, TestApp } from '../support/app.js';
import { itemPaths } from '../support/event-rows.js';
import { eventPayload, givenEvent, givenOrganizer, givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const denied = (
  name: string,
  owner: string,
  stored: Json,
  as: string | undefined,
  status: number,
) =>
  Object.entries(itemPaths).map(
    ([how, path]): Scenario => ({
      name: `6.2 ${name}: ${status} (${how})`,
      given: (app) => givenEvent(app, stored, owner),
      call: (event: Json) => ({
        request: `PUT ${path(event)}`,
        ...(as ? { as } : {}),
        body: { title: 'Mine' },
      }),
      status,
      ...(status >= 400 ? { code: 'rest_forbidden' } : { body: { title: 'Mine' } }),
    }),
  );

const draft = { status: 'draft', slug: 'a-draft' };
const access: Scenario[] = [
  ...denied('anonymous may not update', 'admin', {}, undefined, 401),
  ...denied('a subscriber may not update', 'admin', {}, 'subscriber', 403),
  ...denied('an author may not update events of others (6.2)', 'admin', {}, 'author', 403),
  ...denied('an author may update his own event', 'author', {}, 'author', 200),
  ...denied('an editor may update events of others', 'author', draft, 'editor', 200),
  ...denied('a contributor may update his own draft', 'contributor', draft, 'contributor', 200),
  ...denied(
    "a contributor may not update another's draft",
    'contributor',
    draft,
    'contributor2',
    403,
  ),
  {
    name: '6.2 a contributor may not update his own event once it is published',
    given: async (app) => {
      const event = await givenEvent(app, draft, 'contributor');
      return app.given({ request: `PATCH /events/${event.id}`, body: { status: 'publish' } });
    },
    call: (event: Json) => ({
      request: `PATCH /events/${event.id}`,
      as: 'contributor',
      body: { title: 'Mine' },
    }),
    status: 403,
    code: 'rest_forbidden',
  },
];

const unknown = (
  name: string,
  call: Scenario['call'],
  status: number,
  code: string,
  given?: Scenario['given'],
): Scenario => ({
  name: `7 matrix: ${name}`,
  call,
  status,
  code,
  ...(given ? { given } : {}),
});
const put = (path: string, as?: string, body: Json = { title: 'B' }): Call => ({
  request: `PUT ${path}`,
  ...(as ? { as } : {}),
  body,
});
const NOT_FOUND = 'rest-event-not-found';

const matrix: Scenario[] = [
  ...['0', '999999', '99999999999999999999'].map((id) =>
    unknown(`update of unknown ID ${id} is 404`, put(`/events/${id}`, 'admin'), 404, NOT_FOUND),
  ),
  unknown(
    'update of a venue ID is 400',
    (venue: Json) => put(`/events/${venue.id}`, 'admin'),
    400,
    'rest-invalid-event-id',
    (app) => givenVenue(app),
  ),
  unknown(
    'update of an organizer ID is 400',
    (one: Json) => put(`/events/${one.id}`, 'admin'),
    400,
    'rest-invalid-event-id',
    (app) => givenOrganizer(app),
  ),
  {
    ...unknown(
      '7 update of an unknown slug is 404',
      put('/events/by-slug/nothing', 'admin'),
      404,
      NOT_FOUND,
    ),
    check: ({ body }) => expect(body.message).toContain('nothing'),
  },
  ...['/events/999999', '/events/by-slug/nothing'].flatMap((path) => [
    unknown(
      `permission comes first: anonymous PUT ${path} is 401`,
      put(path),
      401,
      'rest_forbidden',
    ),
    unknown(
      `permission comes first: subscriber PUT ${path} is 403`,
      put(path, 'subscriber'),
      403,
      'rest_forbidden',
    ),
    unknown(
      `validation comes before both checks: PUT ${path}`,
      put(path, undefined, { title: '' }),
      400,
      'rest_invalid_param',
    ),
  ]),
  unknown('a non-digit ID is not a route', put('/events/abc', 'admin'), 404, 'rest_no_route'),
];

const CHANGES: Json[] = [
  { title: 'New title' },
  { description: 'd' },
  { excerpt: 'e' },
  { featured: true },
  { sticky: true },
  { show_map: true },
  { show_map_link: true },
  { cost: '5$' },
  { website: 'https://a.test/' },
  { start_date: '2026-03-20 10:00:00' },
  { tags: 'one' },
  { categories: 'two' },
  { venue: { venue: 'Hall' } },
  { organizer: { organizer: 'Bo' } },
  { image: 'https://img.test/a.png' },
];

const concurrent: Scenario = {
  name: '4.1 concurrent PATCHes of different fields of one event: none is lost',
  given: async (app: TestApp) => {
    const event = await givenEvent(app);
    const answers = await Promise.all(
      CHANGES.map((body) => app.call({ request: `PATCH /events/${event.id}`, as: 'admin', body })),
    );
    expect(answers.map(({ status }) => status)).toEqual(CHANGES.map(() => 200));
    return event;
  },
  call: (event: Json) => ({ request: `GET /events/${event.id}` }),
  status: 200,
  body: {
    ...eventPayload(),
    title: 'New title',
    description: 'd',
    excerpt: 'e',
    featured: true,
    sticky: true,
    show_map: true,
    show_map_link: true,
    cost: '5$',
    website: 'https://a.test/',
    start_date: '2026-03-20 10:00:00',
    tags: [{ name: 'one', count: 1 }],
    categories: [{ name: 'two', count: 1 }],
    venue: { venue: 'Hall' },
    organizer: [{ organizer: 'Bo' }],
    image: { url: 'https://img.test/a.png' },
  },
  check: async ({ body }, _event, app) => {
    const [listed] = (await app.given({ request: 'GET /events' })).events;
    const { json_ld: _, venue, organizer, ...event } = body;
    expect(listed).toMatchObject(event);
    expect(listed.venue.id).toBe(venue.id);
    expect(listed.organizer[0].id).toBe(organizer[0].id);
  },
};

runScenarios('updating an event: who and which', [...access, ...matrix, concurrent], /concurrent/);
