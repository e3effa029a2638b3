/** The previous date of each date in its series: `collapse=series` compares it with the window. */

import type { JsonObject, StoredRecord } from '../kinds/record.js';
import { type DatesBefore, dateOf, occurrenceOf } from '../kinds/series.js';
import { type Part, partAt, timesAt, UNFILTERED } from './parts.js';

/**
 * → the dates before each date, by its key in the series, back to the last part that lists
 * distinguish from its predecessor. Skips dates in the trash, and dates that a filter can match by
 * their own fields.
 */
export function datesBefore(
  parts: readonly Part[],
  { records, news }: { records: readonly StoredRecord[]; news: readonly string[] },
): Map<string, DatesBefore> {
  const isOne = (record: StoredRecord) =>
    !record.removed && (occurrenceOf(record)?.changed ?? []).every((name) => UNFILTERED.has(name));
  const spanOf = (key: string, { utc_start_date, utc_end_date }: JsonObject) => ({
    key,
    start: String(utc_start_date),
    end: String(utc_end_date),
  });
  const chain = [
    ...records.filter(isOne).map((record) => spanOf(dateOf(record), record.fields)),
    ...news.flatMap((date) => {
      const part = partAt(parts, date);
      return part ? spanOf(date, timesAt(part.timing, date)) : [];
    }),
  ].sort((a, b) => (a.start < b.start || (a.start === b.start && a.key < b.key) ? -1 : 1));
  const before = new Map<string, DatesBefore>();
  const firstOf = (key: string) => partAt(parts, key)?.listedFrom;
  let latest = '';
  for (const [at, { key, start, end }] of chain.entries()) {
    latest = latest > end ? latest : end;
    const next = chain[at + 1];
    if (next && firstOf(next.key) === firstOf(key)) before.set(next.key, { start, end: latest });
    else latest = '';
  }
  return before;
}
