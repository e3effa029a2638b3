/**
 * DELETE of an event, by ID and by slug: the move to the trash, what is kept, and restoring.
 * Contract 4.8, 5, 6.2, 8. Who may delete: permissions.test.ts.
 */
import { expect } from 'vitest';
import { omit } from '../../src/lib/omit.js';
import type { Call, Json, TestApp } from '../support/app.js';
import { itemPaths } from '../support/event-rows.js';
import { givenEvent } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const remove = (event: Json, as: string | null = 'admin'): Call => ({
  request: `DELETE /events/${event.id}`,
  ...(as ? { as } : {}),
});
const patch = (event: Json, body: Json, as = 'admin'): Call => ({
  request: `PATCH /events/${event.id}`,
  as,
  body,
});

const full = {
  image: 'https://img.test/a.png',
  categories: ['Music'],
  tags: ['outdoor'],
  venue: { venue: 'Town hall' },
  organizer: [{ organizer: 'Ann Lee' }],
};
const trashed =
  (extra: Json = {}) =>
  async (app: TestApp) => {
    const event = await givenEvent(app, extra);
    app.clock.nowMs += 60_000;
    return { event, gone: await app.given(remove(event)) };
  };

const effect: Scenario[] = Object.entries(itemPaths).flatMap(([how, path]): Scenario[] => [
  {
    name: `5 DELETE ${how}: 200 with the record, status trash, the slug suffixed, links kept`,
    given: (app) => givenEvent(app, full),
    call: (event: Json) => ({ request: `DELETE ${path(event)}`, as: 'admin' }),
    status: 200,
    check: ({ body }, event) => {
      const category = omit(event.categories[0], ['count']);
      const tag = omit(event.tags[0], ['count']);
      expect(body).toMatchObject({
        id: event.id,
        status: 'trash',
        slug: 'spring-fair__trashed',
        title: event.title,
        image: event.image,
        date: event.date,
        venue: event.venue,
        organizer: event.organizer,
        categories: [category],
        tags: [tag],
      });
      expect([body.categories[0].count, body.tags[0].count]).toEqual([0, 0]);
      expect(Object.keys(body)).toEqual(Object.keys(event));
    },
  },
  {
    name: `5 an event deleted ${how} is in no list and no count`,
    given: async (app) => {
      const event = await givenEvent(app, full);
      await app.given({ request: `DELETE ${path(event)}` });
    },
    call: { request: 'GET /events', as: 'admin' },
    status: 200,
    body: { events: [], total: 0 },
    check: async (_answer, _given, app) => {
      expect((await app.given({ request: 'GET /tags' })).total).toBe(0);
      expect((await app.given({ request: 'GET /events?status=trash' })).total).toBe(1);
    },
  },
]);

const again: Scenario[] = [
  {
    name: '5 DELETE again by its old slug is 400',
    given: trashed(),
    call: { request: 'DELETE /events/by-slug/spring-fair', as: 'admin' },
    status: 400,
    code: 'rest_invalid_param',
    params: ['slug'],
  },
  {
    name: '4.8 the old slug of a trashed event is not found',
    given: trashed(),
    call: { request: 'GET /events/by-slug/spring-fair' },
    status: 400,
    code: 'rest_invalid_param',
    params: ['slug'],
  },
  {
    name: '4.8 the slug of a trashed event is free for another event',
    given: trashed(),
    call: {
      request: 'POST /events',
      as: 'admin',
      body: { title: 'Spring fair', start_date: '2026-04-01', end_date: '2026-04-01' },
    },
    status: 201,
    body: { slug: 'spring-fair' },
  },
  {
    name: '4.8 a slug of 200 characters is the same after the trash',
    given: trashed({ title: 'On the origin of the species '.repeat(10) }),
    call: ({ event }) => patch(event, { status: 'publish' }),
    status: 200,
    check: ({ body }, { event }) => {
      expect(event.slug).toHaveLength(200);
      expect(body.slug).toBe(event.slug);
    },
  },
  {
    name: '4.8 two events with the same slug go to the trash; its slug finds the later one',
    given: async (app) => {
      const first = await trashed()(app);
      return { first, second: await trashed()(app) };
    },
    call: ({ first }: Json) => patch(first.event, { status: 'publish' }),
    status: 200,
    body: { slug: 'spring-fair' },
    check: async (_answer, { second }, app) => {
      expect(second.gone.slug).toBe('spring-fair__trashed');
      const back = await app.given({
        request: 'PATCH /events/by-slug/spring-fair__trashed',
        body: { status: 'publish' },
      });
      expect(back.id).toBe(second.event.id);
      expect(back.slug).toBe('spring-fair-2');
    },
  },
];

