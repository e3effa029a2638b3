/**
 * Date-time texts 'YYYY-MM-DD HH:MM:SS' as numbers and back, without any time zone.
 * A wall clock is counted like UTC: seconds from 1970-01-01 00:00:00 on that same clock.
 * Called by zones.ts and the date-time files; carries the range rule, years 0001 to 9999.
 */

/** Seconds of a day without a clock change. */
export const secondsPerDay = 86_400;

/** '0001-01-01 00:00:00' in seconds; nothing earlier is a date-time of the service. */
export const earliestSeconds = -62_135_596_800;

/** '9999-12-31 23:59:59' in seconds; nothing later is a date-time of the service. */
export const latestSeconds = 253_402_300_799;

// Date.UTC reads the years 0-99 as 1900-1999; 400 years on, the calendar is the same.
const shiftYears = 400;
const shiftSeconds = 146_097 * secondsPerDay;

/**
 * Reads a text written by this service.
 * @param text 'YYYY-MM-DD HH:MM:SS', trusted to be a real date and time
 * @returns seconds since 1970-01-01 00:00:00 of the same clock; NaN for a text of another shape
 * Source: contract section 1, date-time strings
 */
export function textToSeconds(text: string): number {
  return civilToSeconds(
    digits(text, 0, 4),
    digits(text, 5, 7),
    digits(text, 8, 10),
    digits(text, 11, 13) * 3600 + digits(text, 14, 16) * 60 + digits(text, 17, 19),
  );
}

/**
 * Writes seconds of a clock as a date-time text.
 * @param seconds seconds since 1970-01-01 00:00:00 of that clock; a fraction is cut off
 * @returns 'YYYY-MM-DD HH:MM:SS'; out of the years 0001-9999 the nearest end of that range
 * @throws RangeError for NaN, a fault of the caller
 * Source: contract section 1, date-time strings
 */
export function secondsToText(seconds: number): string {
  const bounded = Math.min(Math.max(seconds, earliestSeconds), latestSeconds);
  const iso = new Date(Math.floor(bounded) * 1000).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/**
 * Seconds of a calendar date; days and months past their end roll over into the next.
 * @param year 0-9999 (earlier or later years give a number that isInRange refuses)
 * @param month 1-12
 * @param day 1-31
 * @param secondOfDay seconds since midnight
 * @returns seconds since 1970-01-01 00:00:00 of the same clock
 * Source: contract 4.2, relative dates
 */
export function civilToSeconds(
  year: number,
  month: number,
  day: number,
  secondOfDay: number,
): number {
  return Date.UTC(year + shiftYears, month - 1, day) / 1000 - shiftSeconds + secondOfDay;
}

/**
 * A clock some months on or back, at the same time of day.
 * @param seconds seconds since 1970-01-01 00:00:00 of that clock
 * @param months how many, negative for back
 * @returns seconds of the same clock; a day its month lacks rolls over, so one month after
 *   January 31st is March 3rd (2nd in a leap year), as PHP has it; NaN far out of range
 * Source: contract 3.2, default end_date
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
 * Whether a calendar date exists, such as not 2026-02-30.
 * @returns true for a real date of the proleptic Gregorian calendar in the years 1-9999
 * Source: contract 4.2
 */
export function isCalendarDate(year: number, month: number, day: number): boolean {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year + shiftYears, month, 0)).getUTCDate();
}

/**
 * Whether seconds lie in the years the service can write.
 * @param seconds seconds since 1970-01-01 00:00:00 of any clock; NaN is out of range
 * @returns true from 0001-01-01 00:00:00 to 9999-12-31 23:59:59
 * Source: contract section 1, date-time strings of four-digit years
 */
export function isInRange(seconds: number): boolean {
  return seconds >= earliestSeconds && seconds <= latestSeconds;
}

/** The number in text[from..to), read without cutting strings; NaN where it holds no digit. */
function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}
