/**
 * Writers on MongoDB that meet, pause or die: no slug gets two holders, no change is left half
 * made, and one that was taken for dead does no harm when it goes on.
 */
import { describe, expect, test } from 'vitest';
import { limits } from '../../src/limits.js';
import { MONGO_FAIL_POINTS } from '../../src/store/mongo/write.js';
import type { Change, RecordStore } from '../../src/store/port.js';
import { makeRecord, makeSnapshot, revise } from '../contracts/builders.js';
import { conflictsOf, inserts } from '../contracts/record-store.js';
import { freshMongo, overMongo, pauseAt, stopAt } from '../support/mongo-stores.js';

overMongo('faults over MongoDB', () => {
  describeRaces();
  describeFences();
  describeStops();
});

function describeRaces(): void {
  describe('two writers', () => {
    const stores = freshMongo();

    test('of two that want one slug or external ID, one gets it', async () => {
      const [a, b] = [await stores().open('a'), await stores().open('b')];
      for (let round = 1; round <= 10; round++) {
        const own = round % 2 ? { slug: `s${round}` } : { external_id: `x:${round}` };
        const results = await Promise.all(
          [a, b, a, b].map((store, at) =>
            conflictsOf(store, inserts(makeRecord('event', round * 10 + at, own))),
          ),
        );
        const reason = round % 2 ? 'slug' : 'external_id';
        expect(results.flat()).toEqual(Array.from({ length: 3 }, () => ({ at: 0, reason })));
      }
    });

    test('of two that rename one record, one does; the other slug stays free', async () => {
      const [a, b] = [await stores().open('a'), await stores().open('b')];
      let tag = makeRecord('tag', 1);
      await a.write(inserts(tag));
      for (let round = 1; round <= 10; round++) {
        const slugs = [`left-${round}`, `right-${round}`];
        const results = await Promise.all(
          slugs.map((slug, at) => {
            const change = { record: revise(tag, { slug }), expected: tag.revision };
            return conflictsOf(at === 0 ? a : b, [change]);
          }),
        );
        expect(results.flat()).toEqual([{ at: 0, reason: 'revision' }]);
        tag = (await b.get('tag', { id: 1 })) ?? tag;
        const loser = slugs.find((slug) => slug !== tag.slug) ?? '';
        expect(await a.takenSlugs('tag', slugs)).toEqual(new Set([tag.slug]));
        const other = makeRecord('tag', round + 1, { slug: loser });
        expect(await conflictsOf(a, inserts(other))).toEqual([]);
      }
    });

    test('an external ID with half a character in it has one holder too', async () => {
      const store = await stores().open('a');
      const half = (id: number) => makeRecord('tag', id, { external_id: 'x:\ud800' });
      expect(await conflictsOf(store, inserts(half(1)))).toEqual([]);
      stores().clock.nowMs += limits.abandonedMs;
      expect(await conflictsOf(store, inserts(half(2)))).toEqual([
        { at: 0, reason: 'external_id' },
      ]);
    });

    test('a slug that is being written counts as taken, one left behind does not', async () => {
      const pause = pauseAt('mongo:reserved');
      const [a, b] = [await stores().open('a', pause.failPoint), await stores().open('b')];
      const writing = a.write(inserts(makeRecord('event', 1, { slug: 'fair' })));
      await pause.reached;
      expect(await b.takenSlugs('event', ['fair', 'free'])).toEqual(new Set(['fair']));
      const rival = makeRecord('event', 2, { slug: 'fair' });
      expect(await conflictsOf(b, inserts(rival))).toEqual([{ at: 0, reason: 'slug' }]);
      stores().clock.nowMs += limits.abandonedMs;
      expect(await b.takenSlugs('event', ['fair', 'free'])).toEqual(new Set());
      pause.resume();
      expect((await writing).conflicts).toEqual([]);
      expect(await conflictsOf(b, inserts(rival))).toEqual([{ at: 0, reason: 'slug' }]);
    });

    test('many writers of few slugs and records: never two holders, no slug lost', async () => {
      const all = await Promise.all(['a', 'b', 'c'].map((owner) => stores().open(owner)));
      const slugs = ['x', 'y', 'z'];
      const store = all[0] as RecordStore;
      await store.write(inserts(...[1, 2, 3, 4].map((id) => makeRecord('tag', id))));
      for (let round = 0; round < 8; round++) {
        await Promise.all(
          all.map(async (writer, at) => {
            const id = 1 + ((round + at * at) % 4);
            const tag = await writer.get('tag', { id });
            if (!tag) return;
            const record = revise(tag, { slug: slugs[(round * at + at) % 3] ?? 'x' });
            await writer.write([{ record, expected: tag.revision }]);
          }),
        );
        const held = (await store.scan('tag', 0, 10)).map(({ record }) => record?.slug);
        expect(new Set(held).size).toBe(4);
      }
      stores().clock.nowMs += limits.abandonedMs;
      const held = await store.scan('tag', 0, 10);
      const free = slugs.filter((slug) => held.every(({ record }) => record?.slug !== slug));
      const late = free.map((slug, at) => makeRecord('tag', 10 + at, { slug }));
      expect(await conflictsOf(store, inserts(...late))).toEqual([]);
    });
  });
}

