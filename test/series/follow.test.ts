/**
 * The dates of series under faults: two processes at the same work, a process that ends in the
 * middle of it, changes while dates are made. No date twice, none missing, none stale.
 */

import { expect, it } from 'vitest';
import { dateKey } from '../../src/kinds/identity.js';
import { kinds } from '../../src/kinds/index.js';
import type { JsonObject, StoredRecord } from '../../src/kinds/record.js';
import { dateOf, occurrenceOf } from '../../src/kinds/series.js';
import { statusOf } from '../../src/kinds/visibility.js';
import { createRecord, updateRecord } from '../../src/records/save.js';
import { OCCURRENCES_FAIL_POINT } from '../../src/series/follow.js';
import { changeOf } from '../../src/sync/change.js';
import { checkSync } from '../../src/sync/check.js';
import { drain } from '../../src/sync/drain.js';
import {
  type EnginePair,
  type Opened,
  openPair,
  overTwoPairs,
  takeEngines,
} from '../support/adapters.js';
import { AGES_MS, disagreements } from '../support/agree.js';

const caller = { id: 1, name: 'admin', role: 'administrator' } as const;
const DAY_MS = 86_400_000;

const daily: JsonObject = {
  title: 'Class',
  start_date: '2026-03-10 18:00:00',
  end_date: '2026-03-10 19:00:00',
  recurrence: 'FREQ=DAILY',
};

/** Runs a test in two processes over the same engines. */
const inTwo =
  (pair: EnginePair, test: (one: Opened, other: Opened) => Promise<void>) => async () => {
    const engines = await takeEngines(pair, { isFresh: false });
    const one = await openPair(pair, { engines });
    const other = await openPair(pair, { engines });
    try {
      await test(one, other);
      expect(await disagreements(one.deps).catch(() => [])).toEqual([]);
    } finally {
      await one.close();
      await other.close();
      await engines.release();
    }
  };

const create = ({ deps }: Opened, payload: JsonObject) =>
  createRecord(deps, kinds.event, { payload, caller });

async function datesOf({ deps }: Opened, { id }: StoredRecord): Promise<string[]> {
  const records = await deps.store.find('event', 'parent', [id], 5000);
  return records.map((record) => String(occurrenceOf(record)?.date)).sort();
}

/** → the days from the first one on, at the time of the class. */
const days = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => {
    const day = new Date(Date.parse('2026-03-10T00:00:00Z') + at * DAY_MS).toISOString();
    return `${day.slice(0, 10)} 18:00:00`;
  });

