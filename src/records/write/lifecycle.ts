/**
 * What became of an event: its earlier dates, how it is attended, and how often calendars must be
 * told. Pure. Source: Contract 19.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import { secondsToUtc } from '../../time/date-times.js';

/**
 * → the earlier dates after a write, newest first, `[{start_date, end_date, timezone,
 * changed_utc}]`; undefined when they stay. New dates sent without `rescheduled` correct the old
 * ones.
 */
export function previousDates(
  sent: JsonObject,
  { before, after, nowMs }: { before: JsonObject | null; after: JsonObject; nowMs: number },
): Json | undefined {
  if (!before || sent.event_status !== 'rescheduled') return undefined;
  const datesOf = ({ start_date = '', end_date = '', timezone = '' }: JsonObject) => ({
    start_date,
    end_date,
    timezone,
  });
  const old = datesOf(before);
  if (isDeepStrictEqual(old, datesOf(after))) return undefined;
  const earlier = Array.isArray(before.previous_dates) ? before.previous_dates : [];
  const changed = { ...old, changed_utc: secondsToUtc(Math.floor(nowMs / 1000)) };
  return [changed, ...earlier].slice(0, limits.previousDates);
}

/** → the mode after a write; undefined when it stays. What moved online is attended there. */
export function attendanceMode(sent: JsonObject): Json | undefined {
  return sent.attendance_mode ?? (sent.event_status === 'moved_online' ? 'online' : undefined);
}
