/**
 * The most valuable test of the index: the answer equals brute force, however the engine runs the
 * query. Tried over a few entries in every state, and over so many that no filter is selective.
 * A failure prints its seed.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import type { KindName } from '../../src/kinds/record.js';
import { chunksOf } from '../../src/lib/batches.js';
import { distanceM } from '../../src/lib/place/geo.js';
import type { SearchDocument, SearchIndex, SearchQuery } from '../../src/search/port.js';
import { fc } from '../support/seed.js';
import { assertInTime, makeDocument, makeQuery, walkIds } from './builders.js';
import { aLinked, anEvent, aQuery, TARGETS } from './search-arbitraries.js';
import type { OpenIndex } from './search-index.js';
import { branchCounts, facetOf, matching, misplaced } from './search-oracle.js';

type Entries = Map<number, SearchDocument>;

/** Part of the search index's contract. */
export function describeIndexModel(open: OpenIndex): void {
  describe.each(Object.keys(kinds) as KindName[])('random lists of kind %s', (kind) => {
    test('a few entries: total, order, pages, walk and facets equal brute force', async () => {
      const { port, empty, close } = await open();
      try {
        await assertInTime(
          fc.asyncProperty(
            fc.integer({ min: 0, max: 25 }).chain((count) => someEntries(kind, count)),
            fc.array(aQuery(kind, 25), { minLength: 1, maxLength: 8 }),
            async (entries, queries) => {
              await empty();
              const targets = kind === 'event' ? TARGETS.map((record) => makeDocument(record)) : [];
              await putAll(port, [...targets, ...entries]);
              for (const query of queries) await check(port, entries, query, targets);
            },
          ),
          { numRuns: kind === 'event' ? 120 : 60 },
        );
      } finally {
        await close();
      }
    });
  });

  describe('random lists of many events', () => {
    const COUNT = 7000;
    const SEED = 20_260_310;
    let opened: Awaited<ReturnType<OpenIndex>>;
    const targets = TARGETS.map((record) => makeDocument(record));
    const entries: Entries = new Map();

    beforeAll(async () => {
      opened = await open();
      const records = fc.sample(anEvent(0), { seed: SEED, numRuns: COUNT });
      for (const [at, record] of records.entries()) {
        entries.set(at + 1, makeDocument({ ...record, id: at + 1, slug: `event-${at + 1}` }));
      }
      await putAll(opened.port, [...targets, ...entries.values()]);
    });
    afterAll(() => opened.close());

    test('common and rare words, near and far places, combined: equal to brute force', async () => {
      await assertInTime(
        fc.asyncProperty(aQuery('event', COUNT), async (query) => {
          await check(opened.port, [...entries.values()], query, targets);
        }),
        { numRuns: 400 },
      );
    });

    test('nearest first, however far: online events come behind all with a place', async () => {
      const geo = { point: { lat: 52.5, lng: 13.4 }, radiusM: 2.1e7, orOnline: true };
      const sort = { by: 'distance', direction: 'asc' } as const;
      const nearest = makeQuery('event', { geo, sort, visible: [], limit: 700 });
      const expected = matching(entries.values(), nearest);
      expect(expected.length).toBeGreaterThan(3000);
      const ids = await walkIds(opened.port, nearest);
      expect([...ids].sort((a, b) => a - b)).toEqual(expected.map(({ id }) => id));
      const documents = ids.map((id) => entries.get(id) as SearchDocument);
      expect(misplaced(documents, nearest)).toBeNull();
    });

    test('a record that matches two requested values appears once over all pages', async () => {
      const query: SearchQuery = {
        ...makeQuery('event', { visible: [{ status: 'future' }], limit: 1 }),
        where: [{ test: 'anyOf', field: 'categories', values: [1, 2] }],
      };
      const whole = await opened.port.search({ ...query, limit: 1000 });
      const ids = whole.hits.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (let offset = 0; offset < 10; offset++) {
        const page = await opened.port.search({ ...query, from: { offset } });
        expect(page.hits.map(({ id }) => id)).toEqual(ids.slice(offset, offset + 1));
      }
    });

    test('queries repeated after writes give current answers', async () => {
      await assertInTime(
        fc.asyncProperty(
          fc.array(aQuery('event', COUNT), { minLength: 2, maxLength: 4 }),
          fc.array(
            fc.integer({ min: 1, max: COUNT }).chain((id) => anEvent(id)),
            { minLength: 1, maxLength: 5 },
          ),
          async (queries, changes) => {
            for (const query of queries) await check(opened.port, entries.values(), query, targets);
            for (const record of changes) {
              const revision = (entries.get(record.id)?.version ?? 0) + 1;
              const document = makeDocument({ ...record, revision, version: revision });
              entries.set(record.id, document);
              await opened.port.put([document]);
            }
            await opened.port.refresh();
            for (const query of queries) await check(opened.port, entries.values(), query, targets);
          },
        ),
        { numRuns: 30 },
      );
    });
  });
}

