/** Which dates a series has, which of its records stand for them, and which stand for none. */

import type { Removal, StoredRecord } from '../kinds/record.js';
import { isSeries, occurrenceOf, rulesOf } from '../kinds/series.js';
import { groupBy } from '../lib/batches.js';
import { limits } from '../limits.js';
import { frameOf } from '../present/recurrence.js';
import type { RecordRef } from '../store/port.js';
import type { SyncDeps } from '../sync/deps.js';
import { addMonths } from '../time/date-times.js';
import { nowUtc } from '../time/now.js';
import { datesWithin, LAST_DATE, type Window } from '../time/recurrence/dates.js';
import { readStored } from '../time/recurrence/stored.js';
import { secondsPerDay, textToSeconds } from '../time/wall-clock.js';
import { utcToLocal } from '../time/zones.js';

/** → all records that are dates of a series. */
export const storedDates = (
  { store }: Pick<SyncDeps, 'store'>,
  { kind, id }: RecordRef,
): Promise<StoredRecord[]> => store.find(kind, 'parent', [id], Number.MAX_SAFE_INTEGER);

/**
 * → the window, on the wall clock of a zone, in which the dates of series are made. One date a day
 * always fits into it: a daily event stays valid however long ago it began.
 */
export function datesWindow(
  deps: Pick<SyncDeps, 'now' | 'recurrenceMonths'>,
  zone: string,
): Required<Window> {
  const now = utcToLocal(nowUtc(deps), zone);
  const from = addMonths(now, -limits.pastMonths);
  const to = addMonths(now, deps.recurrenceMonths);
  const days = Math.floor((textToSeconds(to) - textToSeconds(from)) / secondsPerDay) + 1;
  return { from, to, limit: Math.max(limits.seriesDates, days) };
}

/**
 * → the dates of a series from its first record, one of `also`, or the window, on. Behind `end`
 * nobody knows whether there are dates: a window has a bounded number of them.
 */
export function datesOf(
  series: StoredRecord,
  existing: readonly StoredRecord[],
  { also, ...window }: Required<Window> & { also: readonly string[] },
): { dates: string[]; end: string } {
  const frame = frameOf(series);
  const stored = readStored(rulesOf(series) ?? [], frame);
  if (!stored) return { dates: [], end: LAST_DATE };
  const own = existing.map((one) => occurrenceOf(one)?.date ?? window.from);
  const existingDates = [...own, ...also].sort();
  const from = [existingDates[0] ?? window.from, window.from].sort()[0] ?? window.from;
  const to = [existingDates.at(-1) ?? window.to, window.to].sort().at(-1) ?? window.to;
  const all = datesWithin(stored.recurrence, frame, { from, to });
  const before = all.filter((date) => date < window.from).length;
  const dates = all.slice(0, Math.max(before + window.limit, existingDates.length));
  return { dates, end: dates.length < all.length ? (dates.at(-1) ?? '') : LAST_DATE };
}

/** → why a date is not to take place; null: it is. `isLacking`: in the rules of its series. */
export function removalReason(
  series: StoredRecord,
  record: StoredRecord,
  { isLacking, isComing }: { isLacking: boolean; isComing: boolean },
): 'series' | 'rules' | null {
  const one = occurrenceOf(record);
  if (series.removed) return 'series';
  if (!one || !isLacking) return null;
  if (record.removed?.by === 'rules') return 'rules';
  if (isSeries(series)) return isComing ? 'rules' : null;
  // The event that was a series stands for its first date itself.
  const isOver = isComing || one.date === series.fields.start_date;
  return isOver && one.changed.length === 0 ? 'rules' : null;
}

/**
 * → the removal of a date by its series, at a UTC time. What others removed stays removed; what the
 * rules lacked does so when its series returns.
 */
export function removalBySeries(
  { removed }: StoredRecord,
  reason: ReturnType<typeof removalReason>,
  at: string,
): Removal | null {
  if (removed && removed.by !== 'series' && removed.by !== 'rules') return removed;
  if (reason === null) return null;
  return removed && [reason, 'rules'].includes(removed.by) ? removed : { by: reason, at };
}

/**
 * → the dates of records by ID: their own, where the rules have it, else another one of the same
 * day, which is theirs at another time.
 */
export function matchedDates(
  existing: readonly StoredRecord[],
  dates: readonly string[],
): Map<number, string> {
  const free = new Set(dates);
  const dateOf = new Map<number, string>();
  const records = existing.flatMap((record) => {
    const date = occurrenceOf(record)?.date;
    return date === undefined ? [] : [{ id: record.id, date }];
  });
  for (const { id, date } of records) if (free.delete(date)) dateOf.set(id, date);
  const byDay = groupBy([...free], (date) => date.slice(0, 10));
  for (const { id, date } of records) {
    const moved = dateOf.has(id) ? undefined : byDay.get(date.slice(0, 10))?.shift();
    if (moved !== undefined) dateOf.set(id, moved);
  }
  return dateOf;
}
