/** Numbers the records of a store that has no change feed yet: one of an earlier release. */
import { allKinds } from '../kinds/index.js';
import { limits } from '../limits.js';
import type { SyncDeps } from './deps.js';

/** Orders a number for each record, once for a store. A second time at once does no harm. */
export async function prepareChanges({ store }: Pick<SyncDeps, 'store'>): Promise<void> {
  if ((await store.changes.position()).space !== null) return;
  for (const { name: kind } of allKinds) {
    for (let afterId = 0; ; ) {
      const found = await store.versions(kind, afterId, limits.batchRecords);
      const records = found.map(({ id }) => ({ kind, id }));
      const last = records.at(-1);
      if (!last) break;
      await store.outbox.add({ task: 'changes', records, position: null });
      afterId = last.id;
    }
  }
  await store.changes.restart();
}
