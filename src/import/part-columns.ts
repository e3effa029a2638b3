/**
 * Parts of series in rows: `parts`, as exports write them, and `source_parts`, those that a
 * calendar has. Contract 29.5.
 */
import { isJsonObject, type Json } from '../kinds/record.js';
import { limits } from '../limits.js';
import type { MappedRow, Row } from './mapping.js';

/** The columns. */
export const PART_FIELDS = ['parts', 'source_parts'];

/** → the parts that a row of a series states: objects of columns, with the date of each. */
export function partsIn(row: Row, externalId: string | null, map: (row: Row) => MappedRow) {
  const column = PART_FIELDS.find((name) => Array.isArray(row[name]));
  if (column === undefined) return {};
  const given = (row[column] as Json[]).filter(isJsonObject);
  const entries = given.slice(0, limits.seriesParts + 1).flatMap(({ from, line, ...fields }) => {
    const part = fields.by === 'source' || column === 'source_parts' ? 'source' : 'user';
    const mapped = map({ ...fields, external_id: externalId, recurrence_id: from ?? '' });
    if (!('payload' in mapped) || mapped.occurrence === undefined) return [];
    return { ...mapped, part, ...(typeof line === 'number' ? { line } : {}) } as const;
  });
  const by = column === 'source_parts' ? 'source' : null;
  return { parts: { by, entries } as const };
}
