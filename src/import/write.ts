/** Writes the changes of one batch of a load and pushes them to the index. */
import type { Kind } from '../kinds/kind.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import type { Change, OutboxEntry, Outcome } from '../store/port.js';
import type { PushWork } from '../sync/deps.js';
import { workOff } from '../sync/outbox.js';
import type { LoadOptions } from './entry.js';

/** The changes that a batch is about to write. */
export interface Batch {
  changes: Change[];
  slugs: Set<string>;
  takeId: (kind: Kind) => number;
}

/**
 * Writes a batch. Of two changes to one record, the later replaces the earlier. Without `push` it
 * is pushed before the batch is done.
 * → IDs of records that were not written because of a concurrent write.
 */
export async function writeBatch(
  deps: Deps,
  batch: Pick<Batch, 'changes'>,
  push?: LoadOptions['push'],
): Promise<Set<number>> {
  const last = new Map<number, Change>();
  for (const change of batch.changes) {
    const earlier = last.get(change.record.id);
    last.set(change.record.id, earlier ? joined(earlier, change) : change);
  }
  const changes = [...last.values()];
  if (changes.length === 0) return new Set();
  const leasedUntilMs = deps.now() + limits.leaseMs;
  const outcome = await deps.store.write(changes, { leasedUntilMs });
  await (push ? push(outcome) : pushOutcome(deps, outcome));
  return new Set(outcome.conflicts.flatMap(({ at }) => changes[at]?.record.id ?? []));
}

/**
 * Pushes the written records to the index. Their effects on other records are left to the end of
 * the load, or to a running service: after every batch, the same usage would be counted hundreds of
 * times.
 */
async function pushOutcome(deps: Deps, outcome: Outcome): Promise<void> {
  const others = outcome.entries.filter(({ task }) => task !== 'index');
  if (others.length > 0) await deps.store.outbox.renew(others, { untilMs: deps.now() });
  await pushOwn(deps, outcome);
}

const pushOwn = (
  deps: Deps,
  { written, entries }: Outcome,
  work: PushWork = (own) => workOff(deps, own),
): Promise<unknown> =>
  work({ entries: entries.filter(({ task }) => task === 'index'), records: [...written] });

/** Pushes of a load that run while the next batches are read. */
export interface PushBehind {
  /** Starts this push; waits first where too many are under way. */
  push: (outcome: Outcome) => Promise<void>;
  /** Waits for all pushes. Throws what one of them threw. */
  done: () => Promise<void>;
}

/**
 * → pushes that run one batch behind, or `limits.pushesBehind` behind by `work`, in another thread.
 * What is not pushed when the process ends stays in the outbox.
 */
export function openPushBehind(deps: Deps, work?: PushWork): PushBehind {
  const most = work ? limits.pushesBehind : 1;
  const running: Promise<unknown>[] = [];
  // Leased until the end, so that a service beside does not count the same usage again and again.
  const others: OutboxEntry[] = [];
  return {
    push: async (outcome) => {
      if (running.length >= most) await running.shift();
      for (const entry of outcome.entries) {
        if (entry.task !== 'index') others.push({ ...entry, records: [], removed: {} });
      }
      const begun = pushOwn(deps, outcome, work);
      // A later call throws it.
      begun.catch(() => undefined);
      running.push(begun);
    },
    done: async () => {
      await Promise.all(running);
      await deps.store.outbox.renew(others, { untilMs: deps.now() });
    },
  };
}

function joined(earlier: Change, later: Change): Change {
  return {
    ...later,
    record: { ...later.record, revision: earlier.record.revision },
    expected: earlier.expected,
    creates: [...(earlier.creates ?? []), ...(later.creates ?? [])],
    touched: [...(earlier.touched ?? []), ...(later.touched ?? [])],
  };
}
