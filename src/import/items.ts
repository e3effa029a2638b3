/**
 * Rows and their mapper → the stream of items to load: one for each record. A bad line becomes
 * an item with its reasons and stops nothing. Rows of the same record become one item where the
 * mapping merges them.
 */
import type { JsonObject } from '../kinds/record.js';
import { limits } from '../limits.js';
import type { RowItem } from './formats/format.js';
import type { RowMapper } from './mapping.js';
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
  /** It is about this date of the series that the key names, on the clock of the series. */
  occurrence?: string;
}

/** One line that gives no record. `param` is `line` where no single field is at fault. */
export interface LoadFault {
  line: number;
  reasons: RowIssue[];
}

const TOO_LARGE: RowIssue = {
  param: 'line',
  reason: `rows that may be merged have more than ${limits.mergedBytes} bytes together`,
};

/** One mapped row with its line. */
interface MappedLine {
  line: number;
  externalId: string | null;
  payload: JsonObject;
  warnings: RowIssue[];
  emptied?: string[];
  occurrence?: string;
}

/** An item of the stream. */
export type LoadItem = LoadRecord | LoadFault;

/**
 * → the items of the rows. Without `merge` in the mapping they come in the order of the lines. With
 * it all faults come first, then the records in the order of their first lines: the payload of the
 * first row, with each merged list as the union over all rows, in order. Until the last row all are
 * in memory: those beyond `limits.mergedBytes` are faults. Throws what reading the rows throws.
 */
export async function* loadItems(
  rows: AsyncIterable<RowItem>,
  mapper: RowMapper,
): AsyncGenerator<LoadItem> {
  if (mapper.merge.length === 0) {
    for await (const row of mapRows(rows, mapper)) {
      yield 'reasons' in row ? row : toRecord([row], []);
    }
    return;
  }
  // A row without an identity is a group of its own.
  const groups = new Map<string | number, string[]>();
  let bytes = 0;
  for await (const row of mapRows(rows, mapper)) {
    if ('reasons' in row) {
      yield row;
      continue;
    }
    // As text a row takes a fraction of the memory.
    const text = JSON.stringify(row);
    const size = Buffer.byteLength(text);
    if (bytes + size > limits.mergedBytes) {
      yield { line: row.line, reasons: [TOO_LARGE] };
      continue;
    }
    bytes += size;
    const key = row.externalId ?? groups.size;
    const group = groups.get(key);
    if (group) group.push(text);
    else groups.set(key, [text]);
  }
  for (const group of groups.values()) {
    const lines = group.map((text) => JSON.parse(text) as MappedLine);
    yield toRecord(lines, mapper.merge);
  }
}

async function* mapRows(
  rows: AsyncIterable<RowItem>,
  mapper: RowMapper,
): AsyncGenerator<MappedLine | LoadFault> {
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

function toRecord(rows: MappedLine[], merged: string[]): LoadRecord {
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
    ...(first.occurrence ? { occurrence: first.occurrence } : {}),
  };
}
