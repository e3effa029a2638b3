/**
 * Exports records as lines of a file that a load reads without a mapping. Loading the lines of a
 * kind into a store without records of it and exporting again gives the same lines. Dates of series
 * come last, those with something of their own alone: a load makes the others. Contract 18.2.
 */
import { type Field, readField } from '../kinds/field.js';
import { ownUid } from '../kinds/identity.js';
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import {
  imageUrlOf,
  type Json,
  type JsonObject,
  linkedIn,
  type RecordCore,
  type SeriesPart,
  type StoredRecord,
} from '../kinds/record.js';
import { isSeries, rulesOf, SENT_TIMES, seriesIdOf } from '../kinds/series.js';
import { beforeRemoval, statusAt } from '../kinds/visibility.js';
import { chunksOf, groupBy } from '../lib/batches.js';
import { isBlank } from '../lib/text.js';
import { limits } from '../limits.js';
import { viewAt } from '../series/parts.js';
import { batchesOf, refKey } from '../store/port.js';
import { nowSeconds } from '../time/now.js';
import { localToUtc } from '../time/zones.js';
import type { Deps } from './deps.js';
import { dateLines } from './export-dates.js';
import { addIdentities, listedKeys } from './export-keys.js';
import { toSlug } from './write/slug.js';

/**
 * → NDJSON: one object per line, one batch of records per text, ascending by ID. Terms of a tree
 * come level by level, so that a load meets each parent before its children.
 */
export async function* exportRecords(deps: Deps, kind: Kind): AsyncGenerator<string> {
  const batches = kind.isTree ? levelByLevel(deps, kind) : byId(deps, kind);
  for await (const records of batches) {
    yield toText(
      await exportedLines(
        deps,
        records.filter((one) => seriesIdOf(one) === 0),
      ),
    );
  }
  if (!('recurrence' in kind.fields)) return;
  for await (const records of byId(deps, kind)) {
    for (const series of records.filter(isSeries)) {
      yield toText(await dateLines(deps, series, (some) => exportedLines(deps, some)));
    }
  }
}

const toText = (lines: readonly JsonObject[]): string =>
  lines.map((line) => `${JSON.stringify(line).normalize('NFC')}\n`).join('');

/** → the records of one kind as they are exported, in order. */
export async function exportedLines(
  deps: Deps,
  records: readonly StoredRecord[],
): Promise<JsonObject[]> {
  const { host } = deps.roots;
  const context = { keys: await keysOf(deps, records), nowSeconds: nowSeconds(deps), host };
  const listed = await listedKeys(deps, records);
  return records.map((record) => {
    const { external_id = '', ...line } = toLine(record, context);
    const keys = listed(record, String(external_id), String(line.uid ?? ''));
    return { external_id, ...(keys ? { keys } : {}), ...line };
  });
}

const byId = ({ store }: Deps, { name }: Kind) =>
  batchesOf(store, name, { limit: limits.batchRecords });

/** A tree is small enough to be in memory whole. */
async function* levelByLevel(deps: Deps, kind: Kind): AsyncGenerator<StoredRecord[]> {
  const all = new Map<number, StoredRecord>();
  for await (const records of byId(deps, kind)) for (const one of records) all.set(one.id, one);
  const levelOf = ({ fields }: StoredRecord): number => {
    const parent = all.get(Number(fields.parent ?? 0));
    return parent ? levelOf(parent) + 1 : 0;
  };
  const levels = [...groupBy([...all.values()], levelOf)].sort(([a], [b]) => a - b);
  for (const [, terms] of levels) yield* chunksOf(terms, limits.batchRecords);
}

interface Context {
  /** Keys of the records and of linked posts, by `refKey`. */
  keys: ReadonlyMap<string, string>;
  nowSeconds: number;
  /** Of this system. */
  host: string;
}

/** → keys of records, of their parents and of the posts that they link. */
async function keysOf(deps: Deps, records: readonly StoredRecord[]) {
  const { store } = deps;
  const keys = new Map<string, string>();
  const kind = records[0] ? kinds[records[0].kind] : null;
  await addIdentities(deps, records, keys);
  const above = kind?.isTree ? records.map(({ fields }) => Number(fields.parent ?? 0)) : [];
  if (kind) await addIdentities(deps, await store.find(kind.name, 'id', [...new Set(above)]), keys);
  for (const { field, target, inline } of kind?.relations ?? []) {
    if (inline !== 'object') continue;
    const linked = records.flatMap((record) => linkedIn(record, field));
    await addIdentities(
      deps,
      await store.find(target, 'id', [...new Set(linked.map(({ id }) => id))]),
      keys,
    );
  }
  return keys;
}

