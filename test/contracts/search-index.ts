/**
 * The contract of SearchIndex: every adapter passes this suite with its real engine. The tests
 * know no engine; `open` gives a fresh, empty index each time.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chunksOf } from '../../src/lib/batches.js';
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
  STAMP,
  tombstone,
  usedBy,
  utcText,
  walkIds,
} from './builders.js';
import { describeIndexDays } from './search-index-days.js';
import { describeIndexFacets } from './search-index-facets.js';
import { describeIndexLists } from './search-index-lists.js';
import { describeIndexModel } from './search-index-model.js';
import { describeIndexSuggestions } from './search-index-suggest.js';
import { describeIndexWalks } from './search-index-walks.js';
import { describeIndexWords } from './search-index-words.js';

export type OpenIndex = () => Promise<{
  port: SearchIndex;
  /** Empties the index to the state it was opened in. */
  empty: () => Promise<void>;
  close: () => Promise<void>;
}>;

/** Runs the whole suite. */
export function describeSearchIndex(name: string, open: OpenIndex): void {
  describe(`search index: ${name}`, () => {
    describeEntries(open);
    describeRebuild(open);
    describeLookups(open);
    describeFreshCounts(open);
    describeIndexLists(open);
    describeIndexFacets(open);
    describeIndexDays(open);
    describeIndexSuggestions(open);
    describeIndexWalks(open);
    describeIndexWords(open);
    describeIndexModel(open);
  });
}

/** Opens a fresh index for each test of the enclosing block. → a function that returns it. */
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
    const answers = async () => {
      await index().refresh();
      return (await index().search(makeQuery('event'))).hits.map((hit) => hit.answer);
    };

    test('put: returns the text as given; the full text to those who may read all', async () => {
      const answer = '{"text":"\u0001/x","quote":"\\"é"}';
      const plain = { ...makeDocument(one), answer };
      const full = { ...makeDocument(makeRecord('event', 2)), answer, fullAnswer: '{"full":1}' };
      await index().put([plain, full]);
      expect(await answers()).toEqual([answer, answer]);
      const page = await index().search(makeQuery('event', { isFull: true }));
      expect(page.hits.map((hit) => hit.answer)).toEqual([answer, '{"full":1}']);
    });

    test('put: returns the answers of other languages to those who ask for them', async () => {
      const others = {
        fr: { answer: '{"fr":"\u0001é"}', fullAnswer: '{"fr":2}' },
        'zh-TW': { answer: '{"zh":1}', fullAnswer: null },
      };
      await index().put([{ ...makeDocument(one), others }, makeDocument(makeRecord('event', 2))]);
      await index().refresh();
      const read = async (query: Parameters<typeof makeQuery>[1]) =>
        (await index().search(makeQuery('event', query))).hits.map((hit) => hit.others);
      expect(await read({})).toEqual([undefined, undefined]);
      expect(await read({ languages: ['fr', 'de'] })).toEqual([
        { fr: '{"fr":"\u0001é"}' },
        undefined,
      ]);
      expect(await read({ languages: ['fr', 'zh-TW'], isFull: true })).toEqual([
        { fr: '{"fr":2}', 'zh-TW': '{"zh":1}' },
        undefined,
      ]);
      // A newer entry has lost them.
      await index().put([makeDocument(revise(one, { title: 'second' }))]);
      await index().refresh();
      expect(await read({ languages: ['fr'] })).toEqual([undefined, undefined]);
    });

    test('put: a newer version replaces, the same is harmless, an older is stale', async () => {
      const put = (record: typeof one) => index().put([makeDocument(record)]);
      expect(await put(one)).toEqual([{ kind: 'event', id: 1, outcome: 'written' }]);
      expect(await put(two)).toEqual([{ kind: 'event', id: 1, outcome: 'written' }]);
      expect(await put(one)).toEqual([{ kind: 'event', id: 1, outcome: 'stale' }]);
      expect(await answers()).toEqual(['{"id":1,"revision":2}']);
      expect(['written', 'stale']).toContain((await put(two))[0]?.outcome);
      expect(await answers()).toEqual(['{"id":1,"revision":2}']);
    });

    test('put: one result per entry of any kind, in order', async () => {
      const results = await index().put([
        makeDocument(two),
        makeDocument(one),
        makeDocument(makeRecord('tag', 1)),
        tombstone('event', 3, 1),
        makeDocument(makeRecord('event', 3)),
      ]);
      expect(results.map(({ kind, id, outcome }) => [kind, id, outcome])).toEqual([
        ['event', 1, 'written'],
        ['event', 1, 'stale'],
        ['tag', 1, 'written'],
        ['event', 3, 'written'],
        ['event', 3, 'stale'],
      ]);
      expect(await index().put([])).toEqual([]);
    });

    test('put: the older revision is no longer found', async () => {
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

    test('tombstone: removes the entry, if there is one, and blocks older versions', async () => {
      await putRecords(index(), one);
      expect(await index().put([tombstone('event', 1, 3)])).toEqual([
        { kind: 'event', id: 1, outcome: 'written' },
      ]);
      const late = await index().put([makeDocument(two)]);
      expect(late).toEqual([{ kind: 'event', id: 1, outcome: 'stale' }]);
      await index().put([tombstone('event', 2, 2)]);
      const never = await index().put([makeDocument(makeRecord('event', 2))]);
      expect(never).toEqual([{ kind: 'event', id: 2, outcome: 'stale' }]);
      expect(await answers()).toEqual([]);
      expect(await index().versions('event', { afterId: 0, limit: 10 })).toEqual([]);
    });

    test('tombstone: changes nothing when older than the entry; twice is harmless', async () => {
      await putRecords(index(), revise(two));
      expect(await index().put([tombstone('event', 1, 2)])).toEqual([
        { kind: 'event', id: 1, outcome: 'stale' },
      ]);
      expect(await answers()).toEqual(['{"id":1,"revision":3}']);
      for (let times = 0; times < 2; times++) {
        const [result] = await index().put([tombstone('event', 1, 4)]);
        expect(['written', 'stale']).toContain(result?.outcome);
      }
      expect(await answers()).toEqual([]);
    });

    test('kinds are separate: an event and a tag with the same ID', async () => {
      await putRecords(index(), one, makeRecord('tag', 1, { title: 'Tag' }));
      await index().put([tombstone('tag', 1, 9)]);
      expect(await answers()).toEqual(['{"id":1,"revision":1}']);
      expect(await index().search(makeQuery('tag'))).toMatchObject({ total: 0, hits: [] });
    });

    test('put: usage comes with the entry', async () => {
      const usage = { ...usedBy(2, 5), events: 3 };
      const tag = makeRecord('tag', 1);
      await index().put([makeDocument(tag, usage), makeDocument(makeRecord('tag', 2))]);
      await index().refresh();
      const counts = (await index().lookUp('tag', { ids: [2, 1, 99] })).map(({ count }) => count);
      expect(counts).toEqual([2, 0]);
      const used = makeQuery('tag', { where: [{ test: 'usage', field: 'published', gte: 1 }] });
      expect((await index().search(used)).total).toBe(1);
      await index().put([makeDocument(revise(tag))]);
      await index().refresh();
      expect((await index().search(used)).total).toBe(0);
    });
  });
}

