/**
 * Lines of an export for dates of series: the key of the series, the date by its rules, and what
 * the date has of its own. Contract 18.2.
 */

import { kinds } from '../kinds/index.js';
import type { Json, JsonObject, StoredRecord } from '../kinds/record.js';
import { type OccurrenceFields, occurrenceOf } from '../kinds/series.js';
import { statusOf } from '../kinds/visibility.js';
import { storedDates } from '../series/dates.js';
import { sameAs } from '../series/own.js';
import type { Deps } from './deps.js';

/**
 * → a line for each date of a series that has fields of its own, or was put into the trash, by
 * `linesOf`, which gives the lines of whole records.
 */
export async function dateLines(
  deps: Pick<Deps, 'store'>,
  series: StoredRecord,
  linesOf: (records: StoredRecord[]) => Promise<JsonObject[]>,
): Promise<JsonObject[]> {
  const dates = await storedDates(deps, series);
  const own = dates.flatMap((record) => {
    const one = occurrenceOf(record);
    const isOwn =
      one && (one.changed.length > 0 || (statusOf(record) === 'trash' && !one.isDropped));
    return isOwn ? [{ record, one }] : [];
  });
  own.sort((a, b) => (a.one.date < b.one.date ? -1 : 1));
  const lines = await linesOf([series, ...own.map(({ record }) => record)]);
  const [ofSeries = {}, ...ofDates] = lines;
  const external_id = ofSeries.external_id ?? '';
  return ofDates.map((line, at) => {
    const { record, one } = own[at] ?? {};
    const recurrence_id = one?.date ?? '';
    return {
      external_id,
      recurrence_id,
      ...(record && one ? ownOf({ series, record, line }, one) : {}),
    };
  });
}

/**
 * → what a date has of its own, of its whole line; null: it has none, but its series does. `own`
 * names what the series has, too: else a load would not know it.
 */
function ownOf(
  { series, record, line }: { series: StoredRecord; record: StoredRecord; line: JsonObject },
  { changed }: OccurrenceFields,
): JsonObject {
  const { fields } = kinds[record.kind];
  const isTrash = statusOf(record) === 'trash' ? ['status'] : [];
  const names = changed.map((name) => (name === 'date' ? 'date_utc' : name));
  const columns = [...new Set([...isTrash, ...names])]
    .sort()
    .filter((name) => !fields[name]?.isDerived && name !== 'author');
  const values = columns.map((name): [string, Json] => [name, line[name] ?? null]);
  const same = sameAs(series, record, changed);
  return {
    ...Object.fromEntries(values),
    ...(same.length > 0 ? { own: same } : {}),
    ...(line.sequence === undefined ? {} : { sequence: line.sequence }),
  };
}
