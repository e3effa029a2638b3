/**
 * If-Match and If-None-Match of writes, entity tags, Location of new records, writes at once.
 * Contract 4.1, 22.
 */
import { expect, it } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { eventPayload, givenEvent, givenTerm, givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';
import { describeEverywhere } from '../support/shared.js';

const tagOf = async (app: TestApp, path: string, as?: string): Promise<string> => {
  const answer = await app.call({ request: `GET ${path}`, ...(as ? { as } : {}) });
  expect(answer.status).toBe(200);
  return answer.headers.get('etag') ?? '';
};
const patch = (path: string, ifMatch: string, body: Json = { description: 'new' }) => ({
  request: `PATCH ${path}`,
  as: 'editor',
  body,
  headers: { 'If-Match': ifMatch },
});
const FAILED = { status: 412, code: 'rest_precondition_failed' };

const rows: Scenario[] = [
  {
    name: '22 the tag of the record as it is: written, and the tag changes',
    given: async (app) => {
      const { id } = await givenVenue(app, { venue: 'Hall' });
      return { path: `/venues/${id}`, tag: await tagOf(app, `/venues/${id}`) };
    },
    call: ({ path, tag }) => patch(path, `"other", ${tag}`),
    status: 200,
    check: async ({ headers }, { path, tag }, app) => {
      const next = headers.get('etag') ?? '';
      expect(next).not.toBe(tag);
      // The tag of an answer to a write may be used for the next one.
      await app.given(patch(path, next, { description: 'newer' }));
      const late = await app.call(patch(path, next, { description: 'lost' }));
      expect(late).toMatchObject({ status: 412, body: { code: 'rest_precondition_failed' } });
      expect((await app.given({ request: `GET ${path}` })).description).toBe('newer');
    },
  },
  {
    name: '22 an editor and a reader have tags of the same record',
    given: async (app) => {
      const venue = await givenVenue(app, { venue: 'Draft', status: 'draft' });
      const { id } = await givenEvent(app, { venue: venue.id });
      const path = `/events/${id}`;
      return { path, tags: [await tagOf(app, path), await tagOf(app, path, 'editor')] };
    },
    call: ({ path, tags }) => patch(path, tags[0]),
    status: 200,
    check: async (_, { path, tags }, app) => {
      expect(tags[0]).not.toBe(tags[1]);
      expect((await app.call(patch(path, tags[1]))).status).toBe(412);
    },
  },
  ...['"0.0.x"', '"x"', 'x', '', '"1.x"', '"99.1.x"'].map(
    (tag): Scenario => ({
      name: `22 If-Match: ${tag} is 412`,
      given: (app) => givenTerm(app, 'tags', 'Late'),
      call: ({ id }) => patch(`/tags/${id}`, tag),
      ...FAILED,
    }),
  ),
  {
    name: '22 the weak form that proxies make of a tag matches',
    given: async (app) => {
      const { id } = await givenTerm(app, 'categories', 'Jazz');
      return { path: `/categories/${id}`, tag: await tagOf(app, `/categories/${id}`) };
    },
    call: ({ path, tag }) => patch(path, `W/${tag}`),
    status: 200,
    check: async (_, { path, tag }, app) => {
      expect((await app.call(patch(path, `W/${tag}`))).status).toBe(412);
    },
  },
  {
    name: '22 an old tag of another record does not match, by slug or by identity',
    given: async (app) => {
      const external = '/venues/external/crm/1';
      const put = (venue: string) =>
        app.given({ request: `PUT ${external}`, as: 'editor', body: { venue } });
      const old = await put('Hall');
      const tag = await tagOf(app, '/venues/by-slug/hall');
      // It is gone for good, and a new one of the same revision has its slug and its identity.
      await app.given({ request: `DELETE /venues/${old.id}?force=true` });
      await put('Hall');
      return { tag, external };
    },
    call: ({ tag }) => patch('/venues/by-slug/hall', tag),
    ...FAILED,
    check: async (_, { tag, external }, app) => {
      const put = (ifMatch: string) => ({
        ...patch(external, ifMatch),
        request: `PUT ${external}`,
      });
      expect((await app.call(put(tag))).status).toBe(412);
      const now = await tagOf(app, '/venues/by-slug/hall');
      expect((await app.call(put(now))).status).toBe(200);
    },
  },
  {
    name: '22 If-Match: * asks that there is a record',
    given: (app) => givenVenue(app, { venue: 'Hall' }),
    call: ({ id }) => patch(`/venues/${id}`, '*'),
    status: 200,
  },
  {
    name: '22 faults of the request come first',
    given: (app) => givenVenue(app, { venue: 'Hall' }),
    call: ({ id }) => patch(`/venues/${id}`, '"0.x"', { geo_lat: 'x' }),
    status: 400,
    code: 'rest_invalid_param',
  },
  {
    name: '22 DELETE with an old tag removes nothing',
    given: async (app) => {
      const { id } = await givenVenue(app, { venue: 'Hall' });
      const tag = await tagOf(app, `/venues/${id}`);
      await app.given(patch(`/venues/${id}`, tag));
      return { id, tag };
    },
    call: ({ id, tag }) => ({
      request: `DELETE /venues/${id}`,
      as: 'editor',
      headers: { 'If-Match': tag },
    }),
    ...FAILED,
    check: async (_, { id }, app) => {
      expect((await app.given({ request: `GET /venues/${id}` })).status).toBe('publish');
    },
  },
  {
    name: '22 PUT of an identity with If-None-Match: * creates, and never writes over',
    call: () => ({
      request: 'PUT /tags/external/crm/1',
      as: 'editor',
      body: { name: 'Late' },
      headers: { 'If-None-Match': '*' },
    }),
    status: 201,
    check: async ({ headers, body }, _, app) => {
      expect(headers.get('location')).toBe(`http://api.test/vendor/events/v1/tags/${body.id}`);
      const again = { request: 'PUT /tags/external/crm/1', as: 'editor', body: { name: 'Later' } };
      const refused = await app.call({ ...again, headers: { 'If-None-Match': '*' } });
      expect(refused.status).toBe(412);
      expect((await app.given(again)).name).toBe('Later');
    },
  },
  {
    name: '22 PUT of an identity with If-Match creates nothing',
    call: () => ({
      request: 'PUT /venues/external/crm/1',
      as: 'editor',
      body: { venue: 'Hall' },
      headers: { 'If-Match': '*' },
    }),
    ...FAILED,
  },
];

runScenarios('lost updates', rows, /written, and|weak tag|PUT of an|DELETE with/);

describeEverywhere('writes with one tag', (app) => {
  it('of several at once, one is made', async () => {
    const { id } = await givenVenue(app(), { venue: 'Hall' });
    const tag = await tagOf(app(), `/venues/${id}`);
    const texts = ['a', 'b', 'c', 'd'];
    const answers = await Promise.all(
      texts.map((description) => app().call(patch(`/venues/${id}`, tag, { description }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    const made = texts[answers.findIndex(({ status }) => status === 200)];
    expect((await app().given({ request: `GET /venues/${id}` })).description).toBe(made);
  });

  it('every new record has its Location', async () => {
    const call = { request: 'POST /organizers', as: 'editor', body: { organizer: 'Ann' } };
    const { headers, body } = await app().call(call);
    expect(headers.get('location')).toBe(`http://api.test/vendor/events/v1/organizers/${body.id}`);
  });
});

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

runScenarios('updates of one event at once', [concurrent], /concurrent/);
