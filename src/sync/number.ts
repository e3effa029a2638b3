/**
 * Numbers the records of a store that has no change feed yet, one of an earlier release, and begins
 * the numbers anew after a backup was restored. Contract 30.
 */
import { allKinds } from '../kinds/index.js';
import { limits } from '../limits.js';
import type { SyncDeps } from './deps.js';

/**
 * Orders a number for each record, once for a store. A second time at once does no harm.
 * `isRestored`: what was numbered gets a new space.
 */
export async function prepareChanges(
  { store }: Pick<SyncDeps, 'store'>,
  { isRestored = false } = {},
): Promise<void> {
  const { space } = await store.changes.position();
  if (space !== null && !isRestored) return;
  for (const { name: kind } of space === null ? allKinds : []) {
    for (let afterId = 0; ; ) {
      const versions = await store.versions(kind, afterId, limits.batchRecords);
      const records = versions.map(({ id }) => ({ kind, id }));
      const last = records.at(-1);
      if (!last) break;
      await store.outbox.add({ task: 'changes', records, position: null });
      afterId = last.id;
    }
  }
  await store.changes.restart();
}
