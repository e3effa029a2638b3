/**
 * Spreads that outlast their answer: more events than one batch, faults on the way, restarts,
 * and changes while an event is being made. House.md 4c.
 */
import { expect, it } from 'vitest';
import type { KindName, StoredRecord } from '../../src/kinds/record.js';
import { limits } from '../../src/limits.js';
import { resumeSpreads } from '../../src/records/resume.js';
import { drain } from '../../src/sync/drain.js';
import { isSampled, overPairs, type TakenEngines, takeEngines } from '../support/adapters.js';
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

/** Opens on what a killed process left: it claimed the work, and that has run out. */
function letClaimsEnd({ clock }: TestApp): void {
  clock.nowMs += limits.claimMs + 1000;
}

/** More events than one batch holds, written straight into the store; → how many. */
async function givenMany(app: TestApp, like: number): Promise<number> {
  const { deps } = app;
  const model = (await deps.store.get('event', { id: like })) as StoredRecord;
  const more = limits.spreadInline + 20;
  const ids = await deps.store.nextIds('post', more);
  const writes = ids.map((id) => ({
    record: { ...model, id, revision: 1, slug: `many-${id}` },
    expected: 0,
  }));
  expect((await deps.store.write(writes)).conflicts).toEqual([]);
  expect(await drain(deps)).toBe(true);
  return more + 1;
}

/** Asks until the list of events answers `total` for the query, draining as the service does. */
async function untilTotal(app: TestApp, query: string, total: number): Promise<void> {
  const ask = async () => {
    // A gate that a slow push closed opens with time.
    app.clock.nowMs += limits.drainEveryMs;
    await drain(app.deps);
    return (await get(app, `/events?per_page=1&${query}`)).total;
  };
  await expect.poll(ask, { timeout: 60_000 }).toBe(total);
}

const spreadingNow = async ({ deps }: TestApp, kind: KindName) =>
  (await deps.store.spreading(kind, 10)).length;

