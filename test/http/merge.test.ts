/** Merges of duplicates, and what is found under the keys of the dropped. Contract 18.1. */
import { expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import { overTwoPairs } from '../support/adapters.js';
import { catchUp, disagreements } from '../support/agree.js';
import { type Call, type Json, openTestApp, type TestApp } from '../support/app.js';
import { givenEvent, givenTerm, givenVenue } from '../support/factories.js';
import { loadRows } from '../support/load-rows.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const merge = (route: string, id: number, drop: unknown, as = 'editor'): Call => ({
  request: `POST /${route}/${id}/merge`,
  as,
  body: { drop },
});

const get = (app: TestApp, path: string, as?: string) =>
  app.call({ request: `GET ${path}`, ...(as ? { as } : {}) });

/** Expects that a path is answered by the address of another record. */
async function expectMoved(app: TestApp, path: string, to: string): Promise<void> {
  const answer = await get(app, path);
  expect([answer.status, answer.body.code], path).toEqual([301, 'rest_record_merged']);
  expect(answer.headers.get('location')).toBe(`http://api.test/vendor/events/v1${to}`);
}

/** Two venues of one place, the second linked by an event. */
const twoVenues = async (app: TestApp): Promise<Json> => {
  const kept = await givenVenue(app, { venue: 'Blue Note', city: 'Paris', address: '' });
  const dropped = await givenVenue(app, {
    venue: 'The Blue Note',
    city: 'Lyon',
    address: '1 Rue',
    geo_lat: 48.8,
    geo_lng: 2.3,
    image: 'https://example.com/note.png',
    show_map: false,
  });
  const event = await givenEvent(app, { venue: dropped.id });
  return { kept, dropped, event };
};

/** music > jazz > bebop, and another top category. */
const tree = async (app: TestApp): Promise<Json> => {
  const music = await givenTerm(app, 'categories', 'Music', { description: 'All of it' });
  const jazz = await givenTerm(app, 'categories', 'Jazz', { parent: music.id });
  const bebop = await givenTerm(app, 'categories', 'Bebop', { parent: jazz.id });
  const rock = await givenTerm(app, 'categories', 'Rock', { parent: music.id });
  const event = await givenEvent(app, { categories: [music.id, bebop.id] });
  return { music, jazz, bebop, rock, event };
};

const parentsOf = async (app: TestApp, ...terms: Json[]) =>
  Promise.all(terms.map(async ({ id }) => (await get(app, `/categories/${id}`)).body.parent));

