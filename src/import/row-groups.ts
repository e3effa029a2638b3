/**
 * Rows of a load without a key that share title, start and place. If they differ by end, link or
 * description, they are several events, the n-th with the number n in its key. Equal stored events
 * give their numbers first, then the order. Equal rows are the same event. Contract 16.3.
 */
import { createHash } from 'node:crypto';
import type { Kind } from '../kinds/kind.js';
import type { JsonObject, StoredRecord } from '../kinds/record.js';
import { chunksOf, groupBy } from '../lib/batches.js';
import { toPlainText } from '../lib/text/plain-text.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import type { LoadItem, LoadRecord } from '../rows/items.js';
import { parseDateTime } from '../time/date-times.js';
import { rowKeyOf } from './row-key.js';

type StoreDeps = Pick<Deps, 'store' | 'now'>;

/** Most events of a group. */
const GROUP_MAX = 100;
/** Rows that a load remembers: beyond them, such rows are not distinguished. */
const ROWS_MAX = 200_000;
const TOO_MANY = `more than ${GROUP_MAX} different rows without a key share title, start and place`;

/** The values that distinguish the rows of a group. */
const SIGNS = ['end_date', 'website', 'online_url', 'description'] as const;

/** The rows of a group so far: the number and the line of each, by its distinguishing values. */
type Group = Map<string, { nth: number; line: number }>;

interface Unnamed {
  item: LoadRecord;
  /** The key of the group. */
  name: string;
  sign: string;
}

/**
 * → a function that numbers the rows of a load, part by part. `source`: whose rows they are;
 * absent: rows of a file.
 */
export function openRowGroups(
  deps: StoreDeps,
  kind: Kind,
  source?: string,
): (items: readonly LoadItem[]) => Promise<LoadItem[]> {
  const groups = new Map<string, Group>();
  let count = 0;
  const prefixes = source === undefined ? [''] : [`${source}:`, ''];
  return async (items) => {
    const unnamed = items.flatMap((item) => unnamedIn(kind, item));
    const numbered = new Map<LoadItem, LoadItem>();
    const several = await severalAmong(deps, kind, prefixes, unnamed);
    for (const [name, rows] of groupBy(unnamed, (row) => row.name)) {
      const group: Group = groups.get(name) ?? new Map();
      const bySign = groupBy(rows, ({ sign }) => sign);
      const fresh = [...bySign.values()].flatMap(([row]) =>
        row && !group.has(row.sign) ? row : [],
      );
      const isAlone = group.size + fresh.length < 2 && !several.has(name);
      const stored = isAlone ? null : await storedOf(deps, kind, prefixes, name);
      for (const [row, nth] of numbersOf(deps, fresh, { group, stored })) {
        if (count < ROWS_MAX) group.set(row.sign, { nth, line: Number(row.item.lines[0]) });
        count += 1;
      }
      if (group.size > 0) groups.set(name, group);
      for (const { item, sign } of rows) numbered.set(item, asMember(item, group.get(sign)));
    }
    return items.map((item) => numbered.get(item) ?? item);
  };
}

/** → the row, where nothing names it; a row without a title or a start is rejected. */
function unnamedIn(kind: Kind, item: LoadItem): Unnamed[] {
  if (!('payload' in item) || item.externalId !== null || item.keys || item.occurrence) return [];
  const name = rowKeyOf(kind, item.payload);
  const { [kind.titleField]: title, start_date: start } = item.payload;
  if (name === null || !title || !start) return [];
  const said = JSON.stringify(SIGNS.map((field) => String(item.payload[field] ?? '').trim()));
  return [{ item, name, sign: createHash('sha256').update(said).digest('base64url') }];
}

/** → the row with its number; a repeated one names the first. */
function asMember(item: LoadRecord, member: { nth: number; line: number } | undefined): LoadItem {
  if (!member) return item;
  const { nth, line } = member;
  if (nth > GROUP_MAX) {
    return { lines: item.lines, issues: [{ param: 'line', reason: TOO_MANY }] };
  }
  const repeats = item.lines[0] === line ? {} : { repeats: line };
  return nth > 1 ? { ...item, nth, ...repeats } : { ...item, ...repeats };
}

