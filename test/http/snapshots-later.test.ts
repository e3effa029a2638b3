/**
 * Snapshots updated after the answer: more events than a writer waits for, faults and restarts,
 * and records that change while an event is being written.
 */
import { expect, it } from 'vitest';
import type { KindName, StoredRecord } from '../../src/kinds/record.js';
import { limits } from '../../src/limits.js';
import { drain } from '../../src/sync/drain.js';
import { UNLEASED } from '../contracts/record-store.js';
import { overTwoPairs, type TakenEngines, takeEngines } from '../support/adapters.js';
import { catchUp, settle } from '../support/agree.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import {
  eventPayload,
  givenEvent,
  givenOrganizer,
  givenTerm,
  givenVenue,
} from '../support/factories.js';

const get = async (app: TestApp, path: string) => (await app.call({ request: `GET ${path}` })).body;

const patch = (path: string, body: Json) => ({ request: `PATCH ${path}`, as: 'admin', body });

/** So many events that updating them takes longer than the answer where the store is slow. */
const MANY = 700;

/** Writes many copies of one event directly into the store and indexes them. */
async function givenMany({ deps }: TestApp, like: number): Promise<void> {
  const model = (await deps.store.get('event', { id: like })) as StoredRecord;
  const ids = await deps.store.nextIds('post', MANY - 1);
  const changes = ids.map((id) => ({
    record: { ...model, id, revision: 1, slug: `many-${id}` },
    expected: 0,
  }));
  expect((await deps.store.write(changes, UNLEASED)).conflicts).toEqual([]);
  await catchUp(deps);
}

/** Asks until the list of events answers `total` for the query, working as upkeep does. */
async function untilTotal(app: TestApp, query: string, total: number): Promise<void> {
  const ask = async () => {
    // A gate closed by a slow push opens again with time.
    app.clock.nowMs += limits.pollEveryMs;
    await drain(app.deps);
    return (await get(app, `/events?per_page=1&${query}`)).total;
  };
  await expect.poll(ask, { timeout: 60_000 }).toBe(total);
}

const isFollowed = async ({ deps }: TestApp) => (await deps.store.outbox.backlog()).snapshots === 0;

