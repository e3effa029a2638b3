/**
 * The contract of RecordStore: every adapter passes this suite with its real engine. The tests
 * know no engine; `open` gives a fresh, empty store each time.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StoredRecord } from '../../src/kinds/record.js';
import {
  type Change,
  type RecordStore,
  titleKey,
  type WriteOptions,
} from '../../src/store/port.js';
import { makeRecord, makeSnapshot, NOW, revise, utcText } from './builders.js';
import { describeKeys } from './record-store-keys.js';
import { describeLinks, describeVersions } from './record-store-links.js';
import { describeStoreModel } from './record-store-model.js';
import { describeOutbox } from './record-store-outbox.js';
import { describeStoreOwn } from './record-store-own.js';

export type OpenStore = () => Promise<{ port: RecordStore; close: () => Promise<void> }>;

/** Runs the whole suite. */
export function describeRecordStore(name: string, open: OpenStore): void {
  describe(`record store: ${name}`, () => {
    describeReads(open);
    describeWrites(open);
    describeKeys(open);
    describeLinks(open);
    describeVersions(open);
    describeOutbox(open);
    describeStoreOwn(open);
    describeStoreModel(open);
  });
}

/** Opens a fresh store for each test of the enclosing block. → a function that returns it. */
export function freshStore(open: OpenStore): () => RecordStore {
  let opened: Awaited<ReturnType<OpenStore>>;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());
  return () => opened.port;
}

/** → changes that insert records. */
export const inserts = (...records: StoredRecord[]): Change[] =>
  records.map((record) => ({ record, expected: 0 }));

/** Entries of such a write are due at once. */
export const UNLEASED: WriteOptions = { leasedUntilMs: 0 };

/** Writes the changes. → the conflicts. */
export const conflictsOf = async (store: RecordStore, changes: Change[]) =>
  (await store.write(changes, UNLEASED)).conflicts;

/** → their IDs. */
export const ids = (records: readonly { id: number }[]) => records.map(({ id }) => id);