/** → the names of groups of which several events are stored. */
async function severalAmong(
  { store }: StoreDeps,
  kind: Kind,
  prefixes: readonly string[],
  rows: readonly Unnamed[],
): Promise<Set<string>> {
  const names = [...new Set(rows.map(({ name }) => name))];
  const seconds = names.flatMap((name) => prefixes.map((prefix) => `${prefix}${name}/2`));
  const several = new Set<string>();
  for (const keys of chunksOf(seconds, limits.batchRecords)) {
    const stored = await store.keys.list(kind.name, { keys });
    for (const { key } of stored) several.add(key.slice(key.indexOf('@'), -'/2'.length));
  }
  return several;
}

/** → the stored events of a group by their numbers, first from the source of the rows. */
async function storedOf(
  { store }: StoreDeps,
  kind: Kind,
  prefixes: readonly string[],
  name: string,
): Promise<Map<number, StoredRecord>> {
  const idOf = new Map<number, number>();
  for (const key of prefixes.map((prefix) => `${prefix}${name}`)) {
    const firsts = await store.keys.list(kind.name, { keys: [key] });
    const range = { prefix: `${key}/`, after: '', limit: GROUP_MAX };
    for (const row of [...firsts, ...(await store.keys.list(kind.name, range))]) {
      const nth = Number(row.key.slice(key.length + 1) || 1);
      if (!idOf.has(nth) && ![...idOf.values()].includes(row.id)) idOf.set(nth, row.id);
    }
  }
  const found = await store.find(kind.name, 'id', [...idOf.values()]);
  const records = new Map(found.map((record) => [record.id, record]));
  const numbered = [...idOf].sort(([a], [b]) => a - b);
  return new Map(
    numbered.flatMap(([nth, id]): [number, StoredRecord][] => {
      const record = records.get(id);
      return record ? [[nth, record]] : [];
    }),
  );
}

/** → the numbers of new rows of a group; `stored` null: there is one event of it. */
function numbersOf(
  deps: StoreDeps,
  rows: readonly Unnamed[],
  { group, stored }: { group: Group; stored: Map<number, StoredRecord> | null },
): Map<Unnamed, number> {
  const numbers = new Map<Unnamed, number>();
  const taken = new Set([...group.values()].map(({ nth }) => nth));
  const take = (row: Unnamed, nth: number) => {
    taken.add(nth);
    numbers.set(row, nth);
  };
  const events = [...(stored ?? [])].map(([nth, { fields }]) => ({
    nth,
    values: valuesOf(fields, fields.utc_end_date),
  }));
  const [first] = stored?.values() ?? [];
  const asked = rows.slice(0, events.length > 0 ? GROUP_MAX : 0).map((row) => {
    const { payload } = row.item;
    const zone = String(payload.timezone || first?.fields.timezone);
    const end = parseDateTime(payload.end_date || payload.start_date, { zone, nowMs: deps.now() });
    return { row, values: valuesOf(payload, end?.utc) };
  });
  for (let equal = SIGNS.length; equal >= 0; equal -= 1) {
    for (const { row, values } of asked.filter(({ row }) => !numbers.has(row))) {
      const event = events.find(
        ({ nth, values: others }) =>
          !taken.has(nth) && values.filter((value, at) => value === others[at]).length >= equal,
      );
      if (event) take(row, event.nth);
    }
  }
  for (const row of rows.filter((row) => !numbers.has(row))) {
    let nth = 1;
    while (nth <= GROUP_MAX && taken.has(nth)) nth += 1;
    take(row, nth);
  }
  return numbers;
}

/** → the distinguishing values of rows and events, in comparable form. */
function valuesOf(fields: JsonObject, end: JsonObject[string] | undefined): string[] {
  const textOf = (value: JsonObject[string] | undefined) =>
    toPlainText(String(value ?? ''))
      .replace(/\s+/g, ' ')
      .trim();
  return SIGNS.map((name) => textOf(name === 'end_date' ? end : fields[name]));
}
