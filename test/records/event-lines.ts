/**
 * Event times as single lines, for the tables of the event times tests, and their common
 * options: a site in New York, now Wednesday 2026-03-04 15:30 UTC.
 */
import type { EventTimes } from '../../src/records/write/event-times.js';

/** The site used by the tables, and now in epoch milliseconds. */
export const options = { siteTimeZone: 'America/New_York', nowMs: Date.UTC(2026, 2, 4, 15, 30) };

/** zone, all_day, start, end, UTC start, UTC end: the times of an event in one line. */
export type Line = [string, boolean, string, string, string, string];

/**
 * Turns a line into the fields of an event.
 * @returns → EventTimes
 */
export function fromLine([timezone, all_day, start, end, utcStart, utcEnd]: Line): EventTimes {
  return {
    timezone,
    all_day,
    start_date: start,
    end_date: end,
    utc_start_date: utcStart,
    utc_end_date: utcEnd,
  };
}
