/**
 * Store → index: writes the records just written into the index, counts usage anew, marks what is
 * done. What cannot be done stays marked in the store and is done by drain.ts.
 */
import { allKinds, holdersOf, kinds } from '../kinds/index.js';
import { type KindName, NO_USAGE, type StoredRecord, type Usage } from '../kinds/record.js';
import type { Log } from '../lib/log.js';
import { limits } from '../limits.js';
import { presentTexts, type TextSettings } from '../present/record.js';
import { toDocument } from '../search/document.js';
import type { PutResult, SearchDocument, SearchIndex } from '../search/port.js';
import type { Pending, RecordStore, Write } from '../store/port.js';

/** What sync needs. `now` in ms since the epoch. */
export interface SyncDeps {
  store: RecordStore;
  index: SearchIndex;
  now: () => number;
  log: Log;
  texts: TextSettings;
}

/**
 * Pushes records (and removals) of one kind and marks those the index has taken. Never throws
 * for the index's sake: the write is done, the client gets its answer, drain goes on.
 * → whether everything was taken.
 */
export async function push(
  deps: SyncDeps,
  kind: KindName,
  entries: readonly Pending[],
): Promise<boolean> {
  if (entries.length === 0) return true;
  try {
    const removed = entries.filter((entry) => entry.record === null);
    const changed = entries.flatMap((entry) => entry.record ?? []);
    const results = [
      ...(changed.length > 0
        ? await deps.index.put(kind, await documentsOf(deps, kind, changed))
        : []),
      ...(removed.length > 0 ? await deps.index.remove(kind, removed) : []),
    ];
    return await settle(deps, kind, entries, results);
  } catch (error) {
    deps.log.warn({ err: error, kind, records: entries.length }, 'index push failed; will retry');
    return false;
  }
}

/** Pushes changes just written, of any kinds, then the usage they touched. */
export async function pushWritten(deps: SyncDeps, writes: readonly Write[]): Promise<void> {
  await pushByKind(deps, writes);
  await pushUsage(deps);
}

/** Pushes changes just written, each kind's together; usage is left to who calls. */
export async function pushByKind(deps: SyncDeps, writes: readonly Write[]): Promise<void> {
  for (const { name } of allKinds) {
    const own = writes.filter(({ record }) => record.kind === name);
    await push(
      deps,
      name,
      own.map(({ record, isRemoval }) => ({
        id: record.id,
        revision: record.revision,
        record: isRemoval ? null : record,
      })),
    );
  }
}

/** Counts usage anew for the records that writes touched. → whether the index took it all. */
export async function pushUsage(deps: SyncDeps): Promise<boolean> {
  try {
    for (const { name } of allKinds) {
      for (;;) {
        const touched = await deps.store.touched(name, limits.batchRecords);
        if (touched.length === 0) break;
        const ids = touched.map((entry) => entry.id);
        await deps.index.putUsage(name, await usageOf(deps, name, ids));
        await deps.store.clearTouched(name, touched);
      }
    }
    return true;
  } catch (error) {
    deps.log.warn({ err: error }, 'usage push failed; will retry');
    return false;
  }
}

/** → the index entries of records of one kind. */
export async function documentsOf(
  deps: SyncDeps,
  kind: KindName,
  records: readonly StoredRecord[],
): Promise<SearchDocument[]> {
  const usage = await usageOf(
    deps,
    kind,
    records.map((record) => record.id),
  );
  return records.map((record) =>
    toDocument(record, usage.get(record.id) ?? NO_USAGE, presentTexts(record, deps.texts)),
  );
}

/** → how events use each record; records nobody uses have `NO_USAGE`. */
export async function usageOf(
  deps: Pick<SyncDeps, 'store' | 'now'>,
  kind: KindName,
  ids: readonly number[],
): Promise<Map<number, Usage>> {
  const usage = new Map<number, Usage>(ids.map((id) => [id, NO_USAGE]));
  const nowSeconds = Math.floor(deps.now() / 1000);
  for (const { relation } of holdersOf(kind)) {
    const found = await deps.store.usage(relation.field, ids, nowSeconds);
    for (const [id, counts] of found) usage.set(id, counts);
  }
  return usage;
}

async function settle(
  deps: SyncDeps,
  kind: KindName,
  entries: readonly Pending[],
  results: readonly PutResult[],
): Promise<boolean> {
  const failed = new Map(
    results.flatMap((result) =>
      result.outcome === 'retry' || result.outcome === 'refused'
        ? [[result.id, result.reason] as const]
        : [],
    ),
  );
  const done = entries.filter((entry) => !failed.has(entry.id));
  await deps.store.markIndexed(kind, done);
  if (failed.size > 0) {
    deps.log.warn({ kind: kinds[kind].name, failed: [...failed] }, 'index refused entries');
  }
  return failed.size === 0;
}
