/** Work in batches, and turns between pieces of work. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openBatcher } from '../../src/lib/batcher.js';
import { openSqlite } from '../../src/lib/sqlite.js';
import { inTurns, oncePerTurn } from '../../src/lib/turn.js';

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
    // Like a request that is read while the work waits, and goes on in an immediate of its own.
    const arrive = () => {
      others++;
      setImmediate(() => setImmediate(() => seen.push('other')));
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

describe('oncePerTurn', () => {
  test('those who ask in one turn share a look, which is made after all of them', async () => {
    const seen: string[] = [];
    let looks = 0;
    const ask = oncePerTurn(() => {
      seen.push('look');
      return ++looks;
    });
    const asking = async (name: string) => {
      seen.push(`${name} asks`);
      const value = await ask();
      seen.push(`${name} ${value}`);
      await Promise.resolve();
      seen.push(`${name} is done`);
      return value;
    };
    // The second one asks when the first has its value, so the look of the first is too old.
    const first = asking('a').then(() => asking('c'));
    await Promise.all([first, asking('b')]);
    expect(seen).toEqual(
      'a asks, b asks, look, a 1, a is done, c asks, b 1, b is done, look, c 2, c is done'.split(
        ', ',
      ),
    );
  });

  test('each asks for itself when the look fails', async () => {
    let looks = 0;
    const ask = oncePerTurn(() => {
      if (++looks === 1) throw new Error('no');
      return looks;
    });
    const [failed, other] = await Promise.allSettled([ask(), ask()]);
    expect(failed).toMatchObject({ reason: new Error('no') });
    expect(other).toMatchObject({ value: 2 });
  });

  test('writes of other connections are seen up to the look, own ones too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'marquee-'));
    const open = () => openSqlite(join(folder, 'shared.sqlite'), { busyTimeoutMs: 1000 });
    const [own, other] = [open(), open()];
    own.exec('CREATE TABLE t (x)');
    const ask = oncePerTurn(own.version);
    const before = await ask();
    expect(await ask()).toBe(before);
    // A write between two who ask in one turn.
    const early = ask();
    other.run('INSERT INTO t VALUES (1)');
    const late = ask();
    const after = await late;
    expect(after).not.toBe(before);
    expect(await early).toBe(after);
    // A write between two turns.
    other.run('INSERT INTO t VALUES (2)');
    const next = await ask();
    expect(next).not.toBe(after);
    own.run('INSERT INTO t VALUES (3)');
    expect(await ask()).not.toBe(next);
    for (const db of [own, other]) db.close();
    rmSync(folder, { recursive: true });
  });
});
