/**
 * Converts date-time texts 'YYYY-MM-DD HH:MM:SS' to numbers and back, without any time zone. A wall
 * clock counts seconds since 1970-01-01 00:00:00 on that same clock, like UTC. Supported years are
 * 0001 to 9999.
 */

/** Seconds in a day without a clock change. */
export const secondsPerDay = 86_400;

/** '0001-01-01 00:00:00' in seconds: the earliest supported date-time. */
const earliestSeconds = -62_135_596_800;

/** '9999-12-31 23:59:59' in seconds: the latest supported date-time. */
const latestSeconds = 253_402_300_799;

/**
 * Parses a text written by this service.
 * @param text 'YYYY-MM-DD HH:MM:SS', assumed to be a real date and time
 * @returns seconds since 1970-01-01 00:00:00 of the same clock; NaN for a text that is no date
 * Source: contract section 1, date-time strings
 */
export function textToSeconds(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}Z`) / 1000;
}

/**
 * Formats seconds of a clock as a date-time text.
 * @param seconds seconds since 1970-01-01 00:00:00 of that clock; a fraction is rounded down
 * @returns 'YYYY-MM-DD HH:MM:SS', clamped to the years 0001-9999
 * @throws RangeError for NaN, which is an error of the caller
 * Source: contract section 1, date-time strings
 */
export function secondsToText(seconds: number): string {
  const bounded = Math.min(Math.max(seconds, earliestSeconds), latestSeconds);
  const iso = new Date(Math.floor(bounded) * 1000).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/**
 * Seconds of a calendar date; days and months past their end roll over into the next.
 * @param year 0-9999 (earlier or later years give a number that isInRange rejects)
 * @param month 1-12
 * @param day 1-31
 * @param secondOfDay seconds since midnight
 * @returns seconds since 1970-01-01 00:00:00 of the same clock
 * Source: Contract 4.2, relative dates
 */
export function civilToSeconds(
  year: number,
  month: number,
  day: number,
  secondOfDay: number,
): number {
  // Date.UTC reads the years 0-99 as 1900-1999.
  return new Date(0).setUTCFullYear(year, month - 1, day) / 1000 + secondOfDay;
}

/**
 * Adds months to seconds of a clock, keeping the time of day.
 * @param seconds seconds since 1970-01-01 00:00:00 of that clock
 * @param months may be negative
 * @returns seconds of the same clock; a day that the month does not have rolls over, so one month
 *   after January 31st is March 3rd (2nd in a leap year), as in PHP; NaN far out of range
 * Source: Contract 3.2, default end_date
 */
export function addMonthsToSeconds(seconds: number, months: number): number {
  const date = new Date(seconds * 1000);
  const secondOfDay = seconds - Math.floor(seconds / secondsPerDay) * secondsPerDay;
  return civilToSeconds(
    date.getUTCFullYear(),
    date.getUTCMonth() + 1 + months,
    date.getUTCDate(),
    secondOfDay,
  );
}

/**
 * Whether a calendar date exists; 2026-02-30 does not.
 * @returns true for a real date of the proleptic Gregorian calendar in the years 1-9999
 * Source: Contract 4.2
 */
export function isCalendarDate(year: number, month: number, day: number): boolean {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1) return false;
  return new Date(civilToSeconds(year, month, day, 0) * 1000).getUTCDate() === day;
}

/**
 * Whether seconds are within the supported years.
 * @param seconds seconds since 1970-01-01 00:00:00 of any clock; NaN is out of range
 * @returns true from 0001-01-01 00:00:00 to 9999-12-31 23:59:59
 * Source: contract section 1, date-time strings of four-digit years
 */
export function isInRange(seconds: number): boolean {
  return seconds >= earliestSeconds && seconds <= latestSeconds;
}
