/**
 * Retries of entries that the index did not accept: each entry later each time, none blocks
 * others, two processes share them. Index down: push.test.ts and outage.test.ts.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/access/roles.js';
import { kinds } from '../../src/kinds/index.js';
import type { StoredRecord } from '../../src/kinds/record.js';
import { limits } from '../../src/limits.js';
import { createRecord, updateRecord } from '../../src/records/save.js';
import type { PutResult } from '../../src/search/port.js';
import { drain } from '../../src/sync/drain.js';
import { renewSnapshots } from '../../src/sync/refresh-snapshots.js';
import { makeRecord, makeSnapshot, revise } from '../contracts/builders.js';
import { inserts, UNLEASED } from '../contracts/record-store.js';
import {
  embeddedPair,
  type Opened,
  openPair,
  overTwoPairs,
  START_MS,
  type TakenEngines,
  takeEngines,
} from '../support/adapters.js';
import { disagreements } from '../support/agree.js';
import { breakIndex } from './faulty.js';

const caller: Caller = { id: 1, name: 'admin', role: 'administrator' };
const FAIR = {
  title: 'Fair',
  start_date: '2026-04-01',
  end_date: '2026-04-01',
  categories: ['Old'],
  tags: ['x'],
};
const venues = (count: number) =>
  Array.from({ length: count }, (_, at) => makeRecord('venue', at + 1));

/** Writes each record alone, which gives an outbox entry each. */
async function writeEach({ deps }: Opened, records: readonly StoredRecord[]): Promise<void> {
  for (const record of records) await deps.store.write(inserts(record), UNLEASED);
}

