/** Links, the usage counts that follow from them, and versions. */
import { describe, expect, test } from 'vitest';
import type { RecordStore } from '../../src/store/port.js';
import { makeRecord, makeSnapshot, NOW, revise, utcText } from './builders.js';
import { freshStore, ids, inserts, type OpenStore, UNLEASED } from './record-store.js';

const usageOf = (store: RecordStore, kind: 'tag' | 'venue', id: number, nowSeconds = NOW) =>
  store.usage([{ kind, id }], nowSeconds).then((usage) => usage.get(`${kind} ${id}`));

/** Part of the record store's contract. */
export function describeLinks(open: OpenStore): void {
  describe('links', () => {
    const store = freshStore(open);
    const tag = makeSnapshot(makeRecord('tag', 5));
    const venue = makeSnapshot(makeRecord('venue', 90));
    const event = (id: number, changes: Parameters<typeof makeRecord>[2] = {}) =>
      makeRecord('event', id, { relations: { tags: [tag], venue: [venue] }, ...changes });

    test('holders: the records that embed a record under a field, in pages', async () => {
      await store().write(inserts(event(3), event(1), event(2), makeRecord('event', 4)), UNLEASED);
      expect(
        ids(
          await store().scan('event', {
            afterId: 0,
            limit: 2,
            holding: { field: 'tags', target: 5 },
          }),
        ),
      ).toEqual([1, 2]);
      expect(
        ids(
          await store().scan('event', {
            afterId: 2,
            limit: 2,
            holding: { field: 'tags', target: 5 },
          }),
        ),
      ).toEqual([3]);
      expect(
        await store().scan('event', {
          afterId: 0,
          limit: 10,
          holding: { field: 'venue', target: 5 },
        }),
      ).toEqual([]);
      expect(
        await store().scan('event', {
          afterId: 0,
          limit: 10,
          holding: { field: 'categories', target: 5 },
        }),
      ).toEqual([]);
      await store().write(
        [{ record: revise(event(2), { relations: { tags: [] } }), expected: 1 }],
        UNLEASED,
      );
      expect(
        ids(
          await store().scan('event', {
            afterId: 0,
            limit: 10,
            holding: { field: 'tags', target: 5 },
          }),
        ),
      ).toEqual([1, 3]);
    });

    test('holders: what only a part of a series embeds counts, once beside the series', async () => {
      const part = { from: '2026-03-17 19:00:00', by: 'user', fields: {} } as const;
      const parts = [
        { ...part, relations: { venue: [venue], tags: [tag] } },
        { ...part, from: '2026-03-24 19:00:00', relations: { venue: [venue], tags: [] } },
      ];
      const series = event(1, { relations: { tags: [tag] }, parts });
      const holdersOf = async (field: string, target: number) =>
        ids(await store().scan('event', { afterId: 0, limit: 9, holding: { field, target } }));
      await store().write(inserts(series), UNLEASED);
      expect([await holdersOf('venue', 90), await holdersOf('tags', 5)]).toEqual([[1], [1]]);
      expect(await store().get('event', { id: 1 })).toMatchObject({ parts });
      const { parts: _, ...whole } = revise(series);
      await store().write([{ record: whole, expected: 1 }], UNLEASED);
      expect([await holdersOf('venue', 90), await holdersOf('tags', 5)]).toEqual([[], [1]]);
    });

    test('removing a term does not touch the links of an event with the same ID', async () => {
      const term = makeRecord('tag', 1);
      await store().write(inserts(event(1), term), UNLEASED);
      await store().write([{ record: revise(term), expected: 1, removal: {} }], UNLEASED);
      expect(
        ids(
          await store().scan('event', {
            afterId: 0,
            limit: 10,
            holding: { field: 'tags', target: 5 },
          }),
        ),
      ).toEqual([1]);
      expect((await usageOf(store(), 'venue', 90))?.published).toBe(1);
    });

    test('usage: counts published records and events; their latest start and end', async () => {
      const starts = (hours: number, ends = hours) => ({
        utc_start_date: utcText(NOW + hours * 3600),
        utc_end_date: utcText(NOW + ends * 3600),
      });
      const future = { status: 'future' as const, date_utc: utcText(NOW + 100) };
      await store().write(
        inserts(
          event(1, { fields: starts(1) }),
          event(2, { fields: starts(2), ...future }),
          event(3, { fields: starts(3), status: 'private' }),
          event(4, { fields: starts(4), status: 'draft' }),
          event(5, { fields: starts(5), status: 'pending' }),
          event(6, { fields: starts(6), status: 'trash' }),
          event(7, { fields: starts(-5, 9) }),
        ),
        UNLEASED,
      );
      const records = [5, 6].map((id) => ({ kind: 'tag' as const, id }));
      const before = await store().usage([...records, { kind: 'venue', id: 90 }], NOW);
      expect([...before.keys()].sort()).toEqual(['tag 5', 'venue 90']);
      expect({ ...before.get('tag 5') }).toEqual({
        published: 2,
        events: 4,
        last_start_published: NOW + 3600,
        last_end_published: NOW + 9 * 3600,
        last_start: NOW + 5 * 3600,
      });
      const after = await usageOf(store(), 'tag', 5, NOW + 100);
      expect(after).toMatchObject({ published: 3, last_start_published: NOW + 7200 });
    });

    test('the trash: records removed before a moment, in pages', async () => {
      const inTrash = (id: number, hours: number) =>
        event(id, { removed: { by: 'user', at: utcText(NOW + hours * 3600) } });
      const records = [inTrash(4, -1), inTrash(1, -3), inTrash(2, 0), inTrash(3, -2), event(5)];
      await store().write(inserts(...records), UNLEASED);
      const scan = (afterId: number, limit: number, hours: number) =>
        store()
          .scan('event', { afterId, limit, removedBefore: utcText(NOW + hours * 3600) })
          .then(ids);
      expect(await scan(0, 2, 0)).toEqual([1, 3]);
      expect(await scan(3, 2, 0)).toEqual([4]);
      expect(await scan(0, 9, 1)).toEqual([1, 2, 3, 4]);
      const restored = revise(inTrash(1, -3), { removed: null });
      await store().write([{ record: restored, expected: 1 }], UNLEASED);
      expect(await scan(0, 9, -1)).toEqual([3]);
    });

    test('usage follows updates and removals', async () => {
      await store().write(inserts(event(1), event(2)), UNLEASED);
      await store().write(
        [
          { record: revise(event(1), { status: 'trash' }), expected: 1 },
          { record: revise(event(2)), expected: 1, removal: {} },
        ],
        UNLEASED,
      );
      const none = { published: 0, events: 0, last_start: null };
      expect((await usageOf(store(), 'venue', 90)) ?? none).toMatchObject(none);
    });
  });
}

