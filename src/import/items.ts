/**
 * Rows and their mapper → the stream of items to load: one for each record. A bad line becomes
 * an item with its reasons and stops nothing. Rows of the same record become one item where the
 * mapping merges them.
 */
import type { JsonObject } from '../kinds/record.js';
import { limits } from '../limits.js';
import type { RowItem } from './formats/format.js';
import type { RowMapper } from './mapping.js';
import { openStaging, type StagedRow } from './staging.js';
import type { RowIssue } from './tools.js';

/** A warning about a mapped row: what was left out of the payload, and why. */
export interface LoadWarning extends RowIssue {
  line: number;
}

/** One record to load. */
export interface LoadRecord {
  /** Lines of the file it comes from, ascending; the row of the first gave the fields. */
  lines: number[];
  externalId: string | null;
  /** The request body of a POST on the collection. */
  payload: JsonObject;
  warnings: LoadWarning[];
  /** Fields that are empty in the row and are to be cleared; absent when there are none. */
  emptied?: string[];
}

/** One line that gives no record. `param` is `line` where no single field is at fault. */
export interface LoadFault {
  line: number;
  reasons: RowIssue[];
}

const TOO_LARGE: RowIssue = {
  param: 'external_id',
  reason: `the rows of this key have more than ${limits.mergedBytes} bytes together`,
};

/** An item of the stream. */
export type LoadItem = LoadRecord | LoadFault;

/**
 * → the items of the rows. Without `merge` in the mapping they come in the order of the lines. With
 * it all faults come first, then the records in the order of their first lines: the payload of the
 * first row, with each merged list as the union over all rows, in order. Rows of one key that are
 * too large together are faults. The rows wait in a file under `tempFolder`, which is deleted when
 * the stream ends, is abandoned, or throws. Throws what reading the rows or writing the staged ones
 * throws.
 */
export async function* loadItems(
  rows: AsyncIterable<RowItem>,
  mapper: RowMapper,
  options: { tempFolder: string },
): AsyncGenerator<LoadItem> {
  if (mapper.merge.length === 0) {
    for await (const row of mapRows(rows, mapper)) {
      yield 'reasons' in row ? row : toRecord([row], []);
    }
    return;
  }
  const staging = await openStaging(options.tempFolder);
  try {
    for await (const row of mapRows(rows, mapper)) {
      if ('reasons' in row) yield row;
      else if (!staging.add(row)) yield { line: row.line, reasons: [TOO_LARGE] };
    }
    for (const group of staging.groups()) yield toRecord(group, mapper.merge);
  } finally {
    await staging.close();
  }
}

async function* mapRows(
  rows: AsyncIterable<RowItem>,
  mapper: RowMapper,
): AsyncGenerator<StagedRow | LoadFault> {
  for await (const item of rows) {
    const { line } = item;
    if ('error' in item) {
      yield { line, reasons: [{ param: 'line', reason: item.error }] };
      continue;
    }
    const mapped = mapper.map(item.row);
    if ('issues' in mapped) yield { line, reasons: mapped.issues };
    else yield { line, ...mapped, warnings: [...(item.warnings ?? []), ...mapped.warnings] };
  }
}

function toRecord(rows: StagedRow[], merged: string[]): LoadRecord {
  const [first] = rows;
  if (first === undefined) throw new Error('a group of rows is never empty');
  const payload = { ...first.payload };
  for (const field of merged) {
    const all = rows.flatMap((row) => row.payload[field] ?? []);
    if (all.length > 0) payload[field] = [...new Set(all)];
  }
  return {
    lines: rows.map((row) => row.line),
    externalId: first.externalId,
    payload,
    warnings: rows.flatMap((row) => row.warnings.map((issue) => ({ line: row.line, ...issue }))),
    ...(first.emptied ? { emptied: first.emptied } : {}),
  };
}
