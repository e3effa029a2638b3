/** Exports records as lines of a file that a load reads without a mapping. */
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import {
  imageUrlOf,
  type JsonObject,
  type RecordCore,
  type StoredRecord,
} from '../kinds/record.js';
import { limits } from '../limits.js';
import type { Deps } from './deps.js';

/**
 * → NDJSON: one object per line, one batch of records per text. Records in the trash are left out.
 */
export async function* exportRecords(deps: Deps, kind: Kind): AsyncGenerator<string> {
  for (let afterId = 0; ; ) {
    const records = await deps.store.scan(kind.name, { afterId, limit: limits.batchRecords });
    const last = records.at(-1);
    if (!last) return;
    afterId = last.id;
    const held = records.filter((record) => record.status !== 'trash');
    const keys = await keysOfLinked(deps, held);
    yield held.map((record) => `${JSON.stringify(exportLine(record, keys))}\n`).join('');
  }
}

/** → the external IDs of linked posts, by ID: snapshots do not carry them. */
async function keysOfLinked(
  { store }: Deps,
  records: readonly StoredRecord[],
): Promise<Map<number, string | null>> {
  const keys = new Map<number, string | null>();
  for (const { field, target, inline } of records[0] ? kinds[records[0].kind].relations : []) {
    if (inline !== 'object') continue;
    const linked = records.flatMap(({ relations }) => relations[field] ?? []);
    const found = await store.find(target, 'id', [...new Set(linked.map(({ id }) => id))]);
    for (const record of found) keys.set(record.id, record.external_id);
  }
  return keys;
}

function exportLine(record: StoredRecord, keys: ReadonlyMap<number, string | null>) {
  const own = new Map([...keys, [record.id, record.external_id] as const]);
  return toLine(record, own, record.relations);
}

function toLine(
  record: RecordCore,
  keys: ReadonlyMap<number, string | null>,
  relations: StoredRecord['relations'] = {},
): JsonObject {
  const kind = kinds[record.kind];
  const linked = kind.relations.map(({ field, inline }): [string, JsonObject[] | string[]] => {
    const snapshots = relations[field] ?? [];
    if (inline === 'name') return [field, snapshots.map(({ title }) => title)];
    return [field, snapshots.map((snapshot) => toLine(snapshot, keys))];
  });
  return {
    external_id: keys.get(record.id) ?? `${record.kind}:${record.id}`,
    [kind.titleField]: record.title,
    ...(record.slug === '' ? {} : { slug: record.slug }),
    status: record.status,
    date_utc: record.date_utc,
    ...fieldsOf(kind, record),
    ...Object.fromEntries(linked.filter(([, items]) => items.length > 0)),
  };
}

/** → the record's own stored fields, in the form a payload takes. */
function fieldsOf({ fields }: Kind, record: RecordCore): JsonObject {
  const line: JsonObject = {};
  for (const [name, { stored, isDerived, read }] of Object.entries(fields)) {
    if (!stored || isDerived || read) continue;
    const value = stored === 'image' ? imageUrlOf(record) : record.fields[name];
    if (value !== undefined && value !== null && value !== '') line[name] = value;
  }
  return line;
}