function describeFences(): void {
  describe('a writer that pauses for too long', () => {
    const stores = freshMongo();

    const takeover = async (prepared: Change[], paused: Change, taker: Change) => {
      const pause = pauseAt('mongo:reserved');
      const [a, b] = [await stores().open('a', pause.failPoint), await stores().open('b')];
      if (prepared.length > 0) await b.write(prepared);
      const writing = a.write([paused]);
      await pause.reached;
      expect(await conflictsOf(b, [taker])).toEqual([{ at: 0, reason: 'slug' }]);
      stores().clock.nowMs += limits.abandonedMs;
      expect(await conflictsOf(b, [taker])).toEqual([]);
      pause.resume();
      expect((await writing).conflicts).toEqual([{ at: 0, reason: 'revision' }]);
      return b;
    };
    const rival = makeRecord('tag', 9, { slug: 'fair' });
    const third = makeRecord('tag', 10, { slug: 'fair' });

    test('an insert: its ID is given up with its slug', async () => {
      const paused = makeRecord('tag', 1, { slug: 'fair' });
      const store = await takeover([], inserts(paused)[0] as Change, inserts(rival)[0] as Change);
      expect(await store.get('tag', { id: 1 })).toBeNull();
      expect(await store.get('tag', { slug: 'fair' })).toEqual(rival);
      expect(await conflictsOf(store, inserts(third))).toEqual([{ at: 0, reason: 'slug' }]);
      expect(await conflictsOf(store, inserts({ ...paused, slug: 'other' }))).toEqual([
        { at: 0, reason: 'revision' },
      ]);
    });

    test('an update: the record has a new revision, and is as it was', async () => {
      const before = makeRecord('tag', 1);
      const paused = { record: revise(before, { slug: 'fair' }), expected: 1 };
      const store = await takeover(inserts(before), paused, inserts(rival)[0] as Change);
      expect(await store.get('tag', { id: 1 })).toEqual({ ...before, revision: 2 });
      expect(await store.unindexed('tag', { ids: [1], limit: 1 })).toMatchObject([{ version: 2 }]);
      expect(await conflictsOf(store, inserts(third))).toEqual([{ at: 0, reason: 'slug' }]);
      const again = revise({ ...before, revision: 2 }, { slug: 'again' });
      expect(await conflictsOf(store, [{ record: again, expected: 2 }])).toEqual([]);
    });

    test('one that creates the record of that slug: it is never created', async () => {
      const before = makeRecord('event', 1);
      const created = makeRecord('tag', 1, { slug: 'fair' });
      const paused = { record: revise(before), expected: 1, creates: [created] };
      const store = await takeover(inserts(before), paused, inserts(rival)[0] as Change);
      expect(await store.get('tag', { id: 1 })).toBeNull();
      expect(await store.get('event', { id: 1 })).toEqual({ ...before, revision: 2 });
    });

    test('the one that takes over may stop between its two steps', async () => {
      const a = await stores().open('a', stopAt('mongo:reserved'));
      const b = await stores().open('b', stopAt('mongo:fenced'));
      const c = await stores().open('c');
      await expect(a.write(inserts(makeRecord('tag', 1, { slug: 'fair' })))).rejects.toThrow();
      stores().clock.nowMs += limits.abandonedMs;
      await expect(b.write(inserts(makeRecord('tag', 2, { slug: 'fair' })))).rejects.toThrow();
      expect(await conflictsOf(c, inserts(rival))).toEqual([]);
      expect((await c.scan('tag', 0, 10)).map(({ id }) => id)).toEqual([9]);
    });
  });
}

