/**
 * Recurring events of calendars: the rules of a VEVENT as our field, and changed dates
 * (RECURRENCE-ID) as rows that say what differs from the series.
 */
import { isDeepStrictEqual } from 'node:util';
import ICAL from 'ical.js';
import type { JsonObject } from '../../kinds/record.js';
import { SENT_TIMES } from '../../kinds/series.js';
import { frameOf } from '../../present/recurrence.js';
import { datesWithin } from '../../time/recurrence/dates.js';
import { parseRecurrence } from '../../time/recurrence/parse.js';
import { compact, compactDate, type Frame } from '../../time/recurrence/rule.js';
import { inZone, localToUtc } from '../../time/zones.js';
import { momentOf } from './ical-times.js';
import type { Calendar } from './ical-zones.js';

/**
 * → `recurrence` of a VEVENT, null where nothing recurs; or `recurrence_id` of a changed date, on
 * the clock of the row, and whether all dates from there on are changed. `times`: of the row.
 */
export function recurrenceOf(
  event: ICAL.Component,
  times: JsonObject,
  calendar: Calendar,
): { row: JsonObject; isFollowing?: boolean } | { error: string } {
  const changed = event.getFirstProperty('recurrence-id');
  if (!changed) return { row: { recurrence: linesOf(event, times, calendar) } };
  const moment = momentOf(changed, calendar);
  if ('error' in moment) return moment;
  const zone = String(times.timezone ?? moment.zone ?? '');
  const { local, zone: from, isDay } = moment;
  const wall = isDay || from === null ? local : inZone(local, from, zone);
  const range = String(changed.getFirstParameter('range') ?? '');
  return { row: { recurrence_id: wall }, isFollowing: /^THISANDFUTURE$/i.test(range) };
}

/** → the lines of a recurrence; null: nothing recurs. */
function linesOf(event: ICAL.Component, times: JsonObject, calendar: Calendar): string[] | null {
  const rules = event.getAllProperties('rrule').map((one) => one.toICALString());
  const added = event.getAllProperties('rdate').map((one) => dateLine('RDATE', one, calendar));
  if (rules.length + added.length === 0) return null;
  const excepted = event.getAllProperties('exdate').map((one) => dateLine('EXDATE', one, calendar));
  const lines = [...rules, ...added, ...excepted];
  // RFC 5545, 3.8.5.3: the start counts as the first date, also where no rule gives it.
  const frame = frameOfRow(times);
  return isDateOf(lines, frame) ? lines : [...lines, `RDATE:${compact(frame.start)}`];
}

/** → the times of a row, as rules see them. */
export const frameOfRow = (row: JsonObject): Frame => frameOf({ fields: row });

/** → whether the start is a date of the rules, or nobody can say: they are refused later. */
function isDateOf(lines: readonly string[], frame: Frame): boolean {
  const { recurrence } = parseRecurrence(lines, frame);
  if (!recurrence || recurrence.excepted.includes(frame.start)) return true;
  try {
    return datesWithin(recurrence, frame, { from: frame.start, to: frame.start }).length > 0;
  } catch {
    return true;
  }
}

/** → a line of dates, in UTC where they have a zone: zones of files have names of their own. */
function dateLine(name: string, property: ICAL.Property, calendar: Calendar): string {
  const values = property.getValues().map((value): string => {
    if (!(value instanceof ICAL.Time)) return String(value);
    const moment = momentOf(property, calendar, value);
    if ('error' in moment) return value.toICALString();
    const { local, zone, isDay } = moment;
    if (isDay) return compactDate(local);
    return zone === null ? compact(local) : `${compact(localToUtc(local, zone).utc)}Z`;
  });
  return `${name}:${values.join(',')}`;
}

/**
 * → the row of a changed date, and the columns in which it is as its series; `series`: the row of
 * the series, null where the file has none.
 */
export function changedRow(
  row: JsonObject,
  series: JsonObject | null,
): { row: JsonObject; shared?: string[] } {
  if (!series) return { row };
  const { recurrence: _, recurrence_id, ...ofSeries } = { ...series, ...row };
  const isMoved =
    row.start_date !== recurrence_id ||
    row.all_day !== series.all_day ||
    row.timezone !== series.timezone ||
    lengthOf(row) !== lengthOf(series);
  const names = Object.keys(ofSeries);
  const shared = names.filter((name) =>
    SENT_TIMES.includes(name)
      ? !isMoved
      : isDeepStrictEqual(row[name] ?? null, series[name] ?? null),
  );
  const fields = names.map((name) => [name, row[name] ?? null] as const);
  return { row: { ...Object.fromEntries(fields), recurrence_id: String(recurrence_id) }, shared };
}

const lengthOf = ({ start_date, end_date }: JsonObject): number =>
  Date.parse(`${end_date}Z`) - Date.parse(`${start_date}Z`);