function describeRebuild(open: OpenIndex): void {
  describe('rebuild', () => {
    test('replaces what is stored of the same version and revision', async () => {
      const venue = makeRecord('venue', 1, { title: 'Hall' });
      const wrong = { ...makeDocument(venue), answer: '{"id":1,"wrong":true}' };
      await index().put([wrong]);
      const build = await index().rebuild('s');
      await build.put([makeDocument(venue)]);
      await build.finish();
      const { hits } = await index().search(makeQuery('venue'));
      expect(hits.map(({ answer }) => answer)).toEqual([makeDocument(venue).answer]);
    });

    const index = freshIndex(open);
    const [one, two] = [makeRecord('event', 1), makeRecord('event', 2)];
    const found = () => idsOf(index(), makeQuery('event'));
    const page = { afterId: 0, limit: 10 };

    test('it replaces the index and its stamp when it is finished', async () => {
      await putRecords(index(), one);
      const build = await index().rebuild('a "stamp"');
      await build.put([makeDocument(revise(one)), makeDocument(two)]);
      expect(await index().stamp()).not.toBe('a "stamp"');
      expect(await build.versions('event', page)).toEqual([
        { id: 1, version: 2 },
        { id: 2, version: 1 },
      ]);
      expect(await found()).toContain(1);
      // One node holds no copy, and none that it could hold is on its way.
      expect(await build.finish({ isPatient: true })).toBe(true);
      expect(await index().stamp()).toBe('a "stamp"');
      expect(await found()).toEqual([1, 2]);
      await putRecords(index(), makeRecord('event', 3));
      expect(await found()).toEqual([1, 2, 3]);
    });

    test('one that was interrupted is dropped when the next begins', async () => {
      const begun = await index().rebuild('s');
      await begun.put([makeDocument(one)]);
      const build = await index().rebuild('s');
      await build.put([makeDocument(one), makeDocument(two)]);
      await build.finish();
      expect(await found()).toEqual([1, 2]);
    });

    test('older versions and removed records stay out of it', async () => {
      const build = await index().rebuild('s');
      await build.put([makeDocument(revise(one)), tombstone('event', 2, 2)]);
      const late = await build.put([makeDocument(one), makeDocument(two)]);
      expect(late.map(({ outcome }) => outcome)).toEqual(['stale', 'stale']);
      await build.finish();
      expect(await found()).toEqual([1]);
    });
  });
}

