/**
 * Parts and dates of series in rows: `parts`, as in exports, `source_parts`, from calendars, and
 * single dates as in Google's interface. Contract 29.5.
 */
import { isJsonObject, type Json } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import { secondsPerDay, secondsToText } from '../../time/wall-clock.js';
import type { MappedRow, Row } from '../mapping.js';
import { withoutUndefined } from './clean.js';
import { timeIn } from './foreign-values.js';
import { scalarText } from './keys.js';

/** The columns. */
export const PART_FIELDS = ['parts', 'source_parts'];

/** → the row of a changed date of Google under our names; any other row as it is. */
export function ofSeries(row: Row): Row {
  const { recurringEventId, originalStartTime: time, ...rest } = row;
  if (recurringEventId === undefined) return row;
  const { recurrence_id } = isJsonObject(time) ? timeIn('recurrence_id', time) : {};
  const text = scalarText(recurrence_id ?? time).slice(0, 40);
  const ms = /(?:Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  const date = Number.isNaN(ms) ? text.replace('T', ' ') : `${secondsToText(ms / 1000)}[UTC]`;
  return { ...rest, id: recurringEventId, recurrence_id: date };
}

/** A year, s. */
const MOVED_MAX = 366 * secondsPerDay;

/** → the parts that a row of a series states: objects of columns, with the date of each. */
export function partsIn(row: Row, externalId: string | null, map: (row: Row) => MappedRow) {
  const column = PART_FIELDS.find((name) => Array.isArray(row[name]));
  if (column === undefined) return {};
  const given = (row[column] as Json[]).filter(isJsonObject);
  const parts = given.slice(0, limits.seriesParts + 1).flatMap((given) => {
    const { from, line, moved, ...fields } = given;
    const part = fields.by === 'source' || column === 'source_parts' ? 'source' : 'user';
    // How often the series has changed, and when last, counts all of its parts.
    const { sequence, modified_utc } = column === 'parts' ? row : {};
    const said = withoutUndefined({ sequence, modified_utc, lang: row.lang });
    const key = { external_id: externalId, recurrence_id: from ?? '' };
    const mapped = map({ ...fields, ...key, ...said });
    if (!('payload' in mapped) || mapped.occurrence === undefined) return [];
    const isMoved = typeof moved === 'number' && Math.abs(moved) <= MOVED_MAX;
    const also = {
      ...(isMoved ? { moved: Math.trunc(moved) } : {}),
      ...(typeof line === 'number' ? { line } : {}),
    };
    return { ...mapped, part, ...also } as const;
  });
  const by = column === 'source_parts' ? 'source' : null;
  const dates = parts.flatMap(({ occurrence }) => occurrence ?? []);
  return { parts, partDates: { by, dates } } as const;
}
