/**
 * Rewrites many records in one write. Records that were written concurrently are read again and
 * retried.
 */
import { couldNotWrite } from '../errors.js';
import type { StoredRecord } from '../kinds/record.js';
import { limits } from '../limits.js';
import type { Change, Outcome } from '../store/port.js';
import type { SyncDeps } from './deps.js';

/**
 * Writes the result of `rewrite` for each record; null: nothing to do. The outbox entries are
 * leased to this process; the caller must process them. → everything that was written. Throws
 * `could-not-update-…` after too many conflicts.
 */
export async function rewriteAll(
  deps: SyncDeps,
  records: readonly StoredRecord[],
  rewrite: (record: StoredRecord) => Change | null,
): Promise<Outcome> {
  const done: Outcome = { conflicts: [], written: [], entries: [] };
  let left = [...records];
  for (let tries = 0; tries < limits.writeTries; tries++) {
    const changes = left.flatMap((record) => rewrite(record) ?? []);
    if (changes.length === 0) return done;
    const { conflicts, written, entries } = await deps.store.write(changes, {
      leasedUntilMs: deps.now() + limits.leaseMs,
      isRepeated: true,
    });
    done.written.push(...written);
    done.entries.push(...entries);
    const missed = conflicts.flatMap(({ at }) => changes[at]?.record ?? []);
    const [first] = missed;
    if (!first) return done;
    const ids = missed.map(({ id }) => id);
    left = await deps.store.find(first.kind, 'id', ids);
  }
  throw couldNotWrite('update', left[0]?.kind ?? '', new Error('too many concurrent writes'));
}
