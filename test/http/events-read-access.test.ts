/**
 * GET of one event: who may read it, and the answers for unknown IDs and slugs.
 * Contract 4.8, 5, 6.2, the unknown-ID matrix of 7.
 */
import { expect } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { givenEvent, givenTerm, givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const byId = (event: Json) => ({ request: `GET /events/${event.id}` });
const bySlug = (event: Json) => ({ request: `GET /events/by-slug/${event.slug}` });

const draft = (app: TestApp) => givenEvent(app, { status: 'draft', slug: 'hidden' }, 'author');
const trashed = async (app: TestApp) => {
  const event = await givenEvent(app);
  return app.given({ request: `DELETE /events/${event.id}` });
};

const access: Scenario[] = [
  ...['draft', 'pending', 'private'].flatMap((status): Scenario[] =>
    [byId, bySlug].map((call, at) => ({
      name: `6.2 a ${status} event is 403 for anonymous, ${at === 0 ? 'by ID' : 'by slug'}`,
      given: (app) => givenEvent(app, { status, slug: 'hidden' }),
      call,
      status: 403,
      code: 'event-not-accessible',
    })),
  ),
  {
    name: '6.2 a draft can be read by its author, with json_ld',
    given: draft,
    call: (given: Json) => ({ ...byId(given), as: 'author' }),
    status: 200,
    check: ({ body }) => expect(body.json_ld['@type']).toBe('Event'),
  },
  {
    name: '6.2 a draft is 403 for another author',
    given: draft,
    call: (given: Json) => ({ ...byId(given), as: 'author2' }),
    status: 403,
    code: 'event-not-accessible',
  },
  {
    name: '5 a trashed event is 403 event-no-longer-available, also for its editor, by ID',
    given: trashed,
    call: (given: Json) => ({ ...byId(given), as: 'admin' }),
    status: 403,
    code: 'event-no-longer-available',
  },
  {
    name: '5 a trashed event is 403 event-no-longer-available by its suffixed slug',
    given: trashed,
    call: bySlug,
    status: 403,
    code: 'event-no-longer-available',
  },
  {
    name: '4.8 the old slug of a trashed event is not found',
    given: trashed,
    call: { request: 'GET /events/by-slug/spring-fair' },
    status: 400,
    code: 'rest_invalid_param',
    params: ['slug'],
  },
];

const imageOf = async (app: TestApp) =>
  (await givenEvent(app, { image: 'https://img.test/a.png' })).image;

const unknown: Scenario[] = [
  ...['0', '999999', '99999999999999999999'].map(
    (id): Scenario => ({
      name: `7 matrix: GET of the unknown event ID ${id} is 404`,
      call: { request: `GET /events/${id}` },
      status: 404,
      code: 'rest-event-not-found',
    }),
  ),
  {
    name: '7 the message of an unknown event ID names the ID',
    call: { request: 'GET /events/999999' },
    status: 404,
    check: ({ body }) => expect(body.message).toContain('999999'),
  },
  ...(
    [
      ['venue', (app: TestApp) => givenVenue(app)],
      ['image', imageOf],
    ] as const
  ).map(
    ([kind, given]): Scenario => ({
      name: `7 matrix: GET of the ID of a ${kind} as an event is 400 rest-invalid-event-id`,
      given,
      call: byId,
      status: 400,
      code: 'rest-invalid-event-id',
    }),
  ),
  {
    name: '7 terms have their own ID space: a term ID does not name an event',
    given: (app) => givenTerm(app, 'tags', 'outdoor'),
    call: byId,
    status: 404,
    code: 'rest-event-not-found',
  },
  {
    name: '7 matrix: GET of an unknown event slug is 400 rest_invalid_param',
    call: { request: 'GET /events/by-slug/nothing' },
    status: 400,
    code: 'rest_invalid_param',
    params: ['slug'],
  },
  ...['/events/abc', '/events/-1', '/events/1.5', '/events/by-slug/', '/events/by-slug'].map(
    (path): Scenario => ({
      name: `7 matrix: GET ${path} is not a route`,
      call: { request: `GET ${path}` },
      status: 404,
      code: 'rest_no_route',
    }),
  ),
];

runScenarios('reading an event: who and which', [...access, ...unknown]);
