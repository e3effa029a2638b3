/**
 * All records into an emptied index. Called at start when its texts are of other settings. The
 * stamp comes last, so that a rebuild that broke off is begun again at the next start.
 */
import { allKinds } from '../kinds/index.js';
import type { KindName } from '../kinds/record.js';
import { limits } from '../limits.js';
import { textStamp } from '../present/record.js';
import { push, pushUsage, type SyncDeps } from './push.js';

/** → whether the index's texts were made with other settings or by another presenter. */
export async function isStampStale(deps: SyncDeps): Promise<boolean> {
  return (await deps.index.stamp()) !== textStamp(deps.texts);
}

/**
 * Empties the index and fills it from the store, in batches. `onProgress` hears each batch.
 * → records pushed.
 */
export async function rebuild(
  deps: SyncDeps,
  onProgress: (kind: KindName, records: number) => void = () => undefined,
): Promise<number> {
  await deps.index.reset();
  let total = 0;
  for (const { name } of allKinds) {
    for (let afterId = 0; ; ) {
      const records = await deps.store.scan(name, afterId, limits.batchRecords);
      const last = records.at(-1);
      if (!last) break;
      afterId = last.id;
      const entries = records.map((record) => ({
        id: record.id,
        revision: record.revision,
        record,
      }));
      if (!(await push(deps, name, entries))) throw new Error(`The index refused ${name} records.`);
      total += records.length;
      onProgress(name, records.length);
    }
  }
  await pushUsage(deps);
  await deps.index.setStamp(textStamp(deps.texts));
  await deps.index.refresh();
  return total;
}
