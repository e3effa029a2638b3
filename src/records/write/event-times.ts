/**
 * The six time fields of an event, from the sent and the stored values. Date rules: an absent field
 * keeps its stored value, all-day events cover whole days, an end before the start becomes the
 * start, the wall clock is kept when only the zone changes. A start that passes the stored end, or
 * that a gap of the clock moves past the end, takes the end along.
 */
import { invalidParams } from '../../errors.js';
import type { JsonObject } from '../../kinds/record.js';
import { parseDateTime, startOfDay, statedSeconds } from '../../time/date-times.js';
import { secondsToText, textToSeconds } from '../../time/wall-clock.js';
import { lastSecondOfDay, localToUtc, normalizeTimeZone, utcToLocal } from '../../time/zones.js';

/** Times of an event as stored; texts 'YYYY-MM-DD HH:MM:SS' in `timezone`, or UTC for utc_*. */
export type EventTimes = {
  timezone: string;
  all_day: boolean;
  start_date: string;
  end_date: string;
  utc_start_date: string;
  utc_end_date: string;
};

/** The zone of the site, and the clock, epoch milliseconds. */
export interface Clock {
  siteTimeZone: string;
  nowMs: number;
}

interface Moment {
  local: string;
  utc: string;
  /** The wall clock as stated, seconds: a time in a gap of the clock is not moved. */
  stated: number;
}

/**
 * → the times after a write, from the sent fields and the stored fields (null on create). A text
 * without an offset is read in the sent zone, else the stored zone, else the site's. Throws
 * `rest_invalid_param` for every invalid zone and date-time. Contract 4.3, date rules.
 */
export function eventTimes(
  sent: JsonObject,
  stored: JsonObject | null | undefined,
  { siteTimeZone, nowMs }: Clock,
): EventTimes {
  // An empty time zone counts as absent; an empty date-time counts as given, and is invalid.
  const zoneSent = sent.timezone ? normalizeTimeZone(String(sent.timezone)) : undefined;
  const timezone = zoneSent ?? String(stored?.timezone ?? siteTimeZone);
  const momentOf = (which: 'start' | 'end'): Moment | null => {
    const value = sent[`${which}_date`] ?? null;
    if (value === null) return stored ? keptMoment(stored, which, timezone) : null;
    const options = { zone: timezone, nowMs };
    const moment = parseDateTime(value, options);
    return moment && { ...moment, stated: statedSeconds(value, options) };
  };
  const [start, end] = [momentOf('start'), momentOf('end')];
  if (start === null || end === null || zoneSent === null) {
    const read = { start_date: start, end_date: end, timezone: zoneSent };
    const invalid = Object.entries(read).filter(([, value]) => value === null);
    const reason = 'Must be a date-time of the years 1-9999.';
    throw invalidParams(invalid.map(([param]) => ({ param, reason })));
  }
  // Times sent without all_day make the event timed; without times all_day is kept.
  const isTimed = (sent.start_date ?? sent.end_date ?? null) !== null;
  const all_day = (sent.all_day ?? (isTimed ? false : stored?.all_day)) === true;
  const from = all_day ? localToUtc(startOfDay(start.local), timezone) : start;
  const isStartAlone =
    stored && (sent.start_date ?? null) !== null && (sent.end_date ?? null) === null;
  const isMoved = isStartAlone && sent.event_status === 'rescheduled';
  const kept = isStartAlone ? lengthOf(stored, all_day) : end.stated - start.stated;
  const last = isMoved || end.utc <= from.utc ? after(from, kept, { timezone, all_day }) : end;
  const to = all_day ? lastSecondOfDay(last.local, timezone) : last;
  return {
    timezone,
    all_day,
    start_date: from.local,
    end_date: to.local,
    utc_start_date: from.utc,
    utc_end_date: to.utc,
  };
}

/**
 * → a stored moment. In its own zone it is unchanged, which keeps the second of two equal
 * wall-clock times when clocks go back. In another zone the wall clock is kept and UTC computed
 * again.
 */
function keptMoment(stored: JsonObject, which: 'start' | 'end', timezone: string): Moment {
  const local = String(stored[`${which}_date`]);
  const stated = textToSeconds(local);
  if (stored.timezone !== timezone) return { ...localToUtc(local, timezone), stated };
  return { local, utc: String(stored[`utc_${which}_date`]), stated };
}

/** → the stored length, seconds; of whole days on the clock, where a day has 24 hours. */
function lengthOf(stored: JsonObject, isWhole: boolean): number {
  const prefix = isWhole ? '' : 'utc_';
  const [start, end] = ['start', 'end'].map((of) =>
    textToSeconds(String(stored[`${prefix}${of}_date`])),
  );
  return (end ?? 0) - (start ?? 0);
}

/** → the moment after this many seconds; the same moment for a negative length. */
function after(
  from: Pick<Moment, 'local' | 'utc'>,
  seconds: number,
  { timezone, all_day }: Pick<EventTimes, 'timezone' | 'all_day'>,
) {
  const by = (text: string) => secondsToText(textToSeconds(text) + Math.max(0, seconds));
  if (all_day) return localToUtc(by(from.local), timezone);
  const utc = by(from.utc);
  return { local: utcToLocal(utc, timezone), utc };
}
