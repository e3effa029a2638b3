/**
 * Numbers the records of a store of an earlier release, which has no change feed, and begins the
 * numbers anew after a restore. Contract 30, 18.3.
 */
import { allKinds } from '../kinds/index.js';
import type { KindName } from '../kinds/record.js';
import { limits } from '../limits.js';
import type { IdSpace, RecordRef } from '../store/port.js';
import type { SyncDeps } from './deps.js';

/**
 * Orders a number for each record, once for a store. A second call does no harm. `isRestored`:
 * numbered records get a new space, and stored IDs are not given again.
 */
export async function prepareChanges(
  { store }: Pick<SyncDeps, 'store'>,
  { isRestored = false } = {},
): Promise<void> {
  if (isRestored) await raiseCounters(store);
  const { space } = await store.changes.position();
  if (space !== null && !isRestored) return;
  for (const { name } of space === null ? allKinds : []) {
    for await (const records of refsOf(store, name)) {
      await store.outbox.add({ task: 'changes', records, position: null });
    }
  }
  await store.changes.restart();
}

/**
 * Raises the counters of IDs above all that are stored: a backup of MongoDB may have copied them
 * before the records.
 */
async function raiseCounters(store: SyncDeps['store']): Promise<void> {
  const highest = new Map<IdSpace, number>();
  const meet = (space: IdSpace, id: number) =>
    highest.set(space, Math.max(id, highest.get(space) ?? 0));
  for (const { name, family } of allKinds) {
    for await (const refs of refsOf(store, name)) meet(family.name, refs.at(-1)?.id ?? 0);
  }
  // Images have IDs of posts. Other documents get IDs above the stored IDs.
  for (const { id } of await store.documents.list('image')) meet('post', id);
  for (const [space, id] of highest) await store.nextIds(space, 0, id);
}

/** Yields references to all records of a kind, ascending by ID, a batch at a time. */
async function* refsOf(
  store: Pick<SyncDeps['store'], 'versions'>,
  kind: KindName,
): AsyncGenerator<RecordRef[]> {
  for (let afterId = 0; ; ) {
    const versions = await store.versions(kind, afterId, limits.batchRecords);
    const last = versions.at(-1);
    if (!last) return;
    yield versions.map(({ id }) => ({ kind, id }));
    afterId = last.id;
  }
}
