/**
 * Rows and their mapper → the stream of items to load: one for each record. A bad line becomes
 * an item with its issues and stops nothing. Rows of the same record become one item where the
 * mapping merges them.
 */
import type { Issue } from '../errors.js';
import type { SourceVersion } from '../kinds/telling.js';
import { limits } from '../limits.js';
import type { RowItem, RowStarts } from './formats/format.js';
import type { RowMapper } from './mapping.js';
import type { Notes } from './notes.js';
import type { MappedEntry, Starts } from './statement.js';

/** A warning about a row: an omitted value, and the reason. */
export interface LoadWarning extends Issue {
  line: number;
}

/** A record to load. */
export type LoadRecord = Omit<MappedEntry, 'parts'> & RowLines;

/** The origin of a record, and its warnings. */
export interface RowLines {
  /** Lines of the file it comes from, ascending; the row of the first gave the fields. */
  lines: number[];
  warnings: LoadWarning[];
  /** Of a part without its own line: the lines of its series, for a rejection. */
  within?: number[] | undefined;
  /** The line of an equal row of an event without a key. */
  repeats?: number;
  /** A calendar's version of the event. */
  revision?: SourceVersion;
}

/** One line that gives no record. `param` is `line` where no single field is at fault. */
export interface LoadFault {
  lines: number[];
  issues: Issue[];
  /** The identity of the record, where it can be read. */
  externalId?: string | null;
}

const TOO_LARGE: Issue = {
  param: 'line',
  reason: `rows that may be merged have more than ${limits.mergedBytes} bytes together`,
};

/** An item of the stream. */
export type LoadItem = LoadRecord | LoadFault;

/**
 * → the items of the rows. Without `merge` in the mapping they come in the order of the lines. With
 * it all faults come first, then the records in the order of their first lines: the payload of the
 * first row, with each merged list as the union over all rows, in order. All are in memory until
 * the last row: rows beyond `limits.mergedBytes` are faults. `notes` gets skipped data. Throws the
 * errors of reading the rows.
 */
export async function* loadItems(
  rows: AsyncIterable<RowItem>,
  given: RowMapper,
  notes?: Notes,
): AsyncGenerator<LoadItem> {
  let mapper = given;
  // A row without an identity is a group of its own.
  const groups = new Map<string | number, string[]>();
  let bytes = 0;
  let hasRows = false;
  const names = openNames();
  for await (const row of rows) {
    hasRows ||= 'row' in row;
    if ('row' in row && mapper.forRow) mapper = mapper.forRow(row.row, notes);
    const [first, ...parts] = toItems(row, mapper, notes);
    if (first === undefined) continue;
    const item = named(first, names);
    const isMerging = mapper.merge.length > 0;
    if (!isMerging || 'issues' in item) {
      yield item;
      yield* parts;
      continue;
    }
    // As text a row takes a fraction of the memory.
    const text = JSON.stringify(item);
    const size = Buffer.byteLength(text);
    if (bytes + size > limits.mergedBytes) {
      yield { lines: item.lines, issues: [TOO_LARGE] };
      continue;
    }
    bytes += size;
    const key = item.externalId ?? groups.size;
    const group = groups.get(key);
    if (group) group.push(text);
    else groups.set(key, [text]);
  }
  for (const column of hasRows ? (mapper.missing?.() ?? []) : []) {
    notes?.add(column, 'named as a column that no row has, in files');
  }
  for (const group of groups.values()) {
    const records = group.map((text) => JSON.parse(text) as LoadRecord);
    const [first] = records;
    if (first) yield merged(first, records, mapper.merge);
  }
}

/** → the item of a row, and of the parts in its series; empty for a skipped row. */
function toItems(item: RowItem, mapper: RowMapper, notes?: Notes): LoadItem[] {
  const lines = [item.line];
  if ('error' in item) {
    const issues = [{ param: 'line', reason: item.error }];
    return [{ lines, issues, ...(item.uid ? { externalId: `ical:${item.uid}` } : {}) }];
  }
  const { line, row, warnings: ofRow = [], starts, ...said } = item;
  const mapped = mapper.map(row);
  if ('passedBy' in mapped) notes?.add('rows', `passed by (${mapped.passedBy.slice(0, 40)})`);
  if ('passedBy' in mapped) return [];
  if ('issues' in mapped) return [{ lines, ...mapped }];
  const { notes: names = [], parts = [], ...entry } = mapped;
  for (const name of names) notes?.add(name, 'not taken over, in rows');
  const warnings = [...ofRow, ...mapped.warnings];
  const merged = {
    ...entry,
    ...said,
    ...(starts ? { starts: startsOf(starts) } : {}),
    lines,
    warnings: warnings.map((issue) => ({ line, ...issue })),
  };
  const ofParts = parts.map(({ line, ...part }) => ({
    ...part,
    lines: line === undefined ? [] : [line],
    within: lines,
    warnings: [],
  }));
  return [merged, ...ofParts];
}

const startsOf = ({ id, start, isSeveral }: RowStarts): Starts => ({
  ...{ at: `${id}/${start}`, key: id, mark: `${id}/*`, isSeveral },
  // A calendar's past dates count as well.
  isFinal: false,
});

/** Most remembered names: beyond them, several with a name in a load are not distinguished. */
const NAMES_MAX = 200_000;

/** → a test whether several rows of a load share a name: the first start for the name differs. */
function openNames() {
  const first = new Map<string, string>();
  return ({ key, at }: Starts): boolean => {
    const before = first.get(key);
    if (before === undefined && first.size < NAMES_MAX) first.set(key, at);
    return before !== undefined && before !== at;
  };
}

const named = (item: LoadItem, isSeveral: ReturnType<typeof openNames>): LoadItem =>
  'starts' in item && item.starts
    ? {
        ...item,
        starts: { ...item.starts, isSeveral: isSeveral(item.starts) || item.starts.isSeveral },
      }
    : item;

function merged(first: LoadRecord, records: readonly LoadRecord[], fields: string[]): LoadRecord {
  const payload = { ...first.payload };
  for (const field of fields) {
    const all = records.flatMap((record) => record.payload[field] ?? []);
    if (all.length > 0) payload[field] = [...new Set(all)];
  }
  const lines = records.flatMap((record) => record.lines);
  return { ...first, lines, payload, warnings: records.flatMap(({ warnings }) => warnings) };
}
