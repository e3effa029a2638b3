/**
 * Processes the outbox entries of written and touched records: raises versions, renews snapshots,
 * counts usage and pushes to the index. Any process may repeat this work at any time.
 */
import type { StoredRecord } from '../kinds/record.js';
import { chunksOf, groupBy } from '../lib/batches.js';
import { limits } from '../limits.js';
import type { Tombstone } from '../search/port.js';
import { type OutboxEntry, type RecordRef, refKey } from '../store/port.js';
import { pauseMsAfter } from './backoff.js';
import type { SyncDeps, Work } from './deps.js';
import { type Pushed, pushRecords } from './push.js';
import { renewSnapshots } from './refresh-snapshots.js';

/**
 * Processes `index` and `usage` entries. → false: the index did not take everything, and the rest
 * stays for a retry. Throws when the store does not answer.
 */
export async function workOff(deps: SyncDeps, work: Work): Promise<boolean> {
  const { records } = work;
  // The change feed has no part in the index; its entries stay for their own lane.
  const entries = work.entries.filter(({ task }) => task !== 'changes');
  if (entries.length === 0) return true;
  if (!deps.backoff.isOver()) {
    await deps.store.outbox.renew(entries, { untilMs: deps.now() });
    return false;
  }
  const about = collect(entries);
  if (about.written.size + about.removals.length === 0) {
    return workOffTouched(deps, entries, [...about.touched.values()]);
  }
  const touched = await raiseVersions(deps, [...about.touched.values()]);
  const newest = newestOf([...records, ...touched]);
  const current = await readCurrent(deps, [...about.written.values()], newest);
  const { renewed, newEntries } = await renewSnapshots(deps, current, newest);
  replaceIn(records, renewed, newest);
  deps.failPoint('push:begin');
  const pushed = await tryPush(deps, unite(touched, renewed), about.removals);
  if (!pushed) {
    await deps.store.outbox.renew([...entries, ...newEntries], { untilMs: deps.now() });
    return false;
  }
  deps.failPoint('push:indexed');
  const [indexed, others] = splitBy(newEntries, ({ task }) => task === 'index');
  const isTaken = await finish(deps, [...entries, ...indexed], pushed);
  deps.failPoint('push:finished');
  return (await workOff(deps, { entries: others, records: [] })) && isTaken;
}

/** The same for entries that only tell of touched records, which may be many: a batch at a time. */
async function workOffTouched(
  deps: SyncDeps,
  entries: readonly OutboxEntry[],
  refs: readonly RecordRef[],
): Promise<boolean> {
  const all: Pushed = { retry: [], refused: [] };
  deps.failPoint('push:begin');
  for (const some of chunksOf(refs, limits.batchRecords)) {
    const pushed = await tryPush(deps, await raiseVersions(deps, some), []);
    if (!pushed) {
      await deps.store.outbox.renew(entries, { untilMs: deps.now() });
      return false;
    }
    all.retry.push(...pushed.retry);
    all.refused.push(...pushed.refused);
  }
  deps.failPoint('push:indexed');
  const isTaken = await finish(deps, entries, all);
  deps.failPoint('push:finished');
  return isTaken;
}

/** Names of the steps at which a test may end the process. */
export const PUSH_FAIL_POINTS = ['push:begin', 'push:indexed', 'push:finished'];

interface About {
  written: Map<string, RecordRef>;
  touched: Map<string, RecordRef>;
  removals: Tombstone[];
}

/** → each record once, however many entries name it. */
function collect(entries: readonly OutboxEntry[]): About {
  const about: About = { written: new Map(), touched: new Map(), removals: [] };
  for (const { task, records, removed } of entries) {
    for (const ref of records) {
      const version = removed[refKey(ref)];
      if (version !== undefined) about.removals.push({ ...ref, version, isRemoved: true });
      else about[task === 'usage' ? 'touched' : 'written'].set(refKey(ref), ref);
    }
  }
  return about;
}

async function raiseVersions(deps: SyncDeps, refs: readonly RecordRef[]): Promise<StoredRecord[]> {
  const byKind = [...groupBy(refs, ({ kind }) => kind)];
  const raised = await Promise.all(
    byKind.map(([kind, ofKind]) => deps.store.raiseVersions(kind, ofKind)),
  );
  return raised.flat();
}

/** → the existing records; those that are not known are read. */
async function readCurrent(
  deps: SyncDeps,
  refs: readonly RecordRef[],
  known: ReadonlyMap<string, StoredRecord>,
): Promise<StoredRecord[]> {
  const [held, missing] = splitBy(refs, (ref) => known.has(refKey(ref)));
  const read = await Promise.all(
    [...groupBy(missing, ({ kind }) => kind)].map(([kind, ofKind]) =>
      deps.store.find(
        kind,
        'id',
        ofKind.map(({ id }) => id),
      ),
    ),
  );
  return [...held.flatMap((ref) => known.get(refKey(ref)) ?? []), ...read.flat()];
}

const unite = (some: readonly StoredRecord[], others: readonly StoredRecord[]): StoredRecord[] => [
  ...new Map([...some, ...others].map((record) => [refKey(record), record])).values(),
];

/** → each record once, by `refKey`: of several writes of one record, the last. */
function newestOf(records: readonly StoredRecord[]): Map<string, StoredRecord> {
  return new Map(
    [...records]
      .sort((one, other) => one.version - other.version)
      .map((record) => [refKey(record), record]),
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

async function tryPush(
  deps: SyncDeps,
  records: readonly StoredRecord[],
  removals: readonly Tombstone[],
): Promise<Pushed | null> {
  try {
    return await pushRecords(deps, records, removals);
  } catch (error) {
    deps.log.warn({ err: error, records: records.length }, 'the index failed; will try again');
    return null;
  }
}

/**
 * Finishes entries. Those with a record that the index did not take stay for a growing pause, which
 * is longer where it refused the content: a later release may write it in another way. → whether
 * none did.
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

function splitBy<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

/** → the entries in groups of about one batch of records. */
export function groupsOf(entries: readonly OutboxEntry[]): OutboxEntry[][] {
  const groups: OutboxEntry[][] = [];
  let size = 0;
  for (const entry of entries) {
    if (groups.length === 0 || size + entry.records.length > limits.batchRecords) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(entry);
    size += entry.records.length;
  }
  return groups;
}
