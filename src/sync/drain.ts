/** Drains the outbox: processes every due entry, so that scripts leave no work behind. */
import { limits } from '../limits.js';
import type { OutboxEntry, OutboxTask } from '../store/port.js';
import { pauseMsAfter } from './backoff.js';
import type { SyncDeps } from './deps.js';
import { followSeries } from './occurrences.js';
import { groupsOf, workOff } from './outbox.js';
import { propagateSnapshots } from './propagate.js';
import { publishDue } from './publish-due.js';
import { scrub } from './scrub.js';

/** The tasks about records; `rebuild` is handled separately. */
const RECORD_TASKS: readonly OutboxTask[] = [
  'index',
  'usage',
  'publish',
  'snapshots',
  'occurrences',
  'changes',
  'scrub',
];

/**
 * Processes every entry that is due and that no other process has leased. → false: some failed, or
 * the index did not take everything; they stay for a retry. Throws when the store does not answer.
 */
export async function drain(deps: SyncDeps): Promise<boolean> {
  let isTaken = true;
  for (;;) {
    const entries = await leaseDue(deps, RECORD_TASKS);
    if (entries.length === 0) return isTaken;
    isTaken = (await workOnEntries(deps, entries)) && isTaken;
    // Entries left because of the index would be leased again at once.
    if (!deps.backoff.isOver()) return false;
  }
}

/** → due entries of these tasks, leased for `limits.leaseMs`. */
export const leaseDue = (deps: SyncDeps, tasks: readonly OutboxTask[]): Promise<OutboxEntry[]> =>
  deps.store.outbox.lease(tasks, {
    limit: limits.leasedEntries,
    untilMs: deps.now() + limits.leaseMs,
  });

/** Processes leased entries of RECORD_TASKS. → false: some are left for a retry. */
export async function workOnEntries(
  deps: SyncDeps,
  entries: readonly OutboxEntry[],
): Promise<boolean> {
  const of = (...tasks: OutboxTask[]) => entries.filter(({ task }) => tasks.includes(task));
  let isTaken = true;
  const push = (some: OutboxEntry[]) => workOff(deps, { entries: some, records: [] });
  // Many entries of a load name the same touched records: each of these is pushed once.
  for (const group of [...groupsOf(of('index')), of('usage')]) {
    if (group.length > 0) isTaken = (await inPartsIfNeeded(deps, group, push)) && isTaken;
  }
  const publish = (some: OutboxEntry[]) => publishDue(deps, some);
  isTaken = (await inPartsIfNeeded(deps, of('publish'), publish)) && isTaken;
  for (const entry of of('snapshots')) {
    isTaken =
      (await inPartsIfNeeded(deps, [entry], () => propagateSnapshots(deps, entry))) && isTaken;
  }
  const follow = (some: OutboxEntry[]) => followSeries(deps, some);
  isTaken = (await inPartsIfNeeded(deps, of('occurrences'), follow)) && isTaken;
  for (const group of groupsOf(of('changes'))) {
    const append = (some: OutboxEntry[]) => deps.store.changes.append(some);
    isTaken = (await inPartsIfNeeded(deps, group, append)) && isTaken;
  }
  const scrubs = of('scrub');
  if (scrubs.length > 0) {
    isTaken = (await inPartsIfNeeded(deps, scrubs, (some) => scrub(deps, some))) && isTaken;
  }
  return isTaken;
}

/**
 * Processes entries together; if that fails, one by one, so that a record that cannot be written
 * now (a transaction of a dead process may hold it for a minute) blocks no other. Failed entries
 * are retried later. → false: some are left, by a failure or because `work` gave false. Throws when
 * the store does not answer.
 */
async function inPartsIfNeeded(
  deps: SyncDeps,
  entries: OutboxEntry[],
  work: (entries: OutboxEntry[]) => Promise<unknown>,
): Promise<boolean> {
  try {
    return (await work(entries)) !== false;
  } catch (error) {
    await deps.store.ping();
    const [first] = entries;
    if (entries.length === 1 && first) {
      deps.log.warn({ err: error, entry: first }, 'an outbox entry failed; will try again');
      const untilMs = deps.now() + pauseMsAfter(first.tries, Math.random());
      await deps.store.outbox.renew(entries, { untilMs });
      return false;
    }
  }
  let isDone = true;
  for (const entry of entries) isDone = (await inPartsIfNeeded(deps, [entry], work)) && isDone;
  return isDone;
}
