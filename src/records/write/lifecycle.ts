/**
 * What became of an event: its earlier dates, how it is attended, and how often calendars must be
 * told. Pure. Source: Contract 19.
 */
import { isDeepStrictEqual } from 'node:util';
import { readField } from '../../kinds/field.js';
import type { Kind } from '../../kinds/kind.js';
import type { Json, JsonObject, StoredRecord } from '../../kinds/record.js';
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

/** → the fields of `after`, its count of changes raised when what the kind counts has changed. */
export function withChangeCount(
  { changeCount, fields }: Pick<Kind, 'changeCount' | 'fields'>,
  before: StoredRecord | null,
  after: StoredRecord,
): JsonObject {
  if (!changeCount || !before) return after.fields;
  const counted = (record: StoredRecord) =>
    changeCount.of.map((name) => {
      const linked = record.relations[name];
      if (!linked) return readField(name, fields[name] ?? {}, record);
      return linked.map((one) => {
        const shown = changeCount.shown[name]?.map((field) => one.fields[field] ?? null);
        return shown ? [one.id, one.title, one.status, ...shown] : one.id;
      });
    });
  if (isDeepStrictEqual(counted(before), counted(after))) return after.fields;
  // A load may bring a higher one.
  const [old, sent] = [before, after].map((record) =>
    Number(record.fields[changeCount.field] ?? 0),
  );
  return { ...after.fields, [changeCount.field]: Math.max(Number(old) + 1, Number(sent)) };
}
