/**
 * Retries of what the index did not take: each entry for itself, later each time; none keeps
 * others out; two processes share them. Index down: push.test.ts and outage.test.ts.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredRecord } from '../../src/kinds/record.js';
import { limits } from '../../src/limits.js';
import type { PutResult } from '../../src/search/port.js';
import { drain } from '../../src/sync/drain.js';
import { makeRecord, revise } from '../contracts/builders.js';
import {
  enginePairs,
  type Opened,
  openPair,
  overPairs,
  START_MS,
  type TakenEngines,
  takeEngines,
} from '../support/adapters.js';
import { disagreements } from '../support/agree.js';
import { breakIndex } from './faulty.js';

const [embedded] = enginePairs;
const venues = (count: number) =>
  Array.from({ length: count }, (_, at) => makeRecord('venue', at + 1));
const inserts = (records: readonly StoredRecord[]) =>
  records.map((record) => ({ record, expected: 0 }));

describe('an entry that fails', () => {
  let opened: Opened;
  let tried: number[][];
  let failing: Set<number>;
  beforeEach(async () => {
    if (!embedded) throw new Error('no engines');
    opened = await openPair(embedded);
    tried = [];
    failing = new Set();
    breakIndex(opened.deps, (real) => ({
      put: async (kind, documents) => {
        tried.push(documents.map(({ id }) => id));
        const good = documents.filter(({ id }) => !failing.has(id));
        const bad = documents.filter(({ id }) => failing.has(id));
        return [
          ...bad.map(({ id }): PutResult => ({ id, outcome: 'retry', reason: 'busy' })),
          ...(await real.put(kind, good)),
        ];
      },
    }));
  });
  afterEach(() => opened.close());

  it('waits longer each time, up to the longest pause; the others are not held up', async () => {
    const { deps, clock } = opened;
    await deps.store.write(inserts(venues(3)));
    failing.add(2);
    expect(await drain(deps)).toBe(false);
    expect(tried).toEqual([[1, 2, 3]]);
    const pauses: number[] = [];
    for (let tries = 1; tries <= 9; tries++) {
      const startMs = clock.nowMs;
      const before = tried.length;
      while (tried.length === before) {
        clock.nowMs += 250;
        expect(await drain(deps)).toBe(false);
      }
      expect(tried.at(-1)).toEqual([2]);
      pauses.push(clock.nowMs - startMs);
    }
    for (const [at, pauseMs] of pauses.entries()) {
      const longest = Math.min(limits.pushPauseMs * 2 ** (at + 1), limits.pushPauseMaxMs);
      expect(pauseMs).toBeGreaterThanOrEqual(longest / 2);
      expect(pauseMs).toBeLessThanOrEqual(longest + 250);
    }
    failing.clear();
    clock.nowMs += limits.pushPauseMaxMs;
    expect(await drain(deps)).toBe(true);
    expect(await disagreements(deps)).toEqual([]);
  });

  it('is tried at once when its record changes, and from the shortest pause again', async () => {
    const { deps, clock } = opened;
    const [venue] = venues(1) as [StoredRecord];
    await deps.store.write(inserts([venue]));
    failing.add(1);
    for (let tries = 0; tries < 6; tries++) {
      await drain(deps);
      clock.nowMs += limits.pushPauseMaxMs;
    }
    await drain(deps);
    tried.length = 0;
    await drain(deps);
    expect(tried).toEqual([]);
    await deps.store.write([{ record: revise(venue, { title: 'Other' }), expected: 1 }]);
    await drain(deps);
    expect(tried).toEqual([[1]]);
    clock.nowMs += limits.pushPauseMs * 2;
    await drain(deps);
    expect(tried).toEqual([[1], [1]]);
  });

  it('limits drainBatch: as many in a round and one more; those behind failing ones are reached', async () => {
    const { deps } = opened;
    const all = venues(limits.drainBatch + 1);
    await deps.store.write(inserts(all));
    for (const { id } of all.slice(0, limits.drainBatch)) failing.add(id);
    expect(await drain(deps)).toBe(false);
    expect(tried.map((ids) => ids.length)).toEqual([limits.drainBatch, 1]);
    const left = await deps.store.unindexed('venue', { limit: 1000 });
    expect(left).toHaveLength(limits.drainBatch);
    expect(left.some(({ id }) => id === limits.drainBatch + 1)).toBe(false);
  });
});

overPairs('processes that share the work', (pair) => {
  let engines: TakenEngines;
  let processes: Opened[];
  const clock = { nowMs: START_MS };
  beforeEach(async () => {
    engines = await takeEngines(pair);
    processes = [];
    for (let n = 0; n < 2; n++) {
      processes.push(await openPair(pair, { engines, overrides: { now: () => clock.nowMs } }));
    }
  });
  afterEach(async () => {
    for (const { close } of processes) await close();
    await engines.release();
  });

  it('push each record, and what one of them holds at its end the other takes over', async () => {
    const [one, two] = processes as [Opened, Opened];
    const count = 40;
    const pushed = new Map<string, number[]>();
    for (const [at, { deps }] of processes.entries()) {
      breakIndex(deps, (real) => ({
        put: (kind, documents) => {
          pushed.set(`${at}`, [...(pushed.get(`${at}`) ?? []), ...documents.map(({ id }) => id)]);
          return real.put(kind, documents);
        },
      }));
    }
    // Whoever writes a record has claimed it: the other one may have it when that is over.
    await one.deps.store.write(inserts(venues(count)));
    const isShared = pair.engines.includes('mongo');
    await drain(two.deps);
    if (isShared) expect(pushed.get('1') ?? []).toEqual([]);
    clock.nowMs += limits.claimMs;
    for (let round = 0; round < 3; round++) {
      await Promise.all(processes.map(({ deps }) => drain(deps)));
    }
    const all = [...pushed.values()].flat();
    expect([...new Set(all)].sort((a, b) => a - b)).toEqual(venues(count).map(({ id }) => id));
    // None is pushed for ever, nor by both where claims keep them apart.
    if (isShared) expect(all).toHaveLength(count);
    const before = all.length;
    clock.nowMs += limits.claimMs;
    for (const { deps } of processes) expect(await drain(deps)).toBe(true);
    expect([...pushed.values()].flat()).toHaveLength(before);
    expect(await disagreements(two.deps)).toEqual([]);
  });

  it('one that is paused in a push beyond its claim is replaced, and does no harm when it wakes', async () => {
    const [one, two] = processes as [Opened, Opened];
    const [venue, other] = venues(2) as [StoredRecord, StoredRecord];
    await one.deps.store.write(inserts([venue, other]));
    let wake = (): void => undefined;
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    let paused = (): void => undefined;
    const isPaused = new Promise<void>((resolve) => {
      paused = resolve;
    });
    breakIndex(one.deps, (real) => ({
      put: async (kind, documents) => {
        paused();
        await woken;
        return real.put(kind, documents);
      },
    }));
    const late = drain(one.deps);
    await isPaused;
    clock.nowMs += limits.claimMs;
    expect(await drain(two.deps)).toBe(true);
    await two.deps.store.write([
      { record: revise(venue, { title: 'Newer' }), expected: 1 },
      { record: revise(other), expected: 1, isRemoval: true },
    ]);
    expect(await drain(two.deps)).toBe(true);
    wake();
    await late;
    expect(await disagreements(two.deps)).toEqual([]);
    clock.nowMs += limits.claimMs;
    for (const { deps } of processes) await drain(deps);
    expect(await disagreements(two.deps)).toEqual([]);
    expect((await two.deps.index.versions('venue', 0, 10)).map(({ id }) => id)).toEqual([1]);
  });
});
