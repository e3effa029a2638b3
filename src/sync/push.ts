/**
 * Store → index: writes the records just written into the index, and those whose usage they
 * changed, and marks what is done. What cannot be done stays marked in the store and is done by
 * drain.ts; what the index refuses for good is set aside with its reason.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { allKinds, holdersOf } from '../kinds/index.js';
import { type KindName, NO_USAGE, type Usage } from '../kinds/record.js';
import { chunksOf } from '../lib/batches.js';
import type { Log } from '../lib/log.js';
import { limits } from '../limits.js';
import { presentTexts, type TextSettings } from '../present/record.js';
import { toDocument } from '../search/document.js';
import type { PutResult, SearchDocument, SearchIndex } from '../search/port.js';
import type { Pending, RecordStore, Touch } from '../store/port.js';
import type { Gate } from './gate.js';

/** What sync needs. `now` in ms since the epoch. */
export interface SyncDeps {
  store: RecordStore;
  index: SearchIndex;
  gate: Gate;
  now: () => number;
  log: Log;
  texts: TextSettings;
  /** Ends the process where a test of crashes asks for it; does nothing else. */
  failPoint: (name: string) => void;
}

/** Where a process may be ended between the steps of a push. */
export const PUSH_FAIL_POINTS = ['push:begin', 'push:indexed', 'push:marked', 'push:touched'];

/**
 * Pushes changes just written and the records they touched. Never throws for the index's sake, and
 * waits for it no longer than `limits.pushWaitMs`: the write is done, and drain goes on.
 */
export async function pushWritten(
  deps: SyncDeps,
  written: readonly Pending[],
  touches: readonly Touch[],
): Promise<void> {
  if (written.length === 0 || !deps.gate.isOpen()) return;
  deps.failPoint('push:begin');
  const work = deps.gate.run(async () => {
    await Promise.all([pushEntries(deps, written), pushTouched(deps, touches)]);
    deps.failPoint('push:touched');
  });
  // Too many are under way: the index is slow, and drain will come to these.
  if (!work) return;
  const timer = new AbortController();
  // Those who write next do not wait for a slow index as well.
  const waited = pause(limits.pushWaitMs, undefined, { signal: timer.signal }).then(
    () => deps.gate.failed(),
    () => undefined,
  );
  const report = (error: unknown) => deps.log.error({ err: error }, 'push failed; will retry');
  await Promise.race([work.catch(report), waited]);
  timer.abort();
}

/** Pushes records and removals of any kinds. → whether the index took them all. */
export async function pushEntries(deps: SyncDeps, entries: readonly Pending[]): Promise<boolean> {
  const pushed = await Promise.all(
    allKinds.map(async ({ name }) => {
      let isDone = true;
      const own = entries.filter(({ kind }) => kind === name);
      for (const batch of chunksOf(own, limits.batchRecords)) {
        const { left } = await push(deps, name, batch);
        isDone &&= left.length === 0;
      }
      return isDone;
    }),
  );
  return pushed.every((isDone) => isDone);
}

/** What the index did not take. */
export interface Pushed {
  /** To be tried again. */
  left: Pending[];
  /** True: the index did not answer at all. */
  isDown: boolean;
}

/** Pushes entries of one kind and marks those the index has taken, or refused. */
export async function push(
  deps: SyncDeps,
  kind: KindName,
  entries: readonly Pending[],
): Promise<Pushed> {
  if (entries.length === 0) return { left: [], isDown: false };
  const documents = await documentsOf(deps, kind, entries);
  const removed = entries.filter((entry) => entry.record === null);
  let results: PutResult[];
  try {
    results = [
      ...(documents.length > 0 ? await deps.index.put(kind, documents) : []),
      ...(removed.length > 0 ? await deps.index.remove(kind, removed) : []),
    ];
  } catch (error) {
    deps.gate.failed();
    deps.log.warn({ err: error, kind, records: entries.length }, 'index push failed; will retry');
    return { left: [...entries], isDown: true };
  }
  deps.failPoint('push:indexed');
  const left = await settle(deps, kind, entries, results);
  deps.failPoint('push:marked');
  deps.gate.succeeded();
  return { left, isDown: false };
}

/** → the index entries of records of one kind; removals have none. */
export async function documentsOf(
  deps: Pick<SyncDeps, 'store' | 'now' | 'texts'>,
  kind: KindName,
  entries: readonly Pending[],
): Promise<SearchDocument[]> {
  const records = entries.flatMap(({ record, version }) => (record ? { record, version } : []));
  const usage = await usageOf(
    deps,
    kind,
    records.map(({ record }) => record.id),
  );
  return records.map((entry) =>
    toDocument(
      entry,
      usage.get(entry.record.id) ?? NO_USAGE,
      presentTexts(entry.record, deps.texts),
    ),
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
    const found = ids.length > 0 ? await deps.store.usage(relation.field, ids, nowSeconds) : [];
    for (const [id, counts] of found) usage.set(id, counts);
  }
  return usage;
}

/** The records whose usage changed, as they are by now. */
async function pushTouched(deps: SyncDeps, touches: readonly Touch[]): Promise<void> {
  const pending: Pending[] = [];
  for (const { name } of allKinds) {
    const ids = [...new Set(touches.filter(({ kind }) => kind === name).map(({ id }) => id))];
    for (const chunk of chunksOf(ids, limits.batchRecords)) {
      pending.push(...(await deps.store.unindexed(name, { ids: chunk, limit: chunk.length })));
    }
  }
  await pushEntries(deps, pending);
}

async function settle(
  deps: SyncDeps,
  kind: KindName,
  entries: readonly Pending[],
  results: readonly PutResult[],
): Promise<Pending[]> {
  const failed = results.filter(({ outcome }) => outcome === 'retry' || outcome === 'refused');
  const ids = new Set(failed.map(({ id }) => id));
  await deps.store.markIndexed(
    kind,
    entries.filter(({ id }) => !ids.has(id)),
  );
  if (failed.length === 0) return [];
  deps.log.warn({ kind, failed }, 'index refused entries');
  return setRefusedAside(deps, kind, entries, results);
}

/** Takes what the index refuses for good out of the unindexed. → entries to be tried again. */
export async function setRefusedAside(
  { store }: Pick<SyncDeps, 'store'>,
  kind: KindName,
  entries: readonly Pending[],
  results: readonly PutResult[],
): Promise<Pending[]> {
  const told = new Map(results.map((result) => [result.id, result]));
  const refused = entries.flatMap(({ id, version }) => {
    const result = told.get(id);
    return result?.outcome === 'refused' ? [{ id, version, reason: result.reason }] : [];
  });
  if (refused.length > 0) await store.setAside(kind, refused);
  return entries.filter(({ id }) => told.get(id)?.outcome === 'retry');
}
