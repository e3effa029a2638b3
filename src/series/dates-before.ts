/** What lies before each date in its series: `collapse=series` compares it with the window. */

import type { JsonObject, StoredRecord } from '../kinds/record.js';
import { type DatesBefore, dateOf, occurrenceOf, TIME_FIELDS } from '../kinds/series.js';
import { timesAt } from './date.js';

/** Fields of a date that no filter and no search reads: it stays one of its series with them. */
const UNFILTERED = new Set([
  ...TIME_FIELDS,
  'image',
  'website',
  'show_map',
  'show_map_link',
  'sticky',
  'online_url',
  'slug',
]);

/**
 * → what lies before each date, by its key in the series. Dates in the trash, and those that stand
 * for themselves because a list may find them by fields of their own, are passed over.
 */
export function datesBefore(
  series: StoredRecord,
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
    ...news.map((date) => spanOf(date, timesAt(series, date))),
  ].sort((a, b) => (a.start < b.start || (a.start === b.start && a.key < b.key) ? -1 : 1));
  const before = new Map<string, DatesBefore>();
  let latest = '';
  for (const [at, { start, end }] of chain.entries()) {
    latest = latest > end ? latest : end;
    const next = chain[at + 1];
    if (next) before.set(next.key, { start, end: latest });
  }
  return before;
}
