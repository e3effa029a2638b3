/**
 * The rows of a calendar by UID, in memory until its end: versions of an event, several events of a
 * UID, series, and their changed dates, which may come before them.
 */
import type { SourceVersion } from '../../../kinds/telling.js';
import { groupBy, splitBy } from '../../../lib/batches.js';
import { compact } from '../../../time/recurrence/rule.js';
import type { Notes } from '../../notes.js';
import type { RowItem, RowStarts } from '../format.js';
import { type CalendarRow, changedRow, type PartsOfSeries, partsOfSeries } from './changed.js';

/** Longest text of the rows that are in memory until the end, characters. */
const charsMax = 32 * 1024 * 1024;

/** → takes rows; rows beyond the memory bound are passed on unchanged. */
export function openVersions(notes: Notes | undefined) {
  const texts = new Map<string, string[]>();
  let chars = 0;
  return {
    take(item: CalendarRow): RowItem[] {
      const { external_id: key, recurrence_id: date } = item.row;
      if (key === undefined) return [item];
      const text = JSON.stringify(item);
      chars += text.length;
      if (chars > charsMax) {
        return [date ? { line: item.line, error: 'too many changed dates in one file' } : item];
      }
      const before = texts.get(String(key));
      if (before) before.push(text);
      else texts.set(String(key), [text]);
      return [];
    },
    *end(): Generator<RowItem> {
      const changed: string[] = [];
      for (const [key, ofKey] of texts) {
        const items = ofKey.map((text): CalendarRow => JSON.parse(text));
        const { rows, dates, older } = rowsOfUid(items);
        if (older > 0) notes?.add('sequence', 'older versions passed by', older);
        yield* rows;
        texts.set(key, []);
        for (const item of dates) changed.push(JSON.stringify(item));
      }
      for (const text of changed) yield JSON.parse(text);
    },
  };
}

/** → the rows of a UID; `dates`: rows of single dates of its series; the number of `older` ones. */
function rowsOfUid(items: readonly CalendarRow[]) {
  const [ofDates, whole] = splitBy(items, ({ row }) => Boolean(row.recurrence_id));
  const dates = newest(ofDates, ({ row, isFollowing }) => `${row.recurrence_id}${isFollowing}`);
  const highest = Math.max(...whole.map(({ revision }) => revision.sequence));
  const last = newest(
    whole.filter(({ revision }) => revision.sequence === highest),
    ({ row }) => String(row.start_date),
  );
  const events = last.map((item) => withStart(item, last.length > 1));
  const [following, single] = splitBy(dates, ({ isFollowing }) => isFollowing === true);
  const rows: RowItem[] = [];
  const series: PartsOfSeries[] = [];
  for (const item of events) {
    if (!item.row.recurrence) {
      rows.push(item);
      continue;
    }
    const isFirst = series.length === 0;
    const { parts, lost } = partsOfSeries(item, isFirst ? following : []);
    rows.push(parts[0].item, ...lost);
    series.push(parts);
  }
  if (series.length === 0) {
    const error = 'a change of all following dates of a series that the file lacks';
    rows.push(...following.map(({ line }) => ({ line, error })));
  }
  const older = items.length - dates.length - last.length;
  const changed = single.map((item) => {
    const row = changedRow(item.row, series);
    return row ? { ...item, ...row } : { ...item, isWithoutSeries: true };
  });
  return { rows, dates: changed, older };
}

/** → the newest of the rows with the same key, in the order of the keys. */
function newest(
  items: readonly CalendarRow[],
  keyOf: (item: CalendarRow) => string,
): CalendarRow[] {
  const isNewer = (a: SourceVersion, b: SourceVersion) =>
    a.sequence === b.sequence
      ? a.modified === '' || b.modified === '' || a.modified >= b.modified
      : a.sequence > b.sequence;
  return [...groupBy(items, keyOf).values()].flatMap((versions) =>
    versions.reduce((a, b) => (isNewer(b.revision, a.revision) ? b : a)),
  );
}

/** → the row with its start and UID; the start is in its key if several events have the UID. */
function withStart(item: CalendarRow, isSeveral: boolean): CalendarRow & { starts: RowStarts } {
  const { row, warnings } = item;
  const [id, start] = [String(row.external_id), compact(String(row.start_date))];
  const starts = { id, start, isSeveral };
  if (!isSeveral) return { ...item, starts };
  const reason = 'several events have it: each is known by its start as well';
  return {
    ...item,
    row: { ...row, external_id: `${id}/${start}` },
    warnings: [...warnings, { param: 'uid', reason }],
    starts,
  };
}
