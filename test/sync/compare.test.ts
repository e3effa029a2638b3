/** Comparing store and index by ranges, checked against a full comparison. Seeds are printed. */
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.js';
import type { Records, Version } from '../../src/store/port.js';
import { type Difference, differencesOf } from '../../src/sync/compare.js';
import { fc } from '../support/seed.js';

type ReadVersions = Records['versions'];

const compared = (store: ReadVersions, index: ReadVersions) =>
  differencesOf(
    'event',
    { versions: store },
    { versions: (kind, { afterId, limit }) => index(kind, afterId, limit) },
  );

/** A side that holds these versions, and remembers the largest request. */
function sideOf(held: readonly Version[]): { read: ReadVersions; largest: () => number } {
  let largest = 0;
  return {
    largest: () => largest,
    read: async (_, afterId, limit) => {
      const page = held.filter(({ id }) => id > afterId).slice(0, limit);
      largest = Math.max(largest, page.length);
      return page;
    },
  };
}

async function differences(store: readonly Version[], index: readonly Version[]) {
  const sides = [sideOf(store), sideOf(index)] as const;
  const found: Difference[] = [];
  let batches = 0;
  for await (const batch of compared(sides[0].read, sides[1].read)) {
    found.push(...batch);
    batches++;
  }
  return { found, batches, largest: Math.max(...sides.map(({ largest }) => largest())) };
}

/** The same comparison, of everything at once. */
function bruteForce(store: readonly Version[], index: readonly Version[]): Difference[] {
  const maps = [store, index].map((side) => new Map(side.map(({ id, version }) => [id, version])));
  const ids = [...new Set([...store, ...index].map(({ id }) => id))].sort((a, b) => a - b);
  return ids
    .map((id) => ({ id, store: maps[0]?.get(id) ?? null, index: maps[1]?.get(id) ?? null }))
    .filter((one) => one.store !== one.index);
}

/** The cases for one ID: none, both, one side only, both but different. */
type Fate = { gap: number; store: number; index: number };

const fate: fc.Arbitrary<Fate> = fc
  .oneof(
    {
      weight: 20,
      arbitrary: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 9 })),
    },
    { weight: 1, arbitrary: fc.tuple(fc.constant(1), fc.constant(0)) },
  )
  .map(([gap, version]) => ({ gap, store: version, index: version }));

describe('differencesOf', () => {
  it('of empty sides, and of one side only', async () => {
    expect((await differences([], [])).found).toEqual([]);
    const one = [{ id: 3, version: 2 }];
    expect((await differences(one, [])).found).toEqual([{ id: 3, store: 2, index: null }]);
    expect((await differences([], one)).found).toEqual([{ id: 3, store: null, index: 2 }]);
  });

  it('a record that is written between the reads is not taken for a removed one', async () => {
    const store: Version[] = [];
    const index: Version[] = [];
    const readThenWrite =
      (held: Version[]): ReadVersions =>
      async () => {
        const page = [...held];
        if (store.length === 0) {
          store.push({ id: 1, version: 1 });
          index.push({ id: 1, version: 1 });
        }
        return page;
      };
    for await (const batch of compared(readThenWrite(store), readThenWrite(index))) {
      expect(batch).toEqual([{ id: 1, store: 1, index: null }]);
    }
    expect(store).toHaveLength(1);
  });

  it(`random lists of several batches: equal to brute force`, async () => {
    const size = limits.compareBatch;
    const lists = fc.record({
      fates: fc.array(fate, { minLength: 20, maxLength: 60 }),
      repeat: fc.integer({ min: 1, max: Math.ceil((size * 3) / 20) }),
      dropStore: fc.integer({ min: 2, max: 400 }),
      dropIndex: fc.integer({ min: 2, max: 400 }),
      older: fc.integer({ min: 2, max: 400 }),
      // A long range that only one side holds: more than one batch.
      run: fc.constantFrom('none', 'store', 'index'),
    });
    await fc.assert(
      fc.asyncProperty(lists, async ({ fates, repeat, dropStore, dropIndex, older, run }) => {
        const store: Version[] = [];
        const index: Version[] = [];
        let id = 0;
        for (let round = 0; round < repeat; round++) {
          for (const one of fates) {
            id += one.gap;
            if (one.store > 0 && id % dropStore !== 0) store.push({ id, version: one.store });
            const version = id % older === 0 ? one.index + 1 : one.index;
            if (one.index > 0 && id % dropIndex !== 0) index.push({ id, version });
          }
        }
        const longer = run === 'store' ? store : index;
        for (let more = 0; run !== 'none' && more < size + 7; more++) {
          longer.push({ id: ++id, version: 1 });
        }
        const { found, largest } = await differences(store, index);
        expect(found).toEqual(bruteForce(store, index));
        expect(largest).toBeLessThanOrEqual(size);
      }),
      { numRuns: 25, interruptAfterTimeLimit: 20_000 },
    );
  });

  it.each([
    -1, 0, 1,
  ])('limits compareBatch: %i entries more than a batch, on either side', async (more) => {
    const full = Array.from({ length: limits.compareBatch + more }, (_, at) => ({
      id: at + 1,
      version: 1,
    }));
    const [last] = full.slice(-1);
    expect((await differences(full, full)).found).toEqual([]);
    expect((await differences(full, full.slice(0, -1))).found).toEqual([
      { id: last?.id, store: 1, index: null },
    ]);
    expect((await differences(full.slice(1), full)).found).toEqual([
      { id: 1, store: null, index: 1 },
    ]);
  });
});
