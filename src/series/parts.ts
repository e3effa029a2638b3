/**
 * The parts of a series as separate series: each inherits from the earlier parts. Pure. Source:
 * Contract 29.3.
 */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, SeriesPart, Snapshot, StoredRecord } from '../kinds/record.js';
import { type Stretch, stretchesOf, TIME_FIELDS } from '../kinds/series.js';
import { omit } from '../lib/omit.js';
import { secondsToUtc, startOfDay, utcToSeconds } from '../time/date-times.js';
import { shifted } from '../time/recurrence/stretches.js';
import { secondsPerDay } from '../time/wall-clock.js';
import { lastSecondOfDay, localToUtc, utcToLocal } from '../time/zones.js';

/** A part: the series as it is in it. */
export interface Part {
  /** Its first date; `""`: it is the first part. */
  from: string;
  /** The series with the part's fields, and without parts and times of dates. */
  series: StoredRecord;
  stretch: Stretch;
  /** The later stretches. */
  later: Stretch[];
  timing: Timing;
  /** Start of the last part, this or earlier, that lists can distinguish from its predecessor. */
  listedFrom: string;
}

/** How the times of dates come from their rules. */
interface Timing {
  moved: number;
  /** s; of whole days a multiple of a day. */
  length: number;
  zone: string;
  isAllDay: boolean;
}

/** Fields that no filter and no search reads: a date with its own values is not set apart. */
export const UNFILTERED: ReadonlySet<string> = new Set([
  ...TIME_FIELDS,
  'image',
  'website',
  'show_map',
  'show_map_link',
  'sticky',
  'online_url',
  'slug',
]);

/** → the parts of a series, ascending; empty without rules. */
export function partsOf(series: StoredRecord): Part[] {
  const stretches = stretchesOf(series) ?? [];
  const { parts: stated = [], ...record } = series;
  let whole: StoredRecord = record;
  let timing = timingOf(series.fields);
  let listedFrom = '';
  return stretches.map((stretch, at): Part => {
    const part = stated[at - 1];
    if (part) {
      whole = overlaid(whole, part);
      timing = timed(timing, stretch, part);
      const names = Object.keys({ ...part.fields, ...part.relations });
      if (names.some((name) => !UNFILTERED.has(name))) listedFrom = part.from;
    }
    const { from } = stretch;
    return { from, series: whole, stretch, later: stretches.slice(at + 1), timing, listedFrom };
  });
}

/** → the part of a date. The series must have rules, or have ended. */
export function partAt(parts: readonly Part[], date: string): Part | undefined {
  return parts.findLast(({ from }) => from <= date) ?? parts[0];
}

/** → the part of an ended series, which is a single event. */
export function endedPart(series: StoredRecord): Part {
  const { start_date, timezone, all_day } = series.fields;
  const frame = { start: String(start_date), zone: String(timezone), isAllDay: all_day === true };
  const stretch = { from: '', rules: [], ...frame, moved: 0 };
  return {
    ...{ from: '', series, stretch, later: [], listedFrom: '' },
    timing: timingOf(series.fields),
  };
}

/** → the times of an event as a timing that moves nothing. */
export function timingOf(fields: JsonObject): Timing {
  const isAllDay = fields.all_day === true;
  const [from, to] = isAllDay ? ['start_date', 'end_date'] : ['utc_start_date', 'utc_end_date'];
  const seconds = utcToSeconds(String(fields[to ?? ''])) - utcToSeconds(String(fields[from ?? '']));
  const length = isAllDay ? Math.floor(seconds / secondsPerDay) * secondsPerDay : seconds;
  return { moved: 0, length, zone: String(fields.timezone), isAllDay };
}

function timed(before: Timing, { moved }: Stretch, part: SeriesPart): Timing {
  const { length = before.length, zone = before.zone, all_day = before.isAllDay } = part;
  return { moved, length, zone, isAllDay: all_day };
}

/** → the six times of a date. A length is exact, whole days are counted as days. */
export function timesAt({ moved, length, zone, isAllDay }: Timing, date: string): JsonObject {
  const wall = shifted(date, moved);
  const start = localToUtc(isAllDay ? startOfDay(wall) : wall, zone);
  let end: { local: string; utc: string };
  if (isAllDay) {
    const days = Math.floor(length / secondsPerDay) * secondsPerDay;
    end = lastSecondOfDay(shifted(start.local, days), zone);
  } else {
    const utc = secondsToUtc(utcToSeconds(start.utc) + length);
    end = { local: utcToLocal(utc, zone), utc };
  }
  return {
    all_day: isAllDay,
    start_date: start.local,
    end_date: end.local,
    utc_start_date: start.utc,
    utc_end_date: end.utc,
    timezone: zone,
  };
}

/** Values of a record outside its fields. */
const CORE = ['title', 'author', 'date', 'date_utc'] as const;

function overlaid(before: StoredRecord, { fields, relations }: SeriesPart): StoredRecord {
  const record: StoredRecord = {
    ...before,
    fields: { ...before.fields },
    relations: { ...before.relations, ...relations },
  };
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'status') record.base_status = value as StoredRecord['base_status'];
    else if (CORE.some((core) => core === name)) Object.assign(record, { [name]: value });
    else record.fields[name] = value;
  }
  return record;
}

/**
 * → a series' state from one of its dates on, with the times of this date and without rules, like a
 * single event.
 */
export function viewAt(series: StoredRecord, date: string): StoredRecord {
  const part = partAt(partsOf(series), date) ?? endedPart(series);
  const fields = omit(part.series.fields, ['recurrence']);
  return { ...part.series, fields: { ...fields, ...timesAt(part.timing, date) } };
}

/** → whether a part begins with a date. */
export const beginsAt = ({ from, start = from }: SeriesPart, at: string): boolean =>
  from === at || start === at;

/** → the value of a record under a name that a part may state. */
export function valueAt(record: StoredRecord, name: string): JsonObject[string] | Snapshot[] {
  if (name === 'status') return record.base_status;
  if (CORE.some((core) => core === name)) return record[name as (typeof CORE)[number]];
  return record.relations[name] ?? record.fields[name] ?? null;
}

/** → whether two values are the same; links are compared by their records. */
export function isSameValue(a: unknown, b: unknown): boolean {
  const plain = (value: unknown) =>
    Array.isArray(value) ? value.map((item) => (item as Snapshot)?.id ?? item) : value;
  return isDeepStrictEqual(plain(a), plain(b));
}
