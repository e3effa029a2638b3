/**
 * What a changed or removed record still owes to those that hold a copy of it, when the process
 * that wrote it ended first. Called by main at start and on a timer, and by scripts.
 */
import { allKinds } from '../kinds/index.js';
import { limits } from '../limits.js';
import type { Deps } from './deps.js';
import { recheckLinks, spreadWhole } from './spread.js';
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

/** Looks again at the copies in records whose writer did not come to it. → how many there were. */
export async function resumeLinks(deps: Deps): Promise<number> {
  // What their writer meant to create with them is missing until then, and would be unlinked.
  await deps.store.recover();
  let count = 0;
  for (const kind of allKinds.filter(({ relations }) => relations.length > 0)) {
    for (;;) {
      const open = await deps.store.linksToCheck(kind.name, limits.batchRecords);
      await recheckLinks(
        deps,
        kind,
        open.flatMap(({ record }) => record ?? []),
      );
      count += open.length;
      if (open.length < limits.batchRecords) break;
    }
  }
  return count;
}
