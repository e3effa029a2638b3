/** Future records whose time has come become published records. Called on a timer by main. */
import { allKinds } from '../kinds/index.js';
import { limits } from '../limits.js';
import type { Deps } from './deps.js';
import { nowSeconds } from './deps.js';
import { spreadChange } from './spread.js';
import { commit, touchesOf } from './write.js';

/**
 * Publishes what is due: readers see it published already, this brings usage counts after it.
 * → records published.
 */
export async function publishDue(deps: Deps): Promise<number> {
  let published = 0;
  for (const kind of allKinds) {
    if (!kind.family.hasStatus) continue;
    const due = await deps.store.due(kind.name, nowSeconds(deps), limits.batchRecords);
    for (const { id } of due) {
      const { record } = await commit(deps, { verb: 'update', kind }, async () => {
        const stored = await deps.store.get(kind.name, { id });
        if (stored?.status !== 'future') return { record: null, change: null };
        const after = { ...stored, status: 'publish' as const, revision: stored.revision + 1 };
        const touches = touchesOf(stored, after);
        const change = { record: after, expected: stored.revision, spreads: true, touches };
        return { record: after, change };
      });
      if (!record) continue;
      published++;
      await spreadChange(deps, kind, { id, revision: record.revision, record });
    }
  }
  return published;
}
