/** Writes the changes of one batch of a load and pushes them to the index. */
import type { Kind } from '../kinds/kind.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import type { Change, OutboxEntry, Outcome } from '../store/port.js';
import { afterCommit } from '../sync/after-commit.js';
import { workOff } from '../sync/outbox.js';
import type { LoadOptions } from './entry.js';

/** The changes that a batch is about to write. */
export interface Batch {
  changes: Change[];
  slugs: Set<string>;
  takeId: (kind: Kind) => number;
}

/**
 * Writes a batch and pushes it. Of two changes to one record, the later replaces the earlier.
 * → IDs of records that were not written because of a concurrent write.
 */
export async function writeBatch(
  deps: Deps,
  batch: Pick<Batch, 'changes'>,
  push: LoadOptions['push'] = (written) => afterCommit(deps, written),
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
  await push(outcome);
  return new Set(outcome.conflicts.flatMap(({ at }) => changes[at]?.record.id ?? []));
}

/** Pushes of a load: that of a batch runs while the next one is read and written. */
export interface PushBehind {
  /** Starts this push; waits for the one before. */
  push: (outcome: Outcome) => Promise<void>;
  /** Waits for the last push. Throws what it threw. */
  done: () => Promise<void>;
}

/** → pushes that run one batch behind. What is not pushed stays in the outbox. */
export function openPushBehind(deps: Deps): PushBehind {
  let last: Promise<unknown> = Promise.resolve();
  // Leased until the end, so that a service beside does not count the same usage again and again.
  const others: OutboxEntry[] = [];
  return {
    push: async ({ entries, written }) => {
      await last;
      for (const entry of entries) {
        if (entry.task !== 'index') others.push({ ...entry, records: [], removed: {} });
      }
      const own = entries.filter(({ task }) => task === 'index');
      last = workOff(deps, { entries: own, records: [...written] });
      // A later call throws it.
      last.catch(() => undefined);
    },
    done: async () => {
      await last;
      await deps.store.outbox.renew(others.splice(0), { untilMs: deps.now() });
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
