/**
 * Statuses of events: the result of a write, transitions, slugs, and future events that are
 * published when their time comes. Contract 4.8, 6.2, 6.3, 8.
 */

import { expect } from 'vitest';
import { statusOf } from '../../src/kinds/visibility.js';
import { catchUp } from '../support/agree.js';
import type { Call, Json, TestApp } from '../support/app.js';
import { bad, good, post, show } from '../support/event-rows.js';
import { givenEvent } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'];
const LATER = '2026-03-11 12:00:00';

const patch = (event: Json, body: Json, as = 'admin'): Call => ({
  request: `PATCH /events/${event.id}`,
  as,
  body,
});
const read = (event: Json, as?: string): Call => ({
  request: `GET /events/${event.id}`,
  ...(as ? { as } : {}),
});

const given63: Scenario[] = [
  {
    name: '6.3 update by contributor without status leaves pending',
    given: (app) => givenEvent(app, { status: 'pending' }, 'contributor'),
    call: (event: Json) => patch(event, { title: 'B' }, 'contributor'),
    status: 200,
    body: { status: 'pending', title: 'B' },
  },
  ...['', 'any', 'auto-draft', 'inherit', 'published', 5, true, ['draft'], {}].map((status) =>
    bad(`8 status: ${show(status)} is 400`, { status }),
  ),
  good('8 status: closed words take capitals', { status: 'Publish' }, { status: 'publish' }),
  good('0 status: null is absent', { status: null }, { status: 'publish' }),
];

/** → what a status becomes when the publication date is not in the future. */
const settled = (status: string) => (status === 'future' ? 'publish' : status);

const transitions: Scenario[] = [
  ...STATUSES.map(
    (from): Scenario => ({
      name: `8 an event goes from ${from} to any status and back`,
      given: (app) => givenEvent(app, { status: from, slug: 'fair' }),
      call: (event: Json) => read(event, 'admin'),
      status: from === 'trash' ? 403 : 200,
      check: async (_answer, event, app) => {
        for (const to of STATUSES) {
          const there = await app.given(patch(event, { status: to }));
          expect(there.status, to).toBe(settled(to));
          expect(there.slug, to).toBe(to === 'trash' ? 'fair__trashed' : 'fair');
          const back = await app.given(patch(event, { status: from }));
          expect(back.status, `${to} → ${from}`).toBe(settled(from));
          const total = async (call: Call) => (await app.call(call)).body.total;
          const isPublic = settled(from) === 'publish';
          expect(await total({ request: 'GET /events' })).toBe(isPublic ? 1 : 0);
          const own = `GET /events?status=${settled(from)}`;
          expect(await total({ request: own, as: 'admin' })).toBe(1);
        }
      },
    }),
  ),
  {
    name: '4.8 a draft gets its slug when it is published',
    given: (app) => givenEvent(app, { status: 'draft' }),
    call: (event: Json) => patch(event, { status: 'publish' }),
    status: 200,
    body: { slug: 'spring-fair' },
    check: (_answer, event) => expect(event.slug).toBe(''),
  },
  {
    name: '4.8 publishing avoids slugs held by drafts',
    given: async (app) => {
      await givenEvent(app, { status: 'draft', slug: 'spring-fair' });
      return givenEvent(app, { status: 'draft' });
    },
    call: (event: Json) => patch(event, { status: 'publish' }),
    status: 200,
    body: { slug: 'spring-fair-2' },
  },
  {
    name: '4.8 when two drafts have the same slug, the second one published gets -2',
    given: async (app) => {
      const drafts = [
        await givenEvent(app, { status: 'draft', slug: 'fair', title: 'A' }),
        await givenEvent(app, { status: 'draft', slug: 'fair', title: 'B' }),
      ];
      return drafts;
    },
    call: ([first]: Json) => patch(first, { status: 'publish' }),
    status: 200,
    check: async ({ body }, [, second], app) => {
      const other = await app.given(patch(second, { status: 'publish' }));
      expect([body.slug, other.slug].sort()).not.toEqual(['fair', 'fair']);
      expect(new Set([body.slug, other.slug]).size).toBe(2);
    },
  },
  {
    name: '4.8 by-slug finds the published event before a draft of the same slug',
    given: async (app) => {
      const event = await givenEvent(app, { slug: 'fair', title: 'Public' });
      await givenEvent(app, { status: 'draft', slug: 'fair', title: 'Draft' });
      return event;
    },
    call: bySlug,
    status: 200,
    body: { title: 'Public' },
  },
  {
    name: '4.8 an event changed back to draft keeps its slug, and no other event gets it',
    given: async (app) => {
      const event = await givenEvent(app);
      return app.given(patch(event, { status: 'draft' }));
    },
    call: post(),
    status: 201,
    body: { slug: 'spring-fair-2' },
    check: (_answer, event) => expect(event.slug).toBe('spring-fair'),
  },
];

