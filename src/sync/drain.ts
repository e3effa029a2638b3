/**
 * Retries what push could not do. Called by main on a timer and by scripts at their end.
 */
import { allKinds } from '../kinds/index.js';
import { limits } from '../limits.js';
import { push, pushUsage, type SyncDeps } from './push.js';

/**
 * Pushes every unindexed record, removal and touched usage, in batches.
 * → whether nothing is left.
 */
export async function drain(deps: SyncDeps): Promise<boolean> {
  for (const { name } of allKinds) {
    for (;;) {
      const pending = await deps.store.unindexed(name, limits.drainBatch);
      if (pending.length === 0) break;
      if (!(await push(deps, name, pending))) return false;
    }
  }
  return pushUsage(deps);
}
