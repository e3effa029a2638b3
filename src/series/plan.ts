/**
 * What the dates of a series still need, by what is stored: the plan of the outbox task
 * `occurrences`, which the check of store and index asks for, too. It writes nothing.
 */

import { isDeepStrictEqual } from 'node:util';
import type { StoredRecord } from '../kinds/record.js';
import { dateOf, isReunited, isSeries, occurrenceOf, splitOf } from '../kinds/series.js';
import { statusOf } from '../kinds/visibility.js';
import { groupBy } from '../lib/batches.js';
import { inTurns } from '../lib/turn.js';
import { limits } from '../limits.js';
import { frameOf } from '../present/recurrence.js';
import type { RecordRef } from '../store/port.js';
import type { SyncDeps } from '../sync/deps.js';
import { nowUtc } from '../time/now.js';
import { utcToLocal } from '../time/zones.js';
import { followed, newOccurrence, slugOfDate, withBefore } from './date.js';
import { datesOf, datesWindow, isOut, matchedDates, storedDates } from './dates.js';
import { datesBefore } from './dates-before.js';

/** A date before and after: null before: it is new, without an ID; null after: it is erased. */
export interface Step {
  before: StoredRecord | null;
  after: StoredRecord | null;
  date: string;
  /** The slug that it gets, where that is free; `""`: it keeps its own, or none. */
  slug: string;
}

/** What a series still needs. */
export interface Plan {
  /** The coming dates first. */
  steps: Step[];
  /** The dates as stored. */
  own: StoredRecord[];
  /** The ID of another series that is to take over dates of this one; 0: none. */
  misplaced: number;
}

/**
 * → what is to be done for a series; null: it is gone. `also`: dates before the window that are to
 * be made if its rules have them. Nothing is written.
 */
export async function planOf(
  deps: SyncDeps,
  ref: RecordRef,
  series: StoredRecord | null,
  also: readonly string[] = [],
): Promise<Plan> {
  const own = await storedDates(deps, ref);
  if (!series) return { steps: own.map(toErasure), own, misplaced: 0 };
  const { existing, twins, misplaced } = await recordsOf(deps, series, own);
  const steps = await stepsOf(deps, series, { existing, also });
  return { steps: [...twins.map(toErasure), ...steps], own, misplaced };
}

const toErasure = (before: StoredRecord): Step => ({ before, after: null, date: '', slug: '' });

/** → the dates with changes of their own that a state of a series would put into the trash. */
export async function droppedDates(deps: SyncDeps, series: StoredRecord): Promise<StoredRecord[]> {
  const { steps } = await planOf(deps, series, series);
  return steps.flatMap(({ before, after }) => {
    if (!before || !after || statusOf(before) === 'trash' || statusOf(after) !== 'trash') return [];
    return (occurrenceOf(before)?.changed.length ?? 0) > 0 ? [before] : [];
  });
}

async function stepsOf(
  deps: SyncDeps,
  series: StoredRecord,
  { existing, also }: { existing: readonly StoredRecord[]; also: readonly string[] },
): Promise<Step[]> {
  const { zone } = frameOf(series);
  const at = nowUtc(deps);
  const nowWall = utcToLocal(at, zone);
  const window = datesWindow(deps, zone);
  const { dates, end } = datesOf(series, existing, { ...window, also });
  const matched = matchedDates(existing, dates);
  const standing = existing.flatMap((record) => {
    const one = occurrenceOf(record);
    if (!one) return [];
    const date = matched.get(record.id);
    const isComing = one.date >= nowWall && one.date <= end;
    const isDropped = isOut(series, record, { isLacking: date === undefined, isComing });
    // What has ended leaves its past alone.
    if (!isSeries(series) && !isDropped) return [];
    return [{ record, date: date ?? one.date, isDropped }];
  });
  const taken = new Set(matched.values());
  const isWithin = (date: string) => date >= window.from && date <= window.to;
  const isMissing = (date: string) => !taken.has(date) && (isWithin(date) || also.includes(date));
  const missing = statusOf(series) === 'trash' ? [] : dates.filter(isMissing);
  const follow = (one: (typeof standing)[number]) => ({
    ...one,
    after: followed(series, one.record, { ...one, nowUtc: at }),
  });
  const following = await inTurns(standing, limits.sliceRecords, (some) => some.map(follow));
  const records = following.map(({ after }) => after);
  const before = datesBefore(series, { records, news: missing });
  // Drafts have no slug.
  const hasSlugs = series.slug_reserved && statusOf(series) !== 'trash';
  const steps = await inTurns(following, limits.sliceRecords, (some) =>
    some.flatMap(({ record, date, after: alone }): Step[] => {
      const after = withBefore(alone, before.get(date) ?? null);
      if (isDeepStrictEqual(after, record)) return [];
      const slug = hasSlugs && !record.slug_reserved ? slugOfDate(series, date, false) : '';
      return [{ before: record, after: { ...after, modified_utc: at }, date, slug }];
    }),
  );
  const days = groupBy(dates, (date) => date.slice(0, 10));
  const news = await inTurns(missing, limits.sliceRecords, (some) =>
    some.map((date): Step => {
      const after = newOccurrence(series, date, { before: before.get(date) ?? null, nowUtc: at });
      const isOneOfDay = (days.get(date.slice(0, 10))?.length ?? 0) > 1;
      const slug = hasSlugs ? slugOfDate(series, date, isOneOfDay) : '';
      return { before: null, after, date, slug };
    }),
  );
  const isComing = ({ date }: Step) => date >= nowWall;
  const past = news.filter((one) => !isComing(one)).reverse();
  return [...news.filter(isComing), ...steps, ...past];
}

/**
 * → the records that stand for dates of a series: its own, without those that a later series takes
 * over, and those that it takes over itself. `twins`: the same dates, made by a process that did
 * not know of a split yet.
 */
async function recordsOf(
  deps: SyncDeps,
  series: StoredRecord,
  all: readonly StoredRecord[],
): Promise<{ existing: StoredRecord[]; twins: StoredRecord[]; misplaced: number }> {
  const { store } = deps;
  const { kind } = series;
  const [next, from] = [splitOf(series, 'next'), splitOf(series, 'from')];
  const isTaken = next !== null && (await store.find(kind, 'id', [next.id])).length > 0;
  const own = isTaken ? all.filter((record) => dateOf(record) < next.at) : all;
  const [origin] = from ? await store.find(kind, 'id', [from.id]) : [];
  const before = origin && !isReunited(origin) ? await storedDates(deps, origin) : [];
  const dates = new Set(own.map(dateOf));
  const taken = before.filter((record) => from !== null && dateOf(record) >= from.at);
  return {
    existing: [...own, ...taken.filter((record) => !dates.has(dateOf(record)))],
    twins: taken.filter((record) => dates.has(dateOf(record))),
    misplaced: next && own.length < all.length ? next.id : 0,
  };
}