overTwoPairs('snapshots', (pair) => {
  const withApp = async (work: (app: TestApp) => Promise<void>, engines?: TakenEngines) => {
    const app = await openTestApp(pair, engines ? { engines } : {});
    try {
      await work(app);
    } finally {
      await app.close();
    }
  };

  // Hundreds of records: once over each engine is enough.
  const large = it.skipIf(pair.engines.length === 1);
  const options = { timeout: 240_000 };
  large('of hundreds of events follow a change and the trash', options, async () => {
    await withApp(async (app) => {
      const venue = await givenVenue(app, { city: 'Rome' });
      const event = await givenEvent(app, { venue: venue.id });
      await givenMany(app, event.id);
      await untilTotal(app, 'city=rome', MANY);
      const change = patch(`/venues/${venue.id}`, { city: 'Bonn' });
      await app.given({ ...change, isSettled: false });
      // Other requests are answered all the time, not only at the end.
      let isOver = false;
      const work = settle(app.deps).finally(() => {
        isOver = true;
      });
      let answers = 0;
      for (; !isOver; answers++) await get(app, `/venues/${venue.id}`);
      await work;
      expect(answers).toBeGreaterThan(MANY / limits.sliceRecords);
      await untilTotal(app, 'city=bonn', MANY);
      await untilTotal(app, 'city=rome', 0);
      await expect.poll(() => isFollowed(app)).toBe(true);
      await app.given({ request: `DELETE /venues/${venue.id}` });
      await untilTotal(app, 'city=bonn', 0);
      expect((await get(app, '/events')).events[0].venue).toEqual([]);
    });
  });

  it('restart: the rest follows after a change, the trash and a removal', async () => {
    const engines = await takeEngines(pair);
    let given: Json = {};
    await withApp(async (app) => {
      const venue = await givenVenue(app, { city: 'Rome' });
      const organizer = await givenOrganizer(app);
      const tag = await givenTerm(app, 'tags', 'Gone');
      const links = { venue: venue.id, organizer: organizer.id, tags: [tag.id] };
      given = { venue, organizer, tag, event: await givenEvent(app, links) };
      const { store } = app.deps;
      const GONE = { by: 'user', at: '2026-03-10 11:00:00' } as const;
      const next = async (kind: KindName, id: number, change: Partial<StoredRecord>) => {
        const stored = (await store.get(kind, { id })) as StoredRecord;
        const record = { ...stored, ...change, revision: stored.revision + 1 };
        return { record, expected: stored.revision };
      };
      const fields = ((await store.get('venue', venue)) as StoredRecord).fields;
      const writes = [
        await next('venue', venue.id, { title: 'New', fields: { ...fields, city: 'Bonn' } }),
        await next('organizer', organizer.id, { removed: GONE, slug_reserved: false }),
        { ...(await next('tag', tag.id, {})), removal: {} },
      ];
      expect((await store.write(writes, UNLEASED)).conflicts).toEqual([]);
    }, engines);
    await withApp(async (app) => {
      expect((await app.deps.store.outbox.backlog()).snapshots).toBe(3);
      await catchUp(app.deps);
      expect(await isFollowed(app)).toBe(true);
      const [listed] = (await get(app, '/events?city=bonn')).events;
      for (const event of [listed, await get(app, `/events/${given.event.id}`)]) {
        expect(event).toMatchObject({ organizer: [], tags: [] });
        expect(event.venue).toMatchObject({ venue: 'New', city: 'Bonn' });
      }
    }, engines);
    await engines.release();
  });

  it('restart: what is below a category follows its slug change from before', async () => {
    const engines = await takeEngines(pair);
    let eventId = 0;
    await withApp(async (app) => {
      const top = await givenTerm(app, 'categories', 'Music');
      const child = await givenTerm(app, 'categories', 'Jazz', { parent: top.id });
      eventId = (await givenEvent(app, { categories: [child.id] })).id;
      const stored = (await app.deps.store.get('category', top)) as StoredRecord;
      const record = { ...stored, slug: 'sound', revision: stored.revision + 1 };
      const change = { record, expected: stored.revision };
      expect((await app.deps.store.write([change], UNLEASED)).conflicts).toEqual([]);
    }, engines);
    await withApp(async (app) => {
      await catchUp(app.deps);
      const { categories } = await get(app, `/events/${eventId}`);
      expect(categories[0].url).toBe('https://example.com/events/category/sound/jazz/');
    }, engines);
    await engines.release();
  });

  large(
    'limits batchRecords: more children than one batch follow their parent',
    options,
    async () => {
      await withApp(async (app) => {
        const top = await givenTerm(app, 'categories', 'Music');
        const child = await givenTerm(app, 'categories', 'Jazz', { parent: top.id });
        const model = (await app.deps.store.get('category', child)) as StoredRecord;
        const ids = await app.deps.store.nextIds('term', limits.batchRecords + 5);
        const writes = ids.map((id) => ({
          record: { ...model, id, revision: 1, slug: `child-${id}` },
          expected: 0,
        }));
        expect((await app.deps.store.write(writes, UNLEASED)).conflicts).toEqual([]);
        await app.given(patch(`/categories/${top.id}`, { slug: 'sound' }));
        const last = ids.at(-1);
        const read = async () => {
          const { parent, url } = await get(app, `/categories/${last}`);
          return [parent, url];
        };
        const urlOf = (path: string) => `https://example.com/events/category/${path}/`;
        const waiting = { timeout: 60_000 };
        await expect.poll(read, waiting).toEqual([top.id, urlOf(`sound/child-${last}`)]);
        await expect.poll(() => isFollowed(app), waiting).toBe(true);
        await app.given({ request: `DELETE /categories/${top.id}` });
        await expect.poll(read, waiting).toEqual([0, urlOf(`child-${last}`)]);
        await expect.poll(() => isFollowed(app), waiting).toBe(true);
      });
    },
  );

  it('a rename is answered when it is pushed, and the snapshots follow', async () => {
    await withApp(async (app) => {
      const top = await givenTerm(app, 'categories', 'Jass');
      const event = await givenEvent(app, { categories: [top.id] });
      const rename = { ...patch(`/categories/${top.id}`, { name: 'Jazz' }), isSettled: false };
      expect((await app.given(rename)).name).toBe('Jazz');
      const named = async () => (await get(app, `/events/${event.id}`)).categories[0].name;
      const listed = (await get(app, '/categories?hide_empty=0')).categories;
      expect([listed[0].name, await named(), await isFollowed(app)]).toEqual([
        'Jazz',
        'Jass',
        false,
      ]);
      await settle(app.deps);
      expect([await named(), await isFollowed(app)]).toEqual(['Jazz', true]);
      expect((await get(app, '/events?search=jazz')).total).toBe(1);
    });
  });

  it('a fault during the update: the change is answered, snapshots follow later', async () => {
    await withApp(async (app) => {
      const venue = await givenVenue(app, { city: 'Rome' });
      const event = await givenEvent(app, { venue: venue.id });
      const { store } = app.deps;
      const { scan } = store;
      store.scan = async () => {
        throw new Error('the disk is full');
      };
      const answer = await app.call(patch(`/venues/${venue.id}`, { city: 'Bonn' }));
      store.scan = scan;
      expect([answer.status, answer.body.city]).toEqual([200, 'Bonn']);
      expect(await isFollowed(app)).toBe(false);
      app.clock.nowMs += limits.leaseMs;
      await catchUp(app.deps);
      expect((await get(app, `/events/${event.id}`)).venue.city).toBe('Bonn');
      expect(await isFollowed(app)).toBe(true);
    });
  });

  it('concurrent changes of a venue and its events: in the end all copies match', async () => {
    await withApp(async (app) => {
      const venue = await givenVenue(app);
      const make = () => givenEvent(app, { venue: venue.id });
      const events = [await make(), await make(), await make()];
      await Promise.all(
        Array.from({ length: 30 }, (_, n) => {
          const event = events[n % 3];
          if (n % 5 === 4) return make();
          if (n % 2 === 0) return app.given(patch(`/venues/${venue.id}`, { city: `City ${n}` }));
          return app.given(patch(`/events/${event.id}`, { title: `Title ${n}` }));
        }),
      );
      const { city } = await get(app, `/venues/${venue.id}`);
      const list = await get(app, '/events?per_page=50');
      expect(list.total).toBe(9);
      for (const { id, venue: listed } of list.events) {
        expect(listed.city).toBe(city);
        expect((await get(app, `/events/${id}`)).venue.city).toBe(city);
      }
    });
  });

  it('a linked record changed while an event is being created: it gets the new copy', async () => {
    let meanwhile = async () => {};
    const checkImage = async () => {
      await meanwhile();
      return { extension: 'jpg' };
    };
    const app = await openTestApp(pair, { overrides: { checkImage } });
    try {
      const ann = await givenOrganizer(app);
      const bob = await givenOrganizer(app, { organizer: 'Bob' });
      meanwhile = async () => {
        await app.given(patch(`/organizers/${ann.id}`, { organizer: 'Ann Ray' }));
        await app.given({ request: `DELETE /organizers/${bob.id}` });
      };
      const inline = { organizer: 'Cy', image: 'https://img.example/cy.jpg' };
      const body = eventPayload({ organizer: [ann.id, bob.id, inline] });
      const event = await app.given({ request: 'POST /events', body });
      const names = event.organizer.map((organizer: Json) => organizer.organizer);
      expect(names).toEqual(['Ann Ray', 'Cy']);
      expect((await get(app, `/events/${event.id}`)).organizer).toHaveLength(2);
    } finally {
      await app.close();
    }
  });
});