function someEntries(kind: KindName, count: number): fc.Arbitrary<SearchDocument[]> {
  const ids = Array.from({ length: count }, (_, at) => at + 1);
  return fc.tuple(
    ...ids.map((id) =>
      kind === 'event' ? anEvent(id).map((record) => makeDocument(record)) : aLinked(kind, id),
    ),
  );
}

async function putAll(index: SearchIndex, documents: SearchDocument[]): Promise<void> {
  for (const batch of chunksOf(documents, 500)) await index.put(batch);
  await index.refresh();
}

/** The circle of a list by `best` and those of its stairs, by the radius of the first. */
const EDGES = [1, ...Array.from({ length: 15 }, (_, at) => (15 - at) / (at + 1) / 8)];

/**
 * → the query with a larger circle, so that no entry is within a metre of its edge: engines may
 * differ on entries that close to it.
 */
function withClearEdge(query: SearchQuery, entries: readonly SearchDocument[]): SearchQuery {
  const { point, radiusM } = query.geo ?? {};
  if (!point || radiusM === undefined) return query;
  const distances = entries.flatMap(({ place }) => (place ? distanceM(point, place) : []));
  let clearM = radiusM;
  const edges = query.sort.by === 'best' ? EDGES : [1];
  const isClear = (edge: number) => !distances.some((one) => Math.abs(one - clearM * edge) <= 1);
  while (!edges.every(isClear)) clearM += 2.5;
  return { ...query, geo: { ...query.geo, point, radiusM: clearM } };
}

/** Expects one page, its total and facets, and (if it is short) the whole walk. */
async function check(
  index: SearchIndex,
  entries: Iterable<SearchDocument>,
  asked: SearchQuery,
  targets: SearchDocument[],
): Promise<void> {
  const all = [...entries];
  const query = withClearEdge(asked, all);
  const expected = matching(all, query);
  const byId = new Map(expected.map((document) => [document.id, document]));
  const offset = 'offset' in query.from ? query.from.offset : 0;
  const page = await index.search(query);
  const shown = JSON.stringify(query);
  expect(page.total, shown).toBe(expected.length);
  const documents = page.hits.map(({ id }) => byId.get(id));
  expect(documents.includes(undefined), `answers what does not match: ${shown}`).toBe(false);
  expect(new Set(page.hits.map(({ id }) => id)).size).toBe(page.hits.length);
  expect(page.hits.length, shown).toBe(
    Math.max(0, Math.min(query.limit, expected.length - offset)),
  );
  expect(page.hasMore, shown).toBe(
    offset + page.hits.length < expected.length && page.hits.length > 0,
  );
  expect(misplaced(documents as SearchDocument[], query), shown).toBeNull();
  for (const name of query.facets) {
    expect(page.facets[name], `${name}: ${shown}`).toEqual(facetOf(name, expected, targets, query));
  }
  for (const [name, list] of Object.entries(query.branches ?? {})) {
    expect(page.branches[name], shown).toEqual(branchCounts(name, list, expected));
  }
  if (expected.length > 300) return;
  const whole = await index.search({ ...query, from: { offset: 0 }, limit: 1000, facets: [] });
  const ids = whole.hits.map(({ id }) => id);
  expect(
    [...ids].sort((a, b) => a - b),
    shown,
  ).toEqual([...byId.keys()].sort((a, b) => a - b));
  const inOrder = whole.hits.map(({ id }) => byId.get(id) as SearchDocument);
  expect(misplaced(inOrder, query), shown).toBeNull();
  expect(
    page.hits.map(({ id }) => id),
    shown,
  ).toEqual(ids.slice(offset, offset + query.limit));
  const limit = Math.max(query.limit, Math.ceil(expected.length / 10));
  expect(await walkIds(index, { ...query, limit, facets: [] }), `walk: ${shown}`).toEqual(ids);
}
