/** Writes the changes of one batch of a load and pushes them to the index. */
import type { Kind } from '../../kinds/kind.js';
import { limits } from '../../limits.js';
import type { Change, Outcome } from '../../store/port.js';
import type { Deps } from '../deps.js';
import { workOff } from '../upkeep/outbox.js';

/** The changes that a batch is about to write. */
export interface Batch {
  changes: Change[];
  slugs: Set<string>;
  takeId: (kind: Kind) => number;
}

/**
 * Writes a batch. Of two changes to one record, the later replaces the earlier.
 * → IDs of records that were not written because of a concurrent write.
 */
export async function writeBatch(
  deps: Deps,
  batch: Pick<Batch, 'changes'>,
  push: (outcome: Outcome) => Promise<unknown> = (outcome) => pushOutcome(deps, outcome),
): Promise<Set<number>> {
  const last = new Map<number, Change>();
  for (const change of batch.changes) {
    const earlier = last.get(change.record.id);
    last.set(change.record.id, earlier ? joined(earlier, change) : change);
  }
  const changes = [...last.values()];
  if (changes.length === 0) return new Set();
  const outcome = await deps.store.write(changes, { leasedUntilMs: deps.now() + limits.leaseMs });
  await push(outcome);
  return new Set(outcome.conflicts.flatMap(({ at }) => changes[at]?.record.id ?? []));
}

/**
 * Pushes the written records to the index. Their effects on other records are left to the end of
 * the load, or to a running service: after every batch, the same usage would be counted hundreds of
 * times.
 */
export async function pushOutcome(
  deps: Deps,
  { written, entries }: Pick<Outcome, 'written' | 'entries'>,
): Promise<void> {
  const own = entries.filter(({ task }) => task === 'index');
  const others = entries.filter(({ task }) => task !== 'index');
  if (others.length > 0) await deps.store.outbox.renew(others, { untilMs: deps.now() });
  await workOff(deps, { entries: own, records: [...written] });
}

/** Pushes of a load that run while the next batch is read. */
export interface PushBehind {
  /** Waits for the previous push, then starts this one. */
  push: (outcome: Outcome) => Promise<void>;
  /** Waits for the last push. Throws what it threw. */
  done: () => Promise<void>;
}

/**
 * → pushes that run one batch behind. What is not pushed when the process ends stays in the outbox.
 */
export function openPushBehind(deps: Deps): PushBehind {
  let last: Promise<unknown> = Promise.resolve();
  const done = async () => {
    await last;
  };
  return {
    push: async (outcome) => {
      await done();
      last = pushOutcome(deps, outcome);
      // The next call of `done` throws it.
      last.catch(() => undefined);
    },
    done,
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
