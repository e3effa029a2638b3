/** Single categories and tags: nesting, slugs, deletion, count. Contract 1.4, 1.5, 4.9, 5. */
import { expect } from 'vitest';
import { catchUp } from '../support/agree.js';
import type { Json, TestApp } from '../support/app.js';
import { eventPayload, givenEvent, givenTerm } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

type Route = 'categories' | 'tags';
const API = 'http://api.test/vendor/events/v1';

const post = (route: Route, body: Json, as = 'admin') => ({ request: `POST /${route}`, as, body });
const update = (route: Route, id: number, body: Json) => ({
  request: `PATCH /${route}/${id}`,
  as: 'admin',
  body,
});
const get = async (app: TestApp, path: string) => (await app.call({ request: `GET ${path}` })).body;

const shapes: Scenario[] = [
  {
    name: '1.4 shape: a nested category has up, and the parent slugs in its url',
    given: async (app) => {
      const top = await givenTerm(app, 'categories', 'Music');
      return givenTerm(app, 'categories', 'Jazz', { parent: top.id });
    },
    call: (parent) => post('categories', { name: 'Swing', parent: parent.id }),
    status: 201,
    check: (answer, parent) => {
      expect(answer.body).toMatchObject({
        parent: parent.id,
        url: 'https://example.com/events/category/music/jazz/swing/',
      });
      expect(Object.entries(answer.body.urls)).toEqual([
        ['self', `${API}/categories/${answer.body.id}`],
        ['collection', `${API}/categories`],
        ['up', `${API}/categories/${parent.id}`],
      ]);
    },
  },
];

const writing = (route: Route): Scenario[] => [
  {
    name: `4.9 update of ${route}: a slug is made of what is sent`,
    given: (app) => givenTerm(app, route, 'Music'),
    call: ({ id }) => update(route, id, { slug: 'Neu & Schön' }),
    status: 200,
    body: { name: 'Music' },
    check: (answer) => expect(answer.body.slug).toMatch(/^neu-(and-)?schon$/),
  },
  {
    name: `4.9 term_exists in ${route}: the same name in any case, no slug; the error has the term`,
    given: (app) => givenTerm(app, route, 'Music'),
    call: post(route, { name: ' mUSIC ' }),
    status: 400,
    code: 'term_exists',
    check: (answer, term) => expect(answer.body.data).toEqual({ status: 400, term_id: term.id }),
  },
  {
    name: `4.9 term_exists in ${route}: the same name and the same slug`,
    given: (app) => givenTerm(app, route, 'Music'),
    call: post(route, { name: 'Music', slug: 'music' }),
    status: 400,
    code: 'term_exists',
  },
  {
    name: `4.9 same name in ${route}: with another slug it is a new term`,
    given: (app) => givenTerm(app, route, 'Music'),
    call: post(route, { name: 'Music', slug: 'music-two' }),
    status: 201,
    body: { name: 'Music', slug: 'music-two' },
    check: async (answer, _, app) => {
      const again = await app.call(post(route, { name: 'Music', slug: 'music-two' }));
      expect([again.status, again.body.code]).toEqual([400, 'term_exists']);
      expect(again.body.data.term_id).toBe(answer.body.id);
    },
  },
  {
    name: `4.9 slug in ${route}: taken by another name gets -2 or -3`,
    given: async (app) => {
      await givenTerm(app, route, 'Music');
      return givenTerm(app, route, 'Sound', { slug: 'music' });
    },
    call: post(route, { name: 'Music!' }),
    status: 201,
    body: { slug: 'music-3' },
    check: (_, second) => expect(second.slug).toBe('music-2'),
  },
  {
    name: `4.9 update in ${route} to a slug in use: 400 duplicate_term_slug`,
    given: async (app) => {
      await givenTerm(app, route, 'Music');
      return givenTerm(app, route, 'Sound');
    },
    call: ({ id }) => update(route, id, { slug: 'MUSIC' }),
    status: 400,
    code: 'duplicate_term_slug',
    check: async (_, { id }, app) => {
      const own = await app.call(update(route, id, { slug: 'sound', name: 'Noise' }));
      expect(own.body).toMatchObject({ slug: 'sound', name: 'Noise' });
    },
  },
  {
    name: `5 DELETE in ${route}: 200 with the old term and its count; then 400 on id`,
    given: async (app) => {
      const term = await givenTerm(app, route, 'Music', { description: 'Loud' });
      await givenEvent(app, { [route]: [term.id] });
      return term;
    },
    call: ({ id }) => ({ request: `DELETE /${route}/${id}`, as: 'admin' }),
    status: 200,
    check: async (answer, term, app) => {
      expect(answer.body).toEqual({ ...term, count: 1 });
      for (const method of ['DELETE', 'GET', 'PATCH']) {
        const call = { request: `${method} /${route}/${term.id}`, as: 'admin' };
        const again = await app.call(call);
        expect(again.status).toBe(400);
        expect(Object.keys(again.body.data.params)).toEqual(['id']);
      }
      expect((await get(app, `/${route}?hide_empty=0`)).total).toBe(0);
      const next = await givenTerm(app, route, 'Music');
      expect(next.slug).toBe('music');
      expect(next.id).toBeGreaterThan(term.id);
    },
  },
];

