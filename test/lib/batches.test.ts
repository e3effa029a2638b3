/** Batches of a stream: by number, by weight, and when the next item is not there. */
import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { ahead, inBatches, untilAborted } from '../../src/lib/batches.js';
import { likenessOf, pairsOf } from '../../src/records/merge/candidates.js';

async function* of<T>(...items: T[]): AsyncGenerator<T> {
  yield* items;
}

const all = async <T>(batches: AsyncIterable<T[]>): Promise<T[][]> => {
  const found: T[][] = [];
  for await (const batch of batches) found.push(batch);
  return found;
};

it('a batch is full by number or by weight', async () => {
  expect(await all(inBatches(of(1, 2, 3), 2))).toEqual([[1, 2], [3]]);
  const weights = { weightMax: 10, weigh: (item: number) => item };
  expect(await all(inBatches(of(4, 4, 4, 20, 1), 9, weights))).toEqual([[4, 4, 4], [20], [1]]);
  expect(await all(inBatches(of(), 2))).toEqual([]);
});

it('a batch goes ahead when its next item is not there, and no item is lost', async () => {
  let give: (item: number) => void = () => undefined;
  async function* slow() {
    yield 1;
    yield await new Promise<number>((resolve) => {
      give = resolve;
    });
    yield 3;
  }
  const batches = inBatches(slow(), 9, { waitMs: 1 });
  expect((await batches.next()).value).toEqual([1]);
  give(2);
  expect((await batches.next()).value).toEqual([2, 3]);
  expect((await batches.next()).done).toBe(true);
});

it('what the source throws is thrown; a source that is left is ended', async () => {
  async function* broken() {
    yield 1;
    throw new Error('broken');
  }
  await expect(all(inBatches(broken(), 9, { waitMs: 1000 }))).rejects.toThrow('broken');
  let isEnded = false;
  async function* endless() {
    try {
      for (;;) yield 1;
    } finally {
      isEnded = true;
    }
  }
  for await (const batch of inBatches(endless(), 3)) {
    expect(batch).toEqual([1, 1, 1]);
    break;
  }
  expect(isEnded).toBe(true);
});

it('the next item is asked for while one is worked on, and its fault waits for its turn', async () => {
  const asked: number[] = [];
  let isEnded = false;
  async function* source() {
    try {
      for (const item of [1, 2]) {
        asked.push(item);
        yield item;
      }
      throw new Error('broken');
    } finally {
      isEnded = true;
    }
  }
  const items = ahead(source());
  expect((await items.next()).value).toBe(1);
  expect(asked).toEqual([1, 2]);
  expect((await items.next()).value).toBe(2);
  expect(isEnded).toBe(true);
  await expect(items.next()).rejects.toThrow('broken');
  const left = ahead(of(1, 2));
  await left.next();
  expect((await left.return(undefined)).done).toBe(true);
  expect((await left.next()).done).toBe(true);
});

it('a stream that ended no longer listens to its signal', async () => {
  const { signal } = new AbortController();
  const seen: number[] = [];
  for await (const item of untilAborted(of(1, 2), signal)) seen.push(item);
  expect([seen, getEventListeners(signal, 'abort')]).toEqual([[1, 2], []]);
});

it.each([
  ['Blue Note', 'blue  NOTE', 1],
  ['Café Müller', 'Muller, Cafe', 1],
  ['Blue Note', 'The Blue Note', 0.857],
  ['Blue Note', 'Opera', 0],
  ['X', 'x', 1],
  ['', '', 0],
  ['', 'a', 0],
])('%s is like %s: %f', (one, other, expected) => {
  expect(likenessOf(pairsOf(one), pairsOf(other))).toBeCloseTo(expected, 3);
  expect(likenessOf(pairsOf(other), pairsOf(one))).toBeCloseTo(expected, 3);
});
