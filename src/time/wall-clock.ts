/**
 * Converts date-time texts `YYYY-MM-DD HH:MM:SS` to numbers and back, without any time zone. A wall
 * clock counts seconds since 1970-01-01 00:00:00 on that same clock, like UTC. Supported years are
 * 0001 to 9999. Contract 4.2.
 */

/** Seconds in a day without a clock change. */
export const secondsPerDay = 86_400;

/** '0001-01-01 00:00:00' in seconds: the earliest supported date-time. */
const earliestSeconds = -62_135_596_800;

/** '9999-12-31 23:59:59' in seconds: the latest supported date-time. */
const latestSeconds = 253_402_300_799;

/** → the seconds of a text written by this service; NaN for a text that is not a date. */
export function textToSeconds(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}Z`) / 1000;
}

/**
 * → the text, clamped to the years 0001-9999; a fraction is rounded down. Throws a RangeError for
 * NaN.
 */
export function secondsToText(seconds: number): string {
  const bounded = Math.min(Math.max(seconds, earliestSeconds), latestSeconds);
  const iso = new Date(Math.floor(bounded) * 1000).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/**
 * → the midnight of a calendar date, months from 1, in seconds. Days and months past their end roll
 * over into the next; other years than 0-9999 give a number that isInRange rejects.
 */
export const civilToSeconds = (year: number, month: number, day: number): number =>
  // Date.UTC reads the years 0-99 as 1900-1999.
  new Date(0).setUTCFullYear(year, month - 1, day) / 1000;

/**
 * → the seconds some months later, or earlier, at the same time of day. A day that the month does
 * not have rolls over, as in PHP: one month after January 31st is March 3rd (2nd in a leap year).
 * NaN far out of range.
 */
export const addMonthsToSeconds = (seconds: number, months: number): number => {
  const date = new Date(seconds * 1000);
  return date.setUTCMonth(date.getUTCMonth() + months) / 1000;
};

/** → whether a date exists in the years 1-9999; 2026-02-30 does not. */
export function isCalendarDate(year: number, month: number, day: number): boolean {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1) return false;
  return new Date(civilToSeconds(year, month, day) * 1000).getUTCDate() === day;
}

/** → whether seconds are within the supported years; NaN is not. */
export const isInRange = (seconds: number): boolean =>
  seconds >= earliestSeconds && seconds <= latestSeconds;
