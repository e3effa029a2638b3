/**
 * The stored form of a recurrence. An event with rules is a series; its dates are events with the
 * series as `parent`. Only code that makes, follows or answers dates reads this.
 */
import { isDeepStrictEqual } from 'node:util';
import { ownUid, uidWithin } from './identity.js';
import {
  isJsonObject,
  type JsonObject,
  type RecordCore,
  type SeriesPart,
  type StoredRecord,
} from './record.js';

type WithFields = Pick<RecordCore, 'fields'>;
type WithParts = Pick<StoredRecord, 'fields' | 'parts'>;

/** Parameters of an event's times: a date that changes any of them has its own values for all. */
export const SENT_TIMES = ['all_day', 'start_date', 'end_date', 'timezone'];

/** The same as stored fields. */
export const TIME_FIELDS = [...SENT_TIMES, 'utc_start_date', 'utc_end_date'];

/** The stored fields of a series' date, with its stretch. Times are on the series' clock. */
export interface OccurrenceFields extends Stretch {
  /** ID of the series. */
  series: number;
  /** The date by the rules. */
  date: string;
  /** Own fields: later changes of the series leave them. */
  changed: string[];
  /** The later stretches of its series. */
  later: Stretch[];
  /** The previous dates in its series; null for the first date, or a separate item. */
  before: DatesBefore | null;
}

/** The dates before a date in its series: the previous start, and the latest end. UTC. */
export interface DatesBefore {
  start: string;
  end: string;
}

/** → the rules of a series; null for another record. */
export function rulesOf(record: WithFields): string[] | null {
  const rules = isSeriesField(record) ? record.fields.recurrence.rules : [];
  return Array.isArray(rules) && rules.length > 0 ? rules.map(String) : null;
}

/** → whether a record is a series. */
export const isSeries = (record: WithFields): boolean => rulesOf(record) !== null;

/** → whether a record is a series, or was one: it may have dates. */
export const hasDates = (record: WithFields): boolean => isSeriesField(record);

/** → whether a series may lack dates after an update: its rules or times are others. */
export const hasOtherDates = (before: WithParts, after: WithParts): boolean =>
  isSeries(after) &&
  (!isDeepStrictEqual(before.parts ?? [], after.parts ?? []) ||
    ['recurrence', ...TIME_FIELDS].some(
      (name) => !isDeepStrictEqual(before.fields[name], after.fields[name]),
    ));

function isSeriesField(record: WithFields): record is { fields: { recurrence: JsonObject } } {
  const { recurrence } = record.fields;
  return isJsonObject(recurrence) && !('date' in recurrence);
}

/**
 * Dates added to a series here, or erased, by its rules on their clock. `rules` are as last sent,
 * by a user or a source; local dates are kept whatever a source sends later.
 */
export interface LocalDates {
  added: readonly string[];
  excepted: readonly string[];
}

/** → the field of a series with these rules; without rules, of an ended series. */
export function seriesField(rules: readonly string[], local: LocalDates = NO_DATES): JsonObject {
  const { added, excepted } = local;
  const hasAny = added.length + excepted.length > 0;
  const dates = { added: [...new Set(added)].sort(), excepted: [...new Set(excepted)].sort() };
  return { rules: [...rules], ...(hasAny ? { local: dates } : {}) };
}

/** Empty: the rules alone determine the dates. */
export const NO_DATES: LocalDates = { added: [], excepted: [] };

/** → the dates that were added to a series here, and erased. */
export const localDatesOf = (record: WithFields): LocalDates =>
  (isSeriesField(record) ? localIn(record.fields.recurrence) : undefined) ?? NO_DATES;

const localIn = ({ local }: JsonObject): LocalDates | undefined =>
  isJsonObject(local) ? (local as unknown as LocalDates) : undefined;

/** → the date from which a part of a series states other rules; undefined without such a part. */
export const otherRulesFrom = ({ parts = [] }: WithParts): string | undefined =>
  parts.find(({ rules }) => rules)?.from;

/** A stretch of a series: from a date on its dates come from these rules, moved. */
export interface Stretch {
  /** `""`: from the beginning. */
  from: string;
  rules: string[];
  local?: LocalDates | undefined;
  /** Of the rules: the time they begin with, and its clock. */
  start: string;
  zone: string;
  isAllDay: boolean;
  /** By how much the times of a date differ from it, s on the clock. */
  moved: number;
}

