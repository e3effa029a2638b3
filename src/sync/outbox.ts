/**
 * Processes the outbox entries of written and touched records: raises versions, renews snapshots,
 * counts usage and pushes to the index. Any process may repeat this work at any time.
 */
import type { StoredRecord } from '../kinds/record.js';
import { groupBy, splitBy } from '../lib/batches.js';
import { limits } from '../limits.js';
import type { Tombstone } from '../search/port.js';
import { type OutboxEntry, type Outcome, type RecordRef, refKey } from '../store/port.js';
import { pauseMsAfter } from './backoff.js';
import type { SyncDeps } from './deps.js';
import { type Pushed, pushRecords } from './push.js';
import { renewSnapshots } from './refresh-snapshots.js';

/**
 * Processes `index` and `usage` entries. `records`: their records that were read before, as
 * written; a record with renewed snapshots is replaced in this array. → false when the index did
 * not take everything, and the rest waits for a retry. Throws when the store does not answer.
 */
export async function workOff(
  deps: SyncDeps,
  all: readonly OutboxEntry[],
  records: StoredRecord[] = [],
): Promise<boolean> {
  // The change feed has no part in the index; its entries wait for their own lane.
  const entries = all.filter(({ task }) => task !== 'changes');
  if (entries.length === 0) return true;
  const leave = async (waiting: readonly OutboxEntry[]) => {
    await deps.store.outbox.renew(waiting, { untilMs: deps.now() });
    return false;
  };
  if (!deps.backoff.isOver()) return leave(entries);
  const { written, touched, removals } = collect(entries);
  const left: Pushed = { retry: [], refused: [] };
  deps.failPoint('push:begin');
  // They may be many: all but the last ones are pushed alone.
  const refs = [...touched.values()];
  while (refs.length > limits.batchRecords) {
    const batch = await raiseVersions(deps, refs.splice(0, limits.batchRecords));
    if (!(await tryPush(deps, left, batch))) return leave(entries);
  }
  const raised = await raiseVersions(deps, refs);
  const newest = newestOf([...records, ...raised]);
  const current = await readCurrent(deps, [...written.values()], newest);
  const { renewed, newEntries } = await renewSnapshots(deps, current, newest);
  replaceIn(records, renewed, newest);
  const latest = [...newestOf([...raised, ...renewed]).values()];
  if (!(await tryPush(deps, left, latest, removals))) return leave([...entries, ...newEntries]);
  deps.failPoint('push:indexed');
  const [indexed, further] = splitBy(newEntries, ({ task }) => task === 'index');
  const isTaken = await finish(deps, [...entries, ...indexed], left);
  deps.failPoint('push:finished');
  return (await workOff(deps, further)) && isTaken;
}

/** The same for the entries of a write. Its other entries remain. */
export const pushOutcome = (
  deps: SyncDeps,
  { entries, written }: Pick<Outcome, 'entries' | 'written'>,
): Promise<boolean> => workOff(deps, entries.filter(isPush), written);

/** → whether `workOff` does an entry. */
export const isPush = ({ task }: Pick<OutboxEntry, 'task'>): boolean =>
  task === 'index' || task === 'usage';

/** → a function that renews a long entry's lease now and then, and stores its progress. */
export function openLease({ store, now }: SyncDeps, entry: OutboxEntry) {
  let extendedMs = performance.now();
  return async (position?: string): Promise<void> => {
    if (performance.now() - extendedMs < limits.saveEveryMs) return;
    extendedMs = performance.now();
    await store.outbox.renew([entry], { untilMs: now() + limits.leaseMs, position });
  };
}

/** Names of the steps at which a test may end the process. */
export const PUSH_FAIL_POINTS = ['push:begin', 'push:indexed', 'push:finished'];

