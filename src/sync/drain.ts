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
  let isDone = true;
  for (const { name } of allKinds) {
    for (;;) {
      const pending = await deps.store.unindexed(name, limits.drainBatch);
      if (pending.length === 0) break;
      if (await push(deps, name, pending)) continue;
      // An entry the index always refuses must not keep other kinds, or usage, out.
      isDone = false;
      break;
    }
  }
  return (await pushUsage(deps)) && isDone;
}
