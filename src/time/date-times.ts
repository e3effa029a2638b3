/**
 * Date-times as clients send them and as responses show them, 'YYYY-MM-DD HH:MM:SS'. Pure
 * functions: the current time is a parameter.
 */
import { readMoment } from './date-grammar.js';
import { addMonthsToSeconds, isInRange, secondsToText, textToSeconds } from './wall-clock.js';
import { isTimeZone, offsetSecondsAt, wallToUtcSeconds } from './zones.js';

/** A UTC text → unix seconds; NaN for a text of another format. */
export const utcToSeconds = textToSeconds;

/** Unix seconds → a UTC text, clamped to the years 0001-9999. Throws a RangeError for NaN. */
export const secondsToUtc = secondsToText;

/** One moment on the clock of a zone and in UTC, both 'YYYY-MM-DD HH:MM:SS'. */
export interface LocalAndUtc {
  local: string;
  utc: string;
}

/** The parts of a date-time as texts with leading zeros. */
export interface DateDetails {
  year: string;
  month: string;
  day: string;
  hour: string;
  minutes: string;
  seconds: string;
}

const textLengthMax = 100;

/**
 * Parses any date-time a client may send: ISO 8601, a date with '4pm', unix seconds as number
 * or digits, or words ('tomorrow 9am', '+1 week', 'next wednesday'). Texts with an offset, unix
 * seconds, 'now' and steps of hours or less are instants; all others are wall-clock times of the
 * zone.
 * @param value as received, of any type
 * @param options zone: an accepted time zone; nowMs: epoch milliseconds
 * @returns {local, utc}; null for anything else, for dates that do not exist, for years outside
 *   0001-9999 (in the zone or in UTC) and for unknown zones. Never throws.
 * Source: Contract 4.2
 */
export function parseDateTime(
  value: unknown,
  options: { zone: string; nowMs: number },
): LocalAndUtc | null {
  const { zone } = options;
  const nowSeconds = Math.floor(options.nowMs / 1000);
  if (!isTimeZone(zone) || !isInRange(nowSeconds)) return null;
  if (typeof value === 'number') return Number.isInteger(value) ? fromInstant(value, zone) : null;
  if (typeof value !== 'string' || value.length > textLengthMax) return null;
  const moment = readMoment(value, { zone, nowSeconds });
  if (moment === null) return null;
  return 'utc' in moment ? fromInstant(moment.utc, zone) : fromWall(moment.wall, zone);
}

/**
 * The first second of a day.
 * @param local 'YYYY-MM-DD HH:MM:SS'
 * @returns the same day at 00:00:00 on the same clock; time zone gaps are ignored
 * Source: Contract 3.2, day rounding
 */
export function startOfDay(local: string): string {
  return `${local.slice(0, 10)} 00:00:00`;
}

/**
 * The last second of a day.
 * @param local 'YYYY-MM-DD HH:MM:SS'
 * @returns the same day at 23:59:59 on the same clock; time zone gaps are ignored
 * Source: Contract 3.2, day rounding
 */
export function endOfDay(local: string): string {
  return `${local.slice(0, 10)} 23:59:59`;
}

/**
 * Splits a date-time, as events show it beside each date-time.
 * @param local 'YYYY-MM-DD HH:MM:SS' of any clock
 * @returns {year, month, day, hour, minutes, seconds}, texts with leading zeros
 * Source: Contract 1.1 DateDetails
 */
export function dateDetails(local: string): DateDetails {
  return {
    year: local.slice(0, 4),
    month: local.slice(5, 7),
    day: local.slice(8, 10),
    hour: local.slice(11, 13),
    minutes: local.slice(14, 16),
    seconds: local.slice(17, 19),
  };
}

/**
 * Adds months to a date-time, keeping the time of day.
 * @param local 'YYYY-MM-DD HH:MM:SS' of any clock; time zone gaps are ignored
 * @param months may be negative
 * @returns 'YYYY-MM-DD HH:MM:SS', clamped to the years 0001-9999; a day that the month does not
 *   have rolls over into the next month (January 31st + 1 → March 3rd)
 * @throws RangeError for a text of another format
 * Source: Contract 3.2, default end_date
 */
export function addMonths(local: string, months: number): string {
  return secondsToText(addMonthsToSeconds(textToSeconds(local), months));
}

function fromInstant(utc: number, zone: string): LocalAndUtc | null {
  if (!isInRange(utc)) return null;
  return bothTexts(utc + offsetSecondsAt(utc, zone), utc);
}

function fromWall(wall: number, zone: string): LocalAndUtc | null {
  if (!isInRange(wall)) return null;
  const { local, utc } = wallToUtcSeconds(wall, zone);
  return bothTexts(local, utc);
}

function bothTexts(local: number, utc: number): LocalAndUtc | null {
  if (!isInRange(local) || !isInRange(utc)) return null;
  return { local: secondsToText(local), utc: secondsToText(utc) };
}
