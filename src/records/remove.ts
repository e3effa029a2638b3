/** DELETE: posts go to the trash or are erased, terms are removed for good. Source: Contract 5. */

import { type Caller, canEdit, canEditOthers, canWriteKind } from '../access/roles.js';
import { forbidden, type Issue, invalidParams, isInTrash, termInvalid } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { removalOf } from '../sync/change.js';
import { nowUtc } from '../time/now.js';
import type { Deps } from './deps.js';
import { planErasure } from './erase.js';
import { findIdentified, findRecord, type Key, missingError, missingIssue } from './read.js';
import { assemble } from './write/assemble.js';
import { type Attempt, commit, demand, type Precondition } from './write/commit.js';
import { draftOf } from './write/plan.js';
import { moveChildren } from './write/tree.js';

/** A deletion. */
interface RemovalRequest {
  key: Key;
  caller: Caller;
  /** Posts are erased and do not go to the trash. */
  isForced?: boolean;
  /** Absent: the user. */
  by?: 'user' | 'source';
  /** Issues found earlier, reported together with the issue of the key. */
  issues?: readonly Issue[];
  precondition?: Precondition;
}

/**
 * → the post, now in the trash or erased, or the former term. Throws `rest_forbidden`, the errors
 * of the unknown-ID matrix, `<kind>-is-in-trash`, `rest_term_invalid`, `rest_precondition_failed`.
 */
export async function removeRecord(
  deps: Deps,
  kind: Kind,
  { key, caller, by, isForced = false, issues = [], precondition = {} }: RemovalRequest,
): Promise<StoredRecord> {
  const keyed = 'externalId' in key ? await findIdentified(deps, kind, key.externalId) : null;
  // The identity of a record that was merged into this one does not delete it.
  const target = keyed?.of ? null : (keyed?.record ?? (await findRecord(deps, kind, key)));
  const missing = target ? null : missingIssue(kind, key, 'remove');
  if (missing || issues.length > 0) throw invalidParams([...issues, ...(missing ? [missing] : [])]);
  const isPost = kind.family.removal === 'trash';
  const isAllowed = target ? canEdit(caller, kind, target) : canWriteKind(caller, kind);
  const mayErase = !isPost || !isForced || canEditOthers(caller);
  if (!isAllowed || !mayErase) throw forbidden(caller === null);
  if (!target) throw await missingError(deps, kind, key, 'remove');
  const { record } = await commit(deps, { verb: 'delete', kind }, async () => {
    const stored = await findRecord(deps, kind, { id: target.id });
    if (!stored) throw isPost ? await missingError(deps, kind, key, 'remove') : termInvalid();
    const isTrashed = isPost && !isForced;
    if (isTrashed && stored.removed) throw isInTrash(kind.name, stored.id);
    demand(precondition, stored);
    if (isTrashed) return trash(deps, kind, stored, { caller, by });
    return isPost ? erase(deps, kind, stored) : removeTerm(deps, kind, stored);
  });
  return record;
}

async function trash(
  deps: Deps,
  kind: Kind,
  stored: StoredRecord,
  { caller, by = 'user' }: Pick<RemovalRequest, 'caller' | 'by'>,
): Promise<Attempt> {
  const draft = draftOf(kind, { status: 'trash' }, { caller, stored });
  const change = await assemble(deps, kind, { ...draft, removal: { by } });
  return { record: change.record, changes: [change] };
}

async function erase(deps: Deps, kind: Kind, stored: StoredRecord): Promise<Attempt> {
  const { removals, updates } = await planErasure(deps, kind, [stored]);
  const removed = stored.removed ?? { by: 'user' as const, at: nowUtc(deps) };
  return { record: { ...stored, removed }, changes: [...updates, ...removals] };
}

async function removeTerm(deps: Deps, kind: Kind, stored: StoredRecord): Promise<Attempt> {
  const parent = Number(stored.fields.parent ?? 0);
  const moves = await moveChildren(deps, kind, { from: [stored.id], parent });
  return { record: stored, changes: [...moves, removalOf(stored, {})] };
}
