/** The codes of the error table that no other suite covers. Contract 7. */
import { expect } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import {
  eventPayload,
  givenEvent,
  givenOrganizer,
  givenTerm,
  givenVenue,
} from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const makers: Record<string, (app: TestApp) => Promise<Json>> = {
  venues: (app) => givenVenue(app),
  organizers: (app) => givenOrganizer(app),
};

/** Makes every write of the store end in a conflict, as with a parallel writer. */
const refusingStore = (make: (app: TestApp) => Promise<Json>) => async (app: TestApp) => {
  const record = await make(app);
  app.deps.store.write = async () => ({
    conflicts: [{ at: 0, reason: 'revision' as const }],
    written: [],
    entries: [],
  });
  return record;
};

const fault = () => new Error('secret of /srv/app/src/store.ts:12');

runScenarios('error table', [
  ...(['venue', 'organizer'] as const).flatMap((name): Scenario[] => {
    const route = `${name}s`;
    const make = makers[route] as (app: TestApp) => Promise<Json>;
    return [
      {
        name: `7 could-not-create-${name}: a store that refuses the insert is 400`,
        given: refusingStore(async () => null),
        call: { request: `POST /${route}`, as: 'admin', body: { [name]: 'Riverside' } },
        status: 400,
        code: `could-not-create-${name}`,
      },
      {
        name: `7 could-not-update-${name}: a store that refuses the update is 400`,
        given: refusingStore(make),
        call: ({ id }) => ({ request: `PATCH /${route}/${id}`, as: 'admin', body: { phone: '1' } }),
        status: 400,
        code: `could-not-update-${name}`,
      },
      {
        name: `7 could-not-delete-${name}: a store that refuses the trash is 500`,
        given: refusingStore(make),
        call: ({ id }) => ({ request: `DELETE /${route}/${id}`, as: 'admin' }),
        status: 500,
        code: `could-not-delete-${name}`,
      },
      {
        name: `7 archive-bad-search-string: validation comes first on ${route}`,
        call: { request: `GET /${route}?search[]=a` },
        status: 400,
        code: 'rest_invalid_param',
        params: ['search'],
      },
    ];
  }),
  {
    name: '7 could-not-update-event: a store that refuses the update is 500 (OURS)',
    given: refusingStore((app) => givenEvent(app)),
    call: ({ id }) => ({ request: `PATCH /events/${id}`, as: 'admin', body: { title: 'x' } }),
    status: 500,
    code: 'could-not-update-event',
  },
  {
    name: '7 could-not-delete-event: a store that refuses the trash is 500',
    given: refusingStore((app) => givenEvent(app)),
    call: ({ id }) => ({ request: `DELETE /events/${id}`, as: 'admin' }),
    status: 500,
    code: 'could-not-delete-event',
  },
  {
    name: '7 rest_term_invalid: a term deleted after the check is 404',
    given: async (app) => {
      const term = await givenTerm(app, 'tags', 'jazz');
      const { get } = app.deps.store;
      let left = 2;
      app.deps.store.get = async (kind, key) => (left-- > 0 ? get(kind, key) : null);
      return term;
    },
    call: ({ id }) => ({ request: `DELETE /tags/${id}`, as: 'admin' }),
    status: 404,
    code: 'rest_term_invalid',
  },
  {
    name: '7 rest_invalid_param instead of invalid-linked-post-id: a linked object of unknown id',
    call: {
      request: 'POST /events',
      as: 'admin',
      body: eventPayload({ venue: { id: 99 }, organizer: [{ id: 98 }] }),
    },
    status: 400,
    code: 'rest_invalid_param',
    params: ['venue', 'organizer'],
  },
  {
    name: '7 internal_error: a fault of the service is 500 without details',
    given: async (app) => {
      app.deps.store.get = () => Promise.reject(fault());
    },
    call: { request: 'GET /venues/1' },
    status: 500,
    code: 'internal_error',
    check: ({ text }) => expect(text).not.toContain('secret'),
  },
  {
    name: '7 internal_error: a fault of the index in a list is 500 without details',
    given: async (app) => {
      app.deps.index.search = () => Promise.reject(fault());
    },
    call: { request: 'GET /tags' },
    status: 500,
    code: 'internal_error',
    check: ({ text }) => expect(text).not.toContain('secret'),
  },
]);
