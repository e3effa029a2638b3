/** The documentation: valid OpenAPI that lists every route and matches the real answers. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeApi } from '../../src/http/openapi/document.js';
import { keysOf, routes } from '../../src/http/routes.js';
import { allKinds } from '../../src/kinds/index.js';
import { prepareChanges } from '../../src/sync/number.js';
import { loadSchema } from '../../src/validation/schemas.js';
import { embeddedPair } from '../support/adapters.js';
import { catchUp } from '../support/agree.js';
import { type Answer, type Call, type Json, openTestApp, type TestApp } from '../support/app.js';
import { runScenarios } from '../support/scenarios.js';

const BARE = { title: 'Bare', start_date: '2026-04-01', end_date: '2026-04-01' };
const API_ROOT = 'http://api.test/vendor/events/v1';
const doc: Json = describeApi({ apiRoot: API_ROOT, defaults: { per_page: 10 } });

/** → `[path, method, operation]` of every documented operation. */
const operations = Object.entries(doc.paths).flatMap(([path, item]) =>
  Object.entries(item as Json).map(([method, operation]) => [path, method, operation as Json]),
) as [string, string, Json][];

runScenarios('doc', [
  {
    name: '1.9 GET /doc is public and holds the address of this service',
    settings: { DEFAULT_PER_PAGE: '7' },
    call: { request: 'GET /doc' },
    status: 200,
    check: ({ body }) => {
      expect(body).toEqual(describeApi({ apiRoot: API_ROOT, defaults: { per_page: 7 } }));
      expect(body.openapi).toBe('3.0.0');
      expect(body.info.version).toBe('1.0.0');
      expect(body.servers).toEqual([{ url: `${API_ROOT}/` }]);
    },
  },
  {
    name: '1.9 GET /doc: the same text every time',
    given: async (app) => (await app.call({ request: 'GET /doc' })).text,
    call: { request: 'GET /doc', as: 'subscriber' },
    status: 200,
    check: ({ text }, given) => expect(text).toBe(given),
  },
]);

