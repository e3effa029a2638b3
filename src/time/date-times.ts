/**
 * Date-times as clients send them, and as responses show them, `YYYY-MM-DD HH:MM:SS`. Pure
 * functions: the current time is a parameter.
 */
import { type Moment, readMoment } from './date-grammar.js';
import { addMonthsToSeconds, isInRange, secondsToText, textToSeconds } from './wall-clock.js';
import { isTimeZone, offsetSecondsAt, wallToUtcSeconds } from './zones.js';

/** A UTC text → unix seconds; NaN for a text of another format. */
export const utcToSeconds = textToSeconds;

/** Unix seconds → a UTC text, clamped to the years 0001-9999. Throws a RangeError for NaN. */
export const secondsToUtc = secondsToText;

/** A moment on the clock of a zone and in UTC. */
interface LocalAndUtc {
  local: string;
  utc: string;
}

const textLengthMax = 100;

/**
 * → the moment of any date-time that a client may send: unix seconds as a number, or a text of the
 * grammar (date-grammar.ts); null for anything else, years outside of 0001-9999 (in the zone or in
 * UTC) and unknown zones. Throws nothing. Contract 4.2.
 */
export function parseDateTime(value: unknown, options: ReadingOptions): LocalAndUtc | null {
  const moment = momentOf(value, options);
  if (moment === null) return null;
  const { zone } = options;
  return 'utc' in moment ? fromInstant(moment.utc, zone) : fromWall(moment.wall, zone);
}

/**
 * → the wall clock of a date-time, in seconds. A time in a gap of the clock is not moved. NaN when
 * parseDateTime gives null.
 */
export function statedSeconds(value: unknown, options: ReadingOptions): number {
  const moment = momentOf(value, options);
  if (moment === null) return Number.NaN;
  return 'utc' in moment ? moment.utc + offsetSecondsAt(moment.utc, options.zone) : moment.wall;
}

/** The zone of a text without an offset, and the clock, epoch milliseconds. */
interface ReadingOptions {
  zone: string;
  nowMs: number;
}

function momentOf(value: unknown, { zone, nowMs }: ReadingOptions): Moment | null {
  const nowSeconds = Math.floor(nowMs / 1000);
  if (!isTimeZone(zone) || !isInRange(nowSeconds)) return null;
  if (typeof value === 'number') return Number.isInteger(value) ? { utc: value } : null;
  if (typeof value !== 'string' || value.length > textLengthMax) return null;
  return readMoment(value, { zone, nowSeconds });
}

/** → the first second of the day, on the same clock; time zone gaps are ignored. */
export const startOfDay = (local: string): string => `${local.slice(0, 10)} 00:00:00`;

/** → the last second of the day, on the same clock; time zone gaps are ignored. */
export const endOfDay = (local: string): string => `${local.slice(0, 10)} 23:59:59`;

/** → the parts of a date-time as texts with leading zeros. Contract 1.1, DateDetails. */
export function dateDetails(local: string): Record<string, string> {
  const [year = '', month = '', day = '', hour = '', minutes = '', seconds = ''] =
    local.split(/[- :]/);
  return { year, month, day, hour, minutes, seconds };
}

/** → the date-time some months later, or earlier, on the same clock; see addMonthsToSeconds. */
export const addMonths = (local: string, months: number): string =>
  secondsToText(addMonthsToSeconds(textToSeconds(local), months));

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
