/**
 * Deliveries in any order, and walks by cursor while records are written. A failure prints its
 * seed. Source: house.md 4c, beyond.md 3.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StoredRecord } from '../../src/kinds/record.js';
import { chunksOf } from '../../src/lib/batches.js';
import type { SearchIndex, SearchQuery, Sort } from '../../src/search/port.js';
import {
  makeDocument,
  makeQuery,
  makeRecord,
  makeSnapshot,
  NOW,
  TIME_LIMIT,
  utcText,
  walkIds,
} from './builders.js';
import { freshIndex, type OpenIndex } from './search-index.js';

/** Part of the search index's contract. */
export function describeIndexWalks(open: OpenIndex): void {
  describeDeliveries(open);
  describeWalks(open);
}

interface Delivery {
  id: number;
  revision: number;
  isRemoval: boolean;
}

/** Some records with all of their revisions, the last one perhaps a removal, twice and shuffled. */
const deliveries = fc
  .array(fc.record({ revisions: fc.integer({ min: 1, max: 4 }), isRemoved: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((records) => {
    const all = records.flatMap(({ revisions, isRemoved }, at) =>
      Array.from({ length: revisions }, (_, n) => ({
        id: at + 1,
        revision: n + 1,
        isRemoval: isRemoved && n === revisions - 1,
      })),
    );
    const doubled = fc.shuffledSubarray([...all, ...all], { minLength: all.length });
    return doubled.map((late) => ({
      all,
      // All of them arrive at last, but in no order.
      order: [...late, ...all.filter((one) => !late.some((other) => isSame(one, other)))],
    }));
  });

const isSame = (a: Delivery, b: Delivery) => a.id === b.id && a.revision === b.revision;

function describeDeliveries(open: OpenIndex): void {
  test('deliveries shuffled, doubled and late: the highest revision wins, a removal stays', async () => {
    const { port, close } = await open();
    try {
      await fc.assert(
        fc.asyncProperty(
          deliveries,
          fc.integer({ min: 1, max: 5 }),
          async ({ all, order }, size) => {
            await port.reset();
            for (const batch of chunksOf(order, size)) await deliver(port, batch);
            await port.refresh();
            const last = new Map(all.map((one) => [one.id, one]));
            const alive = [...last.values()].filter(({ isRemoval }) => !isRemoval);
            const held = alive.map(({ id, revision }) => ({ id, revision }));
            const versions = alive.map(({ id, revision }) => ({ id, version: revision }));
            expect(await port.versions('event', 0, 100)).toEqual(versions);
            const { hits, total } = await port.search(makeQuery('event'));
            expect(hits.map(({ body }) => JSON.parse(body))).toEqual(held);
            expect(total).toBe(alive.length);
            for (const { id, revision } of all) {
              const isCurrent = held.some((one) => one.id === id && one.revision === revision);
              const text = { words: [`r${id}x${revision}`], mode: 'anyField' as const };
              const found = await port.search(makeQuery('event', { text }));
              expect(found.total).toBe(isCurrent ? 1 : 0);
            }
          },
        ),
        { ...TIME_LIMIT, numRuns: 60 },
      );
    } finally {
      await close();
    }
  });
}

async function deliver(index: SearchIndex, batch: Delivery[]): Promise<void> {
  // One call takes one of the two: a batch is cut where they change.
  for (const one of batch) {
    if (one.isRemoval) await index.remove('event', [{ id: one.id, version: one.revision }]);
  }
  const puts = batch.filter(({ isRemoval }) => !isRemoval);
  const documents = puts.map(({ id, revision }) =>
    makeDocument(makeRecord('event', id, { revision, title: `r${id}x${revision}` })),
  );
  if (documents.length > 0) await index.put('event', documents);
}

interface Move {
  id: number;
  /** Where it goes: a day, and by it a title and a place. */
  to: number;
  /** A second place in the same batch. */
  again: number | null;
  change: 'move' | 'remove' | 'insert';
}

const move: fc.Arbitrary<Move> = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  to: fc.integer({ min: 0, max: 30 }),
  again: fc.option(fc.integer({ min: 0, max: 30 }), { freq: 3 }),
  change: fc.constantFrom('move', 'move', 'move', 'move', 'remove', 'insert'),
});

const ORDERS: Sort[] = [
  { by: 'field', field: 'start', direction: 'asc' },
  { by: 'field', field: 'start', direction: 'desc' },
  { by: 'field', field: 'title', direction: 'asc' },
  { by: 'field', field: 'modified', direction: 'desc' },
  { by: 'distance', direction: 'asc' },
  { by: 'distance', direction: 'desc' },
  { by: 'relevance', direction: 'desc' },
  { by: 'relevance', direction: 'asc' },
];

/**
 * → an event at a place of all orders at once: its day, title, coordinates and words. By distance
 * only its coordinates change.
 */
function placed(id: number, revision: number, to: number, sort: Sort): StoredRecord {
  const at = sort.by === 'distance' ? 0 : to;
  const venue = makeRecord('venue', 500, {
    fields: { geo_lat: 10 + Math.sqrt(to) / 7, geo_lng: 20 + to / 3 },
  });
  const day = utcText(NOW + at * 86_400);
  return makeRecord('event', id, {
    revision,
    title: `${String.fromCharCode(97 + (at % 20))} ${at % 3 === 0 ? 'jazz' : ''}`,
    modified_utc: day,
    fields: {
      utc_start_date: day,
      utc_end_date: day,
      description: at % 2 === 0 ? 'jazz' : 'jazzy',
    },
    relations: { venue: [makeSnapshot(venue)] },
  });
}

function describeWalks(open: OpenIndex): void {
  describe('walks', () => {
    test.each(
      ORDERS.map((sort) => ({ sort, name: `${sort.by} ${sort.field ?? ''} ${sort.direction}` })),
    )('by $name, records moving: each that was there throughout is met once', async ({ sort }) => {
      const { port, close } = await open();
      try {
        await fc.assert(
          fc.asyncProperty(
            fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 12 }),
            fc.array(fc.array(move, { maxLength: 4 }), { maxLength: 8 }),
            fc.integer({ min: 1, max: 4 }),
            async (places, moves, limit) => {
              await port.reset();
              await walkWhileMoving(port, { sort, places, moves, limit });
            },
          ),
          { ...TIME_LIMIT, numRuns: 100 },
        );
      } finally {
        await close();
      }
    });

    const index = freshIndex(open);

    test('by count, counts changing: each is met once', async () => {
      const usage = (published: number) => ({
        ...{ published, events: published, last_start: null, last_start_published: null },
      });
      const tags = Array.from({ length: 9 }, (_, at) => makeRecord('tag', at + 1));
      await index().put(
        'tag',
        tags.map((tag) => makeDocument(tag, usage(tag.id))),
      );
      await index().refresh();
      const query = makeQuery('tag', { sort: { by: 'count', direction: 'asc' }, limit: 2 });
      const ids = await walkIds(index(), query, async (page) => {
        // One met already goes behind the walk's place again, one ahead of it behind it.
        const changed = [
          [page * 2 + 1, 50 + page],
          [9 - page, 0],
        ] as const;
        await index().put(
          'tag',
          changed.map(([id, count]) =>
            makeDocument(makeRecord('tag', id, { revision: page + 2 }), usage(count)),
          ),
        );
        await index().refresh();
      });
      expect(ids.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    });
  });
}

