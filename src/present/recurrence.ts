/** The answer of a recurrence: rules, words and next dates. Source: Contract 29. */
import type { JsonObject, RecordCore } from '../kinds/record.js';
import { occurrenceOf, rulesOf } from '../kinds/series.js';
import type { Frame } from '../time/recurrence/rule.js';
import { readStored } from '../time/recurrence/stored.js';
import { utcToLocal } from '../time/zones.js';

/** Most dates that an answer names. */
const NEXT_DATES = 5;

/** → where a series begins on the wall clock. */
export const frameOf = ({ fields }: Pick<RecordCore, 'fields'>): Frame => ({
  start: String(fields.start_date),
  zone: String(fields.timezone ?? 'UTC'),
  isAllDay: fields.all_day === true,
});

/**
 * → the answer; null for a single event. Of a series, `next` are the dates after `nowUtc`; without
 * it, the first ones. `url` gives the URL of an ID.
 */
export function presentRecurrence(
  record: RecordCore,
  { url, nowUtc }: { url: (id: number) => string; nowUtc?: string },
): JsonObject | null {
  const one = occurrenceOf(record);
  const rules = one?.rules ?? rulesOf(record);
  const frame = one ?? frameOf(record);
  const stored = rules && readStored(rules, frame);
  if (!stored) return null;
  const id = one?.series ?? record.id;
  const { lines, text, last, next } = stored;
  const answer = { series_id: id, series_url: url(id), rules: lines, text };
  if (one) {
    const { date, changed } = one;
    return { ...answer, original_start_date: date, changed, next: next(date, NEXT_DATES) };
  }
  const yearBefore = `${Number(frame.start.slice(0, 4)) - 1}-12-31 23:59:59`;
  const [first = frame.start] = next(yearBefore, 1);
  const now = nowUtc === undefined ? yearBefore : utcToLocal(nowUtc, frame.zone);
  return { ...answer, first, last, next: next(now < first ? yearBefore : now, NEXT_DATES) };
}
