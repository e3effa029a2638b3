/** The one way a record is written: write, try again after a conflict, then all that follows it. */
import { couldNotDelete, couldNotWrite } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import type { StoredRecord } from '../../kinds/record.js';
import { type Line, openLine } from '../../lib/line.js';
import { limits } from '../../limits.js';
import { type Change, refKey } from '../../store/port.js';
import type { Deps } from '../deps.js';
import { afterWrite, leaseOfWriter } from '../upkeep/aftermath.js';

/**
 * Writes what `attempt` gives; its `change` is null where nothing is to be written. A conflict with
 * a concurrent write asks for another attempt, from what is stored by then.
 * → what `attempt` gave, `record` as it is once written and followed up. Throws
 * `could-not-…` after too many conflicts, `record_store_unavailable`.
 */
export async function commit<T extends { record: StoredRecord; change: Change | null }>(
  deps: Deps,
  label: { verb: 'create' | 'update' | 'delete'; kind: Kind },
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tries = 0; tries < limits.writeTries; tries++) {
    const step = async () => {
      const given = await attempt();
      const { change } = given;
      if (!change) return { given, outcome: null };
      const options = { leasedUntilMs: leaseOfWriter(deps) };
      return { given, outcome: await deps.store.write([change], options) };
    };
    // Side by side a crowd of writers would meet again and again: whoever retries gets in line.
    const { given, outcome } = await (tries === 0 ? step() : retryLineOf(deps)(step));
    if (!outcome) return given;
    if (outcome.conflicts.length > 0) continue;
    const written = await afterWrite(deps, outcome);
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