overTwoPairs('dates of series', (pair) => {
  it(
    'come into the window once, whoever makes them',
    inTwo(pair, async (one, other) => {
      const series = await create(one, daily);
      await drain(one.deps);
      const before = await datesOf(one, series);
      expect(before).toEqual(days(before.length));
      expect(before.length).toBeGreaterThan(700);
      one.clock.nowMs += 40 * DAY_MS;
      other.clock.nowMs += 40 * DAY_MS;
      await Promise.all([drain(one.deps), drain(other.deps)]);
      const after = await datesOf(one, series);
      expect(after).toEqual(days(before.length + 40));
      // No work is left but that of tomorrow.
      const left = await one.deps.store.outbox.list({ afterId: null, limit: 100 });
      expect(left.map(({ task }) => task)).toEqual(left.map(() => 'occurrences'));
      expect(left.every(({ atMs }) => atMs > one.clock.nowMs)).toBe(true);
    }),
    120_000,
  );

  it(
    'are all made after a process ended in the middle',
    inTwo(pair, async (one, other) => {
      let slices = 0;
      one.deps.failPoint = (name) => {
        if (name === OCCURRENCES_FAIL_POINT && ++slices === 2) throw new Error('killed');
      };
      const series = await create(one, { ...daily, recurrence: 'FREQ=DAILY;COUNT=300' });
      await drain(one.deps).catch(() => false);
      other.clock.nowMs += AGES_MS;
      one.clock.nowMs += AGES_MS;
      await drain(other.deps);
      expect(await datesOf(other, series)).toEqual(days(300));
    }),
    120_000,
  );

  it(
    'follow a series that changes while they are made',
    inTwo(pair, async (one, other) => {
      const series = await create(one, { ...daily, recurrence: 'FREQ=DAILY;COUNT=300' });
      let slices = 0;
      let changed: Promise<unknown> | null = null;
      one.deps.failPoint = (name) => {
        if (name !== OCCURRENCES_FAIL_POINT || ++slices !== 1) return;
        const payload = { title: 'Course', recurrence: 'FREQ=DAILY;COUNT=250' };
        changed = updateRecord(other.deps, kinds.event, {
          key: { id: series.id },
          payload,
          caller,
        });
      };
      await drain(one.deps);
      await changed;
      other.clock.nowMs += AGES_MS;
      one.clock.nowMs += AGES_MS;
      await Promise.all([drain(one.deps), drain(other.deps)]);
      const records = await one.deps.store.find('event', 'parent', [series.id], 5000);
      const shown = records.filter((one) => statusOf(one) === 'publish');
      expect(shown.map((record) => String(occurrenceOf(record)?.date)).sort()).toEqual(days(250));
      expect(new Set(records.map(({ title }) => title))).toEqual(new Set(['Course']));
    }),
    120_000,
  );

  it(
    'that differ from the rules are listed by the check, and repaired',
    inTwo(pair, async (one) => {
      const series = await create(one, { ...daily, recurrence: 'FREQ=DAILY;COUNT=5' });
      const endless = await create(one, { ...daily, title: 'Run' });
      await drain(one.deps);
      const check = async (isRepair: boolean) => {
        const found: unknown[] = [];
        await checkSync(one.deps, { isRepair }, (_, difference) => found.push(difference));
        return found;
      };
      expect(await check(false)).toEqual([]);
      const dates = await one.deps.store.find('event', 'parent', [series.id], 9);
      const [first, second, third] = dates as [StoredRecord, StoredRecord, StoredRecord];
      const atDate = (record: StoredRecord, date: string) =>
        toRecord(record, { recurrence: { ...Object(record.fields.recurrence), date } });
      const wrong = [
        { ...changeOf(first, first), removal: {} },
        changeOf(second, toRecord(second, { cost: '5' })),
        {
          ...changeOf(third, atDate(third, '2026-06-01 18:00:00')),
          keys: [{ key: dateKey(series.id, '2026-06-01 18:00:00'), how: 'claim' as const }],
          lost: [dateKey(series.id, dateOf(third))],
        },
      ];
      const { conflicts, entries } = await one.deps.store.write(wrong, { leasedUntilMs: 0 });
      expect(conflicts).toEqual([]);
      // The writer ended before it could ask for the dates.
      await one.deps.store.outbox.finish(entries.filter(({ task }) => task === 'occurrences'));
      const difference = { id: series.id, dates: 4 };
      await drain(one.deps);
      expect(await check(false)).toEqual([difference]);
      expect(await check(true)).toEqual([difference]);
      expect(await check(false)).toEqual([]);
      expect(await datesOf(one, series)).toEqual([...days(5), '2026-06-01 18:00:00']);
      // Tomorrow's dates are planned work, and no difference.
      one.clock.nowMs += DAY_MS;
      expect(await check(false)).toEqual([]);
      expect((await datesOf(one, endless)).length).toBeGreaterThan(700);
    }),
  );

  it(
    'that another process makes while the check looks at them are no difference',
    inTwo(pair, async (one, other) => {
      const series = await create(one, { ...daily, recurrence: 'FREQ=DAILY;COUNT=5' });
      await drain(one.deps);
      const { store } = one.deps;
      const [stored] = (await store.find('event', 'id', [series.id])) as [StoredRecord];
      await store.write([changeOf(stored, { ...stored, title: 'Course' })], { leasedUntilMs: 0 });
      const list: typeof store.outbox.list = async (query) => {
        await drain(other.deps);
        return store.outbox.list(query);
      };
      const deps = { ...one.deps, store: { ...store, outbox: { ...store.outbox, list } } };
      expect((await checkSync(deps, { isRepair: false })).differing).toBe(0);
      const dates = await store.find('event', 'parent', [series.id], 9);
      expect(new Set(dates.map(({ title }) => title))).toEqual(new Set(['Course']));
    }),
  );
});

const toRecord = (record: StoredRecord, fields: JsonObject): StoredRecord => ({
  ...record,
  fields: { ...record.fields, ...fields },
});
