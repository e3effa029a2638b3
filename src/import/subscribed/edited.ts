/**
 * Which fields of the events of a source were edited here: those whose value is another one than
 * after the last load. With the authority `merge` they stay as they are.
 */
import { createHash } from 'node:crypto';
import { kinds } from '../../kinds/index.js';
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';
import { chunksOf } from '../../lib/batches.js';
import { limits } from '../../limits.js';
import type { Deps } from '../../records/deps.js';
import { exportedLines } from '../../records/export.js';
import type { State } from './source.js';

/** Fields that a change moves together. */
const TIMES = ['start_date', 'end_date', 'timezone', 'all_day'];

/** → fingerprints of the fields of events, by key; of those that exist. */
export async function fingerprints(
  deps: Deps,
  keys: readonly string[],
): Promise<Map<string, Record<string, string>>> {
  const found = new Map<string, Record<string, string>>();
  for (const some of chunksOf(keys, limits.batchRecords)) {
    const records = await deps.store.find(kinds.event.name, 'external_id', some);
    const lines = await exportedLines(deps, records);
    for (const line of lines) found.set(String(line.external_id), fieldsOf(line));
  }
  return found;
}

const fieldsOf = (line: JsonObject): Record<string, string> =>
  Object.fromEntries(
    Object.entries(line).map(([name, value]) => [name, hashOf(JSON.stringify(linkOf(value)))]),
  );

/** A linked record counts by its key: what it says of itself is no field of the event. */
const linkOf = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(linkOf);
  return isJsonObject(value) ? (value.external_id ?? value) : value;
};

const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64').slice(0, 8);

/** → the names of edited fields, by key. `keyOf`: of a UID. */
export async function editedFields(
  deps: Deps,
  state: State,
  keyOf: (uid: string) => string,
): Promise<Map<string, Set<string>>> {
  const known = Object.entries(state).filter(([, { fields }]) => fields !== undefined);
  const now = await fingerprints(
    deps,
    known.map(([uid]) => keyOf(uid)),
  );
  const edited = new Map<string, Set<string>>();
  for (const [uid, { fields = {} }] of known) {
    const own = now.get(keyOf(uid));
    if (!own) continue;
    const names = [...new Set([...Object.keys(fields), ...Object.keys(own)])];
    const differing = new Set(names.filter((name) => fields[name] !== own[name]));
    if (TIMES.some((name) => differing.has(name))) for (const name of TIMES) differing.add(name);
    if (differing.size > 0) edited.set(keyOf(uid), differing);
  }
  return edited;
}
