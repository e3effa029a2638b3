/**
 * Whether the index holds what the store holds, and how to mend it: `npm run check-sync`. What is
 * still to be pushed is no fault, nor what changes while it is looked at.
 */
import { allKinds } from '../kinds/index.js';
import type { KindName } from '../kinds/record.js';
import { type Difference, differencesOf, removalsOf } from './compare.js';
import { drain } from './drain.js';
import type { SyncDeps } from './push.js';

/** What a check came to. */
export interface Checked {
  /** Entries that differ and are not waiting to be pushed. */
  differing: number;
  /** Differences that were mended. */
  mended: number;
}

/**
 * Compares the whole of both. `onDifference` hears each difference; with `isRepair` records are
 * pushed again and entries nobody has a record for are removed.
 */
export async function checkSync(
  deps: SyncDeps,
  { isRepair }: { isRepair: boolean },
  onDifference: (kind: KindName, difference: Difference) => void,
): Promise<Checked> {
  await deps.index.refresh();
  let differing = 0;
  let mended = 0;
  for (const { name } of allKinds) {
    const sides = { store: deps.store.versions, index: deps.index.versions };
    for await (const batch of differencesOf(name, sides)) {
      const standing = await stillDiffering(deps, name, batch);
      for (const difference of standing) onDifference(name, difference);
      differing += standing.length;
      if (!isRepair) continue;
      await mend(deps, name, standing);
      mended += standing.length;
    }
  }
  if (isRepair && differing > 0) {
    await drain(deps);
    await deps.index.refresh();
  }
  return { differing, mended };
}

/** Looks again, one by one: a write between the two readings is no difference. */
async function stillDiffering(
  deps: SyncDeps,
  kind: KindName,
  batch: readonly Difference[],
): Promise<Difference[]> {
  const ids = batch.map(({ id }) => id);
  const waiting = await deps.store.unindexed(kind, { ids, limit: ids.length });
  const standing: Difference[] = [];
  for (const { id } of batch) {
    if (waiting.some((entry) => entry.id === id)) continue;
    const [stored] = await deps.store.versions(kind, id - 1, 1);
    const [indexed] = await deps.index.versions(kind, id - 1, 1);
    const now = {
      id,
      store: stored?.id === id ? stored.version : null,
      index: indexed?.id === id ? indexed.version : null,
    };
    if (now.store !== now.index) standing.push(now);
  }
  return standing;
}

// The store is right in every difference. Its record is given a version above the index's, so that
// the push is taken even where the index holds one that no record ever had.
async function mend(deps: SyncDeps, kind: KindName, batch: readonly Difference[]): Promise<void> {
  const raised = batch.filter(({ store }) => store !== null);
  await deps.store.raise(
    kind,
    raised.map(({ id, index }) => ({ id, version: index ?? 0 })),
  );
  const gone = removalsOf(batch);
  if (gone.length > 0) await deps.index.remove(kind, gone);
}