function bySlug(event: Json): Call {
  return { request: `GET /events/by-slug/${event.slug}` };
}

const dates: Scenario[] = [
  good(
    '8 publish with a date one minute ahead becomes future',
    { date: '2026-03-10 12:01:00' },
    { status: 'future', slug: 'spring-fair' },
  ),
  good(
    '8 publish with a date less than a minute ahead stays publish',
    { date: '2026-03-10 12:00:59' },
    { status: 'publish' },
  ),
  good('8 future without a date is publish', { status: 'future' }, { status: 'publish' }),
  good(
    '8 future with a date that has passed is publish',
    { status: 'future', date_utc: '2026-01-01' },
    { status: 'publish' },
  ),
  good(
    '8 future with a date ahead is kept',
    { status: 'future', date_utc: LATER },
    { status: 'future', date_utc: LATER },
  ),
  ...['draft', 'pending', 'private'].map((status) =>
    good(`8 ${status} with a date ahead stays ${status}`, { status, date_utc: LATER }, { status }),
  ),
  {
    name: '8 a date ahead makes a published event future, a past date publishes it again',
    given: async (app) => {
      const event = await givenEvent(app);
      return app.given(patch(event, { date_utc: LATER }));
    },
    call: (event: Json) => patch(event, { date_utc: '2026-03-01' }),
    status: 200,
    body: { status: 'publish' },
    check: (_answer, event) => expect(event.status).toBe('future'),
  },
  {
    name: '8 a draft with a date ahead becomes future when it is published',
    given: (app) => givenEvent(app, { status: 'draft', date_utc: LATER }),
    call: (event: Json) => patch(event, { status: 'publish' }),
    status: 200,
    body: { status: 'future', date_utc: LATER },
  },
  {
    name: '8 an update without a date leaves a future event future',
    given: (app) => givenEvent(app, { date_utc: LATER }),
    call: (event: Json) => patch(event, { title: 'B' }),
    status: 200,
    body: { status: 'future', date_utc: LATER },
  },
  {
    name: '8 an update after the date leaves the event published',
    given: async (app) => {
      const event = await givenEvent(app, { date_utc: LATER });
      app.clock.nowMs += 25 * 3_600_000;
      return event;
    },
    call: (event: Json) => patch(event, { title: 'B' }),
    status: 200,
    body: { status: 'publish', date_utc: LATER },
  },
];

const future = (app: TestApp) =>
  givenEvent(app, { date_utc: LATER, tags: 'Jazz', venue: { venue: 'Hall' } });
const due = async (app: TestApp) => {
  const event = await future(app);
  app.clock.nowMs += 24 * 3_600_000;
  return event;
};
/** → the list totals: anonymous, and an editor asking for future and for publish. */
async function totals(app: TestApp): Promise<number[]> {
  const calls: Call[] = [
    { request: 'GET /events' },
    { request: 'GET /events?status=future', as: 'editor' },
    { request: 'GET /events?status=publish', as: 'editor' },
  ];
  const found: number[] = [];
  for (const call of calls) found.push((await app.call(call)).body.total);
  return found;
}