function describeLookups(open: OpenIndex): void {
  describe('lookups', () => {
    const index = freshIndex(open);
    const child = (id: number, parent: number) =>
      makeRecord('category', id, { fields: { parent } });

    test('lookUp: by ID or slug, in any status, many at once', async () => {
      await putRecords(
        index(),
        child(1, 0),
        child(2, 1),
        makeRecord('venue', 3, { status: 'draft' }),
      );
      const found = await index().lookUp('category', { ids: [2, 7], slugs: ['category-1', 'no'] });
      const term = { author: 0, publicFrom: 0, count: 0 };
      expect(found).toEqual([
        { id: 1, slug: 'category-1', parent: 0, ...term },
        { id: 2, slug: 'category-2', parent: 1, ...term },
      ]);
      expect(await index().lookUp('venue', { ids: [3] })).toEqual([
        { id: 3, slug: 'venue-3', parent: 0, count: 0, author: 1, publicFrom: null },
      ]);
      expect(await index().lookUp('category', {})).toEqual([]);
      const many = Array.from({ length: 2000 }, (_, at) => at + 1);
      expect(await index().lookUp('category', { ids: many })).toHaveLength(2);
    });

    test('lookUp: all entries in pages by ID, without removed ones', async () => {
      await putRecords(index(), child(1, 0), child(2, 1), child(3, 2), child(4, 0), child(5, 6));
      await index().put([tombstone('category', 2, 9)]);
      await index().refresh();
      const page = async (afterId: number) =>
        (await index().lookUp('category', { afterId, limit: 3 })).map(({ id }) => id);
      expect([await page(0), await page(4), await page(5)]).toEqual([[1, 3, 4], [5], []]);
    });

    test('versions: pages by ID', async () => {
      await putRecords(
        index(),
        ...[5, 2, 9].map((id) => makeRecord('organizer', id, { revision: id * 2 })),
      );
      const page = (afterId: number) => index().versions('organizer', { afterId, limit: 2 });
      expect(await page(0)).toEqual([
        { id: 2, version: 4 },
        { id: 5, version: 10 },
      ]);
      expect(await page(5)).toEqual([{ id: 9, version: 18 }]);
      expect(await index().versions('venue', { afterId: 0, limit: 2 })).toEqual([]);
    });

    test('versions: only entries with another stamp', async () => {
      const [old, late] = [makeDocument(makeRecord('tag', 1)), makeDocument(makeRecord('tag', 2))];
      await index().put([{ ...old, stamp: 'an older one' }, late, tombstone('tag', 3, 1)]);
      await index().refresh();
      const query = { afterId: 0, limit: 10, stampOtherThan: STAMP };
      expect(await index().versions('tag', query)).toEqual([{ id: 1, version: 1 }]);
    });
  });
}

function describeFreshCounts(open: OpenIndex): void {
  describe('current totals', () => {
    const index = freshIndex(open);
    const events = (count: number) =>
      Array.from({ length: count }, (_, at) => makeRecord('event', at + 1));
    const total = async (changes = {}) =>
      (await index().search(makeQuery('event', { limit: 1, ...changes }))).total;

    test('after any write: put, an update that hides the record, removal', async () => {
      await putRecords(index(), ...events(5));
      expect(await total()).toBe(5);
      await putRecords(index(), makeRecord('event', 6));
      expect(await total()).toBe(6);
      await putRecords(index(), revise(makeRecord('event', 6), { status: 'draft' }));
      expect(await total()).toBe(5);
      await index().put([tombstone('event', 1, 2)]);
      await index().refresh();
      expect(await total()).toBe(4);
    });

    test('from the time of a future record on, but not in a walk that began earlier', async () => {
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
        // The next pages of a walk use the moment it began.
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

    test('above 10,000, the same on every page, and a walk meets each', async () => {
      const many = events(10_050).map((record) => makeDocument(record));
      for (const batch of chunksOf(many, 1000)) await index().put(batch);
      await index().refresh();
      expect(await total()).toBe(10_050);
      expect(await total({ from: { offset: 9_999 } })).toBe(10_050);
      expect(await total({ text: { words: ['event'], mode: 'anyField' } })).toBe(10_050);
      const walked = await walkIds(index(), makeQuery('event', { limit: 1000 }));
      expect([walked.length, new Set(walked).size]).toEqual([10_050, 10_050]);
    });
  });
}