/** → each record once, however many entries name it. */
function collect(entries: readonly OutboxEntry[]) {
  const [written, touched] = [new Map<string, RecordRef>(), new Map<string, RecordRef>()];
  const removals: Tombstone[] = [];
  for (const { task, records, removed } of entries) {
    for (const ref of records) {
      const version = removed[refKey(ref)];
      if (version !== undefined) removals.push({ ...ref, version, isRemoved: true });
      else (task === 'usage' ? touched : written).set(refKey(ref), ref);
    }
  }
  return { written, touched, removals };
}

async function raiseVersions(deps: SyncDeps, refs: readonly RecordRef[]): Promise<StoredRecord[]> {
  const byKind = [...groupBy(refs, ({ kind }) => kind)];
  const raised = await Promise.all(
    byKind.map(([kind, ofKind]) => deps.store.raiseVersions(kind, ofKind)),
  );
  return raised.flat();
}

/** → the existing records; missing records are read, and added to `newest`. */
async function readCurrent(
  deps: SyncDeps,
  refs: readonly RecordRef[],
  newest: Map<string, StoredRecord>,
): Promise<StoredRecord[]> {
  const missing = refs.filter((ref) => !newest.has(refKey(ref)));
  const read = [...groupBy(missing, ({ kind }) => kind)].map(async ([kind, ofKind]) => {
    const ids = ofKind.map(({ id }) => id);
    for (const record of await deps.store.find(kind, 'id', ids)) newest.set(refKey(record), record);
  });
  await Promise.all(read);
  return refs.flatMap((ref) => newest.get(refKey(ref)) ?? []);
}

/** → each record once, by `refKey`: of several writes of one record, the last. */
function newestOf(records: readonly StoredRecord[]): Map<string, StoredRecord> {
  return new Map(
    [...records].sort((a, b) => a.version - b.version).map((record) => [refKey(record), record]),
  );
}

/** Puts renewed records in the place of their last write. Earlier ones are answered as written. */
function replaceIn(
  records: StoredRecord[],
  renewed: readonly StoredRecord[],
  known: ReadonlyMap<string, StoredRecord>,
): void {
  const byKey = new Map(renewed.map((record) => [refKey(record), record]));
  for (const [at, record] of records.entries()) {
    const key = refKey(record);
    const isLast = known.get(key)?.revision === record.revision;
    records[at] = (isLast ? byKey.get(key) : undefined) ?? record;
  }
}

/** Pushes, and adds the refused records to `left`. → false when the index does not answer. */
async function tryPush(
  deps: SyncDeps,
  left: Pushed,
  records: readonly StoredRecord[],
  removals: readonly Tombstone[] = [],
): Promise<boolean> {
  try {
    const { retry, refused } = await pushRecords(deps, records, removals);
    left.retry.push(...retry);
    left.refused.push(...refused);
    return true;
  } catch (error) {
    deps.log.warn({ err: error, records: records.length }, 'the index failed; will try again');
    return false;
  }
}

/**
 * Finishes entries. Entries with unindexed records wait for a growing pause, which is longer after
 * a refusal of the content: a later release may write it in another way. → whether all were
 * indexed.
 */
async function finish(
  deps: SyncDeps,
  entries: readonly OutboxEntry[],
  { retry, refused }: Pushed,
): Promise<boolean> {
  const isAmong = (refs: readonly RecordRef[]) => {
    const keys = new Set(refs.map(refKey));
    return ({ records }: OutboxEntry) => records.some((ref) => keys.has(refKey(ref)));
  };
  const [toRetry, isRefused] = [isAmong(retry), isAmong(refused)];
  const [left, done] = splitBy(entries, (entry) => toRetry(entry) || isRefused(entry));
  await deps.store.outbox.finish(done);
  for (const entry of left) {
    const maxMs = toRetry(entry) ? limits.pushPauseMaxMs : limits.refusedPauseMaxMs;
    const untilMs = deps.now() + pauseMsAfter(entry.tries, Math.random(), maxMs);
    await deps.store.outbox.renew([entry], { untilMs, isRefused: isRefused(entry) });
  }
  return left.length === 0;
}
