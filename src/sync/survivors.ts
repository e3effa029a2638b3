/** Finds the records into which others were merged. Contract 18.1. */

import { idKey } from '../kinds/identity.js';
import { holdersOf } from '../kinds/index.js';
import type { KindName, StoredRecord } from '../kinds/record.js';
import type { SyncDeps } from './deps.js';

/** → records into which others were merged, by the IDs of these. */
export async function findSurvivors(
  deps: Pick<SyncDeps, 'store'>,
  kind: KindName,
  ids: readonly number[],
): Promise<Map<number, StoredRecord>> {
  if (holdersOf(kind).length === 0) return new Map();
  const byKey = await findKeyed(deps, kind, ids.map(idKey));
  return new Map(
    ids.flatMap((id) => {
      const keyed = byKey.get(idKey(id));
      return keyed ? [[id, keyed.record]] : [];
    }),
  );
}

/** A record that a key names; `of`: the ID of the merged record that brought the key, else 0. */
export interface Keyed {
  record: StoredRecord;
  of: number;
}

/** → the records that keys name, by key. */
export async function findKeyed(
  { store }: Pick<SyncDeps, 'store'>,
  kind: KindName,
  keys: readonly string[],
): Promise<Map<string, Keyed>> {
  const rows = keys.length > 0 ? await store.keys.list(kind, { keys }) : [];
  if (rows.length === 0) return new Map();
  const ids = [...new Set(rows.map(({ id }) => id))];
  const records = new Map((await store.find(kind, 'id', ids)).map((record) => [record.id, record]));
  return new Map(
    rows.flatMap(({ key, id, of }) => {
      const record = records.get(id);
      return record ? [[key, { record, of }]] : [];
    }),
  );
}

/** → the record; if it is deleted or in the trash, the survivor of its merge, if any. */
export async function findCurrent(
  deps: Pick<SyncDeps, 'store'>,
  kind: KindName,
  id: number,
): Promise<StoredRecord | null> {
  const record = await deps.store.get(kind, { id });
  if (record && !record.removed) return record;
  return (await findSurvivors(deps, kind, [id])).get(id) ?? record;
}
