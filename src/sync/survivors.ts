/** Finds the records into which others were merged. Contract 18.1. */

import { holdersOf } from '../kinds/index.js';
import type { KindName, StoredRecord } from '../kinds/record.js';
import { aliasKey, withAlias } from '../store/aliases.js';
import type { SyncDeps } from './deps.js';

/** → records into which others were merged, by the IDs of these. */
export async function findSurvivors(
  { store }: Pick<SyncDeps, 'store'>,
  kind: KindName,
  ids: readonly number[],
): Promise<Map<number, StoredRecord>> {
  const survivors = new Map<number, StoredRecord>();
  if (ids.length === 0 || holdersOf(kind).length === 0) return survivors;
  const aliases = ids.map((id) => aliasKey('id', id));
  const holders = await store.find(kind, 'alias', aliases);
  for (const [at, id] of ids.entries()) {
    const holder = withAlias(holders, aliases[at] ?? '');
    if (holder) survivors.set(id, holder);
  }
  return survivors;
}

/** → the record; if it is gone or in the trash, the one that it was merged into, if any. */
export async function findCurrent(
  deps: Pick<SyncDeps, 'store'>,
  kind: KindName,
  id: number,
): Promise<StoredRecord | null> {
  const record = await deps.store.get(kind, { id });
  if (record && !record.removed) return record;
  return (await findSurvivors(deps, kind, [id])).get(id) ?? record;
}
