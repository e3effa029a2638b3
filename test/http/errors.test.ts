/** The request pipeline and the error table. Contract 0 and 7. */
import { expect } from 'vitest';
import type { Answer, Json, TestApp } from '../support/app.js';
import {
  eventPayload,
  givenEvent,
  givenOrganizer,
  givenTerm,
  givenVenue,
} from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const noRoute = (name: string, request: string, body?: unknown): Scenario => ({
  name: `0 step 1: ${name} is 404 rest_no_route`,
  call: { request, as: 'admin', ...(body === undefined ? {} : { body }) },
  status: 404,
  code: 'rest_no_route',
});

runScenarios('pipeline, step 1', [
  noRoute('an unknown route', 'GET /nothing'),
  noRoute('an unknown route with a malformed body', 'POST /nothing', '{"title":'),
  noRoute('a wrong method on a collection (PUT)', 'PUT /events', {}),
  noRoute('a wrong method on a collection (PATCH)', 'PATCH /venues', {}),
  noRoute('a wrong method on a collection (DELETE)', 'DELETE /tags'),
  noRoute('a wrong method on the root', 'POST /', {}),
  noRoute('a wrong method on /doc', 'DELETE /doc'),
  noRoute('a wrong method on suggestions', 'POST /events/suggest', {}),
  noRoute('an update of an ID that is not a number', 'PATCH /tags/x1', {}),
  noRoute('by-slug without a slug', 'GET /events/by-slug/'),
  noRoute('by-slug alone', 'GET /events/by-slug'),
  noRoute('by-slug of a term', 'GET /categories/by-slug/music'),
  noRoute('a path below an item', 'GET /events/1/venue'),
  noRoute('another version', 'GET /../v2/events'),
  noRoute('a path in upper case', 'GET /EVENTS'),
  ...['/', '/doc', '/events', '/venues', '/organizers', '/categories', '/tags'].map(
    (path): Scenario => ({
      name: `0 step 1: a trailing slash of ${path} is ignored`,
      call: { request: `GET ${path === '/' ? '' : path}/` },
      status: 200,
    }),
  ),
  {
    name: '0 step 1: a trailing slash of an item and of by-slug is ignored',
    given: (app) => givenVenue(app),
    call: ({ id }) => ({ request: `GET /venues/${id}/` }),
    status: 200,
    check: async (_answer, { slug }, app) => {
      expect((await app.call({ request: `GET /venues/by-slug/${slug}/` })).status).toBe(200);
    },
  },
]);

const invalidJson = (name: string, call: Scenario['call']): Scenario => ({
  name: `0 step 2: ${name} is 400 rest_invalid_json`,
  call,
  status: 400,
  code: 'rest_invalid_json',
  body: { data: { json_error_code: 4, json_error_message: 'Syntax error' } },
});

runScenarios('pipeline, step 2', [
  invalidJson('malformed JSON', { request: 'POST /events', as: 'admin', body: '{"title":' }),
  invalidJson('malformed JSON of an anonymous caller', { request: 'POST /tags', body: '{' }),
  invalidJson('malformed …+json', {
    request: 'POST /venues',
    type: 'application/vnd.api+json',
    body: '{"a"}',
  }),
  ...[
    ['application/json; charset=iso-8859-1', '{"name":"Zoë"}'],
    ['application/x-www-form-urlencoded', 'name=Zoë'],
  ].map(([type = '', text = '']) =>
    invalidJson(`${type} that is no UTF-8`, {
      request: 'POST /tags',
      as: 'admin',
      type,
      body: Buffer.from(text, 'latin1'),
    }),
  ),
  invalidJson('malformed JSON to an unknown record', { request: 'PATCH /events/99', body: '{x}' }),
  invalidJson('malformed JSON on DELETE', { request: 'DELETE /venues/99', body: '[' }),
  {
    name: '0 step 2: an empty JSON body is accepted',
    call: { request: 'POST /tags', as: 'admin', body: '' },
    status: 400,
    code: 'rest_missing_callback_param',
    params: ['name'],
  },
  ...['[]', '["name"]', '"name"', '7', 'true', 'null'].map(
    (body): Scenario => ({
      name: `0 step 2: the JSON body ${body} is not an object and gives no parameters`,
      call: { request: 'POST /tags?name=jazz', as: 'admin', body },
      status: 201,
      body: { name: 'jazz' },
    }),
  ),
]);

runScenarios('codings', [
  ...['identity;q=0', '*;q=0', 'br, *;q=0', 'gzip;q=0, identity;q=0', 'zstd, identity;q=0.0'].map(
    (encodings): Scenario => ({
      name: `0: an answer to a client that accepts ${encodings}`,
      call: { request: 'GET /doc', headers: { 'Accept-Encoding': encodings } },
      status: 200,
      check: ({ headers, body }) => {
        expect(headers.get('access-control-allow-origin')).toBe('*');
        expect(body.openapi).toBe('3.0.0');
      },
    }),
  ),
]);