function describeReads(open: OpenStore): void {
  describe('reads', () => {
    const store = freshStore(open);

    test('get: by ID and slug, as written; null for a miss or another kind', async () => {
      const record = makeRecord('event', 7, {
        title: 'Ünï "quoted" \u{1f3bb}',
        fields: { cost: ['5', '10$'], image: { id: 3, url: 'https://x.test/a.png' }, empty: null },
        relations: { tags: [makeSnapshot(makeRecord('tag', 7))] },
      });
      expect(await conflictsOf(store(), inserts(record))).toEqual([]);
      expect(await store().get('event', { id: 7 })).toEqual(record);
      expect(await store().get('event', { slug: 'event-7' })).toEqual(record);
      expect(await store().get('event', { id: 8 })).toBeNull();
      expect(await store().get('event', { slug: 'EVENT-7' })).toBeNull();
      expect(await store().get('venue', { id: 7 })).toBeNull();
      expect(await store().get('tag', { id: 7 })).toBeNull();
    });

    test('get by slug: the record that reserved it, or else the oldest', async () => {
      const draft = (id: number) =>
        makeRecord('event', id, { slug: 'fair', slug_reserved: false, status: 'draft' });
      await store().write(inserts(draft(5), draft(3)), UNLEASED);
      expect((await store().get('event', { slug: 'fair' }))?.id).toBe(3);
      await store().write(inserts(makeRecord('event', 9, { slug: 'fair' })), UNLEASED);
      expect((await store().get('event', { slug: 'fair' }))?.id).toBe(9);
    });

    test('a removed record is found by the slug of the trash: a live one first, else the last', async () => {
      const removed = (id: number, minute: number) =>
        makeRecord('event', id, {
          slug: 'fair',
          slug_reserved: false,
          removed: { by: 'user', at: utcText(NOW + minute * 60) },
        });
      const at = async (slug: string) => (await store().get('event', { slug }))?.id;
      await store().write(inserts(removed(4, 1), removed(5, 3), removed(6, 2)), UNLEASED);
      expect([await at('fair'), await at('fair__trashed')]).toEqual([undefined, 5]);
      expect(await store().takenSlugs('event', ['fair', 'fair__trashed'])).toEqual(new Set());
      expect(ids(await store().find('event', 'slug', ['fair__trashed'], 9))).toEqual([4, 5, 6]);
      expect((await store().get('event', { id: 5 }))?.slug).toBe('fair');
      const draft = { slug: 'fair__trashed', slug_reserved: false, status: 'draft' as const };
      await store().write(inserts(makeRecord('event', 7, draft)), UNLEASED);
      expect(await at('fair__trashed')).toBe(7);
      await store().write(inserts(makeRecord('event', 8, { slug: 'fair__trashed' })), UNLEASED);
      expect(await at('fair__trashed')).toBe(8);
      await store().write(inserts(makeRecord('event', 9, { slug: 'fair' })), UNLEASED);
      const back = revise(removed(5, 3), { removed: null, slug_reserved: true });
      const change = { record: back, expected: 1 };
      expect(await conflictsOf(store(), [change])).toEqual([{ at: 0, reason: 'slug' }]);
    });

    test('find: by each key, ascending, up to the limit', async () => {
      const named = (id: number, title: string) => makeRecord('venue', id, { title });
      const child = (id: number, parent: number) =>
        makeRecord('category', id, { fields: { parent } });
      await store().write(
        inserts(
          named(4, ' Town Hall '),
          named(2, 'town hall'),
          named(3, 'Town Hall 2'),
          named(6, 'Barn'),
          child(1, 0),
          child(2, 1),
          child(3, 1),
          child(4, 3),
        ),
        UNLEASED,
      );
      const hall = [titleKey('TOWN HALL')];
      expect(ids(await store().find('venue', 'title', hall, 10))).toEqual([2, 4]);
      expect(ids(await store().find('venue', 'title', hall, 1))).toEqual([2]);
      expect(ids(await store().find('venue', 'id', [6, 3, 99]))).toEqual([3, 6]);
      expect(ids(await store().find('venue', 'slug', ['venue-3', 'no']))).toEqual([3]);
      expect(ids(await store().find('category', 'parent', [1], 10))).toEqual([2, 3]);
      expect(ids(await store().find('category', 'parent', [1, 3], 10))).toEqual([2, 3, 4]);
      expect(await store().find('venue', 'id', [])).toEqual([]);
    });

    test('find: more values than a statement can have parameters', async () => {
      await store().write(inserts(makeRecord('event', 40_000)), UNLEASED);
      const wanted = Array.from({ length: 40_000 }, (_, at) => at + 1);
      expect(ids(await store().find('event', 'id', wanted))).toEqual([40_000]);
    });

    test('takenSlugs: every slug a live record of the kind has, reserved or not', async () => {
      await store().write(
        inserts(
          makeRecord('event', 1, { slug: 'a' }),
          makeRecord('event', 2, { slug: 'b', slug_reserved: false }),
          makeRecord('venue', 3, { slug: 'c' }),
        ),
        UNLEASED,
      );
      expect(await store().takenSlugs('event', ['a', 'b', 'c'])).toEqual(new Set(['a', 'b']));
      expect(await store().takenSlugs('event', [])).toEqual(new Set());
    });

    test('scan: pages ascending by ID', async () => {
      await store().write(
        inserts(...[5, 1, 4, 2, 3].map((id) => makeRecord('event', id))),
        UNLEASED,
      );
      expect(ids(await store().scan('event', { afterId: 0, limit: 2 }))).toEqual([1, 2]);
      expect(ids(await store().scan('event', { afterId: 2, limit: 10 }))).toEqual([3, 4, 5]);
      expect(await store().scan('event', { afterId: 5, limit: 10 })).toEqual([]);
      expect(await store().scan('tag', { afterId: 0, limit: 10 })).toEqual([]);
    });

    test('nextIds: ascending, never given twice, even in parallel; separate spaces', async () => {
      const start = await Promise.all([1, 2, 3, 4].map(() => store().nextIds('post', 1)));
      const first = await store().nextIds('post', 3);
      expect(first).toHaveLength(3);
      expect([...first].sort((a, b) => a - b)).toEqual(first);
      const many = await Promise.all(
        Array.from({ length: 50 }, (_, at) => store().nextIds('post', 1 + (at % 4))),
      );
      const all = [...start.flat(), ...first, ...many.flat()];
      expect(new Set(all).size).toBe(all.length);
      expect(many.every((few, at) => few.length === 1 + (at % 4))).toBe(true);
      expect(all.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true);
      expect((await store().nextIds('term', 1))[0]).toBeLessThan(Math.max(...all));
    });
  });
}

