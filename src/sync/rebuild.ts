/**
 * Fills a new index with all records and switches to it. The work is an outbox entry, which one
 * process at a time leases; after an interruption the next one starts over. The index applies
 * concurrent writes to both indices; comparisons, the last after the switch, find missed ones.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { allKinds } from '../kinds/index.js';
import type { KindName, StoredRecord } from '../kinds/record.js';
import { turn } from '../lib/turn.js';
import { limits } from '../limits.js';
import type { IndexEntry, Rebuild } from '../search/port.js';
import { batchesOf, type OutboxEntry, type OutboxTask } from '../store/port.js';
import { pauseMsAfter } from './backoff.js';
import { checkSync } from './check.js';
import { differencesOf, removalsOf } from './compare.js';
import type { SyncDeps } from './deps.js';
import { openLease } from './outbox.js';
import { documentsOf, indexStamp, isStampStale } from './push.js';

/** How to observe and stop a rebuild. */
interface RebuildOptions {
  /** Called while another process builds. */
  onWait?: () => void;
  /** Called after each batch. */
  onProgress?: (kind: KindName, records: number) => void;
  /** → whether to stop and leave the rest to another process. Called between batches. */
  isStopped?: () => boolean;
}

/** → the task of building an index with the stamp of this process. */
export const rebuildTask = (deps: SyncDeps): OutboxTask => `rebuild:${indexStamp(deps)}`;

/** Orders a rebuild for processes of this release and these settings, instead of any other. */
export const orderRebuild = (deps: SyncDeps): Promise<void> =>
  deps.store.outbox.add({ task: rebuildTask(deps), records: [], position: null });

/**
 * Rebuilds the index, or waits for the rebuilding process. → the number of records put by this
 * call, or null when it was stopped. Throws when an engine does not respond, and the outbox entry
 * remains; and when the index was built for another stamp instead.
 */
export async function rebuild(
  deps: SyncDeps,
  options: RebuildOptions = {},
): Promise<number | null> {
  const { outbox } = deps.store;
  await orderRebuild(deps);
  const isOrdered = async () => (await outbox.backlog()).rebuilding?.stamp === indexStamp(deps);
  do {
    const untilMs = deps.now() + limits.leaseMs;
    const [entry] = await outbox.lease([rebuildTask(deps)], { limit: 1, untilMs });
    if (entry) return workOnRebuild(deps, entry, options);
    if (options.isStopped?.()) return null;
    options.onWait?.();
    await pause(limits.pollEveryMs);
  } while (await isOrdered());
  if (!(await isStampStale(deps))) return 0;
  throw new Error('Another process has built the index for other settings or another release.');
}

/** Works on a leased `rebuild` entry. → the number of records put; null: it was stopped. */
export async function workOnRebuild(
  deps: SyncDeps,
  entry: OutboxEntry,
  options: RebuildOptions = {},
): Promise<number | null> {
  const extend = openLease(deps, entry);
  const release = () => deps.store.outbox.renew([entry], { untilMs: deps.now(), position: '0' });
  try {
    const build = await deps.index.rebuild(indexStamp(deps));
    await extend();
    deps.failPoint('rebuild:begun');
    const put = await fill(deps, build, extend, options);
    if (put === null) {
      await release();
      return null;
    }
    deps.failPoint('rebuild:filled');
    await catchUp(deps, build, extend);
    deps.failPoint('rebuild:caught-up');
    await finish(build, extend);
    deps.backoff.succeeded();
    deps.failPoint('rebuild:switched');
    // Entries that were pushed to the old index only, during the last comparison.
    await checkSync(deps, { isRepair: true });
    await deps.store.outbox.finish([entry]);
    return put;
  } catch (error) {
    await release().catch(() => undefined);
    throw error;
  }
}

/** The steps of a rebuild at which a crash test can kill the process. */
export const REBUILD_FAIL_POINTS = [
  'rebuild:begun',
  'rebuild:filling',
  'rebuild:filled',
  'rebuild:caught-up',
  'rebuild:switched',
];

/** Extends the lease; the position is how many records the index has, shown in `/health`. */
type Extend = (position?: string) => Promise<void>;

/** Puts all records. → the number of records put; null: it was stopped. */
async function fill(
  deps: SyncDeps,
  build: Rebuild,
  extend: Extend,
  { onProgress = () => undefined, isStopped = () => false }: RebuildOptions,
): Promise<number | null> {
  let total = 0;
  for (const { name } of allKinds) {
    for await (const records of batchesOf(deps.store, name, { limit: limits.sliceRecords })) {
      await turn();
      await putAll(deps, build, records);
      await extend(String(total));
      deps.failPoint('rebuild:filling');
      total += records.length;
      onProgress(name, records.length);
      if (isStopped()) return null;
    }
  }
  return total;
}

/** Puts records, retrying while the index is busy; upkeep retries the refused records. */
async function putAll(
  deps: SyncDeps,
  build: Rebuild,
  records: readonly StoredRecord[],
): Promise<void> {
  let left: IndexEntry[] = await documentsOf(deps, records);
  for (let tries = 0; left.length > 0; tries++) {
    if (tries === limits.rebuildTries) throw new Error('The index did not accept all records.');
    // Only one process builds at a time, so the pause needs no jitter.
    if (tries > 0) await pause(pauseMsAfter(tries, 1));
    const results = await build.put(left);
    const refused = left.filter((_, at) => results[at]?.outcome === 'refused');
    if (refused.length > 0) {
      await deps.store.outbox.add({ task: 'index', records: refused, position: null });
    }
    left = left.filter((_, at) => results[at]?.outcome === 'retry');
  }
}

/** Compares and puts differences until the two agree, at most `limits.rebuildTries` times. */
async function catchUp(deps: SyncDeps, build: Rebuild, extend: Extend): Promise<void> {
  for (let pass = 0; pass < limits.rebuildTries; pass++) {
    let differences = 0;
    for (const { name } of allKinds) {
      await extend();
      for await (const batch of differencesOf(name, deps.store, build)) {
        differences += batch.length;
        const ids = batch.flatMap(({ id, store }) => (store === null ? [] : id));
        await putAll(deps, build, await deps.store.find(name, 'id', ids));
        const removals = removalsOf(name, batch);
        if (removals.length > 0) await build.put(removals);
      }
    }
    if (differences === 0) return;
  }
}

/** Waits for replicas, at most `limits.replicasMs`: an index without is better than an old one. */
async function finish(build: Rebuild, extend: Extend): Promise<void> {
  const endMs = performance.now() + limits.replicasMs;
  while (!(await build.finish({ isPatient: performance.now() < endMs }))) {
    await extend();
    await pause(limits.pollEveryMs);
  }
}
