/**
 * The contract of SearchIndex: every adapter passes this suite over its real engine. Nothing here
 * knows an engine; `open` gives a fresh, empty index each time.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NO_USAGE } from '../../src/kinds/record.js';
import type { SearchIndex } from '../../src/search/port.js';
import {
  idsOf,
  makeDocument,
  makeQuery,
  makeRecord,
  makeSnapshot,
  NOW,
  putRecords,
  revise,
  utcText,
} from './builders.js';
import { describeIndexLists } from './search-index-lists.js';
import { describeIndexModel } from './search-index-model.js';
import { describeIndexSuggestions } from './search-index-suggest.js';
import { describeIndexWalks } from './search-index-walks.js';

export type OpenIndex = () => Promise<{ port: SearchIndex; close: () => Promise<void> }>;

/** Runs the whole suite. */
export function describeSearchIndex(name: string, open: OpenIndex): void {
  describe(`search index: ${name}`, () => {
    describeEntries(open);
    describeLookups(open);
    describeFreshCounts(open);
    describeIndexLists(open);
    describeIndexSuggestions(open);
    describeIndexWalks(open);
    describeIndexModel(open);
  });
}

/** Opens a fresh index for each test of the surrounding block. → a way to it. */
export function freshIndex(open: OpenIndex): () => SearchIndex {
  let opened: Awaited<ReturnType<OpenIndex>>;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());
  return () => opened.port;
}

