/**
 * Whether the index holds what the store holds, and how to repair it: `npm run check-sync`. What is
 * owed by the outbox is no fault, nor what changes while it is looked at.
 */
import { allKinds } from '../kinds/index.js';
import type { KindName } from '../kinds/record.js';
import { limits } from '../limits.js';
import { refKey } from '../store/port.js';
import { type Difference, differencesOf, removalsOf } from './compare.js';
import { indexStamp, pushRecords, type SyncDeps } from './push.js';

/** What a check came to. */
export interface Checked {
  /** Entries that differ and that the outbox does not owe. */
  differing: number;
  /** Differences that were repaired. */
  repaired: number;
}

/**
 * Compares the whole of both. `onDifference` hears each difference; with `isRepair` records are
 * pushed again and entries that no record stands for are removed.
 */
export async function checkSync(
  deps: SyncDeps,
  { isRepair }: { isRepair: boolean },
  onDifference: (kind: KindName, difference: Difference) => void = () => undefined,
): Promise<Checked> {
  await deps.index.refresh();
  const checked: Checked = { differing: 0, repaired: 0 };
  for (const { name } of allKinds) {
    for await (const batch of allDifferences(deps, name)) {
      const standing = await stillDiffering(deps, name, batch);
      for (const difference of standing) onDifference(name, difference);
      checked.differing += standing.length;
      if (isRepair) checked.repaired += await repair(deps, name, standing);
    }
  }
  if (checked.repaired > 0) await deps.index.refresh();
  return checked;
}

/** Differences in versions, then entries of another layout or other settings. */
async function* allDifferences(deps: SyncDeps, kind: KindName): AsyncGenerator<Difference[]> {
  yield* differencesOf(kind, {
    store: deps.store.versions,
    index: (of, afterId, limit) => deps.index.versions(of, { afterId, limit }),
  });
  const stampOtherThan = indexStamp(deps);
  // Where the whole index is of another release, its entries are as they should be.
  if ((await deps.index.stamp()) !== stampOtherThan) return;
  const limit = limits.batchRecords;
  for (let afterId = 0; ; ) {
    const old = await deps.index.versions(kind, { afterId, limit, stampOtherThan });
    if (old.length > 0) yield old.map(({ id, version }) => ({ id, store: version, index: -1 }));
    const last = old.at(-1);
    if (!last || old.length < limit) return;
    afterId = last.id;
  }
}

/** Looks again, one by one: a write between two readings is no difference. */
async function stillDiffering(
  deps: SyncDeps,
  kind: KindName,
  batch: readonly Difference[],
): Promise<Difference[]> {
  const standing: Difference[] = [];
  for (const difference of batch) {
    const { id } = difference;
    const [stored] = await deps.store.versions(kind, id - 1, 1);
    const [indexed] = await deps.index.versions(kind, { afterId: id - 1, limit: 1 });
    const isOld = difference.index === -1;
    const store = stored?.id === id ? stored.version : null;
    const index = indexed?.id === id ? (isOld ? -1 : indexed.version) : null;
    if (store !== index) standing.push({ id, store, index });
  }
  if (standing.length === 0) return standing;
  const owed = await owedRecords(deps);
  return standing.filter(({ id }) => !owed.has(refKey({ kind, id })));
}

/** → the records that entries of the outbox name, by `refKey`. */
async function owedRecords({ store }: SyncDeps): Promise<Set<string>> {
  const owed = new Set<string>();
  for (let afterId: string | null = null; ; ) {
    const query = { setAside: false, afterId, limit: limits.batchRecords };
    const entries = await store.outbox.list(query);
    for (const { records, task } of entries) {
      if (task === 'index' || task === 'usage') for (const ref of records) owed.add(refKey(ref));
    }
    const last = entries.at(-1);
    if (!last || entries.length < query.limit) return owed;
    afterId = last.id;
  }
}

/**
 * The store is right in every difference. Its record is given a version above the index's, so that
 * the push is taken even where the index holds one that no record ever had. → how many the index
 * took.
 */
async function repair(
  deps: SyncDeps,
  kind: KindName,
  batch: readonly Difference[],
): Promise<number> {
  const kept = batch.filter(({ store }) => store !== null);
  const raised = await deps.store.raiseVersions(
    kind,
    kept.map(({ id, index }) => ({ id, above: index ?? 0 })),
  );
  const { retry, refused } = await pushRecords(deps, raised, removalsOf(kind, batch));
  return batch.length - retry.length - refused.length;
}
