import { describe, expect, test } from 'vitest';
import { openBatcher } from '../../src/lib/batcher.js';
import { inTurns } from '../../src/lib/turn.js';

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
    let others = 0;
    // Like a request that is read while the work waits.
    const arrive = () => {
      others++;
      setImmediate(() => seen.push('other'));
    };
    const results = await inTurns([1, 2, 3, 4, 5], 2, (some) => {
      seen.push(some.join());
      if (others < 2) arrive();
      return some.map((one) => one * 10);
    });
    expect(results).toEqual([10, 20, 30, 40, 50]);
    expect(seen).toEqual(['1,2', 'other', '3,4', 'other', '5']);
  });
});
