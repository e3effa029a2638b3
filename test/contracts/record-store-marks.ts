/**
 * The store's marks: what the index has not confirmed or refuses, what has not spread, which links
 * are to be looked at again, and who is at it.
 */
import { describe, expect, test } from 'vitest';
import type { RecordStore } from '../../src/store/port.js';
import { makeRecord, revise } from './builders.js';
import { conflictsOf, freshStore, inserts, type OpenStore } from './record-store.js';

/** Part of the record store's contract. */
export function describeStoreMarks(open: OpenStore): void {
  describe('marks', () => {
    const store = freshStore(open);
    describeUnindexed(store);
    describeTouches(store);
    describeSetAside(store);
    describeSpreads(store);
  });
}

const one = makeRecord('event', 1);
const two = revise(one, { title: 'Second' });
const gone = revise(two);

const stateOf = async (store: RecordStore, kind: 'event' | 'venue' | 'tag' = 'event') =>
  (await store.unindexed(kind, { limit: 10 })).map(({ id, version }) => [id, version]);

function describeUnindexed(store: () => RecordStore): void {
  test('unindexed: every write leaves its record marked, until that version is indexed', async () => {
    await store().write(inserts(one));
    expect(await store().unindexed('event', { limit: 10 })).toEqual([
      { kind: 'event', id: 1, revision: 1, version: 1, record: one },
    ]);
    await store().markIndexed('event', [{ id: 1, version: 1 }]);
    expect(await stateOf(store())).toEqual([]);
    await store().write([{ record: two, expected: 1 }]);
    await store().markIndexed('event', [{ id: 1, version: 1 }]);
    expect(await store().unindexed('event', { limit: 10 })).toEqual([
      { kind: 'event', id: 1, revision: 2, version: 2, record: two },
    ]);
    await store().markIndexed('event', [{ id: 1, version: 2 }]);
    expect(await stateOf(store())).toEqual([]);
    await store().markIndexed('event', [{ id: 1, version: 1 }]);
    expect(await stateOf(store())).toEqual([]);
  });

  test('unindexed: ascending, at most the limit, after an ID, among IDs; removals too', async () => {
    const records = [4, 2, 5, 1, 3].map((id) => makeRecord('event', id));
    await store().write(inserts(...records));
    const third = makeRecord('event', 3);
    await store().write([{ record: revise(third), expected: 1, isRemoval: true }]);
    const pending = await store().unindexed('event', { limit: 4 });
    expect(pending.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(pending[2]).toEqual({ kind: 'event', id: 3, revision: 2, version: 2, record: null });
    const after = await store().unindexed('event', { afterId: 2, limit: 2 });
    expect(after.map(({ id }) => id)).toEqual([3, 4]);
    const among = await store().unindexed('event', { ids: [5, 3, 9], limit: 10 });
    expect(among.map(({ id }) => id)).toEqual([3, 5]);
    expect(await store().unindexed('venue', { limit: 10 })).toEqual([]);
  });

  test('a tombstone stays until the index has confirmed the removal, not an older version', async () => {
    await store().write(inserts(one));
    await store().write([{ record: two, expected: 1 }]);
    await store().write([{ record: gone, expected: 2, isRemoval: true }]);
    const open = [{ kind: 'event', id: 1, revision: 3, version: 3, record: null }];
    expect(await store().unindexed('event', { limit: 10 })).toEqual(open);
    await store().markIndexed('event', [{ id: 1, version: 2 }]);
    expect(await store().unindexed('event', { limit: 10 })).toEqual(open);
    await store().markIndexed('event', [{ id: 1, version: 3 }]);
    expect(await stateOf(store())).toEqual([]);
  });

  test('tombstones of a post and a term with one number are two', async () => {
    const tag = makeRecord('tag', 1);
    await store().write(inserts(one, tag));
    await store().write([
      { record: revise(one), expected: 1, isRemoval: true },
      { record: revise(tag), expected: 1, isRemoval: true },
    ]);
    await store().markIndexed('tag', [{ id: 1, version: 2 }]);
    expect(await stateOf(store(), 'tag')).toEqual([]);
    expect(await stateOf(store())).toEqual([[1, 2]]);
  });

  test('marking what is not there does nothing', async () => {
    await store().markIndexed('event', [{ id: 9, version: 9 }]);
    await store().spreadDone('event', { id: 9, revision: 9 });
    await store().renewSpread('event', { id: 9, revision: 9 });
    await store().linksChecked('event', [{ id: 9, revision: 9 }]);
    await store().setAside('event', [{ id: 9, version: 9, reason: 'no' }]);
    await store().raise('event', [{ id: 9, version: 9 }]);
    expect(await stateOf(store())).toEqual([]);
    expect(await store().replay('event')).toBe(0);
  });

  test('claims: what this process has claimed is its own to take again', async () => {
    await store().write(inserts(one));
    for (let round = 0; round < 2; round++) {
      const taken = await store().unindexed('event', { limit: 10, isClaim: true });
      expect(taken.map(({ id }) => id)).toEqual([1]);
    }
  });

  test('backlog: how many wait, since when, how many are set aside', async () => {
    expect(await store().backlog()).toEqual({ unindexed: 0, oldestMs: null, setAside: 0 });
    await store().write(inserts(one, makeRecord('tag', 1), makeRecord('tag', 2)));
    await store().setAside('tag', [{ id: 2, version: 1, reason: 'no' }]);
    const { unindexed, oldestMs, setAside } = await store().backlog();
    expect([unindexed, setAside]).toEqual([2, 1]);
    expect(typeof oldestMs).toBe('number');
    await store().markIndexed('event', [{ id: 1, version: 1 }]);
    await store().markIndexed('tag', [{ id: 1, version: 1 }]);
    expect(await store().backlog()).toEqual({ unindexed: 0, oldestMs: null, setAside: 1 });
  });
}

function describeTouches(store: () => RecordStore): void {
  test('touches: a higher version, unindexed again; the record itself as it was', async () => {
    const venue = makeRecord('venue', 1);
    await store().write(inserts(venue));
    await store().markIndexed('venue', [{ id: 1, version: 1 }]);
    const touches = [{ kind: 'venue' as const, id: 1 }];
    await store().write([{ record: one, expected: 0, touches }]);
    expect(await stateOf(store(), 'venue')).toEqual([[1, 2]]);
    await store().write([{ record: makeRecord('event', 2), expected: 0, touches }]);
    await store().markIndexed('venue', [{ id: 1, version: 2 }]);
    expect(await stateOf(store(), 'venue')).toEqual([[1, 3]]);
    expect(await store().get('venue', { id: 1 })).toEqual(venue);
    expect(await conflictsOf(store(), [{ record: revise(venue), expected: 1 }])).toEqual([]);
    expect(await stateOf(store(), 'venue')).toEqual([[1, 4]]);
    expect(await store().versions('venue', 0, 10)).toEqual([{ id: 1, version: 4 }]);
  });

  test('touching what is not there, or is gone, does nothing', async () => {
    const tag = makeRecord('tag', 5);
    await store().write(inserts(tag));
    await store().write([{ record: revise(tag), expected: 1, isRemoval: true }]);
    const touches = [77, 5].map((id) => ({ kind: 'tag' as const, id }));
    expect(await conflictsOf(store(), [{ record: one, expected: 0, touches }])).toEqual([]);
    expect(await stateOf(store(), 'tag')).toEqual([[5, 2]]);
  });

  test('raise: a version above the given one, also of what is indexed', async () => {
    await store().write(inserts(one, makeRecord('event', 2)));
    await store().markIndexed('event', [
      { id: 1, version: 1 },
      { id: 2, version: 1 },
    ]);
    await store().raise('event', [{ id: 1, version: 41 }]);
    const [raised, ...others] = await stateOf(store());
    expect(others).toEqual([]);
    expect(raised?.[0]).toBe(1);
    expect(raised?.[1]).toBeGreaterThan(41);
    expect(await store().get('event', { id: 1 })).toEqual(one);
  });

  test('versions: of records, not of what was removed, in pages', async () => {
    await store().write(inserts(one, makeRecord('event', 2), makeRecord('event', 3)));
    await store().write([{ record: two, expected: 1 }]);
    await store().write([{ record: revise(makeRecord('event', 2)), expected: 1, isRemoval: true }]);
    expect(await store().versions('event', 0, 1)).toEqual([{ id: 1, version: 2 }]);
    expect(await store().versions('event', 1, 10)).toEqual([{ id: 3, version: 1 }]);
    expect((await store().scan('event', 0, 10)).map(({ id, version }) => [id, version])).toEqual([
      [1, 2],
      [3, 1],
    ]);
  });
}

function describeSetAside(store: () => RecordStore): void {
  test('set aside: not pushed, listed with its reason, until it is replayed or changes', async () => {
    await store().write(inserts(one, makeRecord('event', 2), makeRecord('event', 3)));
    const aside = [1, 2].map((id) => ({ id, version: 1, reason: `no ${id}` }));
    await store().setAside('event', aside);
    expect(await stateOf(store())).toEqual([[3, 1]]);
    expect(await store().setAsides('event', 0, 10)).toEqual(aside);
    expect(await store().setAsides('event', 1, 10)).toEqual(aside.slice(1));
    await store().write([{ record: two, expected: 1 }]);
    expect(await stateOf(store())).toEqual([
      [1, 2],
      [3, 1],
    ]);
    expect(await store().replay('event')).toBe(1);
    expect((await stateOf(store())).map(([id]) => id)).toEqual([1, 2, 3]);
    expect(await store().setAsides('event', 0, 10)).toEqual([]);
  });

  test('set aside: a version the record has no more is not, one that is indexed neither', async () => {
    await store().write(inserts(one));
    await store().write([{ record: two, expected: 1 }]);
    await store().setAside('event', [{ id: 1, version: 1, reason: 'old' }]);
    expect(await stateOf(store())).toEqual([[1, 2]]);
    await store().markIndexed('event', [{ id: 1, version: 2 }]);
    await store().setAside('event', [{ id: 1, version: 2, reason: 'late' }]);
    expect(await store().setAsides('event', 0, 10)).toEqual([]);
  });
}

function describeSpreads(store: () => RecordStore): void {
  const spreads = async (kind: 'venue' | 'tag') =>
    (await store().spreading(kind, 10)).map(({ id, revision, record }) => [id, revision, record]);

  test('spreading: marked by writes that spread, cleared for the revision that was spread', async () => {
    const venue = makeRecord('venue', 1);
    await store().write(inserts(venue));
    expect(await spreads('venue')).toEqual([]);
    const second = revise(venue, { title: 'B' });
    await store().write([{ record: second, expected: 1, spreads: true }]);
    expect(await spreads('venue')).toEqual([[1, 2, second]]);
    await store().renewSpread('venue', { id: 1, revision: 2 });
    const third = revise(second, { title: 'C' });
    await store().write([{ record: third, expected: 2 }]);
    await store().spreadDone('venue', { id: 1, revision: 2 });
    expect(await spreads('venue')).toEqual([[1, 3, third]]);
    await store().spreadDone('venue', { id: 1, revision: 3 });
    expect(await spreads('venue')).toEqual([]);
  });

  test('spreading: a removal spreads too, and is not the same as one the index lacks', async () => {
    const tag = makeRecord('tag', 1);
    await store().write(inserts(tag));
    await store().write([{ record: revise(tag), expected: 1, isRemoval: true, spreads: true }]);
    await store().markIndexed('tag', [{ id: 1, version: 2 }]);
    expect(await spreads('tag')).toEqual([[1, 2, null]]);
    await store().spreadDone('tag', { id: 1, revision: 2 });
    expect(await spreads('tag')).toEqual([]);
  });

  test('links to check: marked by writes that say so, cleared for that revision', async () => {
    await store().write([{ record: one, expected: 0, checksLinks: true }]);
    await store().write(inserts(makeRecord('event', 2)));
    const open = async () =>
      (await store().linksToCheck('event', 10)).map(({ id, revision }) => [id, revision]);
    expect(await open()).toEqual([[1, 1]]);
    await store().write([{ record: two, expected: 1 }]);
    await store().linksChecked('event', [{ id: 1, revision: 1 }]);
    expect(await open()).toEqual([[1, 2]]);
    await store().linksChecked('event', [{ id: 1, revision: 2 }]);
    expect(await open()).toEqual([]);
  });
}