async function walkWhileMoving(
  index: SearchIndex,
  { sort, places, moves, limit }: { sort: Sort; places: number[]; moves: Move[][]; limit: number },
): Promise<void> {
  const revisions = new Map<number, number>();
  const put = async (id: number, ...at: number[]) => {
    const documents = at.map((place) => {
      revisions.set(id, (revisions.get(id) ?? 0) + 1);
      return makeDocument(placed(id, revisions.get(id) ?? 1, place, sort));
    });
    await index.put('event', documents);
  };
  for (const [at, place] of places.entries()) await put(at + 1, place);
  await index.refresh();
  const throughout = new Set(places.map((_, at) => at + 1));
  let nextId = 100;
  const query: SearchQuery = makeQuery('event', {
    sort,
    limit,
    text: { words: ['jazz'], mode: 'anyField' },
    geo: { point: { lat: 10, lng: 20 }, radiusM: 5e6 },
  });
  const met = await walkIds(index, query, async (page) => {
    for (const { id, to, again, change } of moves[page] ?? []) {
      if (change === 'insert') await put(nextId++, to);
      else if (!throughout.has(id)) continue;
      else if (change === 'move') await put(id, ...(again === null ? [to] : [to, again]));
      else {
        throughout.delete(id);
        await index.remove('event', [{ id, version: (revisions.get(id) ?? 0) + 1 }]);
      }
    }
    await index.refresh();
  });
  expect(new Set(met).size, `met twice: ${met}`).toBe(met.length);
  expect(
    [...throughout].filter((id) => !met.includes(id)),
    `of ${met}`,
  ).toEqual([]);
}
