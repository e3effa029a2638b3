/**
 * Lines of an export for dates of series: the key of the series, the date by its rules, and what
 * the date has of its own. Contract 18.2.
 */

import { kinds } from '../kinds/index.js';
import type { Json, JsonObject, StoredRecord } from '../kinds/record.js';
import { type OccurrenceFields, occurrenceOf } from '../kinds/series.js';
import { storedDates } from '../series/dates.js';
import { sameAs } from '../series/own.js';
import type { Deps } from './deps.js';

/** Removals that the series makes again. */
const BY_SERIES: readonly string[] = ['series', 'rules'];

/**
 * → a line for each date of a series that has fields of its own, or was removed by itself, by
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
    const isRemoved = record.removed && !BY_SERIES.includes(record.removed.by);
    const isOwn = one && (one.changed.length > 0 || isRemoved);
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
  const ofRemoval = record.removed ? ['removed', 'status'] : [];
  const names = changed.map((name) => (name === 'date' ? 'date_utc' : name));
  const columns = [...new Set([...ofRemoval, ...names])]
    .sort()
    .filter((name) => !fields[name]?.isDerived && name !== 'author');
  const values = columns.map((name): [string, Json] => [name, line[name] ?? null]);
  // The status of a removed date is the trash.
  const hidden = changed.filter((name) => name === 'status' && record.removed);
  const same = [...new Set([...sameAs(series, record, changed), ...hidden])];
  return {
    ...Object.fromEntries(values),
    ...(same.length > 0 ? { own: same } : {}),
    ...(line.sequence === undefined ? {} : { sequence: line.sequence }),
  };
}