function describeWrites(open: OpenStore): void {
  describe('writes', () => {
    const store = freshStore(open);
    const one = makeRecord('event', 1);

    test('a revision replaces only the one it expects', async () => {
      await store().write(inserts(one), UNLEASED);
      const two = revise(one, { title: 'Second' });
      expect(await conflictsOf(store(), [{ record: two, expected: 1 }])).toEqual([]);
      expect(await store().get('event', { id: 1 })).toEqual(two);
      for (const expected of [0, 1, 3]) {
        const conflicts = await conflictsOf(store(), [{ record: revise(two), expected }]);
        // An insert is refused if its ID or any other key is taken.
        const reason = expected === 0 ? expect.any(String) : 'revision';
        expect(conflicts).toEqual([{ at: 0, reason }]);
      }
      const missing = { record: makeRecord('event', 9, { revision: 2 }), expected: 1 };
      expect(await conflictsOf(store(), [missing])).toEqual([{ at: 0, reason: 'revision' }]);
      expect(await store().get('event', { id: 1 })).toEqual(two);
    });

    test('exactly one of many writes that expect the same revision wins', async () => {
      await store().write(inserts(one), UNLEASED);
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          store().write(
            [{ record: revise(one, { title: `Writer ${at}` }), expected: 1 }],
            UNLEASED,
          ),
        ),
      );
      expect(results.filter(({ conflicts }) => conflicts.length === 0)).toHaveLength(1);
      expect((await store().get('event', { id: 1 }))?.revision).toBe(2);
    });

    test('a reserved slug belongs to one record of a kind', async () => {
      const slug = 'fair';
      await store().write(inserts(makeRecord('event', 1, { slug })), UNLEASED);
      const rival = makeRecord('event', 2, { slug });
      expect(await conflictsOf(store(), inserts(rival))).toEqual([{ at: 0, reason: 'slug' }]);
      expect(await conflictsOf(store(), inserts({ ...rival, slug_reserved: false }))).toEqual([]);
      expect(await conflictsOf(store(), inserts(makeRecord('venue', 3, { slug })))).toEqual([]);
      const [a, b] = [makeRecord('tag', 1, { slug }), makeRecord('tag', 2, { slug })];
      expect(await conflictsOf(store(), inserts(a, b))).toEqual([{ at: 1, reason: 'slug' }]);
      expect(await store().get('tag', { id: 1 })).toEqual(a);
      const [c, d] = [makeRecord('tag', 3, { slug: 'c' }), makeRecord('tag', 4, { slug: 'c' })];
      const results = await Promise.all([c, d].map((tag) => store().write(inserts(tag), UNLEASED)));
      expect(results.map(({ conflicts }) => conflicts.length).sort()).toEqual([0, 1]);
    });

    test('a slug is free again after its record is renamed or removed', async () => {
      const [a, b] = [makeRecord('tag', 1, { slug: 'x' }), makeRecord('tag', 2, { slug: 'y' })];
      await store().write(inserts(a, b), UNLEASED);
      await store().write([{ record: revise(a, { slug: 'z' }), expected: 1 }], UNLEASED);
      expect(await conflictsOf(store(), inserts(makeRecord('tag', 3, { slug: 'x' })))).toEqual([]);
      await store().write([{ record: revise(b), expected: 1, removal: {} }], UNLEASED);
      expect(await conflictsOf(store(), inserts(makeRecord('tag', 4, { slug: 'y' })))).toEqual([]);
    });

    test('several changes: each is made or refused alone, in order, and reported', async () => {
      const venue = makeRecord('venue', 1);
      await store().write(inserts(venue, one, makeRecord('event', 2)), UNLEASED);
      const { conflicts, written } = await store().write(
        [
          { record: revise(venue, { title: 'New' }), expected: 1 },
          { record: makeRecord('event', 3), expected: 0 },
          { record: makeRecord('event', 2), expected: 0 },
          { record: revise(one), expected: 1, removal: {} },
          { record: makeRecord('event', 4, { slug: 'event-1' }), expected: 0 },
          { record: makeRecord('event', 5, { slug: 'event-3' }), expected: 0 },
        ],
        UNLEASED,
      );
      expect(conflicts).toEqual([
        { at: 2, reason: 'revision' },
        { at: 5, reason: 'slug' },
      ]);
      expect(written.map(({ kind, id, version }) => [kind, id, version])).toEqual([
        ['venue', 1, 2],
        ['event', 3, 1],
        ['event', 4, 1],
      ]);
      expect(ids(await store().scan('event', { afterId: 0, limit: 10 }))).toEqual([2, 3, 4]);
      expect((await store().get('venue', { id: 1 }))?.title).toBe('New');
    });

    test('a change and the records it creates are written together or not at all', async () => {
      const [venue, tag] = [makeRecord('venue', 1), makeRecord('tag', 1)];
      await store().write(inserts(venue, tag, one), UNLEASED);
      const creates = [makeRecord('venue', 7), makeRecord('tag', 7)];
      const change: Change = {
        record: revise(one, { relations: { venue: [makeSnapshot(makeRecord('venue', 7))] } }),
        expected: 9,
        creates,
      };
      expect(await conflictsOf(store(), [change])).toEqual([{ at: 0, reason: 'revision' }]);
      const taken = { ...change, expected: 1, creates: [makeRecord('tag', 8, { slug: 'tag-1' })] };
      expect(await conflictsOf(store(), [taken])).toEqual([{ at: 0, reason: 'slug' }]);
      expect(ids(await store().scan('venue', { afterId: 0, limit: 10 }))).toEqual([1]);
      expect(ids(await store().scan('tag', { afterId: 0, limit: 10 }))).toEqual([1]);
      expect(await store().get('event', { id: 1 })).toEqual(one);
      const { conflicts, written } = await store().write([{ ...change, expected: 1 }], UNLEASED);
      expect(conflicts).toEqual([]);
      expect(written.map(({ kind, id }) => `${kind} ${id}`).sort()).toEqual([
        'event 1',
        'tag 7',
        'venue 7',
      ]);
      expect(ids(await store().scan('venue', { afterId: 0, limit: 10 }))).toEqual([1, 7]);
      expect(await store().get('tag', { slug: 'tag-7' })).toEqual(creates[1]);
    });

    test('a whole list: one conflict keeps all changes from being made', async () => {
      await store().write(inserts(one), UNLEASED);
      const changes = [...inserts(makeRecord('event', 2)), { record: revise(one), expected: 3 }];
      const { conflicts, written, entries } = await store().write(changes, {
        ...UNLEASED,
        isWhole: true,
      });
      expect(conflicts).toEqual([{ at: 1, reason: 'revision' }]);
      expect([...written, ...entries]).toEqual([]);
      expect(await store().get('event', { id: 2 })).toBeNull();
    });

    describe('trees', () => {
      const child = (id: number, parent: number) =>
        makeRecord('category', id, { fields: { parent } });
      const move = (record: StoredRecord, parent: number): Change => ({
        record: revise(record, { fields: { parent } }),
        expected: record.revision,
      });
      const [a, b, c] = [child(1, 0), child(2, 1), child(3, 2)];

      test('a parent must exist, and a removed term must have no children left', async () => {
        await store().write(inserts(a, b, c), UNLEASED);
        const removal = { record: revise(b), expected: 1, removal: {} };
        expect(await conflictsOf(store(), [removal])).toEqual([{ at: 0, reason: 'tree' }]);
        expect(await conflictsOf(store(), inserts(child(4, 9)))).toEqual([
          { at: 0, reason: 'tree' },
        ]);
        expect(await conflictsOf(store(), [move(c, 1), removal])).toEqual([]);
        expect(await conflictsOf(store(), inserts(child(5, 6), child(6, 1)))).toEqual([]);
      });

      test('no move closes a circle, alone or with others of its list', async () => {
        await store().write(inserts(a, b, c, child(4, 0)), UNLEASED);
        expect(await conflictsOf(store(), [move(a, 1)])).toEqual([{ at: 0, reason: 'tree' }]);
        expect(await conflictsOf(store(), [move(a, 3)])).toEqual([{ at: 0, reason: 'tree' }]);
        const both = [move(child(4, 0), 3), move(b, 4)];
        expect(await conflictsOf(store(), both)).toEqual([{ at: 1, reason: 'tree' }]);
        expect(await conflictsOf(store(), [move(b, 0), move(a, 3)])).toEqual([]);
      });

      test('a write that moves nothing is not judged, whatever is stored', async () => {
        await store().write(inserts(a, b), UNLEASED);
        const renamed = { record: revise(b, { title: 'New' }), expected: 1 };
        expect(await conflictsOf(store(), [renamed])).toEqual([]);
      });
    });

    test('a removal also expects a revision, and leaves nothing to find', async () => {
      await store().write(inserts(one), UNLEASED);
      const removal = { record: revise(one), expected: 2, removal: {} };
      expect(await conflictsOf(store(), [removal])).toEqual([{ at: 0, reason: 'revision' }]);
      expect(await conflictsOf(store(), [{ ...removal, expected: 1 }])).toEqual([]);
      expect(await store().get('event', { id: 1 })).toBeNull();
    });
  });
}
