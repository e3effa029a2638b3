/**
 * The six time fields of an event, from what a create or update sends and what is stored. Date
 * rules: what is absent keeps its stored value, all-day events cover whole days, an end before the
 * start becomes the start, the wall clock is kept when only the zone changes.
 */
import { parseDateTime, startOfDay } from '../../time/date-times.js';
import { lastSecondOfDay, localToUtc, normalizeTimeZone } from '../../time/zones.js';

/** Times of an event as stored; texts 'YYYY-MM-DD HH:MM:SS' in `timezone`, or UTC for utc_*. */
export interface EventTimes {
  timezone: string;
  all_day: boolean;
  start_date: string;
  end_date: string;
  utc_start_date: string;
  utc_end_date: string;
}

/** The times in a payload; undefined or null is absent. */
export interface EventTimesInput {
  start?: unknown;
  end?: unknown;
  allDay?: boolean | null | undefined;
  timezone?: string | null | undefined;
}

/** A parameter whose value is not a time zone or date-time. */
export type TimesParam = 'start_date' | 'end_date' | 'timezone';

interface Moment {
  local: string;
  utc: string;
}

/**
 * The times an event has after a create or an update.
 * @param input start, end, allDay and timezone as received; a text without offset is read in
 *   the payload's zone, else the stored one, else the site's
 * @param stored the event's times before, null on create
 * @param options siteZone: an accepted time zone; nowMs: epoch milliseconds
 * @returns → {times}, or → {invalid} naming every bad parameter (a missing start or end of a
 *   create among them)
 * @throws RangeError for an unknown siteZone or stored zone
 * Source: Contract 4.3 Date rules
 */
export function eventTimes(
  input: EventTimesInput,
  stored: EventTimes | null,
  options: { siteZone: string; nowMs: number },
): { times: EventTimes } | { invalid: TimesParam[] } {
  // An empty time zone counts as absent; an empty date-time counts as given, and is invalid.
  const zoneSent = input.timezone ? normalizeTimeZone(input.timezone) : undefined;
  const timezone = zoneSent ?? stored?.timezone ?? options.siteZone;
  const reading = { zone: timezone, nowMs: options.nowMs };
  const start = isGiven(input.start)
    ? parseDateTime(input.start, reading)
    : keptMoment(stored, 'start', timezone);
  const end = isGiven(input.end)
    ? parseDateTime(input.end, reading)
    : keptMoment(stored, 'end', timezone);
  if (start === null || end === null || zoneSent === null) {
    return { invalid: namesOfNull({ start_date: start, end_date: end, timezone: zoneSent }) };
  }
  const allDay = decideAllDay(input, stored);
  const [from, to] = allDay ? wholeDays(start, end, timezone) : notBefore(start, end);
  return {
    times: {
      timezone,
      all_day: allDay,
      start_date: from.local,
      end_date: to.local,
      utc_start_date: from.utc,
      utc_end_date: to.utc,
    },
  };
}

function namesOfNull(read: Record<TimesParam, unknown>): TimesParam[] {
  const names: TimesParam[] = ['start_date', 'end_date', 'timezone'];
  return names.filter((name) => read[name] === null);
}

function isGiven<T>(value: T): value is NonNullable<T> {
  return value !== undefined && value !== null;
}

/**
 * → a stored moment, or null on create. In its own zone it is unchanged, which keeps the second of
 * two equal wall-clock times when clocks go back. In another zone the wall clock is kept and UTC
 * computed again.
 */
function keptMoment(
  stored: EventTimes | null,
  which: 'start' | 'end',
  timezone: string,
): Moment | null {
  if (stored === null) return null;
  const local = stored[`${which}_date`];
  if (stored.timezone !== timezone) return localToUtc(local, timezone);
  return { local, utc: stored[`utc_${which}_date`] };
}

/** Times sent without all_day make the event timed; without times all_day stays as stored. */
function decideAllDay(input: EventTimesInput, stored: EventTimes | null): boolean {
  if (isGiven(input.allDay)) return input.allDay;
  if (isGiven(input.start) || isGiven(input.end)) return false;
  return stored?.all_day ?? false;
}

function notBefore(start: Moment, end: Moment): [Moment, Moment] {
  return [start, end.utc < start.utc ? start : end];
}

/** Whole days of the event's zone; the end is at least the end of the first day. */
function wholeDays(start: Moment, end: Moment, timezone: string): [Moment, Moment] {
  const lastDay = end.local.slice(0, 10) < start.local.slice(0, 10) ? start : end;
  return [localToUtc(startOfDay(start.local), timezone), lastSecondOfDay(lastDay.local, timezone)];
}