function toLine(record: RecordCore & Partial<StoredRecord>, context: Context): JsonObject {
  const kind = kinds[record.kind];
  const { hasStatus } = kind.family;
  const parent = context.keys.get(refKey({ kind: kind.name, id: Number(record.fields.parent) }));
  return {
    external_id: context.keys.get(refKey(record)) ?? '',
    [kind.titleField]: record.title,
    ...(record.slug === '' ? {} : { slug: record.slug }),
    ...(hasStatus ? { status: statusAt(record, context.nowSeconds) } : {}),
    ...removalOf(record),
    ...(hasStatus ? { date_utc: record.date_utc } : {}),
    ...(parent === undefined ? {} : { parent }),
    ...recurrenceOf(record, context),
    ...fieldsOf(kind, record),
    ...loadedOf(kind, record, context),
    ...linksOf(kind, record, context),
  };
}

/** → whose removal it is, since when, and the status before it; a load takes it. */
function removalOf(record: RecordCore & Partial<StoredRecord>): JsonObject {
  if (!record.removed) return {};
  const { by, at } = record.removed;
  return { removed: { by, at, status: beforeRemoval(record) } };
}

/** → the rules and the parts of a series, in the form a payload takes. */
function recurrenceOf(record: RecordCore & Partial<StoredRecord>, context: Context): JsonObject {
  const rules = rulesOf(record);
  const parts = (record.parts ?? []).map((part) => partLine(record, part, context));
  return { ...(rules ? { recurrence: rules } : {}), ...(parts.length > 0 ? { parts } : {}) };
}

/** → what a part states, by columns; null: it empties a field. */
function partLine(
  record: RecordCore & Partial<StoredRecord>,
  part: SeriesPart,
  context: Context,
): JsonObject {
  const { from, by, start = from, fields, relations, rules } = part;
  const view = viewAt(record as StoredRecord, start);
  const line = toLine(view, context);
  const isTimed = [part.moved, part.length, part.zone, part.all_day].some(
    (value) => value !== undefined,
  );
  const names = [
    ...Object.keys({ ...fields, ...relations }).filter(
      (name) => !['author', 'date'].includes(name),
    ),
    ...(isTimed ? SENT_TIMES : []),
  ];
  return {
    from,
    by,
    ...Object.fromEntries([...new Set(names)].sort().map((name) => [name, line[name] ?? null])),
    ...(rules ? { recurrence: rules } : {}),
  };
}

/** → the record's own stored fields, in the form a payload takes. */
function fieldsOf({ fields }: Kind, record: RecordCore): JsonObject {
  const line: JsonObject = {};
  for (const [name, field] of Object.entries(fields)) {
    if (!field.stored || field.isDerived || field.read || field.stored.startsWith('parent')) {
      continue;
    }
    // A record of an earlier release lacks fields that a load would give it.
    const stored = momentOf(name, field, record) ?? field.initial;
    const value = field.stored === 'image' ? imageUrlOf(record) : stored;
    if (!isBlank(value)) line[name] = value;
  }
  return line;
}

/** → the fields that a load alone can give: how calendars know the record. */
function loadedOf(
  { loadedFields = [], fields, name }: Kind,
  record: RecordCore,
  { host }: Context,
) {
  const fieldOf = (field: string): Json => {
    const value = (readField(field, fields[field] ?? {}, record) ?? '') as Json;
    return fields[field]?.answered === 'uid' ? value || ownUid(host, name, record.id) : value;
  };
  const values = loadedFields.map((field): [string, Json] => [field, fieldOf(field)]);
  return Object.fromEntries(values.filter(([, value]) => !isBlank(value)));
}

/** → the value; a time that the wall clock shows twice is written in UTC when it is the second. */
function momentOf(name: string, { utc }: Field, { fields }: RecordCore): Json | undefined {
  const value = fields[name];
  const stored = utc === undefined ? undefined : fields[utc];
  if (typeof value !== 'string' || typeof stored !== 'string') return value;
  const read = localToUtc(value, String(fields.timezone));
  return read.utc === stored && read.local === value ? value : `${stored.replace(' ', 'T')}Z`;
}

function linksOf(kind: Kind, { relations = {} }: Partial<StoredRecord>, context: Context) {
  const linked = kind.relations.map(({ field, inline }): [string, Json[]] => {
    const snapshots = relations[field] ?? [];
    if (inline === 'name') return [field, snapshots.map(nameOf)];
    return [field, snapshots.map((snapshot) => toLine(snapshot, context))];
  });
  return Object.fromEntries(linked.filter(([, items]) => items.length > 0));
}

/** → the name of a term where it finds it, else its name and slug. */
function nameOf({ title, slug }: RecordCore): Json {
  const isPlain = toSlug(title) === slug && !/^\d+$/.test(title.trim());
  return isPlain ? title : { name: title, slug };
}