describe('the document', () => {
  it('is valid OpenAPI 3.0 for an independent validator', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(doc));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.0');
  });

  it('1.9 has the components named in the contract and a component for every reference', () => {
    const named = ['ImageSize', 'CostDetails', 'Term', 'Image', 'DateDetails', 'Event', 'Venue'];
    const others = ['Organizer', 'Category', 'Tag', 'Error', 'Suggestion', 'EventList'];
    const { schemas } = doc.components;
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining([...named, ...others]));
    const text = JSON.stringify(doc);
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      expect(schemas).toHaveProperty(String(name));
    }
    for (const name of Object.keys(schemas)) {
      expect(text, `${name} is referred to`).toContain(`"#/components/schemas/${name}"`);
    }
  });

  it('1.9 lists every route with its real methods, and no others', () => {
    const real = routes.flatMap(({ path, operations: all }) =>
      all.flatMap(({ methods }) => methods.map((method) => `${method.toLowerCase()} ${path}`)),
    );
    expect(operations.map(([path, method]) => `${method} ${path}`).sort()).toEqual(real.sort());
  });

  it('names every operation once, with declared tags', () => {
    const ids = operations.map(([, , operation]) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = doc.tags.map(({ name }: Json) => name);
    for (const [, , operation] of operations) expect(tags).toContain(operation.tags[0]);
  });

  it('describes every parameter of every operation', () => {
    for (const { path, operations: all } of routes) {
      for (const { methods, name, schema } of all) {
        const wanted = schema ? Object.keys(loadSchema(schema).properties) : [];
        for (const method of methods) {
          const shown = doc.paths[path][method.toLowerCase()];
          const keys = keysOf(path);
          const names = shown.parameters.map(({ name }: Json) => name);
          const isRows = name === 'bulk';
          const fields = shown.requestBody && !isRows ? bodyFields(shown) : [];
          expect([...names, ...fields].sort(), `${method} ${path}`).toEqual(
            [...keys.filter((key) => key !== 'format'), ...wanted].sort(),
          );
          for (const { description } of shown.parameters) expect(description).toMatch(/\w/);
        }
      }
    }
  });

  it('describes every property of every component', () => {
    for (const [name, schema] of Object.entries<Json>(doc.components.schemas)) {
      for (const [property, shown] of Object.entries<Json>(schema.properties)) {
        expect(shown.description, `${name}.${property}`).toMatch(/\w/);
        const { description: _, ...rest } = shown;
        expect(Object.keys(rest), `${name}.${property} has a type`).not.toEqual([]);
      }
    }
  });

  it('explains every operation, names each apart, and its examples are what it says', () => {
    const titles = operations.map(([, , { summary, description }]) => {
      expect(description, summary).toMatch(/\.$/);
      return summary;
    });
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
    for (const [name, { example }] of Object.entries<Json>(doc.components.schemas)) {
      if (example) expect(check(`#/components/schemas/${name}`, example), name).toEqual([]);
    }
  });

  it('requires what the interface requires on create, and nothing on update', () => {
    const { schemas } = doc.components;
    expect(schemas.NewEvent.required).toEqual(['title', 'start_date', 'end_date']);
    expect(schemas.NewVenue.required).toEqual(['venue']);
    expect(schemas.NewTag.required).toEqual(['name']);
    expect(schemas.EventInput).not.toHaveProperty('required');
    expect(doc.paths['/events'].post.responses).toHaveProperty('201');
    expect(doc.paths['/events'].post.security).toEqual([{ bearer: [] }, { basic: [] }]);
    expect(doc.paths['/events'].get.security[0]).toEqual({});
  });

  it('uses none of our own keywords', () => {
    const text = JSON.stringify(doc);
    for (const word of ['coerce', 'dateTime', 'notBlank', 'webUrl', 'searchText', 'linked']) {
      expect(text).not.toContain(`"${word}":`);
    }
    expect(text).not.toMatch(/"type":\[/);
    expect(text).not.toMatch(/"\$ref":"(?!#\/)/);
  });
});

function bodyFields({ requestBody }: Json): string[] {
  const contents = Object.values<Json>(requestBody.content);
  expect(contents).toHaveLength(1);
  const { $ref, properties } = contents[0].schema;
  const name = $ref?.split('/').at(-1);
  return Object.keys(properties ?? doc.components.schemas[name].properties);
}

describe('real answers', () => {
  let app: TestApp;
  let ids: Record<string, number>;

  beforeAll(async () => {
    app = await openTestApp(embeddedPair);
    await prepareChanges(app.deps);
    ids = await fill(app);
    await catchUp(app.deps);
  });
  afterAll(() => app.close());

  it.each([
    ...allKinds.map(({ route }) => `/${route}`),
    '/events?geoloc_lat=48.2&geoloc_lng=16.37&geoloc_unit=mi&per_page=1',
    '/events?facets=categories,tags,venue,organizer,city,month&search=opera',
    '/venues?geoloc_lat=48.2&geoloc_lng=16.37&orderby=distance',
    '/categories?hide_empty=false&per_page=1',
    '/tags?page=9',
    '/events?search=nothing',
    '/events/suggest?q=op',
    '/',
  ])('GET %s', async (request) => {
    const answer = await app.call({ request: `GET ${request}` });
    expect(answer.status, answer.text).toBe(200);
    expectDescribed({ request: `GET ${request}` }, answer);
    if (!('X-TEC-Total' in headersOf(`GET ${request}`))) return;
    expect(answer.headers.get('x-tec-total')).toBe(String(answer.body.total));
    expect(answer.headers.get('x-tec-totalpages')).toBe(String(answer.body.total_pages));
  });

  it.each(allKinds.map(({ route }) => route))('the change feed of %s', async (route) => {
    const call = { request: `GET /${route}/changes` };
    const answer = await app.call(call);
    expect(answer.body.items).not.toEqual([]);
    expectDescribed(call, answer);
  });

  it.each(allKinds.map(({ route }) => route))('one of %s: read, update, delete', async (route) => {
    const path = `/${route}/${ids[route]}`;
    const calls: Call[] = [{ request: `GET ${path}` }];
    const { slug } = (await app.call({ request: `GET ${path}` })).body;
    if (doc.paths[`/${route}/by-slug/{slug}`]) {
      calls.push({ request: `GET /${route}/by-slug/${slug}` });
    }
    for (const method of ['PUT', 'PATCH', 'POST']) {
      calls.push({ request: `${method} ${path}`, as: 'admin', body: { description: 'New.' } });
    }
    calls.push({ request: `DELETE ${path}` }, { request: `DELETE ${path}`, as: 'admin' });
    calls.push({ request: `DELETE ${path}`, as: 'admin' }, { request: `GET ${path}` });
    for (const call of calls) expectDescribed(call, await app.call(call));
  });

  it('an undocumented key would be noticed', async () => {
    const { body } = await app.call({ request: 'GET /tags?per_page=1&hide_empty=false' });
    body.tags[0].urls.down = '';
    const [issue] = check('#/components/schemas/TagList', body);
    expect(issue).toContain('down');
  });

  it.each<Json>([
    { venue: '' },
    { venue: false },
    { venue: 0 },
    { venue: { venue: 'Somewhere', show_map: 'no', website: '' } },
    { venue: [{ venue: 'Elsewhere', geo_lat: null, geo_lng: null }] },
    { organizer: { organizer: 'Only one' } },
    { categories: 'a,b', tags: ['c', 7] },
    { cost: 5 },
    { cost: '' },
    { website: false },
    { date: '2026-03-01T09:00:00+02:00', timezone: '' },
  ])('an event with %j is accepted, as documented', async (extra) => {
    const body = { ...BARE, ...extra };
    expect(check('#/components/schemas/NewEvent', body)).toEqual([]);
    const answer = await app.call({ request: 'POST /events', as: 'admin', body });
    expect(answer.status, answer.text).toBe(201);
  });

  it.each<Json>([
    { title: '' },
    { image: '' },
    { status: 'any' },
    { venue: true },
    { organizer: [{ phone: '1' }] },
    { tags: [{}] },
    { cost: {} },
    { author: 0 },
  ])('an event with %j is refused, as documented', async (extra) => {
    const body = { ...BARE, ...extra };
    expect(check('#/components/schemas/NewEvent', body)).not.toEqual([]);
    const answer = await app.call({ request: 'POST /events', as: 'admin', body });
    expect(answer.status, answer.text).toBe(400);
  });

  it('an event with required fields only', async () => {
    const call = { request: 'POST /events', as: 'contributor', body: BARE };
    const answer = await app.call(call);
    expect(answer.status).toBe(201);
    expectDescribed(call, answer);
  });

  it.each<Call & { status: number }>([
    { request: 'POST /events', as: 'admin', body: {}, status: 400 },
    { request: 'POST /events', as: 'admin', body: '{', status: 400 },
    { request: 'POST /tags', as: 'admin', body: { name: 'kept' }, status: 400 },
    { request: 'POST /venues', body: { venue: 'No' }, status: 401 },
    { request: 'POST /venues', as: 'subscriber', body: { venue: 'No' }, status: 403 },
    { request: 'GET /events', headers: { Authorization: 'Bearer none' }, status: 401 },
    { request: 'GET /events?page=900', status: 404 },
    { request: 'GET /events?page=x', status: 400 },
    { request: 'GET /events/suggest', status: 400 },
    { request: 'GET /events/999', status: 404 },
    { request: 'GET /events/x', status: 404 },
    { request: 'GET /venues/999', status: 400 },
    { request: 'PUT /events/by-slug/none', as: 'admin', body: {}, status: 404 },
    { request: 'PUT /venues/external/a/b', as: 'admin', body: { venue: 'Put' }, status: 201 },
    { request: 'PUT /venues/external/a/b', as: 'admin', body: { city: 'Bonn' }, status: 200 },
    { request: 'PUT /tags/external/a/b', as: 'admin', body: { name: 'kept' }, status: 400 },
    { request: 'GET /events/external/a/b', status: 404 },
    { request: 'DELETE /tags/external/a/b', as: 'admin', status: 400 },
    { request: 'POST /events', body: 'x'.repeat(2 ** 20 + 1), status: 413 },
  ])('$request as $as is $status', async ({ status, ...call }) => {
    const answer = await app.call(call);
    expect(answer.status, answer.text).toBe(status);
    expectDescribed(call, answer);
  });
});

/** Creates one record of each kind. → an ID for each route. */
async function fill(app: TestApp): Promise<Record<string, number>> {
  const create = (route: string, body: Json): Promise<Json> => {
    const shown = doc.paths[`/${route}`].post.requestBody.content['application/json'].schema;
    expect(check(shown.$ref, body), `${route} input`).toEqual([]);
    return app.given({ request: `POST /${route}`, body });
  };
  const parent = await create('categories', { name: 'Music', description: 'All of it' });
  const category = await create('categories', { name: 'Opera', parent: parent.id });
  const tag = await create('tags', { name: 'taken' });
  await create('tags', { name: 'kept' });
  const venue = await create('venues', {
    venue: 'Opera house',
    description: 'Old.',
    address: 'Ring 2',
    city: 'Vienna',
    country: 'Austria',
    province: 'Vienna',
    state: 'Vienna',
    zip: '1010',
    phone: '1',
    website: 'https://opera.test/',
    image: 'https://opera.test/house.jpg',
    geo_lat: 48.2,
    geo_lng: 16.37,
  });
  const organizer = await create('organizers', {
    organizer: 'Opera club',
    description: 'Young.',
    phone: '2',
    email: 'a@opera.test',
    website: 'https://club.test/',
    image: 'https://opera.test/club.png',
  });
  const full = {
    title: 'Opera ball',
    description: 'Dance.',
    excerpt: 'Ball.',
    slug: 'ball',
    timezone: 'Europe/Vienna',
    start_date: '2026-03-20 20:00:00',
    end_date: 1_774_100_000,
    cost: ['10€', '30€'],
    website: 'https://ball.test/',
    image: 'https://opera.test/ball.webp',
    show_map: true,
    featured: true,
    categories: [category.id, 'Dance'],
    tags: 'taken, new',
    venue: venue.id,
    organizer: [organizer.id, { organizer: 'Second club' }],
  };
  const event = await create('events', full);
  await create('events', { ...full, slug: 'second', venue: { venue: 'Town hall' }, organizer: '' });
  return {
    events: event.id,
    venues: venue.id,
    organizers: organizer.id,
    categories: category.id,
    tags: tag.id,
  };
}

// strict is off for OpenAPI's own keywords (example, x-…); formats are documented, not checked.
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema(closed(structuredClone(doc)), 'doc');

/** Closes every object that is not explicitly open, so that undocumented keys are errors. */
function closed(schema: Json): Json {
  if (typeof schema !== 'object' || schema === null) return schema;
  // Draft 4 has a boolean where later drafts have the limit.
  if (schema.exclusiveMinimum === true) delete schema.exclusiveMinimum;
  // Ajv takes it beside a type alone, not beside a reference.
  if (schema.nullable && !schema.type) delete schema.nullable;
  if (schema.type === 'object' && schema.properties && schema.additionalProperties === undefined) {
    schema.additionalProperties = false;
  }
  for (const part of Object.values(schema)) closed(part);
  return schema;
}

/** → what is wrong with a value, by the schema at `ref`. */
function check(ref: string, value: unknown): string[] {
  const validate = ajv.getSchema(`doc${ref}`) ?? ajv.compile({ $ref: `doc${ref}` });
  validate(value);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

function operationOf(request: string): Json {
  const [method = '', target = ''] = request.split(' ');
  const [path = ''] = target.split('?');
  const keyed = path
    .replace(/\/by-slug\/[^/]+$/, '/by-slug/{slug}')
    .replace(/\/external\/[^/]+\/[^/]+$/, '/external/{source}/{key}')
    .replace(/^(\/\w+)\/(?!suggest$|bulk$|changes$|by-slug\/|external\/)[^/]+$/, '$1/{id}');
  return doc.paths[keyed][method.toLowerCase()];
}

const headersOf = (request: string): Json => operationOf(request).responses[200].headers ?? {};

/** Expects the status, the body and an error's code to match the document. */
function expectDescribed({ request }: Call, { status, body }: Answer): void {
  const { $ref, ...inline } = operationOf(request).responses[status] ?? {};
  const shown = $ref ? doc.components.responses[$ref.split('/').at(-1)] : inline;
  expect(shown.content, `${request}: ${status}`).toBeDefined();
  expect(check(shown.content['application/json'].schema.$ref, body), request).toEqual([]);
  if (status >= 400) expect(shown['x-codes']).toContain(body.code);
}