function describeEntries(open: OpenIndex): void {
  describe('entries', () => {
    const index = freshIndex(open);
    const one = makeRecord('event', 1);
    const two = revise(one, { title: 'second' });
    const bodyOf = async () => {
      await index().refresh();
      return (await index().search(makeQuery('event'))).hits.map((hit) => hit.body);
    };

    test('put: the answer is the text as given; the full one for those who may read all', async () => {
      const body = '{"text":"\u0001/x","quote":"\\"é"}';
      const plain = { ...makeDocument(one), body };
      const full = { ...makeDocument(makeRecord('event', 2)), body, bodyFull: '{"full":1}' };
      await index().put('event', [plain, full]);
      expect(await bodyOf()).toEqual([body, body]);
      const page = await index().search(makeQuery('event', { isFull: true }));
      expect(page.hits.map((hit) => hit.body)).toEqual([body, '{"full":1}']);
    });

    test('put: a newer revision replaces, the same one again is harmless, an older one is stale', async () => {
      const put = (record: typeof one) => index().put('event', [makeDocument(record)]);
      expect(await put(one)).toEqual([{ id: 1, outcome: 'written' }]);
      expect(await put(two)).toEqual([{ id: 1, outcome: 'written' }]);
      expect(await put(one)).toEqual([{ id: 1, outcome: 'stale' }]);
      expect(await bodyOf()).toEqual(['{"id":1,"revision":2}']);
      expect(['written', 'stale']).toContain((await put(two))[0]?.outcome);
      expect(await bodyOf()).toEqual(['{"id":1,"revision":2}']);
    });

    test('put: a result for each entry, also for two revisions of one in a batch', async () => {
      const results = await index().put(
        'event',
        [two, one, makeRecord('event', 3)].map((record) => makeDocument(record)),
      );
      expect(results.map(({ id, outcome }) => [id, outcome])).toEqual([
        [1, 'written'],
        [1, 'stale'],
        [3, 'written'],
      ]);
      expect(await index().put('event', [])).toEqual([]);
    });

    test('put: nothing of the older revision is found any more', async () => {
      const tag = makeSnapshot(makeRecord('tag', 5));
      const venue = makeRecord('venue', 9, { fields: { geo_lat: 1, geo_lng: 1, city: 'Old' } });
      const old = makeRecord('event', 1, {
        title: 'oldword',
        relations: { tags: [tag], venue: [makeSnapshot(venue)] },
      });
      const lists = [
        makeQuery('event', { text: { words: ['oldword'], mode: 'anyField' } }),
        makeQuery('event', { where: [{ test: 'anyOf', field: 'tags', values: [5] }] }),
        makeQuery('event', { where: [{ test: 'anyOf', field: 'city', values: ['old'] }] }),
        makeQuery('event', { geo: { point: { lat: 1, lng: 1 }, radiusM: 10 } }),
        makeQuery('event', { geo: { hasPlace: true } }),
      ];
      await putRecords(index(), old);
      for (const query of lists) expect(await idsOf(index(), query)).toEqual([1]);
      await putRecords(index(), revise(old, { title: 'new', relations: { tags: [], venue: [] } }));
      for (const query of lists) expect(await idsOf(index(), query)).toEqual([]);
      expect(await index().suggest('oldw', 5, NOW)).toEqual([]);
      await putRecords(index(), revise(old, { revision: 3 }));
      for (const query of lists) expect(await idsOf(index(), query)).toEqual([1]);
    });

    test('remove: the entry goes, older copies stay out for good, also where none was held', async () => {
      await putRecords(index(), one);
      expect(await index().remove('event', [{ id: 1, version: 3 }])).toEqual([
        { id: 1, outcome: 'written' },
      ]);
      const late = await index().put('event', [makeDocument(two)]);
      expect(late).toEqual([{ id: 1, outcome: 'stale' }]);
      await index().remove('event', [{ id: 2, version: 2 }]);
      const never = await index().put('event', [makeDocument(makeRecord('event', 2))]);
      expect(never).toEqual([{ id: 2, outcome: 'stale' }]);
      expect(await bodyOf()).toEqual([]);
      expect(await index().versions('event', 0, 10)).toEqual([]);
    });

    test('remove: older than what is held changes nothing; twice is harmless', async () => {
      await putRecords(index(), revise(two));
      expect(await index().remove('event', [{ id: 1, version: 2 }])).toEqual([
        { id: 1, outcome: 'stale' },
      ]);
      expect(await bodyOf()).toEqual(['{"id":1,"revision":3}']);
      for (let times = 0; times < 2; times++) {
        const [result] = await index().remove('event', [{ id: 1, version: 4 }]);
        expect(['written', 'stale']).toContain(result?.outcome);
      }
      expect(await bodyOf()).toEqual([]);
    });

    test('kinds are apart: an event and a tag of one number', async () => {
      await putRecords(index(), one, makeRecord('tag', 1, { title: 'Tag' }));
      await index().remove('tag', [{ id: 1, version: 9 }]);
      expect(await bodyOf()).toEqual(['{"id":1,"revision":1}']);
      expect(await index().search(makeQuery('tag'))).toMatchObject({ total: 0, hits: [] });
    });

    test('put: usage comes with the entry; counts of unknown IDs are left out or 0', async () => {
      const usage = { published: 2, events: 3, last_start_published: 5, last_start: 7 };
      const tag = makeRecord('tag', 1);
      await index().put('tag', [makeDocument(tag, usage), makeDocument(makeRecord('tag', 2))]);
      await index().refresh();
      expect(await index().counts('tag', [1, 2])).toEqual(
        new Map([
          [1, 2],
          [2, 0],
        ]),
      );
      expect((await index().counts('tag', [99])).get(99) ?? 0).toBe(0);
      const used = makeQuery('tag', { where: [{ test: 'usage', field: 'published', gte: 1 }] });
      expect((await index().search(used)).total).toBe(1);
      await index().put('tag', [makeDocument(revise(tag), NO_USAGE)]);
      await index().refresh();
      expect((await index().search(used)).total).toBe(0);
    });

    test('reset: empty, without stamp and without tombstones; then it fills again', async () => {
      expect(await index().stamp()).toBeNull();
      await (await index().rebuild('a "stamp"'))?.finish();
      expect(await index().stamp()).toBe('a "stamp"');
      await putRecords(index(), one);
      await index().remove('event', [{ id: 2, version: 9 }]);
      await index().reset();
      await index().refresh();
      expect(await index().stamp()).toBeNull();
      expect(await bodyOf()).toEqual([]);
      await putRecords(index(), one, makeRecord('event', 2));
      expect(await bodyOf()).toHaveLength(2);
    });
  });
}