const restore: Scenario[] = [
  ...['publish', 'draft', 'pending', 'private'].map(
    (status): Scenario => ({
      name: `8 an update with status ${status} restores its slug, links, terms and dates`,
      given: trashed(full),
      call: ({ event }: Json) => patch(event, { status }),
      status: 200,
      check: async ({ body }, { event }, app) => {
        const count = status === 'publish' ? 1 : 0;
        expect(body).toMatchObject({
          ...event,
          status,
          modified: body.modified,
          modified_utc: body.modified_utc,
          categories: [{ slug: 'music', count }],
          tags: [{ slug: 'outdoor', count }],
        });
        const list = await app.given({ request: `GET /events?status=${status}` });
        expect(list.total).toBe(1);
      },
    }),
  ),
  {
    name: '8 an update without status leaves the event in the trash',
    given: trashed(),
    call: ({ event }: Json) => patch(event, { title: 'B' }),
    status: 200,
    body: { status: 'trash', title: 'B', slug: 'spring-fair__trashed' },
  },
  {
    name: '8 status trash in an update does the same as DELETE, with 200',
    given: (app) => givenEvent(app, full),
    call: (event: Json) => patch(event, { status: 'trash' }),
    status: 200,
    body: { status: 'trash', slug: 'spring-fair__trashed', tags: [{ count: 0 }] },
    check: async (_answer, event, app) => {
      expect((await app.call(remove(event))).status).toBe(410);
      expect((await app.given({ request: 'GET /events' })).total).toBe(0);
    },
  },
  {
    name: '8 status trash for a trashed event changes nothing',
    given: trashed(),
    call: ({ event }: Json) => patch(event, { status: 'trash' }),
    status: 200,
    body: { status: 'trash', slug: 'spring-fair__trashed' },
  },
  {
    name: '8 an event can be restored by its suffixed slug',
    given: trashed(),
    call: {
      request: 'PUT /events/by-slug/spring-fair__trashed',
      as: 'admin',
      body: { status: 'publish' },
    },
    status: 200,
    body: { status: 'publish', slug: 'spring-fair' },
  },
  {
    name: '4.8 a restored event gets -2 when its slug was taken meanwhile',
    given: async (app) => {
      const given = await trashed()(app);
      await givenEvent(app);
      return given;
    },
    call: ({ event }: Json) => patch(event, { status: 'publish' }),
    status: 200,
    body: { slug: 'spring-fair-2' },
  },
  {
    name: '4.8 a draft without a slug, trashed and restored as published, gets a slug',
    given: async (app) => trashed({ status: 'draft' })(app),
    call: ({ event }: Json) => patch(event, { status: 'publish' }),
    status: 200,
    body: { slug: 'spring-fair', status: 'publish' },
  },
];

const draft = { status: 'draft', slug: 'a-draft' };
const access: Scenario[] = [
  {
    name: '6.2 a contributor may restore his own draft, but not publish it that way',
    given: async (app) => {
      const event = await givenEvent(app, draft, 'contributor');
      await app.given(remove(event, 'contributor'));
      return event;
    },
    call: (event: Json) => patch(event, { status: 'publish' }, 'contributor'),
    status: 200,
    body: { status: 'pending', slug: 'a-draft' },
  },
];

runScenarios(
  'deleting an event',
  [...effect, ...again, ...restore, ...access],
  /by ID is in no|two events with|status (publish|draft) restores|restored event gets/,
);

runScenarios(
  'deleting an event twice at once',
  [
    {
      name: '5 one of ten concurrent DELETEs is 200, the others are 410',
      given: async (app) => {
        const event = await givenEvent(app);
        const answers = await Promise.all(
          Array.from({ length: 10 }, () => app.call(remove(event))),
        );
        return { event, statuses: answers.map(({ status }) => status).sort() };
      },
      call: ({ event }: Json) => patch(event, { status: 'publish' }),
      status: 200,
      body: { slug: 'spring-fair' },
      check: (_answer, { statuses }) => expect(statuses).toEqual([200, ...Array(9).fill(410)]),
    },
  ],
  /./,
);
