/**
 * The contract of RecordStore: every adapter passes this suite over its real engine. Nothing here
 * knows an engine; `open` gives a fresh, empty store each time.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StoredRecord } from '../../src/kinds/record.js';
import { type Change, type RecordStore, titleKey } from '../../src/store/port.js';
import { makeRecord, makeSnapshot, NOW, revise, utcText } from './builders.js';
import { describeStoreMarks } from './record-store-marks.js';
import { describeStoreModel } from './record-store-model.js';
import { describeStorePeople } from './record-store-people.js';

export type OpenStore = () => Promise<{ port: RecordStore; close: () => Promise<void> }>;

/** Runs the whole suite. */
export function describeRecordStore(name: string, open: OpenStore): void {
  describe(`record store: ${name}`, () => {
    describeReads(open);
    describeWrites(open);
    describeLinks(open);
    describeStoreMarks(open);
    describeStorePeople(open);
    describeStoreModel(open);
  });
}

/** Opens a fresh store for each test of the surrounding block. → a way to it. */
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

/** Writes the changes. → why some were not made. */
export const conflictsOf = async (store: RecordStore, changes: Change[]) =>
  (await store.write(changes)).conflicts;

const ids = (records: readonly { id: number }[]) => records.map(({ id }) => id);

function describeReads(open: OpenStore): void {
  describe('reads', () => {
    const store = freshStore(open);

    test('get: by ID and slug, as written; null for a miss, and in another kind', async () => {
      const record = makeRecord('event', 7, {
        title: 'Ünï "quoted" \u{1f3bb}',
        external_id: 'source:7',
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

    test('get by slug: the record that reserved it, else the oldest', async () => {
      const draft = (id: number) =>
        makeRecord('event', id, { slug: 'fair', slug_reserved: false, status: 'draft' });
      await store().write(inserts(draft(5), draft(3)));
      expect((await store().get('event', { slug: 'fair' }))?.id).toBe(3);
      await store().write(inserts(makeRecord('event', 9, { slug: 'fair' })));
      expect((await store().get('event', { slug: 'fair' }))?.id).toBe(9);
    });

    test('find: by each key, ascending, at most the limit', async () => {
      const named = (id: number, title: string) => makeRecord('venue', id, { title });
      const child = (id: number, parent: number) =>
        makeRecord('category', id, { fields: { parent } });
      await store().write(
        inserts(
          named(4, ' Town Hall '),
          named(2, 'town hall'),
          named(3, 'Town Hall 2'),
          { ...named(6, 'Barn'), external_id: 'source:6' },
          child(1, 0),
          child(2, 1),
          child(3, 1),
          child(4, 3),
        ),
      );
      const hall = [titleKey('TOWN HALL')];
      expect(ids(await store().find('venue', 'title', hall, 10))).toEqual([2, 4]);
      expect(ids(await store().find('venue', 'title', hall, 1))).toEqual([2]);
      expect(ids(await store().find('venue', 'id', [6, 3, 99]))).toEqual([3, 6]);
      expect(ids(await store().find('venue', 'slug', ['venue-3', 'no']))).toEqual([3]);
      expect(ids(await store().find('venue', 'external_id', ['source:6']))).toEqual([6]);
      expect(ids(await store().find('category', 'parent', [1], 10))).toEqual([2, 3]);
      expect(ids(await store().find('category', 'parent', [1, 3], 10))).toEqual([2, 3, 4]);
      expect(await store().find('venue', 'id', [])).toEqual([]);
    });

    test('find: more values than one statement may have parameters', async () => {
      await store().write(inserts(makeRecord('event', 40_000)));
      const wanted = Array.from({ length: 40_000 }, (_, at) => at + 1);
      expect(ids(await store().find('event', 'id', wanted))).toEqual([40_000]);
    });

    test('kindOf: posts and images share one ID space, terms are not in it', async () => {
      await store().write(
        inserts(
          makeRecord('event', 1),
          makeRecord('venue', 2),
          makeRecord('organizer', 3),
          makeRecord('category', 4),
          makeRecord('tag', 1),
        ),
      );
      await store().images.insert({ id: 5, url: 'https://x.test/5.png', extension: 'png' });
      const found = await Promise.all([1, 2, 3, 4, 5, 6].map((id) => store().kindOf(id)));
      expect(found).toEqual(['event', 'venue', 'organizer', null, 'image', null]);
    });

    test('takenSlugs: those some record of the kind has, reserved or not', async () => {
      await store().write(
        inserts(
          makeRecord('event', 1, { slug: 'a' }),
          makeRecord('event', 2, { slug: 'b', slug_reserved: false }),
          makeRecord('venue', 3, { slug: 'c' }),
        ),
      );
      expect(await store().takenSlugs('event', ['a', 'b', 'c'])).toEqual(new Set(['a', 'b']));
      expect(await store().takenSlugs('event', [])).toEqual(new Set());
    });

    test('scan: pages ascending by ID', async () => {
      await store().write(inserts(...[5, 1, 4, 2, 3].map((id) => makeRecord('event', id))));
      expect(ids(await store().scan('event', 0, 2))).toEqual([1, 2]);
      expect(ids(await store().scan('event', 2, 10))).toEqual([3, 4, 5]);
      expect(await store().scan('event', 5, 10)).toEqual([]);
      expect(await store().scan('tag', 0, 10)).toEqual([]);
    });

    test('nextIds: ascending, never given twice, also in parallel; spaces count apart', async () => {
      const first = await store().nextIds('post', 3);
      expect(first).toHaveLength(3);
      expect([...first].sort((a, b) => a - b)).toEqual(first);
      const many = await Promise.all(
        Array.from({ length: 50 }, (_, at) => store().nextIds('post', 1 + (at % 4))),
      );
      const all = [...first, ...many.flat()];
      expect(new Set(all).size).toBe(all.length);
      expect(many.every((few, at) => few.length === 1 + (at % 4))).toBe(true);
      expect(all.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true);
      expect((await store().nextIds('term', 1))[0]).toBeLessThan(Math.max(...all));
    });

    test('due: future records whose date has come', async () => {
      const future = (id: number, at: number) =>
        makeRecord('event', id, { status: 'future', date_utc: utcText(at) });
      await store().write(
        inserts(
          future(1, NOW),
          future(2, NOW + 1),
          future(3, NOW - 60),
          makeRecord('event', 4, { date_utc: utcText(NOW - 60) }),
        ),
      );
      expect(ids(await store().due('event', NOW, 10)).sort()).toEqual([1, 3]);
      expect(await store().due('event', NOW, 1)).toHaveLength(1);
      expect(await store().due('venue', NOW, 10)).toEqual([]);
    });
  });
}

function describeWrites(open: OpenStore): void {
  describe('writes', () => {
    const store = freshStore(open);
    const one = makeRecord('event', 1, { external_id: 'source:1' });

    test('a revision replaces the one it expects and no other', async () => {
      await store().write(inserts(one));
      const two = revise(one, { title: 'Second' });
      expect(await conflictsOf(store(), [{ record: two, expected: 1 }])).toEqual([]);
      expect(await store().get('event', { id: 1 })).toEqual(two);
      for (const expected of [0, 1, 3]) {
        const conflicts = await conflictsOf(store(), [{ record: revise(two), expected }]);
        expect(conflicts).toEqual([{ at: 0, reason: 'revision' }]);
      }
      const missing = { record: makeRecord('event', 9, { revision: 2 }), expected: 1 };
      expect(await conflictsOf(store(), [missing])).toEqual([{ at: 0, reason: 'revision' }]);
      expect(await store().get('event', { id: 1 })).toEqual(two);
    });

    test('of many writes that expect one revision, exactly one wins', async () => {
      await store().write(inserts(one));
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          store().write([{ record: revise(one, { title: `Writer ${at}` }), expected: 1 }]),
        ),
      );
      expect(results.filter(({ conflicts }) => conflicts.length === 0)).toHaveLength(1);
      expect((await store().get('event', { id: 1 }))?.revision).toBe(2);
    });

    test('a reserved slug has one holder in a kind', async () => {
      const slug = 'fair';
      await store().write(inserts(makeRecord('event', 1, { slug })));
      const rival = makeRecord('event', 2, { slug });
      expect(await conflictsOf(store(), inserts(rival))).toEqual([{ at: 0, reason: 'slug' }]);
      expect(await conflictsOf(store(), inserts({ ...rival, slug_reserved: false }))).toEqual([]);
      expect(await conflictsOf(store(), inserts(makeRecord('venue', 3, { slug })))).toEqual([]);
      const [a, b] = [makeRecord('tag', 1, { slug }), makeRecord('tag', 2, { slug })];
      expect(await conflictsOf(store(), inserts(a, b))).toEqual([{ at: 1, reason: 'slug' }]);
      expect(await store().get('tag', { id: 1 })).toEqual(a);
      const [c, d] = [makeRecord('tag', 3, { slug: 'c' }), makeRecord('tag', 4, { slug: 'c' })];
      const results = await Promise.all([c, d].map((tag) => store().write(inserts(tag))));
      expect(results.map(({ conflicts }) => conflicts.length).sort()).toEqual([0, 1]);
    });

    test('a slug is free again once its holder is renamed or removed', async () => {
      const [a, b] = [makeRecord('tag', 1, { slug: 'x' }), makeRecord('tag', 2, { slug: 'y' })];
      await store().write(inserts(a, b));
      await store().write([{ record: revise(a, { slug: 'z' }), expected: 1 }]);
      expect(await conflictsOf(store(), inserts(makeRecord('tag', 3, { slug: 'x' })))).toEqual([]);
      await store().write([{ record: revise(b), expected: 1, isRemoval: true }]);
      expect(await conflictsOf(store(), inserts(makeRecord('tag', 4, { slug: 'y' })))).toEqual([]);
    });

    test('an external ID has one holder in a kind', async () => {
      await store().write(inserts(one));
      const rival = makeRecord('event', 2, { external_id: 'source:1' });
      expect(await conflictsOf(store(), inserts(rival))).toEqual([
        { at: 0, reason: 'external_id' },
      ]);
      const [a, b] = [3, 4].map((id) => makeRecord('event', id, { external_id: 'source:3' }));
      expect(await conflictsOf(store(), inserts(a as StoredRecord, b as StoredRecord))).toEqual([
        { at: 1, reason: 'external_id' },
      ]);
      expect(
        await conflictsOf(store(), inserts(makeRecord('venue', 5, { external_id: 'source:1' }))),
      ).toEqual([]);
      expect(await conflictsOf(store(), [{ record: revise(one), expected: 1 }])).toEqual([]);
    });

    test('several changes: each for itself and in order, what was written is told', async () => {
      const venue = makeRecord('venue', 1);
      await store().write(inserts(venue, one, makeRecord('event', 2)));
      const { conflicts, written } = await store().write([
        { record: revise(venue, { title: 'New' }), expected: 1 },
        { record: makeRecord('event', 3), expected: 0 },
        { record: makeRecord('event', 2), expected: 0 },
        { record: revise(one), expected: 1, isRemoval: true },
        { record: makeRecord('event', 4, { external_id: 'source:1' }), expected: 0 },
        { record: makeRecord('event', 5, { slug: 'event-3' }), expected: 0 },
      ]);
      expect(conflicts).toEqual([
        { at: 2, reason: 'revision' },
        { at: 5, reason: 'slug' },
      ]);
      expect(written.map(({ kind, id, version }) => [kind, id, version])).toEqual([
        ['venue', 1, 2],
        ['event', 3, 1],
        ['event', 1, 2],
        ['event', 4, 1],
      ]);
      expect(ids(await store().scan('event', 0, 10))).toEqual([2, 3, 4]);
      expect((await store().get('venue', { id: 1 }))?.title).toBe('New');
    });

    test('a change with what it creates and touches: all of it or nothing', async () => {
      const [venue, tag] = [makeRecord('venue', 1), makeRecord('tag', 1)];
      await store().write(inserts(venue, tag, one));
      await store().markIndexed('venue', [{ id: 1, version: 1 }]);
      const creates = [makeRecord('venue', 7), makeRecord('tag', 7)];
      const change: Change = {
        record: revise(one, { relations: { venue: [makeSnapshot(makeRecord('venue', 7))] } }),
        expected: 9,
        creates,
        touches: [{ kind: 'venue', id: 1 }],
      };
      expect(await conflictsOf(store(), [change])).toEqual([{ at: 0, reason: 'revision' }]);
      const taken = { ...change, expected: 1, creates: [makeRecord('tag', 8, { slug: 'tag-1' })] };
      expect(await conflictsOf(store(), [taken])).toEqual([{ at: 0, reason: 'slug' }]);
      expect(ids(await store().scan('venue', 0, 10))).toEqual([1]);
      expect(ids(await store().scan('tag', 0, 10))).toEqual([1]);
      expect(await store().get('event', { id: 1 })).toEqual(one);
      expect(await store().unindexed('venue', { limit: 10 })).toEqual([]);
      const { conflicts, written } = await store().write([{ ...change, expected: 1 }]);
      expect(conflicts).toEqual([]);
      expect(written.map(({ kind, id }) => `${kind} ${id}`).sort()).toEqual([
        'event 1',
        'tag 7',
        'venue 7',
      ]);
      expect(ids(await store().scan('venue', 0, 10))).toEqual([1, 7]);
      expect(await store().get('tag', { slug: 'tag-7' })).toEqual(creates[1]);
      const [touched] = await store().unindexed('venue', { ids: [1], limit: 1 });
      expect(touched).toEqual({ kind: 'venue', id: 1, revision: 1, version: 2, record: venue });
    });

    test('an ID that was removed is not given to another record', async () => {
      await store().write(inserts(one));
      await store().write([{ record: revise(one), expected: 1, isRemoval: true }]);
      expect(await conflictsOf(store(), inserts(one))).toEqual([{ at: 0, reason: 'revision' }]);
    });

    test('a removal expects a revision too, and leaves nothing to find', async () => {
      await store().write(inserts(one));
      const removal = { record: revise(one), expected: 2, isRemoval: true };
      expect(await conflictsOf(store(), [removal])).toEqual([{ at: 0, reason: 'revision' }]);
      expect(await conflictsOf(store(), [{ ...removal, expected: 1 }])).toEqual([]);
      expect(await store().get('event', { id: 1 })).toBeNull();
      expect(await store().find('event', 'external_id', ['source:1'])).toEqual([]);
      expect(await store().kindOf(1)).toBeNull();
    });
  });
}

function describeLinks(open: OpenStore): void {
  describe('links', () => {
    const store = freshStore(open);
    const tag = makeSnapshot(makeRecord('tag', 5));
    const venue = makeSnapshot(makeRecord('venue', 90));
    const event = (id: number, changes: Parameters<typeof makeRecord>[2] = {}) =>
      makeRecord('event', id, { relations: { tags: [tag], venue: [venue] }, ...changes });

    test('holders: who embeds a record under a field, in pages', async () => {
      await store().write(inserts(event(3), event(1), event(2), makeRecord('event', 4)));
      expect(ids(await store().holders('tags', 5, 0, 2))).toEqual([1, 2]);
      expect(ids(await store().holders('tags', 5, 2, 2))).toEqual([3]);
      expect(await store().holders('venue', 5, 0, 10)).toEqual([]);
      expect(await store().holders('categories', 5, 0, 10)).toEqual([]);
      await store().write([{ record: revise(event(2), { relations: { tags: [] } }), expected: 1 }]);
      expect(ids(await store().holders('tags', 5, 0, 10))).toEqual([1, 3]);
    });

    test('a removed term of the same number as an event leaves that event its links', async () => {
      const term = makeRecord('tag', 1);
      await store().write(inserts(event(1), term));
      await store().write([{ record: revise(term), expected: 1, isRemoval: true }]);
      expect(ids(await store().holders('tags', 5, 0, 10))).toEqual([1]);
      expect((await store().usage('venue', [90], NOW)).get(90)?.published).toBe(1);
    });

    test('usage: what is published, what counts as an event, and the latest starts', async () => {
      const starts = (hours: number) => ({ utc_start_date: utcText(NOW + hours * 3600) });
      const future = { status: 'future' as const, date_utc: utcText(NOW + 100) };
      await store().write(
        inserts(
          event(1, { fields: starts(1) }),
          event(2, { fields: starts(2), ...future }),
          event(3, { fields: starts(3), status: 'private' }),
          event(4, { fields: starts(4), status: 'draft' }),
          event(5, { fields: starts(5), status: 'pending' }),
          event(6, { fields: starts(6), status: 'trash' }),
        ),
      );
      const before = await store().usage('tags', [5, 6], NOW);
      expect([...before.keys()]).toEqual([5]);
      expect({ ...before.get(5) }).toEqual({
        published: 1,
        events: 3,
        last_start_published: NOW + 3600,
        last_start: NOW + 5 * 3600,
      });
      const after = await store().usage('tags', [5], NOW + 100);
      expect(after.get(5)).toMatchObject({ published: 2, last_start_published: NOW + 7200 });
    });

    test('usage follows updates and removals', async () => {
      await store().write(inserts(event(1), event(2)));
      await store().write([
        { record: revise(event(1), { status: 'trash' }), expected: 1 },
        { record: revise(event(2)), expected: 1, isRemoval: true },
      ]);
      expect((await store().usage('venue', [90], NOW)).get(90)).toMatchObject({
        published: 0,
        events: 0,
        last_start: null,
      });
    });
  });
}