const rows: Scenario[] = [
  {
    name: '18.1 a merge: a dropped record that is described again, in an event or by a load',
    given: async (app) => {
      const given = await twoVenues(app);
      await app.given(merge('venues', given.kept.id, [given.dropped.id]));
      return given;
    },
    call: () => ({
      request: 'POST /events',
      as: 'admin',
      body: {
        ...{ title: 'Set', start_date: '2026-05-01', end_date: '2026-05-01' },
        venue: { venue: 'the blue note', city: 'Lyon' },
      },
    }),
    status: 201,
    check: async ({ body }, { kept }, app) => {
      expect([body.venue.id, body.venue.city]).toEqual([kept.id, 'Paris']);
      const caller = { id: 1, name: 'admin', role: 'administrator' } as const;
      const entries = ['Lyon', 'Nice'].map((city) => ({
        externalId: null,
        payload: { venue: 'The Blue Note', city },
      }));
      const [same, other] = await loadRows(app.deps, kinds.venue, entries, { caller });
      expect(same).toMatchObject({ outcome: 'unchanged', record: { id: kept.id } });
      expect(other?.outcome).toBe('created');
    },
  },
  {
    name: '18.1 a merge: links move, missing fields are filled, the other one is in the trash',
    given: twoVenues,
    call: ({ kept, dropped }) => merge('venues', kept.id, [dropped.id]),
    status: 200,
    body: ({ kept }: Json) => ({
      id: kept.id,
      venue: 'Blue Note',
      slug: 'blue-note',
      city: 'Paris',
      address: '1 Rue',
      geo_lat: 48.8,
      geo_lng: 2.3,
      show_map: true,
      image: { url: 'https://example.com/note.png' },
    }),
    check: async (_, { kept, dropped, event }, app) => {
      const moved = await get(app, `/events/${event.id}`);
      expect(moved.body.venue).toMatchObject({ id: kept.id, venue: 'Blue Note' });
      const list = await get(app, `/events?venue=${kept.id}`);
      expect(list.body.events.map(({ id }: Json) => id)).toEqual([event.id]);
      await expectMoved(app, `/venues/${dropped.id}?fields=id`, `/venues/${kept.id}?fields=id`);
      await expectMoved(app, `/venues/${dropped.id}.geojson`, `/venues/${kept.id}.geojson`);
      await expectMoved(app, '/venues/by-slug/the-blue-note', `/venues/${kept.id}`);
      const trash = await get(app, '/venues?status=trash', 'editor');
      expect(trash.body.venues.map(({ id }: Json) => id)).toEqual([dropped.id]);
      expect(await disagreements(app.deps)).toEqual([]);
    },
  },
  {
    name: '18.1 a merge can be repeated, and a dropped ID links the kept record',
    given: async (app) => {
      const { kept, dropped } = await twoVenues(app);
      await app.given(merge('venues', kept.id, [dropped.id]));
      return { kept, dropped };
    },
    call: ({ kept, dropped }) => merge('venues', kept.id, `${dropped.id}`),
    status: 200,
    check: async (_, { kept, dropped }, app) => {
      const event = await givenEvent(app, { venue: dropped.id });
      expect(event.venue.id).toBe(kept.id);
      const again = await app.call({ request: `DELETE /venues/${dropped.id}`, as: 'editor' });
      expect(again.status).toBe(410);
    },
  },
  {
    name: '18.1 a chain of merges: every key leads to the last record',
    given: async (app) => {
      const { kept, dropped, event } = await twoVenues(app);
      await app.given(merge('venues', kept.id, [dropped.id]));
      const last = await givenVenue(app, { venue: 'Note' });
      return { last, kept, dropped, event };
    },
    call: ({ last, kept }) => merge('venues', last.id, [kept.id]),
    status: 200,
    body: { address: '1 Rue', city: 'Paris' },
    check: async (_, { last, kept, dropped, event }, app) => {
      for (const path of [kept.id, dropped.id, 'by-slug/blue-note', 'by-slug/the-blue-note']) {
        await expectMoved(app, `/venues/${path}`, `/venues/${last.id}`);
      }
      expect((await get(app, `/events/${event.id}`)).body.venue.id).toBe(last.id);
      const reused = await givenVenue(app, { venue: 'Blue Note' });
      expect((await get(app, '/venues/by-slug/blue-note')).body.id).toBe(reused.id);
    },
  },
  {
    name: '18.1 a dropped record that is restored answers again; the latest merge counts',
    given: async (app) => {
      const { kept, dropped } = await twoVenues(app);
      await app.given(merge('venues', kept.id, [dropped.id]));
      const restore = { request: `PATCH /venues/${dropped.id}`, body: { status: 'publish' } };
      expect((await app.given(restore)).slug).toBe('the-blue-note');
      expect((await get(app, `/venues/${dropped.id}`)).status).toBe(200);
      const other = await givenVenue(app, { venue: 'Other' });
      return { kept, dropped, other };
    },
    call: ({ other, dropped }) => merge('venues', other.id, [dropped.id]),
    status: 200,
    check: ({ body }, { dropped }, app) =>
      expectMoved(app, `/venues/${dropped.id}`, `/venues/${body.id}`),
  },
  {
    name: '18.1 a dropped record that was restored is itself again, in the trash too',
    given: async (app) => {
      const { kept, dropped, event } = await twoVenues(app);
      await app.given(merge('venues', kept.id, [dropped.id]));
      await app.given({ request: `PATCH /venues/${dropped.id}`, body: { status: 'publish' } });
      const link = { request: `PATCH /events/${event.id}`, body: { venue: dropped.id } };
      expect((await app.given(link)).venue.id).toBe(dropped.id);
      return { dropped, event };
    },
    call: ({ dropped }) => ({ request: `DELETE /venues/${dropped.id}`, as: 'editor' }),
    status: 200,
    check: async (_, { dropped, event }, app) => {
      expect((await get(app, `/events/${event.id}`)).body.venue).toEqual([]);
      expect((await get(app, `/venues/${dropped.id}`)).status).toBe(403);
      expect((await get(app, `/venues/by-slug/${dropped.slug}`)).status).toBe(400);
    },
  },
  {
    name: '18.1 coordinates and what they are those of come from one record',
    given: async (app) => {
      const kept = await givenVenue(app, { venue: 'A', geo_lat: 1, geo_lng: 2 });
      const town = { geo_lat: 3, geo_lng: 4, geo_precision: 'city' };
      return { kept, dropped: await givenVenue(app, { venue: 'B', ...town }) };
    },
    call: ({ kept, dropped }) => merge('venues', kept.id, [dropped.id]),
    status: 200,
    body: { geo_lat: 1, geo_lng: 2 },
    check: ({ body }) => expect(body.geo_precision).toBeUndefined(),
  },
  {
    name: '22 a merge into another record than the one that was read is 412',
    given: twoVenues,
    call: ({ kept, dropped }) => ({
      ...merge('venues', kept.id, [dropped.id]),
      headers: { 'If-Match': '"0.x"' },
    }),
    status: 412,
    code: 'rest_precondition_failed',
  },
  {
    name: '18.1 organizers: an event that links both keeps one, in its place',
    given: async (app) => {
      const event = await givenEvent(app, {
        organizer: [{ organizer: 'Ann' }, { organizer: 'Bob' }, { organizer: 'Anne', phone: '1' }],
      });
      return { event, ids: event.organizer.map(({ id }: Json) => id) };
    },
    call: ({ ids }) => merge('organizers', ids[0], [ids[2]]),
    status: 200,
    body: { organizer: 'Ann', phone: '1' },
    check: async (_, { event, ids }, app) => {
      const { organizer } = (await get(app, `/events/${event.id}`)).body;
      expect(organizer.map(({ id }: Json) => id)).toEqual([ids[0], ids[1]]);
    },
  },
  {
    name: '18.1 tags: the dropped one is gone, its name finds the kept one',
    given: async (app) => {
      const [kept, dropped] = [
        await givenTerm(app, 'tags', 'Free'),
        await givenTerm(app, 'tags', 'Gratis'),
      ];
      await givenEvent(app, { tags: ['Gratis'] });
      return { kept, dropped };
    },
    call: ({ kept, dropped }) => merge('tags', kept.id, [dropped.id], 'admin'),
    status: 200,
    body: ({ kept }: Json) => ({ id: kept.id, name: 'Free' }),
    check: async (_, { kept, dropped }, app) => {
      expect((await get(app, `/tags/${kept.id}`)).body.count).toBe(1);
      await expectMoved(app, `/tags/${dropped.id}`, `/tags/${kept.id}`);
      const { tags } = await givenEvent(app, { tags: ['gratis', 'New'] });
      expect(tags.map(({ name }: Json) => name)).toEqual(['Free', 'New']);
      const byId = await givenEvent(app, { tags: [dropped.id] });
      expect(byId.tags.map(({ id }: Json) => id)).toEqual([kept.id]);
      expect(await disagreements(app.deps)).toEqual([]);
    },
  },
  {
    name: '18.1 categories: children move below the kept one, which leaves the dropped branch',
    given: tree,
    call: ({ bebop, music }) => merge('categories', bebop.id, [music.id]),
    status: 200,
    body: { parent: 0, description: 'All of it' },
    check: async ({ body }, { jazz, rock, event }, app) => {
      expect(await parentsOf(app, jazz, rock)).toEqual([body.id, body.id]);
      const { categories } = (await get(app, `/events/${event.id}`)).body;
      expect(categories.map(({ id }: Json) => id)).toEqual([body.id]);
      expect((await get(app, `/categories/${rock.id}`)).body.url).toMatch('/category/bebop/rock/');
      expect(await disagreements(app.deps)).toEqual([]);
    },
  },
  {
    name: '18.1 categories: a whole branch is merged into its parent',
    given: tree,
    call: ({ music, jazz, bebop }) => merge('categories', music.id, [jazz.id, bebop.id]),
    status: 200,
    check: async (_, { music, jazz, bebop, rock }, app) => {
      expect(await parentsOf(app, music, rock)).toEqual([0, music.id]);
      for (const { id } of [jazz, bebop]) {
        await expectMoved(app, `/categories/${id}`, `/categories/${music.id}`);
      }
    },
  },
  {
    name: '18.1 all that is wrong is told at once, and nothing is merged',
    given: twoVenues,
    call: ({ kept, dropped }) => merge('venues', 999, [kept.id, dropped.id, 999, 998]),
    status: 400,
    code: 'rest_invalid_param',
    params: ['id', 'drop'],
    check: async ({ body }, { dropped }, app) => {
      expect(body.data.params.drop).toMatch(
        '999 is the record that is kept. There is no venue 998.',
      );
      expect((await get(app, `/venues/${dropped.id}`)).status).toBe(200);
    },
  },
  {
    name: '18.1 a record that was merged into another one is not merged again',
    given: async (app) => {
      const { kept, dropped } = await twoVenues(app);
      await app.given(merge('venues', kept.id, [dropped.id]));
      return { other: await givenVenue(app, { venue: 'Other' }), dropped };
    },
    call: ({ other, dropped }) => merge('venues', other.id, [dropped.id]),
    status: 400,
    params: ['drop'],
  },
  {
    name: '18.1 `drop` is required',
    given: twoVenues,
    call: ({ kept }) => ({ request: `POST /venues/${kept.id}/merge`, as: 'editor', body: {} }),
    status: 400,
    code: 'rest_missing_callback_param',
    params: ['drop'],
  },
  ...[[], 'x', [0], Array.from({ length: 101 }, (_, at) => at + 100)].map((drop) => ({
    name: `18.1 drop ${JSON.stringify(drop).slice(0, 20)} is refused`,
    given: twoVenues,
    call: ({ kept }: Json) => merge('venues', kept.id, drop),
    status: 400,
    params: ['drop'],
    readsOnly: true,
  })),
  {
    name: '18.1 authors do not merge',
    given: twoVenues,
    call: ({ kept, dropped }) => merge('venues', kept.id, [dropped.id], 'author'),
    status: 403,
    code: 'rest_forbidden',
  },
  {
    name: '18.1 a record in the trash keeps nothing',
    given: async (app) => {
      const { kept, dropped } = await twoVenues(app);
      await app.given({ request: `DELETE /venues/${kept.id}` });
      return { kept, dropped };
    },
    call: ({ kept, dropped }) => merge('venues', kept.id, [dropped.id]),
    status: 410,
    code: 'venue-is-in-trash',
  },
  {
    name: '18.1 events are not merged',
    given: twoVenues,
    call: ({ event }) => merge('events', event.id, [1]),
    status: 404,
    code: 'rest_no_route',
  },
];

