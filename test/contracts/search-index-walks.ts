/**
 * Deliveries in any order, and cursor walks while records are written. A failure prints its
 * seed. Source: Contract 13.
 */
import { describe, expect, test } from 'vitest';
import type { StoredRecord } from '../../src/kinds/record.js';
import { chunksOf } from '../../src/lib/batches.js';
import type { IndexEntry, SearchIndex, SearchQuery, Sort } from '../../src/search/port.js';
import { fc } from '../support/seed.js';
import {
  assertInTime,
  makeDocument,
  makeQuery,
  makeRecord,
  makeSnapshot,
  NOW,
  tombstone,
  utcText,
  walkIds,
} from './builders.js';
import type { OpenIndex } from './search-index.js';

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

/** Some records with all their revisions, the last perhaps a removal, duplicated and shuffled. */
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
      // All of them arrive in the end, in random order.
      order: [...late, ...all.filter((one) => !late.some((other) => isSame(one, other)))],
    }));
  });

const isSame = (a: Delivery, b: Delivery) => a.id === b.id && a.revision === b.revision;

function describeDeliveries(open: OpenIndex): void {
  test('shuffled, repeated, late deliveries: the highest version wins, removals stay', async () => {
    const { port, empty, close } = await open();
    try {
      await assertInTime(
        fc.asyncProperty(
          deliveries,
          fc.integer({ min: 1, max: 5 }),
          async ({ all, order }, size) => {
            await empty();
            for (const batch of chunksOf(order, size)) await port.put(batch.map(toEntry));
            await port.refresh();
            const last = new Map(all.map((one) => [one.id, one]));
            const alive = [...last.values()].filter(({ isRemoval }) => !isRemoval);
            const held = alive.map(({ id, revision }) => ({ id, revision }));
            const versions = alive.map(({ id, revision }) => ({ id, version: revision }));
            expect(await port.versions('event', { afterId: 0, limit: 100 })).toEqual(versions);
            const { hits, total } = await port.search(makeQuery('event'));
            expect(hits.map(({ answer }) => JSON.parse(answer))).toEqual(held);
            expect(total).toBe(alive.length);
            for (const { id, revision } of all) {
              const isCurrent = held.some((one) => one.id === id && one.revision === revision);
              const text = { words: [`r${id}x${revision}`], mode: 'anyField' as const };
              const found = await port.search(makeQuery('event', { text }));
              expect(found.total).toBe(isCurrent ? 1 : 0);
            }
          },
        ),
        { numRuns: 60 },
      );
    } finally {
      await close();
    }
  });
}

const toEntry = ({ id, revision, isRemoval }: Delivery): IndexEntry =>
  isRemoval
    ? tombstone('event', id, revision)
    : makeDocument(makeRecord('event', id, { revision, title: `r${id}x${revision}` }));

interface Move {
  id: number;
  /** The target of a move: a day, which also decides title and coordinates. */
  to: number;
  change: 'move' | 'remove' | 'insert';
}

const move: fc.Arbitrary<Move> = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  to: fc.integer({ min: 0, max: 30 }),
  change: fc.constantFrom('move', 'move', 'move', 'move', 'remove', 'insert'),
});

/** Not by relevance: a write changes how relevant other records are. */
const ORDERS: Sort[] = [
  { by: 'field', field: 'start', direction: 'asc' },
  { by: 'field', field: 'start', direction: 'desc' },
  { by: 'field', field: 'end', direction: 'asc' },
  { by: 'field', field: 'title', direction: 'asc' },
  { by: 'field', field: 'date', direction: 'desc' },
  { by: 'field', field: 'modified', direction: 'desc' },
  { by: 'distance', direction: 'asc' },
  { by: 'distance', direction: 'desc' },
  { by: 'day', direction: 'asc' },
  { by: 'day', direction: 'desc' },
  { by: 'best', direction: 'desc' },
  { by: 'best', direction: 'asc' },
];

/** → an event at the same position in all orders: its day, title, place or none, and words. */
function eventAt(id: number, revision: number, position: number): StoredRecord {
  const venue = makeRecord('venue', 500, {
    fields: { geo_lat: 10 + Math.sqrt(position) / 7, geo_lng: 20 + position / 3 },
  });
  const day = utcText(NOW + position * 86_400);
  return makeRecord('event', id, {
    revision,
    title: `${String.fromCharCode(97 + (position % 20))} ${position % 3 === 0 ? 'jazz' : ''}`,
    modified_utc: day,
    date_utc: day,
    fields: {
      utc_start_date: day,
      utc_end_date: day,
      description: position % 2 === 0 ? 'jazz' : 'jazzy',
      attendance_mode: position % 5 === 4 ? 'online' : 'in_person',
    },
    relations: { venue: [makeSnapshot(venue)] },
  });
}

function describeWalks(open: OpenIndex): void {
  describe('walks', () => {
    test.each(
      ORDERS.map((sort) => ({ sort, name: `${sort.by} ${sort.field ?? ''} ${sort.direction}` })),
    )('by $name: a record that keeps its position is met exactly once', async ({ sort }) => {
      const { port, empty, close } = await open();
      try {
        await assertInTime(
          fc.asyncProperty(
            fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 12 }),
            fc.array(fc.array(move, { maxLength: 4 }), { maxLength: 8 }),
            fc.integer({ min: 1, max: 4 }),
            async (positions, moves, limit) => {
              await empty();
              await walkWhileMoving(port, { sort, positions, moves, limit });
            },
          ),
          { numRuns: 60 },
        );
      } finally {
        await close();
      }
    });
  });
}

async function walkWhileMoving(
  index: SearchIndex,
  walk: { sort: Sort; positions: number[]; moves: Move[][]; limit: number },
): Promise<void> {
  const revisions = new Map<number, number>();
  const put = async (id: number, position: number) => {
    const revision = (revisions.get(id) ?? 0) + 1;
    revisions.set(id, revision);
    await index.put([makeDocument(eventAt(id, revision, position))]);
  };
  for (const [at, position] of walk.positions.entries()) await put(at + 1, position);
  await index.refresh();
  const kept = new Set(walk.positions.map((_, at) => at + 1));
  let nextId = 100;
  const query: SearchQuery = makeQuery('event', {
    sort: walk.sort,
    limit: walk.limit,
    text: { words: ['jazz'], mode: 'anyField' },
    geo: { point: { lat: 10, lng: 20 }, radiusM: 5e6, orOnline: true },
  });
  const met = await walkIds(index, query, async (page) => {
    for (const { id, to, change } of walk.moves[page] ?? []) {
      if (change === 'insert') {
        await put(nextId++, to);
        continue;
      }
      if (!revisions.has(id)) continue;
      kept.delete(id);
      if (change === 'move') await put(id, to);
      else await index.put([tombstone('event', id, (revisions.get(id) ?? 0) + 1)]);
    }
    await index.refresh();
  });
  for (const id of kept)
    expect(
      met.filter((one) => one === id),
      `of ${met}`,
    ).toEqual([id]);
}