describe('an entry that fails', () => {
  let opened: Opened;
  let tried: number[][];
  let failing: Set<number>;
  beforeEach(async () => {
    opened = await openPair(embeddedPair);
    tried = [];
    failing = new Set();
    breakIndex(opened.deps, (real) => ({
      put: async (entries) => {
        tried.push(entries.map(({ id }) => id));
        const results = await real.put(entries.filter(({ id }) => !failing.has(id)));
        const bad = entries.filter(({ id }) => failing.has(id));
        const busy = { outcome: 'retry', reason: 'busy' } as const;
        return [...bad.map(({ kind, id }): PutResult => ({ kind, id, ...busy })), ...results];
      },
    }));
  });
  afterEach(() => opened.close());

  it('waits longer each time, up to the longest pause; the others do not wait', async () => {
    const { deps, clock } = opened;
    await writeEach(opened, venues(3));
    failing.add(2);
    expect(await drain(deps)).toBe(false);
    expect(tried).toEqual([[1, 2, 3]]);
    const pauses: number[] = [];
    for (let tries = 1; tries <= 9; tries++) {
      const startMs = clock.nowMs;
      const before = tried.length;
      while (tried.length === before) {
        clock.nowMs += 250;
        await drain(deps);
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

  it('is tried at once when its record changes, because that is a new entry', async () => {
    const { deps, clock } = opened;
    const [venue] = venues(1) as [StoredRecord];
    await writeEach(opened, [venue]);
    failing.add(1);
    for (let tries = 0; tries < 6; tries++) {
      await drain(deps);
      clock.nowMs += limits.pushPauseMaxMs;
    }
    await drain(deps);
    tried.length = 0;
    await drain(deps);
    expect(tried).toEqual([]);
    const changed = { record: revise(venue, { title: 'Other' }), expected: 1 };
    await deps.store.write([changed], UNLEASED);
    await drain(deps);
    expect(tried).toEqual([[1]]);
  });

  it('limits leasedEntries: that many at once; failing ones do not block others', async () => {
    const { deps } = opened;
    const all = venues(limits.leasedEntries + 1);
    await writeEach(opened, all);
    for (const { id } of all.slice(0, limits.leasedEntries)) failing.add(id);
    expect(await drain(deps)).toBe(false);
    expect(tried.map((ids) => ids.length)).toEqual([limits.leasedEntries, 1]);
    expect((await deps.store.outbox.backlog()).unindexed).toBe(limits.leasedEntries);
    expect(await deps.index.versions('venue', { afterId: 0, limit: 9 })).toEqual([
      { id: limits.leasedEntries + 1, version: 1 },
    ]);
  });
});

overTwoPairs('processes that share the work', (pair) => {
  let engines: TakenEngines;
  let processes: Opened[];
  const clock = { nowMs: START_MS };
  beforeEach(async () => {
    engines = await takeEngines(pair);
    processes = [];
    for (let n = 0; n < 2; n++) {
      processes.push(await openPair(pair, { engines, clock }));
    }
  });
  afterEach(async () => {
    for (const { close } of processes) await close();
    await engines.release();
  });

  it('push each record once, and take over the leases of one that ended', async () => {
    const [one, two] = processes as [Opened, Opened];
    const count = 40;
    const pushed: number[] = [];
    for (const { deps } of processes) {
      breakIndex(deps, (real) => ({
        put: (entries) => {
          pushed.push(...entries.map(({ id }) => id));
          return real.put(entries);
        },
      }));
    }
    const leasedUntilMs = clock.nowMs + limits.leaseMs;
    for (const venue of venues(count)) {
      await one.deps.store.write(inserts(venue), { leasedUntilMs });
    }
    // Entries of a write belong to the writer until their lease ends.
    await drain(two.deps);
    expect(pushed).toEqual([]);
    clock.nowMs = leasedUntilMs;
    await Promise.all(processes.map(({ deps }) => drain(deps)));
    expect([...pushed].sort((a, b) => a - b)).toEqual(venues(count).map(({ id }) => id));
    clock.nowMs += limits.leaseMs;
    for (const { deps } of processes) expect(await drain(deps)).toBe(true);
    expect(pushed).toHaveLength(count);
    expect(await disagreements(two.deps)).toEqual([]);
  });

  it('one that pauses in a push beyond its lease is replaced, and does no harm later', async () => {
    const [one, two] = processes as [Opened, Opened];
    const [venue, other] = venues(2) as [StoredRecord, StoredRecord];
    await one.deps.store.write(inserts(venue, other), UNLEASED);
    let wake = (): void => undefined;
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    let paused = (): void => undefined;
    const isPaused = new Promise<void>((resolve) => {
      paused = resolve;
    });
    breakIndex(one.deps, (real) => ({
      put: async (entries) => {
        paused();
        await woken;
        return real.put(entries);
      },
    }));
    const late = drain(one.deps);
    await isPaused;
    clock.nowMs += limits.leaseMs;
    expect(await drain(two.deps)).toBe(true);
    await two.deps.store.write(
      [
        { record: revise(venue, { title: 'Newer' }), expected: 1 },
        { record: revise(other), expected: 1, removal: {} },
      ],
      UNLEASED,
    );
    expect(await drain(two.deps)).toBe(true);
    wake();
    await late;
    expect(await disagreements(two.deps)).toEqual([]);
    const held = await two.deps.index.versions('venue', { afterId: 0, limit: 10 });
    expect(held.map(({ id }) => id)).toEqual([1]);
  });
});

overTwoPairs('records that many writes touched', (pair) => {
  it('are counted and pushed once', async () => {
    const opened = await openPair(pair);
    const { deps } = opened;
    try {
      const [venue] = venues(1);
      if (!venue) throw new Error('no venue');
      await deps.store.write(inserts(venue), UNLEASED);
      await drain(deps);
      const relations = { venue: [makeSnapshot(venue)] };
      const events = [11, 12, 13, 14].map((id) => makeRecord('event', id, { relations }));
      for (const event of events) {
        const touched = [{ kind: 'venue' as const, id: venue.id }];
        const [change] = inserts(event);
        if (change) await deps.store.write([{ ...change, touched }], UNLEASED);
      }
      const pushed: string[] = [];
      breakIndex(deps, (real) => ({
        put: (entries) => {
          pushed.push(...entries.map(({ kind, id }) => `${kind} ${id}`));
          return real.put(entries);
        },
      }));
      await drain(deps);
      expect(pushed.filter((one) => one === `venue ${venue.id}`)).toHaveLength(1);
      expect(pushed.sort()).toEqual(['event 11', 'event 12', 'event 13', 'event 14', 'venue 1']);
      expect(await disagreements(deps)).toEqual([]);
    } finally {
      await opened.close();
    }
  });
});

overTwoPairs('renewing snapshots', (pair) => {
  it('keeps a link that is made while the originals are read', async () => {
    const opened = await openPair(pair);
    const { deps } = opened;
    try {
      const event = await createRecord(deps, kinds.event, { payload: FAIR, caller });
      await createRecord(deps, kinds.category, { payload: { name: 'Other' }, caller });
      const [old, other] = await deps.store.find('category', 'slug', ['old', 'other']);
      if (!old || !other) throw new Error('no categories');
      // Renamed by a process that stopped there: the copy in the event is stale.
      const renamed = { record: revise(old, { title: 'New' }), expected: old.revision };
      await deps.store.write([renamed], UNLEASED);
      const { find } = deps.store;
      let isFirst = true;
      deps.store.find = async (kind, by, values, limit) => {
        const found = await find(kind, by, values, limit);
        if (kind === 'category' && by === 'id' && isFirst) {
          isFirst = false;
          const payload = { categories: [old.id, other.id] };
          const key = { id: event.id, sent: String(event.id) };
          await updateRecord(deps, kinds.event, { key, payload, caller });
        }
        return found;
      };
      const [held] = await find('event', 'id', [event.id]);
      if (!held) throw new Error('no event');
      await renewSnapshots(deps, [held], new Map());
      expect(isFirst).toBe(false);
      const after = await deps.store.get('event', { id: event.id });
      expect(after?.relations.categories?.map(({ title }) => title)).toEqual(['New', 'Other']);
    } finally {
      await opened.close();
    }
  });
});

describe('a record that cannot be written for a while', () => {
  it('does not block others: records that fail together are tried one by one', async () => {
    const opened = await openPair(embeddedPair);
    const { deps, clock } = opened;
    try {
      await writeEach(opened, venues(3));
      await drain(deps);
      const { find, scan } = deps.store;
      let isHeld = true;
      deps.store.find = async (kind, by, values, limit) => {
        if (isHeld && kind === 'venue' && values.includes(2)) throw new Error('record is held');
        return find(kind, by, values, limit);
      };
      for (const venue of await scan('venue', { afterId: 0, limit: 9 })) {
        const change = { record: revise(venue, { title: 'Other' }), expected: venue.revision };
        await deps.store.write([change], UNLEASED);
      }
      expect(await drain(deps)).toBe(false);
      const versions = async () =>
        (await deps.index.versions('venue', { afterId: 0, limit: 9 })).map(
          ({ version }) => version,
        );
      expect(await versions()).toEqual([2, 1, 2]);
      isHeld = false;
      clock.nowMs += limits.pushPauseMaxMs;
      expect(await drain(deps)).toBe(true);
      expect(await versions()).toEqual([2, 2, 2]);
    } finally {
      await opened.close();
    }
  });
});