/** The count of a term as shown in the item, the list, and (if any) the event's item and list. */
const counts = async (app: TestApp, route: Route, id: number) => {
  const list = await get(app, `/${route}?hide_empty=0&include=${id}`);
  const shown = await get(app, `/${route}?include=${id}`);
  const item = await get(app, `/${route}/${id}`);
  expect(list[route][0].count).toBe(item.count);
  expect(shown.total).toBe(item.count > 0 ? 1 : 0);
  return item.count;
};

const counting = (route: Route): Scenario => ({
  name: `1.4 count of ${route}: published events, correct after every kind of change`,
  given: (app) => givenTerm(app, route, 'Music'),
  call: ({ id }) => ({
    request: 'POST /events',
    as: 'admin',
    body: eventPayload({ [route]: [id] }),
  }),
  status: 201,
  check: async (answer, { id }, app) => {
    expect(answer.body[route][0].count).toBe(1);
    const event = `/events/${answer.body.id}`;
    const change = (body: Json) => app.given({ request: `PATCH ${event}`, body });
    const steps: [Json, number][] = [
      [{ status: 'draft' }, 0],
      [{ status: 'publish' }, 1],
      [{ [route]: [] }, 0],
      [{ [route]: ['music'] }, 1],
      [{ status: 'private' }, 0],
      [{ status: 'pending' }, 0],
      [{ status: 'publish', hide_from_listings: true }, 1],
      [{ title: 'Other' }, 1],
      [{ status: 'publish', date: '2026-03-12 00:00:00' }, 0],
    ];
    for (const [body, expected] of steps) {
      await change(body);
      expect(await counts(app, route, id), JSON.stringify(body)).toBe(expected);
    }
    app.clock.nowMs = Date.UTC(2026, 2, 12);
    expect((await get(app, `/${route}/${id}`)).count).toBe(1);
    await catchUp(app.deps);
    expect(await counts(app, route, id)).toBe(1);
    await app.given({ request: `DELETE ${event}` });
    expect(await counts(app, route, id)).toBe(0);
    await change({ status: 'publish', hide_from_listings: false });
    expect(await counts(app, route, id)).toBe(1);
    const second = await givenEvent(app, { [route]: [id] });
    expect((await get(app, event))[route][0].count).toBe(2);
    const listed = (await get(app, '/events')).events.map((item: Json) => item[route][0].count);
    expect([...listed, second[route][0].count]).toEqual([2, 2, 2]);
  },
});

const ofDigits = (route: Route): Scenario => ({
  name: `3.2 events by ${route}: a slug of digits that begins with zeros is not a number`,
  given: async (app) => {
    for (const slug of ['007', '7']) {
      await givenEvent(app, { title: slug, [route]: [{ slug }] });
    }
  },
  call: { request: `GET /events?${route}=%20007` },
  status: 200,
  body: { events: [{ title: '007' }], total: 1 },
});

runScenarios('terms, shapes', shapes);
runScenarios(
  'categories',
  [...writing('categories'), counting('categories'), ofDigits('categories')],
  /same name in any|count of|DELETE in|slug in use/,
);
runScenarios(
  'tags',
  [...writing('tags'), counting('tags'), ofDigits('tags')],
  /same name in any|count of|DELETE in/,
);