runScenarios('pipeline, steps 3 to 7', [
  {
    name: '0 step 3: all missing names are listed, and only those, before permission',
    call: { request: 'POST /events', body: { start_date: null, all_day: 'perhaps' } },
    status: 400,
    code: 'rest_missing_callback_param',
    params: ['title', 'start_date', 'end_date'],
    check: ({ body }) => {
      expect(body.data.params).toEqual(['title', 'start_date', 'end_date']);
      expect(body.message).toContain('title, start_date, end_date');
    },
  },
  {
    name: '0 step 4: all bad names are listed, before permission',
    call: {
      request: 'POST /events',
      body: eventPayload({ title: '', start_date: 'someday', timezone: 'Mars' }),
    },
    status: 400,
    code: 'rest_invalid_param',
    params: ['title', 'start_date', 'timezone'],
    check: ({ body }) => {
      expect(body.data.details).toEqual([]);
      expect(body.data.params.title).toMatch(/^Invalid parameter\./);
      for (const name of ['title', 'start_date', 'timezone']) expect(body.message).toContain(name);
    },
  },
  {
    name: '0 step 5: a wrong type is reported with details rest_invalid_type',
    call: { request: 'POST /events', body: eventPayload({ all_day: 'yes' }) },
    status: 400,
    code: 'rest_invalid_param',
    params: ['all_day'],
    body: {
      data: { details: { all_day: { code: 'rest_invalid_type', data: { param: 'all_day' } } } },
    },
  },
  {
    name: '0: an anonymous DELETE of an unknown venue is 400',
    call: { request: 'DELETE /venues/99' },
    status: 400,
    code: 'rest_invalid_param',
    params: ['id'],
  },
  {
    name: '0: an anonymous DELETE of an unknown slug of an event is 400',
    call: { request: 'DELETE /events/by-slug/nowhere' },
    status: 400,
    code: 'rest_invalid_param',
    params: ['slug'],
  },
  {
    name: '0: an anonymous update of an unknown event with a bad title is 400',
    call: { request: 'PUT /events/99', body: { title: '' } },
    status: 400,
    code: 'rest_invalid_param',
    params: ['title'],
  },
  {
    name: '0: a subscriber deleting an unknown category gets 400',
    call: { request: 'DELETE /categories/99', as: 'subscriber' },
    status: 400,
    code: 'rest_invalid_param',
    params: ['id'],
  },
]);

const makers: Record<string, (app: TestApp) => Promise<Json>> = {
  events: (app) => givenEvent(app),
  venues: (app) => givenVenue(app),
  organizers: (app) => givenOrganizer(app),
  categories: (app) => givenTerm(app, 'categories', 'Music'),
  tags: (app) => givenTerm(app, 'tags', 'jazz'),
  images: async (app) => (await givenEvent(app, { image: 'https://img.test/a.png' })).image,
};

type Cell = [status: number, code: string];
const NOT_FOUND: Cell = [404, 'rest-event-not-found'];
const OTHER_KIND: Cell = [400, 'rest-invalid-event-id'];
const INVALID: Cell = [400, 'rest_invalid_param'];

const missing = (
  row: string,
  path: string,
  cells: Record<string, Cell>,
  other?: string,
): Scenario[] =>
  Object.entries(cells).map(([method, [status, code]]) => ({
    name: `7 unknown ID: ${row}, ${method} is ${status} ${code}`,
    ...(other ? { given: makers[other] as (app: TestApp) => Promise<Json> } : {}),
    call: (given: Json) => ({
      request: `${method} ${path.replace('{id}', String(given?.id))}`,
      as: 'admin',
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
    }),
    status,
    code,
    ...(code === 'rest_invalid_param'
      ? { params: [path.includes('by-slug') ? 'slug' : 'id'] }
      : {}),
    check: ({ body }: Answer, given: Json) => {
      const named = path.replace('{id}', String(given?.id)).split('/').at(-1);
      if (code === 'rest-event-not-found') expect(body.message).toContain(named);
    },
  }));

const every = (cell: Cell) => ({ GET: cell, POST: cell, PUT: cell, PATCH: cell, DELETE: cell });

runScenarios('unknown-ID matrix', [
  ...['99', '0', '9007199254740993', '9223372036854775808', '1'.repeat(40)].flatMap((id) => [
    ...missing(`event ${id}`, `/events/${id}`, every(NOT_FOUND)),
    ...['venues', 'organizers', 'categories', 'tags'].flatMap((route) =>
      missing(`${route} ${id}`, `/${route}/${id}`, every(INVALID)),
    ),
  ]),
  ...missing("event by a venue's ID", '/events/{id}', every(OTHER_KIND), 'venues'),
  ...missing("event by an organizer's ID", '/events/{id}', every(OTHER_KIND), 'organizers'),
  ...missing("event by an image's ID", '/events/{id}', every(OTHER_KIND), 'images'),
  ...missing("event by a tag's ID", '/events/{id}', every(NOT_FOUND), 'tags'),
  ...missing("venue by an event's ID", '/venues/{id}', every(INVALID), 'events'),
  ...missing("organizer by a venue's ID", '/organizers/{id}', every(INVALID), 'venues'),
  ...missing("tag by a category's ID", '/tags/{id}', every(INVALID), 'categories'),
  ...missing('event by slug', '/events/by-slug/nowhere', {
    GET: INVALID,
    POST: NOT_FOUND,
    PUT: NOT_FOUND,
    PATCH: NOT_FOUND,
    DELETE: INVALID,
  }),
  ...['venues', 'organizers'].flatMap((route) =>
    missing(`${route} by slug`, `/${route}/by-slug/nowhere`, every(INVALID)),
  ),
  ...(
    [
      ['PATCH /events/99', undefined, 401],
      ['PATCH /events/99', 'subscriber', 403],
      ['DELETE /events/99', undefined, 401],
      ['DELETE /events/99', 'subscriber', 403],
      ['PATCH /events/by-slug/nowhere', undefined, 401],
      ['PATCH /events/by-slug/nowhere', 'subscriber', 403],
    ] as const
  ).map(
    ([request, as, status]): Scenario => ({
      name: `7 unknown ID: ${request} by ${as ?? 'anonymous'} is ${status}, permission first`,
      call: {
        request,
        ...(as ? { as } : {}),
        ...(request.startsWith('PATCH') ? { body: {} } : {}),
      },
      status,
      code: 'rest_forbidden',
    }),
  ),
]);
