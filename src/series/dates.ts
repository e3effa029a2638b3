/** The dates of a series, the records that represent them, and the records outside them. */

import type { Removal, StoredRecord } from '../kinds/record.js';
import { isSeries, occurrenceOf, stretchesOf } from '../kinds/series.js';
import { groupBy } from '../lib/batches.js';
import { limits } from '../limits.js';
import type { RecordRef } from '../store/port.js';
import type { SyncDeps } from '../sync/deps.js';
import { addMonths } from '../time/date-times.js';
import { nowUtc } from '../time/now.js';
import type { Window } from '../time/recurrence/dates.js';
import { dateNamed as dateAmong } from '../time/recurrence/named.js';
import { datesAmong, exceptedAmong } from '../time/recurrence/stretches.js';
import { utcToLocal } from '../time/zones.js';

/** → all records that are dates of a series. */
export const storedDates = (
  { store }: Pick<SyncDeps, 'store'>,
  { kind, id }: RecordRef,
): Promise<StoredRecord[]> => store.find(kind, 'parent', [id], Number.MAX_SAFE_INTEGER);

/** → the window, on the wall clock of a zone, in which the dates of series are made. */
export function datesWindow(
  deps: Pick<SyncDeps, 'now' | 'recurrenceMonths'>,
  zone: string,
): Window {
  const now = utcToLocal(nowUtc(deps), zone);
  const from = addMonths(now, -limits.pastMonths);
  return { from, to: addMonths(now, deps.recurrenceMonths) };
}

/** → the dates of a series, from the earliest stored date, `also`, or the window. */
export function datesOf(
  series: StoredRecord,
  existing: readonly StoredRecord[],
  { also, ...window }: Window & { also: readonly string[] },
): string[] {
  const dates = existing.map((record) => occurrenceOf(record)?.date ?? window.from);
  const all = [...dates, ...also, window.from, window.to].sort();
  const [from, to] = [all[0] ?? window.from, all.at(-1) ?? window.to];
  return datesAmong(stretchesOf(series) ?? [], { from, to });
}

/** A date outside the window, made if the rules have it, or as stated here. */
export interface AskedDate {
  date: string;
  /** The remover, whatever the rules say; null: not removed. */
  by: Removal['by'] | null;
  /** In the past it is made though the rules lack it. */
  isOwn?: boolean;
}

/** → the dates of a series that lie between the first and the last of some. */
export function datesGiven(series: StoredRecord, dates: readonly string[]): Set<string> {
  const sorted = [...dates].sort();
  const [from = '', to = ''] = [sorted[0], sorted.at(-1)];
  return new Set(from === '' ? [] : datesAmong(stretchesOf(series) ?? [], { from, to }));
}

/** → whether the rules of a series have a date. */
export const hasDateAt = (series: StoredRecord, date: string): boolean =>
  datesGiven(series, [date]).has(date);

/** → whether the rules of a series except a date by name, at whatever hour of its day. */
export function exceptionsOf(series: StoredRecord): (date: string) => boolean {
  const excepted = new Set(exceptedAmong(stretchesOf(series) ?? []));
  return (date) => excepted.has(dateNamed(series, date));
}

/** The standing of a date in the rules of its series. */
interface Standing {
  isLacking: boolean;
  isExcepted: boolean;
  isComing: boolean;
}

/** → why a date is not to take place; null: it is. Past ones go where they are named alone. */
export function removalReason(
  series: StoredRecord,
  record: StoredRecord,
  { isLacking, isExcepted, isComing }: Standing,
): 'series' | 'rules' | null {
  const occurrence = occurrenceOf(record);
  if (series.removed) return 'series';
  if (!occurrence || !isLacking) return null;
  if (record.removed?.by === 'rules') return 'rules';
  if (isSeries(series)) return isComing || isExcepted ? 'rules' : null;
  // The event that became the series is itself the first date.
  const isOver = isComing || occurrence.date === series.fields.start_date;
  return isOver && occurrence.changed.length === 0 ? 'rules' : null;
}

/**
 * → the removal of a date by its series, at a UTC time. Removals by others are kept; a date outside
 * the rules keeps its removal when its series returns.
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
 * → the dates of records by ID: their own, if the rules have it, else another date of the same day,
 * which is the same date at a new time.
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

/** → the date of a series that a text names, on the clock of its rules. */
export const dateNamed = (series: StoredRecord, text: string): string =>
  dateAmong(stretchesOf(series) ?? [], text);
