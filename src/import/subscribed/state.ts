/**
 * What is remembered of the events of a source between its runs: versions, and which fields were
 * edited here, which are those with another value than after the last load. Contract 32.
 */
import { createHash } from 'node:crypto';
import { kinds } from '../../kinds/index.js';
import { isJsonObject, type Json } from '../../kinds/record.js';
import { chunksOf } from '../../lib/batches.js';
import { limits } from '../../limits.js';
import type { Deps } from '../../records/deps.js';
import { exportedLines } from '../../records/export.js';
import type { StoredDocument } from '../../store/port.js';
import { type Chosen, keyOfSource } from './choose.js';
import { type State, sourceStates } from './source.js';

/** Names of edited fields by the keys of events. */
export type Edited = Map<string, Set<string>>;

/** Fields that a change moves together. */
const TIMES = ['start_date', 'end_date', 'timezone', 'all_day'];

/** What is known of the events of a source. */
export type StoredState = Omit<StoredDocument<State>, 'type'>;

/** → it, as it is stored. */
export const readState = async (deps: Deps, id: number): Promise<StoredState> =>
  (await sourceStates.find(deps, id)) ?? { id, revision: 0, value: {} };

/**
 * → the fields that stay as they were edited here. Until the load is over no fingerprints are
 * stored: values of a load that died must not look like edited ones.
 */
export async function beginState(
  deps: Deps,
  stored: StoredState,
  { present }: Chosen,
): Promise<Edited> {
  const edited: Edited = new Map();
  const before = Object.entries(stored.value);
  const keys = before.flatMap(([uid, { fields }]) => (fields ? keyOfSource(stored.id, uid) : []));
  const now = await fingerprints(deps, keys);
  for (const [uid, { fields = {} }] of before) {
    const key = keyOfSource(stored.id, uid);
    const own = now.get(key);
    if (!own) continue;
    const names = Object.keys({ ...fields, ...own });
    const differing = new Set(names.filter((name) => fields[name] !== own[name]));
    if (TIMES.some((name) => differing.has(name))) for (const name of TIMES) differing.add(name);
    if (differing.size > 0) edited.set(key, differing);
  }
  const begun = before.map(([uid, { fields, ...rest }]) => {
    const isKept = fields && !present.has(uid);
    return [uid, isKept ? { ...rest, fields } : rest] as const;
  });
  await writeState(deps, stored, Object.fromEntries(begun));
  return edited;
}

/** Stores what is known of the events from now on; `edited`: of a source that merges. */
export async function endState(
  deps: Deps,
  stored: StoredState,
  { present }: Chosen,
  edited: Edited | null,
): Promise<void> {
  const keyOf = (uid: string) => keyOfSource(stored.id, uid);
  const now = edited && (await fingerprints(deps, [...present.keys()].map(keyOf)));
  for (const [uid, { sequence, modified, dates, isOver }] of present) {
    const fields = now?.get(keyOf(uid));
    for (const name of edited?.get(keyOf(uid)) ?? []) {
      // What it was before the edit.
      if (fields) fields[name] = stored.value[uid]?.fields?.[name] ?? '';
    }
    const version = {
      sequence,
      modified,
      ...(dates ? { dates } : {}),
      ...(isOver ? { isOver } : {}),
    };
    stored.value[uid] = { ...version, gone: 0, ...(fields ? { fields } : {}) };
  }
  await writeState(deps, stored, stored.value);
}

/** Another process that was faster has stored the same. */
async function writeState(deps: Deps, stored: StoredState, value: State): Promise<void> {
  if (await sourceStates.swap(deps, { ...stored, value })) stored.revision += 1;
}

/** → fingerprints of the fields of events, by key; of those that exist. */
async function fingerprints(deps: Deps, keys: readonly string[]) {
  const byKey = new Map<string, Record<string, string>>();
  for (const some of chunksOf(keys, limits.batchRecords)) {
    const records = await deps.store.find(kinds.event.name, 'external_id', some);
    for (const line of await exportedLines(deps, records)) {
      const fields = Object.entries(line).map(([name, value]) => [name, hashOf(linkOf(value))]);
      byKey.set(String(line.external_id), Object.fromEntries(fields));
    }
  }
  return byKey;
}

/** A linked record counts by its key: what it says of itself is no field of the event. */
const linkOf = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(linkOf);
  return isJsonObject(value) ? (value.external_id ?? value) : value;
};

const hashOf = (value: Json): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64').slice(0, 8);