function describeLookups(open: OpenIndex): void {
  describe('lookups', () => {
    const index = freshIndex(open);
    const child = (id: number, parent: number) =>
      makeRecord('category', id, { fields: { parent } });

    test('resolve: by ID or slug, in any status, many at once', async () => {
      await putRecords(
        index(),
        child(1, 0),
        child(2, 1),
        makeRecord('venue', 3, { status: 'draft' }),
      );
      const found = await index().resolve('category', { ids: [2, 7], slugs: ['category-1', 'no'] });
      expect(found.sort((a, b) => a.id - b.id)).toEqual([
        { id: 1, slug: 'category-1', parent: 0 },
        { id: 2, slug: 'category-2', parent: 1 },
      ]);
      expect(await index().resolve('venue', { ids: [3] })).toEqual([
        { id: 3, slug: 'venue-3', parent: 0 },
      ]);
      expect(await index().resolve('category', {})).toEqual([]);
      const many = Array.from({ length: 2000 }, (_, at) => at + 1);
      expect(await index().resolve('category', { ids: many })).toHaveLength(2);
    });

    test('descendants: the IDs and everything below them; a loop ends', async () => {
      await putRecords(index(), child(1, 0), child(2, 1), child(3, 2), child(4, 0), child(5, 6));
      await putRecords(index(), child(6, 5));
      const below = async (...ids: number[]) =>
        (await index().descendants('category', ids)).sort((a, b) => a - b);
      expect(await below(1)).toEqual([1, 2, 3]);
      expect(await below(2, 4)).toEqual([2, 3, 4]);
      expect(await below(1, 3)).toEqual([1, 2, 3]);
      expect(await below(5)).toEqual([5, 6]);
      expect(await index().descendants('tag', [7])).toEqual([7]);
      expect(await index().descendants('category', [])).toEqual([]);
    });

    test('versions: pages by ID', async () => {
      await putRecords(
        index(),
        ...[5, 2, 9].map((id) => makeRecord('organizer', id, { revision: id * 2 })),
      );
      expect(await index().versions('organizer', 0, 2)).toEqual([
        { id: 2, version: 4 },
        { id: 5, version: 10 },
      ]);
      expect(await index().versions('organizer', 5, 2)).toEqual([{ id: 9, version: 18 }]);
      expect(await index().versions('venue', 0, 2)).toEqual([]);
    });
  });
}

function describeFreshCounts(open: OpenIndex): void {
  describe('totals of now', () => {
    const index = freshIndex(open);
    const events = (count: number) =>
      Array.from({ length: count }, (_, at) => makeRecord('event', at + 1));
    const total = async (changes = {}) =>
      (await index().search(makeQuery('event', { limit: 1, ...changes }))).total;

    test('after any write: put, update out of sight, removal, usage, reset', async () => {
      await putRecords(index(), ...events(5));
      expect(await total()).toBe(5);
      await putRecords(index(), makeRecord('event', 6));
      expect(await total()).toBe(6);
      await putRecords(index(), revise(makeRecord('event', 6), { status: 'draft' }));
      expect(await total()).toBe(5);
      await index().remove('event', [{ id: 1, version: 2 }]);
      await index().refresh();
      expect(await total()).toBe(4);
      await index().reset();
      await index().refresh();
      expect(await total()).toBe(0);
    });

    test('when the time of a future record comes, and back again for a walk begun before', async () => {
      const future = (id: number, seconds: number) =>
        makeRecord('event', id, { status: 'future', date_utc: utcText(NOW + seconds) });
      await putRecords(index(), ...events(3), future(4, 10), future(5, 20));
      const at = (seconds: number) => total({ nowSeconds: NOW + seconds });
      const asked: [number, number][] = [
        [0, 3],
        [9, 3],
        [10, 4],
        [19, 4],
        [20, 5],
        [9999, 5],
        // The next pages of a walk are asked with the moment it began.
        [9, 3],
        [15, 4],
        [25, 5],
      ];
      for (const [seconds, expected] of asked)
        expect([seconds, await at(seconds)]).toEqual([seconds, expected]);
      const waiting = (seconds: number) =>
        total({ visible: [{ status: 'future' }], nowSeconds: NOW + seconds });
      expect([await waiting(0), await waiting(10), await waiting(20)]).toEqual([2, 1, 0]);
    });

    test('beyond 10,000, and on every page', async () => {
      const many = events(10_050).map((record) => makeDocument(record));
      for (let from = 0; from < many.length; from += 1000) {
        await index().put('event', many.slice(from, from + 1000));
      }
      await index().refresh();
      expect(await total()).toBe(10_050);
      expect(await total({ from: { offset: 9_999 } })).toBe(10_050);
      expect(await total({ text: { words: ['event'], mode: 'anyField' } })).toBe(10_050);
    });
  });
}