runScenarios(
  'merge',
  rows,
  /^18\.1 (a (merge|chain|dropped)|coord|organizers|tags|categories)|412/,
);

overTwoPairs('merge', (pair) => {
  it('the source of a dropped record finds the kept one, and changes nothing in it', async () => {
    const app = await openTestApp(pair);
    const caller = { id: 1, name: 'admin', role: 'administrator' } as const;
    const load = async (rows: [string, Json][]) =>
      loadRows(
        app.deps,
        kinds.venue,
        rows.map(([externalId, payload]) => ({ externalId, payload })),
        { caller },
      );
    const rows: [string, Json][] = [
      ['a:1', { venue: 'Hall', city: 'Ghent' }],
      ['b:1', { venue: 'The hall', city: 'Gent', phone: '1' }],
      ['b:2', { venue: 'Great hall' }],
    ];
    const made = await load(rows);
    const [kept = 0, ...dropped] = made.map((result) =>
      result.outcome === 'rejected' ? 0 : (result.record?.id ?? 0),
    );
    await app.given(merge('venues', kept, dropped));
    const again = await load(rows);
    expect(again.map((one) => [one.outcome, 'record' in one && one.record?.id])).toEqual(
      rows.map(() => ['unchanged', kept]),
    );
    const foreign = (method: string) =>
      app.call({ request: `${method} /venues/external/b/1`, as: 'editor', body: { zip: '9' } });
    const [read, put, removed] = [
      await app.call({ request: 'GET /venues/external/b/1' }),
      await foreign('PUT'),
      await foreign('DELETE'),
    ];
    expect([read.body.id, put.body.id, put.body.zip]).toEqual([kept, kept, '9']);
    expect([read.status, put.status, removed.status]).toEqual([200, 200, 400]);
    const bare = await givenVenue(app, { venue: 'Bare' });
    await app.given(merge('venues', bare.id, [kept]));
    const [own] = await load([['a:1', { venue: 'Hall', city: 'Bruges' }]]);
    expect([own?.outcome, own && 'record' in own && own.record?.id]).toEqual([
      'unchanged',
      bare.id,
    ]);
    await catchUp(app.deps);
    expect(await disagreements(app.deps)).toEqual([]);
    await app.close();
  });
});
