/**
 * Event times as texts, for the tables of the event times tests, and their common options: a site
 * in New York, now Wednesday 2026-03-04 15:30 UTC.
 */
import type { EventTimes } from '../../src/records/write/event-times.js';

/** The site used by the tables, and now in epoch milliseconds. */
export const options = { siteTimeZone: 'America/New_York', nowMs: Date.UTC(2026, 2, 4, 15, 30) };

/** → the times in `start, end, zone`, with `, all day` behind it, and in `start, end` of UTC. */
export function timesOf(local: string, utc: string): EventTimes {
  const [start_date = '', end_date = '', timezone = '', allDay = ''] = local.split(', ');
  const [utc_start_date = '', utc_end_date = ''] = utc.split(', ');
  const all_day = allDay === 'all day';
  return { timezone, all_day, start_date, end_date, utc_start_date, utc_end_date };
}