/** → the stretches of a series, for each part; null for another record. */
export function stretchesOf(
  record: WithFields & Partial<WithParts>,
): [Stretch, ...Stretch[]] | null {
  const rules = rulesOf(record);
  if (!rules) return null;
  const { start_date, timezone, all_day } = record.fields;
  const frame = { start: String(start_date), zone: String(timezone ?? 'UTC') };
  const first: Stretch = { from: '', rules, ...frame, isAllDay: all_day === true, moved: 0 };
  const stretches: [Stretch, ...Stretch[]] = [first];
  let before = first;
  for (const part of record.parts ?? []) {
    before = stretchAfter(before, part);
    stretches.push(before);
  }
  const local = localDatesOf(record);
  return local === NO_DATES ? stretches : withLocal(stretches, local);
}

/** → the stretches, each with the local dates of its rules. */
function withLocal(
  stretches: readonly Stretch[],
  { added, excepted }: LocalDates,
): [Stretch, ...Stretch[]] {
  return stretches.map((stretch): Stretch => {
    const { rules } = stretch;
    const from = stretches.find((first) => first.rules === rules)?.from ?? '';
    const until = stretches.find((later) => later.from > from && later.rules !== rules)?.from;
    const isOwn = (date: string) => date >= from && !(until && date >= until);
    return { ...stretch, local: { added: added.filter(isOwn), excepted: excepted.filter(isOwn) } };
  }) as [Stretch, ...Stretch[]];
}

function stretchAfter(before: Stretch, part: SeriesPart): Stretch {
  const { from, rules, start = from, zone = before.zone, all_day = before.isAllDay } = part;
  if (!rules) return { ...before, from, moved: part.moved ?? before.moved };
  return { from, rules, start, zone, isAllDay: all_day, moved: part.moved ?? 0 };
}

/** → the date by the rules of a record; `""` without a series. */
export const dateOf = (record: WithFields): string => occurrenceOf(record)?.date ?? '';

/** → the ID of the series of a date; 0 without a series. */
export const seriesIdOf = (record: WithFields): number => occurrenceOf(record)?.series ?? 0;

/**
 * → the UID of a record in calendars. The UID of a date follows from the UID of its series, which
 * it stores like any field of it, and from its day: it is the same wherever the series is.
 */
export function uidOf(record: RecordCore, host: string): string {
  const { kind, id, fields } = record;
  const occurrence = occurrenceOf(record);
  const uid = String(fields.uid ?? '') || ownUid(host, kind, occurrence?.series ?? id);
  return occurrence ? uidWithin(uid, dayName(occurrence)) : uid;
}

/**
 * → the day of a date, with its time if that differs from the time of its rules, or if other rules
 * begin on the day. So the name is unique, and survives a move of the series to another hour.
 */
function dayName({ date, start, later }: OccurrenceFields): string {
  const [day = '', time = ''] = date.split(' ');
  const isPlain = start.endsWith(time) && !later.some(({ from }) => from.startsWith(day));
  return `${day}${isPlain ? '' : ` ${time}`}`.replace(/[-:]/g, '').replace(' ', '-');
}

/** → the stored fields of a date of a series; null for another record. */
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
    local: localIn(recurrence),
    start: String(recurrence.start),
    zone: String(recurrence.zone),
    isAllDay: recurrence.all_day === true,
    moved: Number(recurrence.moved ?? 0),
    from: String(recurrence.from ?? ''),
    later: (recurrence.later ?? []) as unknown as Stretch[],
    before: beforeIn(recurrence),
  };
}

function beforeIn({ before }: JsonObject): DatesBefore | null {
  return isJsonObject(before) ? { start: String(before.start), end: String(before.end) } : null;
}

/** → the fields `parent` and `recurrence` of a date of a series. */
export function occurrenceFields(occurrence: OccurrenceFields): JsonObject {
  const { series, date, changed, rules, local, start, zone, isAllDay, before } = occurrence;
  const { from, moved, later } = occurrence;
  const recurrence: JsonObject = { date, changed, rules, start, zone, all_day: isAllDay };
  if (local) recurrence.local = { added: [...local.added], excepted: [...local.excepted] };
  if (moved !== 0) recurrence.moved = moved;
  if (from !== '') recurrence.from = from;
  if (later.length > 0)
    recurrence.later = later.map((stretch) => ({ ...stretch }) as unknown as JsonObject);
  if (before) recurrence.before = { start: before.start, end: before.end };
  return { parent: series, recurrence };
}
