/**
 * All records into a new index beside the one that answers, which it then replaces in one step.
 * Called at start when the texts are of other settings, and by scripts. A build that broke off is
 * gone on with. What is written meanwhile reaches both; a comparison finds what did not.
 */
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { allKinds } from '../kinds/index.js';
import type { KindName } from '../kinds/record.js';
import { limits } from '../limits.js';
import { textStamp } from '../present/record.js';
import type { Rebuild } from '../search/port.js';
import type { Pending } from '../store/port.js';
import { checkSync } from './check.js';
import { type Difference, differencesOf, removalsOf } from './compare.js';
import { pauseMsAfter } from './gate.js';
import { documentsOf, type SyncDeps, setRefusedAside } from './push.js';

/** → whether the index's texts were made with other settings or by another presenter. */
export async function isStampStale(deps: SyncDeps): Promise<boolean> {
  return (await deps.index.stamp()) !== textStamp(deps.texts);
}

/**
 * Builds the index anew. `onProgress` hears each batch. → records put, or null when another
 * process is at it. Throws when the index does not answer.
 */
export async function rebuild(
  deps: SyncDeps,
  onProgress: (kind: KindName, records: number) => void = () => undefined,
): Promise<number | null> {
  const build = await deps.index.rebuild(textStamp(deps.texts));
  if (!build) return null;
  deps.failPoint('rebuild:begun');
  let total = 0;
  for (const { name } of allKinds) {
    for (let afterId = build.doneUpTo(name); ; ) {
      const entries = await deps.store.scan(name, afterId, limits.batchRecords);
      const last = entries.at(-1);
      if (!last) break;
      afterId = last.id;
      await fill(deps, build, name, entries);
      await build.saveProgress(name, afterId);
      deps.failPoint('rebuild:filling');
      total += entries.length;
      onProgress(name, entries.length);
      // An embedded engine never waits: requests have their turn between two batches.
      await turn();
    }
  }
  deps.failPoint('rebuild:filled');
  await catchUp(deps, build);
  deps.failPoint('rebuild:caught-up');
  await build.finish();
  deps.failPoint('rebuild:switched');
  // A process that was stopped in the middle of a push may have reached the old index alone.
  await checkSync(deps, { isRepair: true }, () => undefined);
  return total;
}

/** Where a process may be ended between the stages of a rebuild. */
export const REBUILD_FAIL_POINTS = [
  'rebuild:begun',
  'rebuild:filling',
  'rebuild:filled',
  'rebuild:caught-up',
  'rebuild:switched',
];

/** Puts entries, those the index is too busy for again; what it refuses is set aside. */
async function fill(
  deps: SyncDeps,
  build: Rebuild,
  kind: KindName,
  entries: readonly Pending[],
): Promise<void> {
  let left = [...entries];
  for (let tries = 0; left.length > 0; tries++) {
    if (tries === limits.rebuildTries) throw new Error(`The index does not take ${kind} records.`);
    // One process builds: there is nobody to spread the pauses among.
    if (tries > 0) await pause(pauseMsAfter(tries, 1));
    const results = await build.put(kind, await documentsOf(deps, kind, left));
    left = await setRefusedAside(deps, kind, left, results);
  }
}

/** Until a comparison finds nothing more, or as often as concurrent writes are worth. */
async function catchUp(deps: SyncDeps, build: Rebuild): Promise<void> {
  for (let pass = 0; pass < limits.rebuildTries; pass++) {
    let found = 0;
    for (const { name } of allKinds) {
      const sides = { store: deps.store.versions, index: build.versions };
      for await (const batch of differencesOf(name, sides)) {
        found += batch.length;
        await level(deps, build, name, batch);
      }
    }
    if (found === 0) return;
  }
}

async function level(
  deps: SyncDeps,
  build: Rebuild,
  kind: KindName,
  batch: readonly Difference[],
): Promise<void> {
  const entries: Pending[] = [];
  for (const { id } of batch.filter(({ store }) => store !== null)) {
    const [entry] = await deps.store.scan(kind, id - 1, 1);
    if (entry?.id === id) entries.push(entry);
  }
  if (entries.length > 0) await fill(deps, build, kind, entries);
  const gone = removalsOf(batch);
  if (gone.length > 0) await build.remove(kind, gone);
}
