/** Drains the outbox: processes every due entry, so that scripts leave no work behind. */
import { limits } from '../limits.js';
import type { OutboxEntry, OutboxTask } from '../store/port.js';
import { pauseMsAfter } from './backoff.js';
import type { SyncDeps } from './deps.js';
import { workOff } from './outbox.js';
import { propagateSnapshots } from './propagate.js';
import { publishDue } from './publish-due.js';
import { scrub } from './scrub.js';

/** A task, processed in groups of entries with about `most` records. */
interface Task {
  most: number;
  work: (deps: SyncDeps, entries: OutboxEntry[]) => Promise<unknown>;
}

/** The tasks about records, in the order in which a script does them. */
const TASKS: Record<Exclude<OutboxTask, `rebuild:${string}`>, Task> = {
  index: { most: limits.batchRecords, work: workOff },
  // Many entries of a load name the same touched records: each of these is pushed once.
  usage: { most: Infinity, work: workOff },
  publish: { most: Infinity, work: publishDue },
  snapshots: { most: 1, work: propagateSnapshots },
  occurrences: { most: Infinity, work: (deps, entries) => deps.series.follow(deps, entries) },
  changes: {
    most: limits.batchRecords,
    work: ({ store }, entries) => store.changes.append(entries),
  },
  scrub: { most: Infinity, work: scrub },
};

/** Their names; `rebuild` is handled separately. */
export const RECORD_TASKS = Object.keys(TASKS) as OutboxTask[];

/**
 * Processes every due entry that no other process has leased. → false when entries failed, or the
 * index did not take everything; they remain for a retry. Throws when the store does not answer.
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
  let isTaken = true;
  for (const [name, { most, work }] of Object.entries(TASKS)) {
    const ofTask = entries.filter(({ task }) => task === name);
    for (const group of bySize(ofTask, most)) {
      isTaken = (await inPartsIfNeeded(deps, group, work)) && isTaken;
    }
  }
  return isTaken;
}

/** → the entries in groups of about `most` records. */
function bySize(entries: readonly OutboxEntry[], most: number): OutboxEntry[][] {
  const groups: OutboxEntry[][] = [];
  let size = 0;
  for (const entry of entries) {
    if (groups.length === 0 || size + entry.records.length > most) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(entry);
    size += entry.records.length;
  }
  return groups;
}

/**
 * Processes entries together; after a failure singly, so that a record that cannot be written now
 * (a transaction of a dead process may hold it for a minute) blocks no other. Failed entries are
 * retried later. → false when entries remain, by a failure or because `work` gave false. Throws
 * when the store does not answer.
 */
async function inPartsIfNeeded(
  deps: SyncDeps,
  entries: OutboxEntry[],
  work: Task['work'],
): Promise<boolean> {
  try {
    return (await work(deps, entries)) !== false;
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