function describeStops(): void {
  describe('a writer that dies', () => {
    const stores = freshMongo();
    const venue = makeRecord('venue', 1);
    const before = makeRecord('event', 2, { slug: 'old', external_id: 'x:old' });
    const tag = makeRecord('tag', 1, { slug: 'made' });
    const after = revise(before, {
      slug: 'new',
      external_id: 'x:new',
      relations: { tags: [makeSnapshot(tag)], venue: [makeSnapshot(venue)] },
    });
    const update: Change = {
      record: after,
      expected: 1,
      creates: [tag],
      touches: [{ kind: 'venue', id: 1 }],
    };
    const insert: Change = { ...update, record: { ...after, id: 3, revision: 1 }, expected: 0 };
    const removal: Change = { ...update, record: revise(before), isRemoval: true };
    const changes = { update, insert, removal };

    const steps = MONGO_FAIL_POINTS.filter((name) => name !== 'mongo:fenced');
    const table = Object.keys(changes).flatMap((name) => steps.map((point) => [name, point]));

    test.each(table)('%s, at %s: all of it is made or nothing', async (name, point) => {
      const change = changes[name as keyof typeof changes];
      const [a, b] = [await stores().open('a', stopAt(point ?? '')), await stores().open('b')];
      await b.write(inserts(venue, before));
      await expect(a.write([change])).rejects.toMatchObject({ code: 'record_store_unavailable' });
      const isMade = steps.indexOf(point as never) >= steps.indexOf('mongo:committed');
      expect(await b.recover()).toBe(0);
      stores().clock.nowMs += limits.abandonedMs;
      const hasRest = isMade && !['mongo:cleared', 'mongo:released'].includes(point ?? '');
      expect(await b.recover()).toBe(hasRest ? 1 : 0);
      expect(await b.recover()).toBe(0);
      const made = change.isRemoval ? null : change.record;
      const original = change.expected > 0 ? before : null;
      expect(await b.get('event', { id: change.record.id })).toEqual(isMade ? made : original);
      expect(await b.get('tag', { slug: 'made' })).toEqual(isMade ? tag : null);
      const [touched] = await b.versions('venue', 0, 1);
      expect((touched?.version ?? 0) > 1).toBe(isMade);
      const marked = await b.unindexed('event', { ids: [change.record.id], limit: 1 });
      expect(marked.map(({ revision }) => revision)).toEqual(
        isMade ? [change.record.revision] : original ? [1] : [],
      );
      await expectFree(b, [
        ['old', name === 'insert' || !isMade],
        ['new', isMade && name !== 'removal'],
      ]);
    });

    /** Slugs and external IDs are free, unless somebody has them. */
    const expectFree = async (store: RecordStore, held: [string, boolean][]) => {
      for (const [at, [name, isHeld]] of held.entries()) {
        const slug = makeRecord('event', 20 + at, { slug: name });
        const source = makeRecord('event', 30 + at, { external_id: `x:${name}` });
        expect([name, await conflictsOf(store, inserts(slug))]).toEqual([
          name,
          isHeld ? [{ at: 0, reason: 'slug' }] : [],
        ]);
        expect([name, await conflictsOf(store, inserts(source))]).toEqual([
          name,
          isHeld ? [{ at: 0, reason: 'external_id' }] : [],
        ]);
      }
    };

    test('a change finished by another while its writer pauses is made once', async () => {
      for (const [at, point] of ['mongo:committed', 'mongo:created', 'mongo:touched'].entries()) {
        const pause = pauseAt(point);
        const [a, b] = [await stores().open('a', pause.failPoint), await stores().open('b')];
        const id = 40 + at;
        const created = makeRecord('tag', id);
        const writing = a.write([
          { record: makeRecord('event', id), expected: 0, creates: [created] },
        ]);
        await pause.reached;
        stores().clock.nowMs += limits.abandonedMs;
        expect(await b.recover()).toBe(1);
        await b.write([{ record: revise(created, { title: 'Newer' }), expected: 1 }]);
        pause.resume();
        expect((await writing).conflicts).toEqual([]);
        expect((await b.get('tag', { id }))?.title).toBe('Newer');
        expect(await b.recover()).toBe(0);
      }
    });

    test('a slug of a record that is still to be created is held, however long', async () => {
      const [a, b] = [
        await stores().open('a', stopAt('mongo:committed')),
        await stores().open('b'),
      ];
      await b.write(inserts(venue, before));
      await expect(a.write([update])).rejects.toThrow();
      stores().clock.nowMs += 10 * limits.abandonedMs;
      expect(await b.takenSlugs('tag', ['made'])).toEqual(new Set(['made']));
      const rival = makeRecord('tag', 5, { slug: 'made' });
      expect(await conflictsOf(b, inserts(rival))).toEqual([{ at: 0, reason: 'slug' }]);
      const next = revise(after, { title: 'Next' });
      expect(
        await conflictsOf(b, [{ record: next, expected: 2, creates: [makeRecord('tag', 6)] }]),
      ).toEqual([]);
      // Who writes the record next finishes what was left of its last change first.
      expect((await b.scan('tag', 0, 9)).map(({ id }) => id)).toEqual([1, 6]);
      expect(await b.recover()).toBe(0);
      expect((await b.scan('tag', 0, 9)).map(({ id }) => id)).toEqual([1, 6]);
    });
  });
}
