/**
 * What a changed or removed record still owes to those that hold a copy of it, when the process
 * that wrote it ended first. Called by main at start and on a timer, and by scripts.
 */
import { allKinds } from '../kinds/index.js';
import { limits } from '../limits.js';
import type { Deps } from './deps.js';
import { spreadWhole } from './spread.js';
import { moveChildren } from './tree.js';

/**
 * Finishes every spread that an earlier process left; what stands below a changed category is
 * given its path first. → how many there were.
 */
export async function resumeSpreads(deps: Deps): Promise<number> {
  let count = 0;
  for (const kind of allKinds) {
    for (;;) {
      const pending = await deps.store.spreading(kind.name, limits.batchRecords);
      for (const change of pending) {
        if (kind.isTree && change.record) {
          await moveChildren(deps, kind, change.id, change.record);
        }
        await spreadWhole(deps, kind, change);
      }
      count += pending.length;
      if (pending.length < limits.batchRecords) break;
    }
  }
  return count;
}
