/**
 * What a record stores of a recurrence. An event with rules is a series; its dates are events whose
 * `parent` it is. Only what makes and follows them, and answers them, reads this.
 */
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject, type RecordCore } from './record.js';

type WithFields = Pick<RecordCore, 'fields'>;

/** Parameters that say when an event is: a date that changes one has all of its own. */
export const SENT_TIMES = ['all_day', 'start_date', 'end_date', 'timezone'];

/** The same as stored fields. */
export const TIME_FIELDS = [...SENT_TIMES, 'utc_start_date', 'utc_end_date'];

/** What a date of a series stores. Times are on the wall clock of the series. */
export interface OccurrenceFields {
  /** ID of the series. */
  series: number;
  /** The date that it was made for. */
  date: string;
  /** Fields of its own: later changes of the series leave them. */
  changed: string[];
  /** Of the series: its rules, and the times they begin with. */
  rules: string[];
  start: string;
  zone: string;
  isAllDay: boolean;
  /** The dates before it in its series; null: it is the first, or stands for itself. */
  before: DatesBefore | null;
}

/** What lies before a date in its series: the start before it, and the latest end. UTC. */
export interface DatesBefore {
  start: string;
  end: string;
}

/** → the rules of a series; null: the record is none. */
export function rulesOf(record: WithFields): string[] | null {
  const rules = isSeriesField(record) ? record.fields.recurrence.rules : [];
  return Array.isArray(rules) && rules.length > 0 ? rules.map(String) : null;
}

/** → whether a record is a series. */
export const isSeries = (record: WithFields): boolean => rulesOf(record) !== null;

/** → whether a record is a series, or was one: it may have dates. */
export const hasDates = (record: WithFields): boolean => isSeriesField(record);

/** → whether a series may lack dates after an update: its rules or times are others. */
export const hasOtherDates = (before: WithFields, after: WithFields): boolean =>
  isSeries(after) &&
  ['recurrence', ...TIME_FIELDS].some(
    (name) => !isDeepStrictEqual(before.fields[name], after.fields[name]),
  );

function isSeriesField(record: WithFields): record is { fields: { recurrence: JsonObject } } {
  const { recurrence } = record.fields;
  return isJsonObject(recurrence) && !('date' in recurrence);
}

/** A split: the other series, and the date from which it, or this one, has the dates. */
export interface Split {
  id: number;
  at: string;
}

/** The splits of a series: `from` the one it was part of, `next` to the one that follows it. */
export type SplitName = 'from' | 'next';

/**
 * → the field of a series with these rules; without any, of one that has ended. `stored` is the
 * series before, whose splits stay but for those given; null: it counts no longer.
 */
export function seriesField(
  rules: readonly string[],
  stored: WithFields | null = null,
  splits: Partial<Record<SplitName, Split | null>> = {},
): JsonObject {
  const before = stored && isSeriesField(stored) ? stored.fields.recurrence : {};
  const added = Object.entries(splits).map(([name, split]) => [
    name,
    split && { id: split.id, at: split.at },
  ]);
  return { ...before, ...Object.fromEntries(added), rules: [...rules] };
}

/** → a split of a series; null: there was none. */
export function splitOf(record: WithFields, name: SplitName): Split | null {
  const split = isSeriesField(record) ? record.fields.recurrence[name] : undefined;
  return isJsonObject(split) ? { id: Number(split.id), at: String(split.at) } : null;
}

/** → whether a series that was split has dates of its own again behind the split. */
export const isReunited = (record: WithFields): boolean =>
  isSeriesField(record) && record.fields.recurrence.next === null;

/** → the date by the rules that a record stands for; `""`: none. */
export const dateOf = (record: WithFields): string => occurrenceOf(record)?.date ?? '';

/** → the ID of the series that a record is a date of; 0: none. */
export const seriesIdOf = (record: WithFields): number => occurrenceOf(record)?.series ?? 0;

/** → what a date of a series stores; null: the record is none. */
export function occurrenceOf({ fields }: WithFields): OccurrenceFields | null {
  const { recurrence } = fields;
  if (!isJsonObject(recurrence) || typeof recurrence.date !== 'string') return null;
  const texts = (name: string) => {
    const value = recurrence[name];
    return Array.isArray(value) ? value.map(String) : [];
  };
  return {
    series: Number(fields.parent ?? 0),
    date: recurrence.date,
    changed: texts('changed'),
    rules: texts('rules'),
    start: String(recurrence.start),
    zone: String(recurrence.zone),
    isAllDay: recurrence.all_day === true,
    before: beforeIn(recurrence),
  };
}

function beforeIn({ before }: JsonObject): DatesBefore | null {
  return isJsonObject(before) ? { start: String(before.start), end: String(before.end) } : null;
}

/** → the fields `parent` and `recurrence` of a date of a series. */
export function occurrenceFields(one: OccurrenceFields): JsonObject {
  const { series, date, changed, rules, start, zone, isAllDay, before } = one;
  const recurrence: JsonObject = { date, changed, rules, start, zone, all_day: isAllDay };
  if (before) recurrence.before = { start: before.start, end: before.end };
  return { parent: series, recurrence };
}

/**
 * → the key by which a date of a series is unique. No system can name one like it: the name of a
 * system has no `@`.
 */
export const occurrenceKey = (series: number, date: string): string => `@${series} ${date}`;
