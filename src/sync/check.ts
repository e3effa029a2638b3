/**
 * Checks whether the index matches the store, and dates match their series; repairs both:
 * `npm run check-sync`. Records with pending outbox entries and records that change during the
 * check do not count as differences.
 */
import { allKinds } from '../kinds/index.js';
import type { KindName } from '../kinds/record.js';
import { refKey } from '../store/port.js';
import { type Difference, differencesOf, removalsOf } from './compare.js';
import type { SeriesDifference, SyncDeps } from './deps.js';
import { pendingRecords } from './pending.js';
import { isStampStale, pushRecords } from './push.js';

/** Receives each difference: of versions, or of the dates of a series. */
export type OnDifference = (kind: KindName, difference: Difference | SeriesDifference) => void;

/**
 * Compares the whole store with the whole index, and the dates of all series with their rules;
 * calls `onDifference` for each difference. With `isRepair`, lets the dates follow their series,
 * pushes differing records again and removes index entries that have no record.
 */
export async function checkSync(
  deps: SyncDeps,
  { isRepair }: { isRepair: boolean },
  onDifference: OnDifference = () => undefined,
) {
  await deps.index.refresh();
  const checked = {
    /** Whether the whole index was made with other settings or by another release. */
    isStale: await isStampStale(deps),
    /** Index entries that differ, without pending outbox entries, and series whose dates differ. */
    differing: 0,
    /** Differences that were repaired. */
    repaired: 0,
  };
  for (const kind of allKinds) {
    const { name } = kind;
    for await (const difference of deps.series.differences(deps, kind)) {
      onDifference(name, difference);
      checked.differing += 1;
      if (isRepair && (await deps.series.followOne(deps, { kind: name, id: difference.id }))) {
        checked.repaired += 1;
      }
    }
    for await (const batch of differencesOf(name, deps.store, deps.index)) {
      const standing = await stillDiffering(deps, name, batch);
      for (const difference of standing) onDifference(name, difference);
      checked.differing += standing.length;
      if (isRepair) checked.repaired += await repair(deps, name, standing);
    }
  }
  if (checked.repaired > 0) await deps.index.refresh();
  return checked;
}

/** Checks each difference again, to exclude records written between the two reads. */
async function stillDiffering(
  deps: SyncDeps,
  kind: KindName,
  batch: readonly Difference[],
): Promise<Difference[]> {
  const standing: Difference[] = [];
  for (const { id } of batch) {
    // The index first, as in the comparison itself.
    const [indexed] = await deps.index.versions(kind, { afterId: id - 1, limit: 1 });
    const [stored] = await deps.store.versions(kind, id - 1, 1);
    const store = stored?.id === id ? stored.version : null;
    const index = indexed?.id === id ? indexed.version : null;
    if (store !== index) standing.push({ id, store, index });
  }
  if (standing.length === 0) return standing;
  const pending = await pendingRecords(deps.store);
  return standing.filter(({ id }) => !pending.has(refKey({ kind, id })));
}

/**
 * Resolves differences in favour of the store. Each record gets a version above that of its index
 * entry, so that the index accepts the push even if the entry's version is wrong. → the number of
 * entries that the index accepted.
 */
async function repair(
  deps: SyncDeps,
  kind: KindName,
  batch: readonly Difference[],
): Promise<number> {
  const existing = batch.filter(({ store }) => store !== null);
  const raised = await deps.store.raiseVersions(
    kind,
    existing.map(({ id, index }) => ({ id, above: index ?? 0 })),
  );
  const { retry, refused } = await pushRecords(deps, raised, removalsOf(kind, batch));
  return batch.length - retry.length - refused.length;
}
