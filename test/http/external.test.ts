/** Records by their identity in another system. Source: Contract 16.1. */
import { expect, it } from 'vitest';
import { allKinds } from '../../src/kinds/index.js';
import type { Json, TestApp } from '../support/app.js';
import { eventPayload, givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';
import { describeEverywhere } from '../support/shared.js';

const HALL = '/venues/external/crm/hall-7';
const put = (path: string, body: Json, as = 'editor') => ({ request: `PUT ${path}`, as, body });
const givenHall = (app: TestApp): Promise<Json> => app.given(put(HALL, { venue: 'Hall' }));

const scenarios: Scenario[] = [
  {
    name: '16.1 PUT creates: 201 with Location, the path by ID',
    call: put(HALL, { venue: 'Hall', city: 'Ghent' }),
    status: 201,
    body: { venue: 'Hall', city: 'Ghent' },
    check: async ({ headers, body }, _, app) => {
      const path = `/venues/${body.id}`;
      expect(headers.get('location')).toBe(`http://api.test/vendor/events/v1${path}`);
      expect(headers.get('access-control-expose-headers')).toContain('Location');
      const { external_id, ...core } = await app.given({ request: `GET ${HALL}` });
      expect(external_id).toBeUndefined();
      expect(core).toEqual(await app.given({ request: `GET ${path}` }));
    },
  },
  {
    name: '16.1 PUT updates what is there, partially, and may be repeated: 200, no Location',
    given: (app) => app.given(put(HALL, { venue: 'Hall', city: 'Ghent', phone: '1' })),
    call: put(HALL, { phone: '2' }),
    status: 200,
    body: { venue: 'Hall', city: 'Ghent', phone: '2' },
    check: async ({ headers, body }, given, app) => {
      expect([headers.get('location'), body.id]).toEqual([null, given.id]);
      expect((await app.call(put(HALL, { phone: '2' }))).status).toBe(200);
      expect((await app.given({ request: 'GET /venues' })).total).toBe(1);
    },
  },
  {
    name: '16.1 PUT does not repeat a venue by its name',
    given: (app) => givenVenue(app, { venue: 'Hall' }),
    call: put(HALL, { venue: 'Hall' }),
    status: 201,
    check: ({ body }, given) => expect(body.id).not.toBe(given.id),
  },
  {
    name: '16.1 keys: a slash, case, spaces and other scripts',
    given: (app) => app.given(put('/events/external/a.b_c-1/A%2Fb%20%C3%A9%3A', eventPayload())),
    call: { request: 'GET /events/external/a.b_c-1/A%2Fb%20%C3%A9%3A' },
    status: 200,
    body: (given: Json) => ({ id: given.id }),
    check: async (_, __, app) => {
      const other = await app.call({ request: 'GET /events/external/a.b_c-1/a%2Fb%20%C3%A9%3A' });
      expect([other.status, other.body.code]).toEqual([404, 'rest-event-not-found']);
    },
  },
  {
    name: '16.1 keys: slashes as they are, one at the end ignored',
    given: (app) =>
      app.given(put('/venues/external/site/https:%2F%2Fa.test%2Fe%2F1', { venue: 'A' })),
    call: { request: 'GET /venues/external/site/https://a.test/e/1/' },
    status: 200,
    body: (given: Json) => ({ id: given.id }),
    check: async (_, given, app) => {
      const path = '/venues/external/site/https://a.test/e/1';
      expect((await app.call(put(path, { phone: '1' }))).body.id).toBe(given.id);
      expect((await app.call({ request: `DELETE ${path}/`, as: 'admin' })).status).toBe(200);
    },
  },
  {
    name: '16.1 a key of one kind is not that of another',
    given: givenHall,
    call: { request: 'GET /organizers/external/crm/hall-7' },
    status: 400,
    code: 'rest_invalid_param',
    params: ['key'],
  },
  {
    name: '16.1 PUT of a bad source, key and payload: all faults at once',
    call: put(`/venues/external/CRM/${'k'.repeat(256)}`, { venue: 'Hall', geo_lat: 95 }),
    status: 400,
    params: ['source', 'key', 'geo_lat'],
  },
  ...['GET', 'DELETE'].map((method) => ({
    name: `16.1 ${method} of a bad source and key`,
    call: { request: `${method} /events/external/a%20b/%00`, as: 'admin' },
    status: 400,
    params: ['source', 'key'],
  })),
  {
    name: '16.1 PUT without what is required',
    call: put('/events/external/crm/1', { description: 'x' }),
    status: 400,
    code: 'rest_missing_callback_param',
    params: ['title', 'start_date', 'end_date'],
  },
  {
    name: '16.1 an anonymous PUT',
    call: { request: `PUT ${HALL}`, body: { venue: 'Hall' } },
    status: 401,
    code: 'rest_forbidden',
  },
  {
    name: '16.1 PUT on a record of another author',
    given: givenHall,
    call: put(HALL, { venue: 'Mine' }, 'author'),
    status: 403,
    code: 'rest_forbidden',
  },
  {
    name: '16.1 POST is no method of these paths',
    call: { request: `POST ${HALL}`, as: 'admin', body: { venue: 'Hall' } },
    status: 404,
    code: 'rest_no_route',
  },
  {
    name: '16.1 the trash keeps the identity; PUT with a status restores',
    given: async (app) => {
      const hall = await givenHall(app);
      await app.given({ request: `DELETE ${HALL}` });
      expect((await app.call({ request: `DELETE ${HALL}`, as: 'admin' })).status).toBe(410);
      return hall;
    },
    call: put(HALL, { status: 'publish' }),
    status: 200,
    body: (given: Json) => ({ id: given.id, status: 'publish', slug: 'hall' }),
  },
  {
    name: '16.1 a deleted term is created anew',
    given: async (app) => {
      const tag = await app.given(put('/tags/external/crm/t', { name: 'Jazz' }));
      expect(await app.given({ request: 'DELETE /tags/external/crm/t' })).toMatchObject(tag);
      return tag;
    },
    call: put('/tags/external/crm/t', { name: 'Jazz' }),
    status: 201,
    check: ({ body }, given) => expect(body.id).not.toBe(given.id),
  },
  {
    name: '16.1 a term of the same name refuses a second one',
    given: (app) => app.given({ request: 'POST /categories', body: { name: 'Jazz' } }),
    call: put('/categories/external/crm/j', { name: 'jazz' }),
    status: 400,
    code: 'term_exists',
  },
];

runScenarios(
  'external',
  scenarios,
  /PUT (creates|updates)|keeps the id|deleted term|same name refuses|of one kind/,
);

describeEverywhere('external, at once', (app) => {
  it('of eight equal PUTs one creates and the others update, for each kind', async () => {
    for (const { route, titleField } of allKinds) {
      const body = { ...eventPayload(), [titleField]: `One ${route}` };
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => app().call(put(`/${route}/external/crm/one`, body))),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses, answers[0]?.text).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
      expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    }
  });

  it('a term that is created between two looks is updated, not refused for its name', async () => {
    const request = put('/tags/external/crm/late', { name: 'Late' });
    const { id } = await app().given(request);
    const { store } = app().deps;
    const { list } = store.keys;
    // The first two looks by identity come before the other request has written.
    let early = 2;
    store.keys.list = async (...query) => (early-- > 0 ? [] : list(...query));
    const answer = await app().call(request);
    store.keys.list = list;
    expect(early).toBeLessThan(0);
    expect([answer.status, answer.body.id], answer.text).toEqual([200, id]);
  });
});
