/** DELETE with `force`: who may, what is answered, and what is left. Contract 5, 24.2. */
import { expect } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { itemPaths } from '../support/event-rows.js';
import { givenEvent, givenOrganizer, givenTerm, givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const full = {
  venue: { venue: 'Town hall' },
  organizer: [{ organizer: 'Ann Lee' }],
  categories: ['Music'],
  tags: ['outdoor'],
};

const gone: Scenario[] = Object.entries(itemPaths).map(([how, path]) => ({
  name: `24.2 DELETE ${how} with force: 200 with the event, then 404 and not 410`,
  given: (app: TestApp) => givenEvent(app, full),
  call: (event: Json) => ({ request: `DELETE ${path(event)}?force=true`, as: 'editor' }),
  status: 200,
  check: async ({ body }, event, app) => {
    expect(body).toMatchObject({ id: event.id, status: 'trash', title: event.title });
    expect(Object.keys(body)).toEqual(Object.keys(event));
    for (const request of ['GET', 'DELETE', 'PATCH']) {
      const again = await app.call({ request: `${request} /events/${event.id}`, as: 'admin' });
      expect(again.status).toBe(404);
      expect(again.body.code).toBe('rest-event-not-found');
    }
    const lists = ['', '&status=trash', '&search=spring'].map((more) =>
      app.given({ request: `GET /events?start_date=2026-01-01${more}` }),
    );
    expect((await Promise.all(lists)).map(({ total }) => total)).toEqual([0, 0, 0]);
    // Terms without a published event are left out.
    expect((await app.given({ request: 'GET /categories' })).total).toBe(0);
    const hall = await app.given({ request: 'GET /venues?has_events=true' });
    expect(hall.total).toBe(0);
    // Its slug is free, and its ID is not given again.
    const next = await givenEvent(app);
    expect(next.slug).toBe(event.slug);
    expect(next.id).toBeGreaterThan(event.id);
  },
}));

const others: Scenario[] = [
  {
    name: '24.2 force erases from the trash',
    given: async (app) => {
      const event = await givenEvent(app);
      return app.given({ request: `DELETE /events/${event.id}` });
    },
    call: ({ id }: Json) => ({ request: `DELETE /events/${id}?force=1`, as: 'admin' }),
    status: 200,
    body: { status: 'trash', slug: 'spring-fair__trashed' },
    check: async (_answer, { id }, app) => {
      expect((await app.call({ request: `GET /events/${id}` })).status).toBe(404);
      expect((await app.given({ request: 'GET /events?status=trash' })).total).toBe(0);
    },
  },
  {
    name: '24.2 without force a record in the trash stays 410',
    given: async (app) => {
      const event = await givenEvent(app);
      return app.given({ request: `DELETE /events/${event.id}` });
    },
    call: ({ id }: Json) => ({ request: `DELETE /events/${id}?force=false`, as: 'admin' }),
    status: 410,
    code: 'event-is-in-trash',
  },
  {
    name: '24.2 force in the body, of an identity in another system',
    given: (app) =>
      app.given({
        request: 'PUT /venues/external/crm/hall',
        body: { venue: 'Town hall' },
      }),
    call: { request: 'DELETE /venues/external/crm/hall', as: 'admin', body: { force: true } },
    status: 200,
    body: { status: 'trash', venue: 'Town hall' },
    check: async (_answer, venue, app) => {
      const again = await app.call({ request: 'GET /venues/external/crm/hall' });
      expect(again.status).toBe(400);
      const made = await app.call({
        request: 'PUT /venues/external/crm/hall',
        as: 'admin',
        body: { venue: 'Town hall' },
      });
      expect(made.status).toBe(201);
      expect(made.body.id).not.toBe(venue.id);
    },
  },
  {
    name: '24.2 events lose the link to an erased venue and organizer',
    given: (app) => givenEvent(app, full),
    call: (event: Json) => ({
      request: `DELETE /venues/${event.venue.id}?force=true`,
      as: 'admin',
    }),
    status: 200,
    check: async (_answer, event, app) => {
      const [{ id }] = event.organizer;
      await app.given({ request: `DELETE /organizers/${id}?force=true` });
      expect(await app.given({ request: `GET /events/${event.id}` })).toMatchObject({
        venue: [],
        organizer: [],
      });
      const found = await app.given({ request: 'GET /events?search=hall&start_date=2026-01-01' });
      expect(found.total).toBe(0);
      const answer = await app.call({ request: `GET /venues/${event.venue.id}` });
      expect(answer.status).toBe(400);
    },
  },
  {
    name: '24.2 the slug of a merged record that is erased leads nowhere, its ID still does',
    given: async (app) => {
      const kept = await givenVenue(app, { venue: 'Blue Note' });
      const drop = await givenVenue(app, { venue: 'Blue Nota' });
      await app.given({ request: `POST /venues/${kept.id}/merge`, body: { drop: [drop.id] } });
      return { kept, drop };
    },
    call: ({ drop }: Json) => ({ request: `DELETE /venues/${drop.id}?force=true`, as: 'admin' }),
    status: 200,
    check: async (_answer, { kept, drop }, app) => {
      const byId = await app.call({ request: `GET /venues/${drop.id}` });
      expect([byId.status, byId.body.data.id]).toEqual([301, kept.id]);
      const bySlug = await app.call({ request: `GET /venues/by-slug/${drop.slug}` });
      expect(bySlug.status).toBe(400);
      const keys = await app.deps.store.keys.list('venue', { ids: [kept.id] });
      expect(keys.map(({ key }) => key)).toEqual([`@id:${drop.id}`]);
    },
  },
  {
    name: '24.2 a slug that was given again leads to the record that has it by a later merge',
    given: async (app) => {
      const first = await givenVenue(app, { venue: 'Blue Note' });
      const second = await givenVenue(app, { venue: 'Red Note' });
      const drop = await givenVenue(app, { venue: 'Blue Nota' });
      await app.given({ request: `POST /venues/${first.id}/merge`, body: { drop: [drop.id] } });
      const again = await givenVenue(app, { venue: 'Blue Nota', slug: drop.slug });
      expect(again.slug).toBe(drop.slug);
      await app.given({ request: `POST /venues/${second.id}/merge`, body: { drop: [again.id] } });
      return { second, drop };
    },
    call: ({ drop }: Json) => ({ request: `DELETE /venues/${drop.id}?force=true`, as: 'admin' }),
    status: 200,
    check: async (_answer, { second, drop }, app) => {
      const bySlug = await app.call({ request: `GET /venues/by-slug/${drop.slug}` });
      expect([bySlug.status, bySlug.body.data.id]).toEqual([301, second.id]);
    },
  },
  {
    name: '24.2 an erased record that others were merged into leads nowhere',
    given: async (app) => {
      const kept = await givenVenue(app, { venue: 'Blue Note' });
      const drop = await givenVenue(app, { venue: 'Blue Nota' });
      await app.given({ request: `POST /venues/${kept.id}/merge`, body: { drop: [drop.id] } });
      await app.given({ request: `DELETE /venues/${drop.id}?force=true` });
      return { kept, drop };
    },
    call: ({ kept }: Json) => ({ request: `DELETE /venues/${kept.id}?force=true`, as: 'admin' }),
    status: 200,
    check: async (_answer, { drop }, app) => {
      const byId = await app.call({ request: `GET /venues/${drop.id}` });
      expect(byId.status).toBe(400);
      expect(await app.deps.store.find('venue', 'key', [`@id:${drop.id}`])).toEqual([]);
    },
  },
  {
    name: '24.2 force changes nothing for terms',
    given: (app) => givenTerm(app, 'tags', 'outdoor'),
    call: ({ id }: Json) => ({ request: `DELETE /tags/${id}?force=true`, as: 'editor' }),
    status: 200,
    body: { name: 'outdoor' },
  },
  {
    name: '24.2 a wrong force and an unknown ID are told together',
    call: { request: 'DELETE /venues/999?force=maybe', as: 'admin' },
    status: 400,
    code: 'rest_invalid_param',
    params: ['force', 'id'],
  },
  {
    name: '24.2 If-Match holds for force',
    given: givenOrganizer,
    call: ({ id }: Json) => ({
      request: `DELETE /organizers/${id}?force=true`,
      as: 'admin',
      headers: { 'If-Match': '"99.x"' },
    }),
    status: 412,
    code: 'rest_precondition_failed',
    check: async (_answer, { id }, app) => {
      expect((await app.call({ request: `GET /organizers/${id}` })).status).toBe(200);
    },
  },
];

const refused = [
  { as: 'author', status: 403 },
  { as: 'contributor', status: 403 },
  { as: 'subscriber', status: 403 },
  { as: undefined, status: 401 },
].map(({ as, status }): Scenario => {
  return {
    name: `24.2 force by ${as ?? 'nobody'}: ${status}, for own records too`,
    given: (app) =>
      givenEvent(app, { status: 'draft', author: app.userIds[as ?? 'author'] }, 'admin'),
    call: ({ id }: Json) => ({
      request: `DELETE /events/${id}?force=true`,
      ...(as ? { as } : {}),
    }),
    status,
    code: 'rest_forbidden',
    check: async (_answer, { id }, app) => {
      const { status: after } = await app.given({ request: `GET /events/${id}` });
      expect(after).toBe('draft');
    },
  };
});

runScenarios(
  '24.2 DELETE with force',
  [...gone, ...others, ...refused],
  /by ID with|from the trash|in the body|lose the link|leads nowhere|given again/,
);
