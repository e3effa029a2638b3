/** The keys of records: rows beside them, by which they are found. Part of the contract. */
import { describe, expect, test } from 'vitest';
import type { Change, KeyWrite, RecordStore } from '../../src/store/port.js';
import { makeRecord, revise } from './builders.js';
import { conflictsOf, freshStore, ids, inserts, type OpenStore, UNLEASED } from './record-store.js';

const [one, two] = [makeRecord('venue', 1), makeRecord('venue', 2)];
const claim = (key: string): KeyWrite => ({ key, how: 'claim' });
const offer = (key: string): KeyWrite => ({ key, how: 'offer' });
const insert = (record = one, ...keys: KeyWrite[]): Change => ({ record, expected: 0, keys });

/** → the keys of records: `key id of`. */
const keysOf = async (store: RecordStore, ...of: number[]) =>
  (await store.keys.list('venue', { ids: of })).map((row) => `${row.key} ${row.id} ${row.of}`);

/** Part of the record store's contract. */
export function describeKeys(open: OpenStore): void {
  describe('keys', () => {
    const store = freshStore(open);

    test('a record and its keys are one write; both are found by each key', async () => {
      const keys = [claim('b:1'), offer('@uid:x'), offer('a:1')];
      expect(await conflictsOf(store(), [insert(one, ...keys), insert(two)])).toEqual([]);
      expect(await keysOf(store(), 1, 2)).toEqual(['b:1 1 0', '@uid:x 1 0', 'a:1 1 0']);
      expect(await store().find('venue', 'key', ['a:1', '@uid:x', 'none'])).toEqual([one]);
      expect(await store().find('organizer', 'key', ['a:1'])).toEqual([]);
      const [row] = await store().keys.list('venue', { keys: ['a:1'] });
      expect(row).toEqual({ kind: 'venue', key: 'a:1', id: 1, of: 0, told: null });
      for (const query of [{ keys: [] }, { ids: [] }, { of: [] }]) {
        expect(await store().keys.list('venue', query)).toEqual([]);
      }
    });

    test('a key that another record has is a conflict for who claims it alone', async () => {
      await conflictsOf(store(), [insert(one, claim('a:1'))]);
      expect(await conflictsOf(store(), [insert(two, claim('a:1'), claim('a:2'))])).toEqual([
        { at: 0, reason: 'key' },
      ]);
      expect(await store().get('venue', { id: 2 })).toBeNull();
      expect(await store().keys.list('venue', { keys: ['a:2'] })).toEqual([]);
      const [three, four] = [makeRecord('venue', 3), makeRecord('venue', 4)];
      const both = [insert(three, claim('a:3')), insert(four, claim('a:3'))];
      expect(await conflictsOf(store(), both)).toEqual([{ at: 1, reason: 'key' }]);
      expect(await conflictsOf(store(), [insert(two, offer('a:1'), offer('a:2'))])).toEqual([]);
      expect(await keysOf(store(), 1, 2)).toEqual(['a:1 1 0', 'a:2 2 0']);
      const event = { ...insert(makeRecord('event', 5)), keys: [claim('a:1')] };
      expect(await conflictsOf(store(), [event])).toEqual([]);
    });

    test('a key that is given up or taken is free for the changes behind', async () => {
      await conflictsOf(store(), [insert(one, claim('a:1'), claim('a:2')), insert(two)]);
      const givesUp = { record: revise(one), expected: 1, lost: ['a:1'] };
      const takes = { record: revise(two), expected: 1, keys: [claim('a:1')] };
      expect(await conflictsOf(store(), [givesUp, takes])).toEqual([]);
      expect(await keysOf(store(), 1, 2)).toEqual(['a:2 1 0', 'a:1 2 0']);
      const merged: KeyWrite = { key: 'a:1', how: 'take', of: 2 };
      const survivor = { record: revise(revise(one)), expected: 2, keys: [merged] };
      expect(await conflictsOf(store(), [survivor])).toEqual([]);
      expect((await keysOf(store(), 1, 2)).sort()).toEqual(['a:1 1 2', 'a:2 1 0']);
      const [row] = await store().keys.list('venue', { of: [2] });
      expect(row?.key).toBe('a:1');
      expect(await store().keys.list('venue', { of: [0] })).toEqual([]);
    });

    test('a removed record has no keys, and they are free in the same write', async () => {
      await conflictsOf(store(), [insert(one, claim('a:1'), offer('a:2'))]);
      const removal: Change = { record: revise(one), expected: 1, removal: {} };
      expect(await conflictsOf(store(), [removal, insert(two, claim('a:1'))])).toEqual([]);
      expect(await keysOf(store(), 1, 2)).toEqual(['a:1 2 0']);
      expect(ids(await store().find('venue', 'key', ['a:1', 'a:2']))).toEqual([2]);
    });

    test('what was refused leaves the keys as they were', async () => {
      await conflictsOf(store(), [insert(one, claim('a:1'))]);
      const stale = { record: revise(one), expected: 9, keys: [claim('a:2')], lost: ['a:1'] };
      expect(await conflictsOf(store(), [stale])).toEqual([{ at: 0, reason: 'revision' }]);
      expect(await keysOf(store(), 1)).toEqual(['a:1 1 0']);
    });

    test('keys are written without their records: free ones, of records that exist', async () => {
      await conflictsOf(store(), [insert(one, claim('a:1')), insert(two, claim('a:2'))]);
      const backlog = await store().outbox.list({ afterId: null, limit: 100 });
      await store().keys.write('venue', {
        writes: [
          { ...offer('a:1'), id: 2 },
          { ...claim('a:2'), id: 1 },
          { ...offer('a:3'), id: 2 },
          { ...offer('a:4'), id: 99 },
        ],
      });
      expect((await keysOf(store(), 1, 2, 99)).sort()).toEqual(['a:1 1 0', 'a:2 2 0', 'a:3 2 0']);
      await store().keys.write('venue', { lost: ['a:3', 'none'] });
      expect(await keysOf(store(), 2)).toEqual(['a:2 2 0']);
      expect(await store().get('venue', { id: 2 })).toEqual(two);
      expect(await store().outbox.list({ afterId: null, limit: 100 })).toEqual(backlog);
    });

    test('what a source told stays until it tells again', async () => {
      const told = { row: 'x', rules: { lines: ['RRULE:FREQ=DAILY'] } };
      await store().write([insert(one, { ...claim('a:1'), told })], UNLEASED);
      const read = async () => (await store().keys.list('venue', { keys: ['a:1'] }))[0]?.told;
      expect(await read()).toEqual(told);
      await store().keys.write('venue', { writes: [{ ...claim('a:1'), id: 1 }] });
      expect(await read()).toEqual(told);
      await store().keys.write('venue', {
        writes: [{ ...claim('a:1'), id: 1, told: { row: 'y' } }],
      });
      expect(await read()).toEqual({ row: 'y' });
      await store().keys.write('venue', {
        writes: [{ ...claim('a:1'), id: 1, told: null }],
      });
      expect(await read()).toBeNull();
    });

    test('a range: those of a prefix, ascending, a page at a time', async () => {
      const keys = ['calendar-1:b', 'calendar-1:a', 'calendar-1:\u{1f3bb}', 'calendar-10:a'];
      await store().write([insert(one, ...keys.map(offer), offer('calendar-0:z'))], UNLEASED);
      const page = async (after: string, limit = 2) =>
        (await store().keys.list('venue', { prefix: 'calendar-1:', after, limit })).map(
          ({ key }) => key,
        );
      expect(await page('')).toEqual(['calendar-1:a', 'calendar-1:b']);
      expect(await page('calendar-1:b')).toEqual(['calendar-1:\u{1f3bb}']);
      expect(await page('calendar-1:\u{1f3bb}')).toEqual([]);
    });

    test('of two writes at once that claim a key one is refused', async () => {
      const writes = [one, two].map((record) =>
        conflictsOf(store(), [insert(record, claim('a:1'))]),
      );
      const conflicts = (await Promise.all(writes)).flat();
      expect(conflicts).toEqual([{ at: 0, reason: 'key' }]);
      expect(await store().keys.list('venue', { keys: ['a:1'] })).toHaveLength(1);
      await store().write(inserts(makeRecord('venue', 3)), UNLEASED);
    });
  });
}