/** Part of the record store's contract. */
export function describeVersions(open: OpenStore): void {
  describe('versions', () => {
    const store = freshStore(open);
    const one = makeRecord('event', 1);

    test('go up by 1 with every write; listed for existing records, in pages', async () => {
      await store().write(inserts(one, makeRecord('event', 2), makeRecord('event', 3)), UNLEASED);
      await store().write([{ record: revise(one), expected: 1 }], UNLEASED);
      const second = revise(makeRecord('event', 2));
      await store().write([{ record: second, expected: 1, removal: {} }], UNLEASED);
      expect(await store().versions('event', 0, 1)).toEqual([{ id: 1, version: 2 }]);
      expect(await store().versions('event', 1, 10)).toEqual([{ id: 3, version: 1 }]);
      expect((await store().get('event', { id: 1 }))?.version).toBe(2);
    });

    test('raiseVersions: the unchanged record at a higher version, above a given one', async () => {
      await store().write(inserts(one, makeRecord('event', 2)), UNLEASED);
      const [raised, ...others] = await store().raiseVersions('event', [{ id: 1 }, { id: 9 }]);
      expect(others).toEqual([]);
      expect(raised).toEqual({ ...one, version: raised?.version });
      expect(raised?.version).toBeGreaterThan(1);
      const [above] = await store().raiseVersions('event', [{ id: 1, above: 41 }]);
      expect(above?.version).toBeGreaterThan(41);
      expect((await store().get('event', { id: 1 }))?.version).toBe(above?.version);
      expect((await store().get('event', { id: 1 }))?.revision).toBe(1);
      const next = await store().write([{ record: revise(one), expected: 1 }], UNLEASED);
      expect(next.written[0]?.version).toBeGreaterThan(above?.version ?? 0);
      expect(await store().raiseVersions('event', [])).toEqual([]);
    });

    test('a version is never given twice, even by parallel writes', async () => {
      await store().write(inserts(one), UNLEASED);
      for (let round = 0; round < 10; round++) await store().raiseVersions('event', [{ id: 1 }]);
      await Promise.all(
        Array.from({ length: 10 }, () => store().raiseVersions('event', [{ id: 1 }])),
      );
      expect((await store().get('event', { id: 1 }))?.version).toBe(21);
    });
  });
}
