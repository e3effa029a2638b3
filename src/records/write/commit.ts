/**
 * Commits the write of a request: writes, retries after a conflict, then pushes.
 */
import { couldNotDelete, couldNotWrite } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import type { StoredRecord } from '../../kinds/record.js';
import { type Line, openLine } from '../../lib/line.js';
import { limits } from '../../limits.js';
import { type Change, refKey } from '../../store/port.js';
import type { Deps } from '../deps.js';
import { afterCommit } from '../upkeep/after-commit.js';

/** What an attempt wants to write. */
export interface Attempt {
  record: StoredRecord;
  /** The change of the record; null: nothing is written. */
  change: Change | null;
  /** Changes of other records, made before it: all are made, or none. */
  others?: readonly Change[];
}

/**
 * Writes the change that `attempt` gives. After a conflict with a concurrent write, `attempt` runs
 * again on what is stored by then.
 * → the result of `attempt`, its `record` as written and with renewed snapshots. Throws
 * `could-not-…` after too many conflicts, `record_store_unavailable`.
 */
export async function commit<T extends Attempt>(
  deps: Deps,
  label: { verb: 'create' | 'update' | 'delete'; kind: Kind },
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tries = 0; tries < limits.writeTries; tries++) {
    const step = async () => {
      const given = await attempt();
      const { change, others = [] } = given;
      if (!change) return { given, outcome: null };
      const options = { leasedUntilMs: deps.now() + limits.leaseMs, isWhole: true };
      return { given, outcome: await deps.store.write([...others, change], options) };
    };
    // Concurrent retries would keep conflicting, so they run one at a time.
    const { given, outcome } = await (tries === 0 ? step() : retryLineOf(deps)(step));
    if (!outcome) return given;
    if (outcome.conflicts.length > 0) continue;
    const written = await afterCommit(deps, outcome);
    const record = written.find((one) => refKey(one) === refKey(given.record));
    return { ...given, record: record ?? given.record };
  }
  const cause = new Error('too many concurrent writes');
  throw label.verb === 'delete'
    ? couldNotDelete(label.kind.name, cause)
    : couldNotWrite(label.verb, label.kind.name, cause);
}

const retryLines = new WeakMap<object, Line>();

function retryLineOf({ store }: Deps): Line {
  const line = retryLines.get(store) ?? openLine();
  retryLines.set(store, line);
  return line;
}
