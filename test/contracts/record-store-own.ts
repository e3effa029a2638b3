/** The change feed and the service's own documents. */
import { describe, expect, test } from 'vitest';
import type { RecordStore } from '../../src/store/port.js';
import { makeRecord, revise } from './builders.js';
import { freshStore, inserts, type OpenStore, UNLEASED } from './record-store.js';

/** Does the work of the task `changes`, as upkeep does. */
async function number(store: RecordStore): Promise<void> {
  const entries = await store.outbox.lease(['changes'], { limit: 100, untilMs: 1 });
  if (entries.length > 0) await store.changes.append(entries);
}

const ALL = { kind: null, after: 0, limit: 100 };

/** Part of the record store's contract. */
export function describeStoreOwn(open: OpenStore): void {
  describe('change feed', () => {
    const store = freshStore(open);
    const listed = async (query: Partial<typeof ALL> = {}) =>
      (await store().changes.list({ ...ALL, ...query })).map(
        ({ kind, id, record }) => `${kind} ${id} ${record === null ? 'removed' : record.revision}`,
      );

    test('has each record once, at its last change, in the order of numbers', async () => {
      const [event, venue] = [makeRecord('event', 1), makeRecord('venue', 2)];
      expect(await store().changes.position()).toEqual({ space: null, last: 0 });
      await store().write(inserts(event, venue), UNLEASED);
      await number(store());
      expect((await store().outbox.backlog()).unnumberedMs).toBeNull();
      expect((await listed()).sort()).toEqual(['event 1 1', 'venue 2 1']);
      await store().write([{ record: revise(event), expected: 1 }], UNLEASED);
      await number(store());
      expect(await listed()).toEqual(['venue 2 1', 'event 1 2']);
      expect(await store().changes.list({ ...ALL, kind: 'venue' })).toHaveLength(1);
      expect(await listed({ limit: 1 })).toEqual(['venue 2 1']);
      const [first, second] = await store().changes.list(ALL);
      expect(second?.number).toBeGreaterThan(first?.number ?? Number.NaN);
      expect(await listed({ after: first?.number ?? 0 })).toEqual(['event 1 2']);
      expect((await store().changes.position()).last).toBe(second?.number);
    });

    test('a removed record stays, and a space is begun anew', async () => {
      const venue = makeRecord('venue', 2);
      await store().write(inserts(venue), UNLEASED);
      await store().write([{ record: revise(venue), expected: 1, removal: {} }], UNLEASED);
      await number(store());
      expect(await listed()).toEqual(['venue 2 removed']);
      await store().changes.restart();
      const { space } = await store().changes.position();
      expect(space).toMatch(/^[0-9a-z]+$/);
      await store().changes.restart();
      expect((await store().changes.position()).space).not.toBe(space);
    });

    test('a write of keys gives records the next numbers', async () => {
      const [one, two] = [makeRecord('venue', 1), makeRecord('venue', 2)];
      await store().write(inserts(one, two), UNLEASED);
      await number(store());
      const writes = [{ key: 'a:1', id: 1, how: 'offer' as const }];
      await store().keys.write('venue', { writes });
      await number(store());
      expect(await listed()).toEqual(['venue 1 1', 'venue 2 1']);
      await store().keys.write('venue', { lost: ['a:1'], renumbered: [1] });
      await number(store());
      expect(await listed()).toEqual(['venue 2 1', 'venue 1 1']);
      expect(await store().keys.list('venue', { keys: ['a:1'] })).toEqual([]);
    });

    test('readers meet no number below one they have read, whoever else numbers', async () => {
      const seen: number[] = [];
      let isOver = false;
      const read = async () => {
        for (let after = 0; ; ) {
          const wasOver = isOver;
          const found = await store().changes.list({ ...ALL, after, limit: 7 });
          seen.push(...found.map((change) => change.number));
          after = found.at(-1)?.number ?? after;
          if (wasOver && found.length === 0) return;
        }
      };
      const write = async (from: number) => {
        for (let id = from; id < from + 15; id += 1) {
          await store().write(inserts(makeRecord('venue', id)), UNLEASED);
          await number(store());
        }
      };
      const reading = read();
      await Promise.all([write(100), write(200), write(300)]);
      await number(store());
      isOver = true;
      await reading;
      expect(seen).toEqual([...seen].sort((a, b) => a - b));
      expect(new Set(seen).size).toBe(seen.length);
      expect(await listed()).toHaveLength(45);
      expect(seen.length).toBeGreaterThanOrEqual(45);
    });
  });

  describe('documents', () => {
    const store = freshStore(open);
    const hook = { type: 'webhook' as const, id: 1 };

    test('are replaced by whoever read the last revision, and by nobody else', async () => {
      const { documents } = store();
      const value = { url: 'https://x.test', list: [1, { deep: null }], '$odd.key': 'é' };
      expect(await documents.swap({ ...hook, revision: 0, value })).toBe(true);
      expect(await documents.swap({ ...hook, revision: 0, value: {} })).toBe(false);
      expect(await documents.list('webhook')).toEqual([{ ...hook, revision: 1, value }]);
      const swaps = [1, 2, 3, 4].map((by) =>
        documents.swap({ ...hook, revision: 1, value: { by } }),
      );
      expect((await Promise.all(swaps)).filter(Boolean)).toHaveLength(1);
      const [stored] = await documents.list('webhook');
      expect(stored?.revision).toBe(2);
      expect(await documents.swap({ ...hook, revision: 1, value: null })).toBe(false);
      expect(await documents.swap({ ...hook, revision: 2, value: null })).toBe(true);
      expect(await documents.list('webhook')).toEqual([]);
      expect(await documents.swap({ ...hook, revision: 2, value })).toBe(false);
    });

    test('are read by ID and by key, and no two of a type have one key', async () => {
      const { documents } = store();
      const user = { type: 'user' as const, revision: 0, value: { name: 'ann' } };
      const one = { ...user, id: 1, keys: ['name ann', 'token 1'] };
      const idsOf = async (key: string) =>
        (await documents.list('user', { key })).map(({ id }) => id);
      const swaps = await Promise.all([
        documents.swap(one),
        documents.swap({ ...one, id: 2 }),
        documents.swap({ ...user, type: 'image', id: 3, keys: ['name ann'] }),
      ]);
      expect(swaps.filter(Boolean)).toHaveLength(2);
      const [first] = await documents.list('user');
      expect(await documents.list('user')).toHaveLength(1);
      expect([await idsOf('token 1'), await idsOf('token 2')]).toEqual([[first?.id], []]);
      expect(await documents.list('user', { id: first?.id ?? 0 })).toEqual([first]);
      expect(await documents.list('user', { id: 99 })).toEqual([]);
      // Keys are replaced with the document, and free once it is deleted.
      const again = { ...one, id: first?.id ?? 0, revision: 1, keys: ['token 2'] };
      expect(await documents.swap(again)).toBe(true);
      expect([await idsOf('token 1'), await idsOf('token 2')]).toEqual([[], [first?.id]]);
      const other = { ...user, id: 5, keys: ['name ann', 'token 2'] };
      expect(await documents.swap(other)).toBe(false);
      expect(await documents.list('user', { id: 5 })).toEqual([]);
      await documents.swap({ ...again, revision: 2, value: null });
      expect(await documents.swap(other)).toBe(true);
    });

    test('are listed by type, ascending by ID', async () => {
      const { documents } = store();
      for (const id of [10, 2, 1])
        await documents.swap({ ...hook, id, revision: 0, value: { id } });
      await documents.swap({ type: 'source', id: 1, revision: 0, value: {} });
      expect((await documents.list('webhook')).map(({ id }) => id)).toEqual([1, 2, 10]);
      expect(await documents.list('source')).toHaveLength(1);
    });
  });
}
