/**
 * Commits the write of a request: checks `If-Match` and `If-None-Match` (no lost updates), writes,
 * retries after a conflict, then pushes. Source: Contract 22.
 */
import pLimit from 'p-limit';
import { couldNotDelete, couldNotWrite, preconditionFailed } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import type { StoredRecord } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import { type Change, refKey } from '../../store/port.js';
import { afterCommit } from '../../sync/after-commit.js';
import type { Deps } from '../deps.js';

/** The changes of an attempt, all made or none, and the record. */
export interface Attempt {
  record: StoredRecord;
  /** In their order; empty: there is nothing to write. */
  changes: readonly Change[];
}

/**
 * Makes the changes of `attempt`. After a conflict with a concurrent write, `attempt` runs again on
 * the newly stored records.
 * → the record, as written and with renewed snapshots unless it was removed. Throws `could-not-…`
 * after too many conflicts, `record_store_unavailable`.
 */
export async function commit(
  deps: Deps,
  label: { verb: 'create' | 'update' | 'delete'; kind: Kind },
  attempt: () => Promise<Attempt>,
): Promise<{ record: StoredRecord; isWritten: boolean }> {
  for (let tries = 0; tries < limits.writeTries; tries++) {
    const step = async () => {
      const { record, changes } = await attempt();
      if (changes.length === 0) return { record, outcome: null };
      const options = { leasedUntilMs: deps.now() + limits.leaseMs, isWhole: true };
      return { record, outcome: await deps.store.write(changes, options) };
    };
    // Concurrent retries would keep conflicting, so they run one at a time.
    const { record, outcome } = await (tries === 0 ? step() : inTurn(step));
    if (!outcome) return { record, isWritten: false };
    if (outcome.conflicts.length > 0) continue;
    const written = await afterCommit(deps, outcome);
    const current = written.find((other) => refKey(other) === refKey(record));
    return { record: current ?? record, isWritten: true };
  }
  const cause = new Error('too many concurrent writes');
  throw label.verb === 'delete'
    ? couldNotDelete(label.kind.name, cause)
    : couldNotWrite(label.verb, label.kind.name, cause);
}

const inTurn = pLimit(1);

/** The headers `If-Match` and `If-None-Match` of a write; undefined: not sent. */
export interface Precondition {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/** The data named by an entity tag. */
type Named = Pick<StoredRecord, 'id' | 'revision'>;

/**
 * → the record, its revision and the tag of a text, in one entity tag:
 * `"12.3.91b-OEIHRw72T11plbEpaILYiLiJEO8"`.
 */
export const entityTagOf = ({ id, revision }: Named, textTag: string): string =>
  `"${id}.${revision}.${textTag.replaceAll('"', '')}"`;

/** Throws `rest_precondition_failed` unless the record, or its absence, is as required. */
export function demand({ ifMatch, ifNoneMatch }: Precondition, stored: Named | null): void {
  const isMet =
    (ifMatch === undefined || isNamed(ifMatch, stored)) &&
    (ifNoneMatch === undefined || !isNamed(ifNoneMatch, stored));
  if (!isMet) throw preconditionFailed();
}

function isNamed(header: string, stored: Named | null): boolean {
  if (!stored) return false;
  if (header.trim() === '*') return true;
  // The record and revision decide: proxies that compress send a tag on in its weak form.
  const tags = header.matchAll(/"(?:(\d{1,16}\.\d{1,16})\.)?[^"]*"/g);
  const wanted = `${stored.id}.${stored.revision}`;
  return [...tags].some(([, named]) => named === wanted);
}
