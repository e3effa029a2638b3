/**
 * A changed, trashed or deleted venue, organizer, category or tag changes the events that embed it,
 * in lists and items. Contract 5.
 */
import { expect } from 'vitest';
import { omit } from '../../src/lib/omit.js';
import { catchUp } from '../support/agree.js';
import type { Json, TestApp } from '../support/app.js';
import { givenEvent, givenOrganizer, givenTerm, givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const get = async (app: TestApp, path: string, as?: string) =>
  (await app.call({ request: `GET ${path}`, ...(as ? { as } : {}) })).body;

const patch = (path: string, body: Json) => ({ request: `PATCH ${path}`, as: 'admin', body });

const withoutCount = (record: Json) => omit(record, ['json_ld', 'count']);

/** Expects `field` of every event, in its item and in the list, to hold these records. */
async function expectEmbedded(app: TestApp, events: Json[], field: string, wanted: Json[]) {
  const list = await get(app, '/events?per_page=50&status=publish,draft,private', 'admin');
  expect(list.total).toBe(events.length);
  for (const { id } of events) {
    const item = await get(app, `/events/${id}`, 'admin');
    const listed = list.events.find((event: Json) => event.id === id);
    for (const event of [item, listed]) {
      const held = [event[field]].flat().map(withoutCount);
      expect(held).toEqual(wanted.map((record) => expect.objectContaining(withoutCount(record))));
    }
  }
}

interface Case {
  field: 'venue' | 'organizer' | 'categories' | 'tags';
  route: string;
  change: Json;
  make: (app: TestApp, name: string) => Promise<Json>;
}

const cases: Case[] = [
  {
    field: 'venue',
    route: 'venues',
    change: { venue: 'New', city: 'Bonn', geo_lat: 50.7, geo_lng: 7.1 },
    make: (app, venue) => givenVenue(app, { venue }),
  },
  {
    field: 'organizer',
    route: 'organizers',
    change: { organizer: 'New', phone: '5' },
    make: (app, organizer) => givenOrganizer(app, { organizer }),
  },
  {
    field: 'categories',
    route: 'categories',
    change: { name: 'New', slug: 'new', description: 'D' },
    make: (app, name) => givenTerm(app, 'categories', name),
  },
  {
    field: 'tags',
    route: 'tags',
    change: { name: 'New', slug: 'new', description: 'D' },
    make: (app, name) => givenTerm(app, 'tags', name),
  },
];

/** Two events that hold the record (and another, where a field may hold many), one a draft. */
const held =
  ({ field, make }: Case) =>
  async (app: TestApp) => {
    const record = await make(app, 'Held');
    const other = field === 'venue' ? null : await make(app, 'Other');
    const ids = other ? [other.id, record.id] : record.id;
    const first = await givenEvent(app, { [field]: ids });
    const second = await givenEvent(app, { [field]: ids, status: 'draft' });
    return { record, others: other ? [other] : [], events: [first, second] };
  };

const changes = cases.flatMap((one): Scenario[] => {
  const { field, route, change } = one;
  return [
    {
      name: `4c a changed ${field}: updates items and lists of its events, others stay`,
      given: held(one),
      call: ({ record }) => patch(`/${route}/${record.id}`, change),
      status: 200,
      body: change,
      check: async (answer, { others, events }, app) => {
        await expectEmbedded(app, events, field, [...others, answer.body]);
        const one = await get(app, `/events/${events[0].id}`);
        expect(one.modified).toBe(events[0].modified);
      },
    },
    {
      name: `5 a removed ${field}: only that link is removed, from all events`,
      given: held(one),
      call: ({ record }) => ({ request: `DELETE /${route}/${record.id}`, as: 'admin' }),
      status: 200,
      check: async (_, { others, events }, app) => {
        await expectEmbedded(app, events, field, others);
        if (field === 'venue')
          expect((await get(app, `/events/${events[0].id}`)).venue).toEqual([]);
      },
    },
    {
      name: `4c a changed ${field}: an event changed afterwards keeps the new copy`,
      given: held(one),
      call: ({ record }) => patch(`/${route}/${record.id}`, change),
      status: 200,
      check: async (answer, { others, events }, app) => {
        for (const { id } of events) await app.given(patch(`/events/${id}`, { title: 'Newer' }));
        await expectEmbedded(app, events, field, [...others, answer.body]);
      },
    },
  ];
});

const further: Scenario[] = [
  {
    name: '4c a changed venue: filters and coordinates of events follow',
    given: async (app) => {
      const venue = await givenVenue(app, { city: 'Rome', geo_lat: 41.9, geo_lng: 12.5 });
      await givenEvent(app, { venue: venue.id });
      return venue;
    },
    call: ({ id }) => patch(`/venues/${id}`, { city: 'Bonn', geo_lat: 50.7, geo_lng: 7.1 }),
    status: 200,
    check: async (_, __, app) => {
      const total = async (query: string) => (await get(app, `/events?${query}`)).total;
      expect(await total('city=bonn')).toBe(1);
      expect(await total('city=rome')).toBe(0);
      expect(await total('geoloc_lat=50.7&geoloc_lng=7.1&geoloc_radius=1')).toBe(1);
      expect(await total('geoloc_lat=41.9&geoloc_lng=12.5&geoloc_radius=1')).toBe(0);
    },
  },
  {
    name: '5 a trashed venue: its events lose their place; after restoring it stays unlinked',
    given: async (app) => {
      const venue = await givenVenue(app, { geo_lat: 1, geo_lng: 1 });
      return { venue, event: await givenEvent(app, { venue: venue.id }) };
    },
    call: ({ venue }) => ({ request: `DELETE /venues/${venue.id}`, as: 'admin' }),
    status: 200,
    check: async (_, { venue, event }, app) => {
      expect((await get(app, '/events?geoloc=true')).total).toBe(0);
      await app.given(patch(`/venues/${venue.id}`, { status: 'publish' }));
      expect((await get(app, '/venues?has_events=true')).total).toBe(0);
      expect((await get(app, `/events/${event.id}`)).venue).toEqual([]);
    },
  },
  {
    name: '8 status trash in an update: removes the links as DELETE does',
    given: held(cases[1] as Case),
    call: ({ record }) => patch(`/organizers/${record.id}`, { status: 'trash' }),
    status: 200,
    body: { status: 'trash' },
    check: (_, { others, events }, app) => expectEmbedded(app, events, 'organizer', others),
  },
  {
    name: '5 a deleted term: is no longer a filter, its events lose it, other tags stay',
    given: async (app) => {
      const tags = [await givenTerm(app, 'tags', 'One'), await givenTerm(app, 'tags', 'Two')];
      return { tags, event: await givenEvent(app, { tags: tags.map(({ id }) => id) }) };
    },
    call: ({ tags }) => ({ request: `DELETE /tags/${tags[0].id}`, as: 'admin' }),
    status: 200,
    check: async (_, { tags, event }, app) => {
      expect((await app.call({ request: `GET /events?tags=${tags[0].id}` })).status).toBe(400);
      expect((await get(app, '/events?tags=two')).total).toBe(1);
      expect((await get(app, `/events/${event.id}`)).tags).toHaveLength(1);
      expect((await get(app, `/tags/${tags[1].id}`)).count).toBe(1);
    },
  },
  {
    name: '5 a trashed event: keeps its links and terms, and gets their changes',
    given: async (app) => {
      const given = await held(cases[0] as Case)(app);
      await app.given({ request: `DELETE /events/${given.events[0].id}` });
      return given;
    },
    call: ({ record }) => patch(`/venues/${record.id}`, { venue: 'New' }),
    status: 200,
    check: async (_, { record, events }, app) => {
      const path = `/events/${events[0].id}`;
      const restored = await app.given(patch(path, { status: 'publish' }));
      expect(restored.venue).toMatchObject({ id: record.id, venue: 'New' });
    },
  },
  {
    name: '6.2 a venue made private: anonymous readers of its event do not see it, an editor does',
    given: held(cases[0] as Case),
    call: ({ record }) => patch(`/venues/${record.id}`, { status: 'private' }),
    status: 200,
    check: async (_, { record, events }, app) => {
      const path = `/events/${events[0].id}`;
      expect((await get(app, path)).venue).toEqual([]);
      expect((await get(app, '/events')).events[0].venue).toEqual([]);
      expect((await get(app, path, 'editor')).venue.id).toBe(record.id);
      expect((await get(app, '/events', 'editor')).events[0].venue.id).toBe(record.id);
    },
  },
  {
    name: '8 a venue published later: its events show it from that time on',
    given: async (app) => {
      const venue = await givenVenue(app, { date: '2026-03-12 00:00:00' });
      return givenEvent(app, { venue: venue.id });
    },
    call: ({ id }) => ({ request: `GET /events/${id}` }),
    status: 200,
    body: { venue: [] },
    check: async (_, { id }, app) => {
      expect((await get(app, '/events')).events[0].venue).toEqual([]);
      app.clock.nowMs = Date.UTC(2026, 2, 12);
      expect((await get(app, `/events/${id}`)).venue.status).toBe('publish');
      await catchUp(app.deps);
      expect((await get(app, '/events')).events[0].venue.status).toBe('publish');
    },
  },
];

const moved: Scenario[] = [
  {
    name: '19 a new address of a venue raises SEQUENCE and LAST-MODIFIED of its events, once',
    given: async (app) => {
      const venue = await givenVenue(app, { venue: 'Hall', address: 'Old street 1' });
      const events = [await givenEvent(app, { venue: venue.id })];
      app.clock.nowMs += 60_000;
      return { venue, events };
    },
    call: ({ venue }: Json) => patch(`/venues/${venue.id}`, { address: 'New street 2' }),
    status: 200,
    check: async (_, { venue, events: [event] }, app) => {
      await catchUp(app.deps);
      const calendar = async () => {
        const { text } = await app.call({ request: `GET /events/${event.id}.ics` });
        return text.match(/(LOCATION|SEQUENCE|LAST-MODIFIED):[^\r]*/g);
      };
      const before = event.modified_utc.replaceAll(/[-:]/g, '').replace(' ', 'T');
      const changed = await calendar();
      expect(changed).toEqual([
        'SEQUENCE:1',
        expect.not.stringContaining(before),
        'LOCATION:Hall\\, New street 2',
      ]);
      // What no calendar shows changes neither.
      app.clock.nowMs += 60_000;
      await app.given(patch(`/venues/${venue.id}`, { phone: '5', description: 'x' }));
      await catchUp(app.deps);
      expect(await calendar()).toEqual(changed);
      // An event that is written before its snapshot is renewed counts the change once, too.
      await app.given({ ...patch(`/events/${event.id}`, { title: 'Other' }) });
      expect((await calendar())?.[0]).toBe('SEQUENCE:1');
    },
  },
];

runScenarios(
  'snapshots follow a change',
  [...moved, ...changes, ...further],
  /a changed (venue|cat)|removed (venue|tags)|6\.2|published later|a trashed|deleted term/,
);
