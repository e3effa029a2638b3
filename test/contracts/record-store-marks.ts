/** The store's marks: what the index has not confirmed, what has not spread, what to count anew. */
import { describe, expect, test } from 'vitest';
import { makeRecord, revise } from './builders.js';
import { freshStore, inserts, type OpenStore } from './record-store.js';

/** Part of the record store's contract. */
export function describeStoreMarks(open: OpenStore): void {
  describe('marks', () => {
    const store = freshStore(open);
    const one = makeRecord('event', 1);
    const two = revise(one, { title: 'Second' });
    const gone = revise(two);

    test('unindexed: every write leaves its record marked, until that revision is indexed', async () => {
      await store().write(inserts(one));
      expect(await store().unindexed('event', 10)).toEqual([{ id: 1, revision: 1, record: one }]);
      await store().markIndexed('event', [{ id: 1, revision: 1 }]);
      expect(await store().unindexed('event', 10)).toEqual([]);
      await store().write([{ record: two, expected: 1 }]);
      await store().markIndexed('event', [{ id: 1, revision: 1 }]);
      expect(await store().unindexed('event', 10)).toEqual([{ id: 1, revision: 2, record: two }]);
      await store().markIndexed('event', [{ id: 1, revision: 2 }]);
      expect(await store().unindexed('event', 10)).toEqual([]);
    });

    test('unindexed: an older mark after a newer one changes nothing', async () => {
      await store().write(inserts(one));
      await store().write([{ record: two, expected: 1 }]);
      await store().markIndexed('event', [{ id: 1, revision: 2 }]);
      await store().markIndexed('event', [{ id: 1, revision: 1 }]);
      expect(await store().unindexed('event', 10)).toEqual([]);
    });

    test('unindexed: oldest ID first, at most the limit, records and removals together', async () => {
      const records = [4, 2, 5, 1, 3].map((id) => makeRecord('event', id));
      await store().write(inserts(...records));
      const third = makeRecord('event', 3);
      await store().write([{ record: revise(third), expected: 1, isRemoval: true }]);
      const pending = await store().unindexed('event', 4);
      expect(pending.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
      expect(pending[2]).toEqual({ id: 3, revision: 2, record: null });
      expect(await store().unindexed('venue', 10)).toEqual([]);
    });

    test('a tombstone stays until the index has confirmed the removal, not an older revision', async () => {
      await store().write(inserts(one));
      await store().write([{ record: two, expected: 1 }]);
      await store().write([{ record: gone, expected: 2, isRemoval: true }]);
      const open = [{ id: 1, revision: 3, record: null }];
      expect(await store().unindexed('event', 10)).toEqual(open);
      await store().markIndexed('event', [{ id: 1, revision: 2 }]);
      expect(await store().unindexed('event', 10)).toEqual(open);
      await store().markIndexed('event', [{ id: 1, revision: 3 }]);
      expect(await store().unindexed('event', 10)).toEqual([]);
    });

    test('tombstones of a post and a term with one number are two', async () => {
      const tag = makeRecord('tag', 1);
      await store().write(inserts(one, tag));
      await store().write([
        { record: revise(one), expected: 1, isRemoval: true },
        { record: revise(tag), expected: 1, isRemoval: true },
      ]);
      await store().markIndexed('tag', [{ id: 1, revision: 2 }]);
      expect(await store().unindexed('tag', 10)).toEqual([]);
      expect(await store().unindexed('event', 10)).toHaveLength(1);
    });

    test('marking what is not there does nothing', async () => {
      await store().markIndexed('event', [{ id: 9, revision: 9 }]);
      await store().spreadDone('event', { id: 9, revision: 9 });
      await store().clearTouched('event', [{ id: 9, stamp: 9 }]);
      expect(await store().unindexed('event', 10)).toEqual([]);
    });

    test('spreading: marked by writes that spread, cleared for the revision that was spread', async () => {
      const venue = makeRecord('venue', 1);
      await store().write(inserts(venue));
      expect(await store().spreading('venue', 10)).toEqual([]);
      const second = revise(venue, { title: 'B' });
      await store().write([{ record: second, expected: 1, spreads: true }]);
      expect(await store().spreading('venue', 10)).toEqual([
        { id: 1, revision: 2, record: second },
      ]);
      const third = revise(second, { title: 'C' });
      await store().write([{ record: third, expected: 2 }]);
      await store().spreadDone('venue', { id: 1, revision: 2 });
      expect(await store().spreading('venue', 10)).toEqual([{ id: 1, revision: 3, record: third }]);
      await store().spreadDone('venue', { id: 1, revision: 3 });
      expect(await store().spreading('venue', 10)).toEqual([]);
    });

    test('spreading: a removal spreads too, and is not the same as one the index lacks', async () => {
      const tag = makeRecord('tag', 1);
      await store().write(inserts(tag));
      await store().write([{ record: revise(tag), expected: 1, isRemoval: true, spreads: true }]);
      await store().markIndexed('tag', [{ id: 1, revision: 2 }]);
      expect(await store().spreading('tag', 10)).toEqual([{ id: 1, revision: 2, record: null }]);
      await store().spreadDone('tag', { id: 1, revision: 2 });
      expect(await store().spreading('tag', 10)).toEqual([]);
    });

    test('touched: a touch after the stamp was read is not cleared with it', async () => {
      const venue = makeRecord('venue', 1);
      await store().write(inserts(venue), [{ kind: 'venue', id: 1 }]);
      const seen = await store().touched('venue', 10);
      expect(seen.map(({ id }) => id)).toEqual([1]);
      await store().write(inserts(makeRecord('event', 2)), [{ kind: 'venue', id: 1 }]);
      await store().clearTouched('venue', seen);
      const again = await store().touched('venue', 10);
      expect(again.map(({ id }) => id)).toEqual([1]);
      expect(again[0]?.stamp).toBeGreaterThan(seen[0]?.stamp ?? 0);
      await store().clearTouched('venue', again);
      expect(await store().touched('venue', 10)).toEqual([]);
    });

    test('touched: survives a write of the record itself; at most the limit, ascending', async () => {
      const tags = [3, 1, 2].map((id) => makeRecord('tag', id));
      const touches = tags.map(({ id }) => ({ kind: 'tag' as const, id }));
      await store().write(inserts(...tags), touches);
      const first = makeRecord('tag', 1);
      await store().write([{ record: revise(first), expected: 1 }]);
      expect((await store().touched('tag', 2)).map(({ id }) => id)).toEqual([1, 2]);
      expect(await store().touched('event', 2)).toEqual([]);
    });

    test('touching what is not there does nothing', async () => {
      const touches = [{ kind: 'tag' as const, id: 77 }];
      expect(await store().write(inserts(one), touches)).toEqual([]);
      expect(await store().touched('tag', 10)).toEqual([]);
    });
  });
}