const lazily: Scenario[] = [
  {
    name: '8 6.2 a future event is 403 for anonymous and in no public list',
    given: future,
    call: (event: Json) => read(event),
    status: 403,
    code: 'event-not-accessible',
    check: async (_answer, event, app) => {
      expect(await totals(app)).toEqual([0, 1, 0]);
      expect((await app.given(read(event, 'editor'))).status).toBe('future');
      const [tag] = (await app.given({ request: 'GET /tags?hide_empty=false' })).tags;
      expect(tag.count).toBe(0);
    },
  },
  {
    name: '8 one second before its date an event is still future',
    given: async (app) => {
      const event = await due(app);
      app.clock.nowMs -= 1000;
      return event;
    },
    call: (event: Json) => read(event),
    status: 403,
    check: async (_answer, _event, app) => expect(await totals(app)).toEqual([0, 1, 0]),
  },
  {
    name: '8 OURS on its date readers see it as published before any write, by ID',
    given: due,
    call: (event: Json) => read(event),
    status: 200,
    body: { status: 'publish', date_utc: LATER, tags: [{ count: 1 }] },
  },
  {
    name: '8 OURS on its date readers see it as published before any write, by slug',
    given: due,
    call: bySlug,
    status: 200,
    body: { status: 'publish' },
  },
  {
    name: '8 OURS on its date lists show it with the status publish, before any write',
    given: due,
    call: { request: 'GET /events' },
    status: 200,
    body: { total: 1, events: [{ status: 'publish' }] },
    check: async (_answer, _event, app) => expect(await totals(app)).toEqual([1, 0, 1]),
  },
  {
    name: '8 publish-due writes due events once, and counts follow',
    given: async (app) => {
      await givenEvent(app, { date_utc: '2026-05-01', title: 'Not yet' });
      const event = await due(app);
      await catchUp(app.deps);
      return event;
    },
    call: (event: Json) => read(event),
    status: 200,
    body: { status: 'publish' },
    check: async ({ body }, event, app) => {
      await catchUp(app.deps);
      expect(body.slug).toBe(event.slug);
      expect(await totals(app)).toEqual([1, 1, 1]);
      const stored = await app.deps.store.get('event', { id: event.id });
      expect(stored && statusOf(stored)).toBe('publish');
      const { tags } = await app.given({ request: 'GET /tags' });
      expect(tags).toMatchObject([{ name: 'Jazz', count: 1 }]);
      const upcoming = await app.call({ request: 'GET /venues?only_with_upcoming=true' });
      expect(upcoming.body.total).toBe(1);
    },
  },
  {
    name: '8 publish-due publishes venues, and their events then show them',
    given: async (app) => {
      const venue = { venue: 'Hall', date_utc: LATER };
      const event = await givenEvent(app, { venue });
      expect((await app.call(read(event))).body.venue).toEqual([]);
      app.clock.nowMs += 24 * 3_600_000;
      await catchUp(app.deps);
      return event;
    },
    call: { request: 'GET /events' },
    status: 200,
    body: { events: [{ venue: { venue: 'Hall', status: 'publish' } }] },
    check: async (_answer, event, app) => {
      expect((await app.call(read(event))).body.venue.status).toBe('publish');
    },
  },
  {
    name: '8 after a clock that ran ahead, a change of something else unpublishes nothing',
    given: async (app) => {
      app.clock.nowMs += 24 * 3_600_000;
      const event = await givenEvent(app, { tags: 'Jazz' });
      app.clock.nowMs -= 24 * 3_600_000;
      return event;
    },
    call: (event: Json) => patch(event, { title: 'Renamed' }),
    status: 200,
    body: { title: 'Renamed', status: 'publish' },
    check: async (_, event, app) => {
      await app.given({ request: `DELETE /events/${event.id}` });
      const restored = await app.given(patch(event, { status: 'publish', date: '2026-03-01' }));
      expect(restored.status).toBe('publish');
      expect((await app.given(patch(event, { date: '2026-05-01' }))).status).toBe('future');
    },
  },
  {
    name: '8 publish-due and a PATCH at the same time: neither is lost',
    given: async (app) => {
      const event = await due(app);
      await Promise.all([
        catchUp(app.deps),
        ...['title', 'description', 'excerpt'].map((field) =>
          app.given(patch(event, { [field]: 'new' })),
        ),
      ]);
      return event;
    },
    call: (event: Json) => read(event),
    status: 200,
    body: { status: 'publish', title: 'new', description: 'new', excerpt: 'new' },
  },
];

runScenarios(
  'statuses of events',
  [...given63, ...transitions, ...dates, ...lazily],
  /from (future|trash) to|held by drafts|before a draft|OURS on its|publish-due/,
);
