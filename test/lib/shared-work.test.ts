/** Values remembered for a while, work in batches, and turns between pieces of work. */
import { describe, expect, test } from 'vitest';
import { openBatcher } from '../../src/lib/batcher.js';
import { openRecent } from '../../src/lib/recent.js';
import { inTurns } from '../../src/lib/turn.js';

describe('openRecent', () => {
  const setUp = () => {
    const state = { nowMs: 0, change: 0 };
    const reads: string[][] = [];
    const recent = openRecent<string, number>({
      max: 3,
      forMs: 1000,
      now: () => state.nowMs,
      changes: () => state.change,
    });
    const get = (...keys: string[]) =>
      recent.get('g', keys, async (missing) => {
        reads.push(missing);
        return new Map(missing.filter((key) => key !== 'none').map((key) => [key, key.length]));
      });
    return { state, reads, recent, get };
  };

  test('only what is not known is read; what is not found is not kept', async () => {
    const { reads, get } = setUp();
    expect(await get('a', 'none')).toEqual(new Map([['a', 1]]));
    expect(await get('a', 'bb', 'none')).toEqual(
      new Map([
        ['a', 1],
        ['bb', 2],
      ]),
    );
    expect(reads).toEqual([
      ['a', 'none'],
      ['bb', 'none'],
    ]);
  });

  test('a value is read again when its time is over, or after a change', async () => {
    const { state, reads, get } = setUp();
    await get('a');
    state.nowMs = 999;
    await get('a');
    expect(reads).toHaveLength(1);
    state.nowMs = 1000;
    await get('a');
    state.change++;
    await get('a');
    expect(reads).toHaveLength(3);
  });

  test('it holds no more than it may', async () => {
    const { reads, get } = setUp();
    for (const key of ['a', 'b', 'c', 'd']) await get(key);
    await get('a');
    expect(reads).toEqual([['a'], ['b'], ['c'], ['d'], ['a']]);
  });

  test('what throws is not kept', async () => {
    const { recent, get } = setUp();
    const failing = recent.get('g', ['a'], () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await get('a')).toEqual(new Map([['a', 1]]));
  });
});

describe('openBatcher', () => {
  test('what comes while a batch is under way makes up the next', async () => {
    const batches: string[][] = [];
    const release: (() => void)[] = [];
    const batcher = openBatcher<string>();
    const work = (items: string[]) => {
      batches.push(items);
      return new Promise<void>((resolve) => release.push(resolve));
    };
    const first = batcher('a', work);
    await Promise.resolve();
    const others = [batcher('b', work), batcher('c', work)];
    expect(batches).toEqual([['a']]);
    release[0]?.();
    await first;
    await new Promise((resolve) => setImmediate(resolve));
    expect(batches).toEqual([['a'], ['b', 'c']]);
    release[1]?.();
    await Promise.all(others);
  });

  test('a batch that fails fails for its own items alone', async () => {
    const batcher = openBatcher<string>();
    const work = async (items: string[]) => {
      if (items.includes('bad')) throw new Error('no');
    };
    const bad = batcher('bad', work);
    await expect(bad).rejects.toThrow('no');
    await expect(batcher('good', work)).resolves.toBeUndefined();
  });
});

describe('inTurns', () => {
  test('at most so many at a time, others have their turn between, results in order', async () => {
    const seen: string[] = [];
    const other = () => {
      seen.push('other');
      if (seen.filter((one) => one === 'other').length < 2) setImmediate(other);
    };
    setImmediate(other);
    const results = await inTurns([1, 2, 3, 4, 5], 2, (some) => {
      seen.push(some.join());
      return some.map((one) => one * 10);
    });
    expect(results).toEqual([10, 20, 30, 40, 50]);
    expect(seen).toEqual(['1,2', 'other', '3,4', 'other', '5']);
  });
});