overPairs('spread', (pair) => {
  const withApp = async (work: (app: TestApp) => Promise<void>, engines?: TakenEngines) => {
    const app = await openTestApp(pair, engines ? { engines } : {});
    try {
      await work(app);
    } finally {
      await app.close();
    }
  };

  // Hundreds of records: over each engine once is enough where time is short.
  const large = it.skipIf(isSampled(pair));
  const options = { timeout: 240_000 };
  large(
    'limits spreadInline: the first batch before the answer, the rest after it',
    options,
    async () => {
      await withApp(async (app) => {
        const venue = await givenVenue(app, { city: 'Rome' });
        const event = await givenEvent(app, { venue: venue.id });
        const total = await givenMany(app, event.id);
        await untilTotal(app, 'city=rome', total);
        await app.given(patch(`/venues/${venue.id}`, { city: 'Bonn' }));
        const early = (await get(app, '/events?per_page=1&city=bonn')).total;
        expect(early).toBeGreaterThanOrEqual(limits.spreadInline);
        await untilTotal(app, 'city=bonn', total);
        await untilTotal(app, 'city=rome', 0);
        expect(await spreadingNow(app, 'venue')).toBe(0);
        await app.given({ request: `DELETE /venues/${venue.id}` });
        await untilTotal(app, 'city=bonn', 0);
        expect((await get(app, '/events')).events[0].venue).toEqual([]);
      });
    },
  );

  it('restart: an unfinished spread goes on, of a change, the trash and a removal', async () => {
    const engines = await takeEngines(pair);
    let given: Json = {};
    await withApp(async (app) => {
      const venue = await givenVenue(app, { city: 'Rome' });
      const organizer = await givenOrganizer(app);
      const tag = await givenTerm(app, 'tags', 'Gone');
      const links = { venue: venue.id, organizer: organizer.id, tags: [tag.id] };
      given = { venue, organizer, tag, event: await givenEvent(app, links) };
      const { store } = app.deps;
      const next = async (kind: KindName, id: number, change: Partial<StoredRecord>) => {
        const stored = (await store.get(kind, { id })) as StoredRecord;
        const record = { ...stored, ...change, revision: stored.revision + 1 };
        return { record, expected: stored.revision, spreads: true };
      };
      const fields = ((await store.get('venue', venue)) as StoredRecord).fields;
      const writes = [
        await next('venue', venue.id, { title: 'New', fields: { ...fields, city: 'Bonn' } }),
        await next('organizer', organizer.id, { status: 'trash', slug: 'ann-lee__trashed' }),
        { ...(await next('tag', tag.id, {})), isRemoval: true },
      ];
      expect((await store.write(writes)).conflicts).toEqual([]);
    }, engines);
    await withApp(async (app) => {
      letClaimsEnd(app);
      expect(await resumeSpreads(app.deps)).toBe(3);
      await drain(app.deps);
      for (const kind of ['venue', 'organizer', 'tag'] as const)
        expect(await spreadingNow(app, kind)).toBe(0);
      const [listed] = (await get(app, '/events?city=bonn')).events;
      for (const event of [listed, await get(app, `/events/${given.event.id}`)]) {
        expect(event).toMatchObject({ organizer: [], tags: [] });
        expect(event.venue).toMatchObject({ venue: 'New', city: 'Bonn' });
      }
      expect(await resumeSpreads(app.deps)).toBe(0);
    }, engines);
    await engines.release();
  });

  it('restart: what stands below a category follows a slug it was given before', async () => {
    const engines = await takeEngines(pair);
    let eventId = 0;
    await withApp(async (app) => {
      const top = await givenTerm(app, 'categories', 'Music');
      const child = await givenTerm(app, 'categories', 'Jazz', { parent: top.id });
      eventId = (await givenEvent(app, { categories: [child.id] })).id;
      const stored = (await app.deps.store.get('category', top)) as StoredRecord;
      const record = { ...stored, slug: 'sound', revision: stored.revision + 1 };
      const write = { record, expected: stored.revision, spreads: true };
      expect((await app.deps.store.write([write])).conflicts).toEqual([]);
    }, engines);
    await withApp(async (app) => {
      letClaimsEnd(app);
      await resumeSpreads(app.deps);
      await drain(app.deps);
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
        expect((await app.deps.store.write(writes)).conflicts).toEqual([]);
        await app.given(patch(`/categories/${top.id}`, { slug: 'sound' }));
        const last = await get(app, `/categories/${ids.at(-1)}`);
        expect(last.url).toBe(`https://example.com/events/category/sound/child-${last.id}/`);
        await app.given({ request: `DELETE /categories/${top.id}` });
        expect(await get(app, `/categories/${ids.at(-1)}`)).toMatchObject({
          parent: 0,
          url: `https://example.com/events/category/child-${last.id}/`,
        });
      });
    },
  );

  it('a fault on the way: the change is answered, and the spread resumed', async () => {
    await withApp(async (app) => {
      const venue = await givenVenue(app, { city: 'Rome' });
      const event = await givenEvent(app, { venue: venue.id });
      const { store } = app.deps;
      const { holders } = store;
      store.holders = async () => {
        throw new Error('the disk is full');
      };
      const answer = await app.call(patch(`/venues/${venue.id}`, { city: 'Bonn' }));
      store.holders = holders;
      expect([answer.status, answer.body.city]).toEqual([200, 'Bonn']);
      expect(await spreadingNow(app, 'venue')).toBe(1);
      expect(await resumeSpreads(app.deps)).toBe(1);
      expect((await get(app, `/events/${event.id}`)).venue.city).toBe('Bonn');
      expect(await spreadingNow(app, 'venue')).toBe(0);
    });
  });

  it('concurrent changes of a venue and its events: all copies end as the venue does', async () => {
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

  it('a link changed while an event is being made: the event gets the new copy', async () => {
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
