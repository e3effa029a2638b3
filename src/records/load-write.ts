/** Writes what a batch of a load came to, tells the index, looks once more at what it links. */
import type { Kind } from '../kinds/kind.js';
import type { Change, Pending } from '../store/port.js';
import { pushEntries } from '../sync/push.js';
import type { Deps } from './deps.js';
import { recheckLinks } from './spread.js';

/** What a batch is about to write. */
export interface Batch {
  changes: Change[];
  slugs: Set<string>;
  takeId: (kind: Kind) => number;
}

/**
 * A key that stands twice in one batch: the later row replaces what the earlier one is to write.
 * → IDs of records that somebody else has written meanwhile: those are not written.
 */
export async function writeBatch(
  deps: Deps,
  kind: Kind,
  batch: Batch,
  push: (written: readonly Pending[]) => Promise<unknown> = (written) => pushEntries(deps, written),
): Promise<Set<number>> {
  const last = new Map<number, Change>();
  for (const change of batch.changes) {
    const earlier = last.get(change.record.id);
    last.set(change.record.id, earlier ? joined(earlier, change) : change);
  }
  const changes = [...last.values()];
  if (changes.length === 0) return new Set();
  const { conflicts, written } = await deps.store.write(changes);
  await push(written);
  await recheckLinks(
    deps,
    kind,
    written.flatMap(({ record }) => (record?.kind === kind.name ? record : [])),
  );
  return new Set(conflicts.flatMap(({ at }) => changes[at]?.record.id ?? []));
}

/** Pushes of a load that run while the next batch is read. */
export interface PushBehind {
  /** Waits for the push before, and begins this one. */
  push: (written: readonly Pending[]) => Promise<void>;
  /** Waits for the last one. Throws what it threw. */
  done: () => Promise<void>;
}

/** → pushes one behind: what is not pushed when the process ends is marked, and drain does it. */
export function openPushBehind(deps: Deps): PushBehind {
  let last: Promise<unknown> = Promise.resolve();
  const done = async () => {
    await last;
  };
  return {
    push: async (written) => {
      await done();
      last = pushEntries(deps, written);
      // Told to whoever waits next.
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
    touches: [...(earlier.touches ?? []), ...(later.touches ?? [])],
  };
}
