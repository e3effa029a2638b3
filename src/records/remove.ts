/** DELETE: posts go to the trash, terms are removed for good. Source: Contract 5. */
import { type Caller, canEdit, canWriteKind } from '../access/roles.js';
import { forbidden, invalidParams, isInTrash, termInvalid } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { toPayload } from '../validation/payload.js';
import type { Deps } from './deps.js';
import { findRecord, type Key, missingError, missingIssue } from './find.js';
import { assemble } from './write/assemble.js';
import { commit } from './write/commit.js';
import { demand, type Precondition } from './write/precondition.js';

/**
 * → the post, now in the trash, or the term as it was. Throws the errors of the unknown-ID matrix,
 * `rest_forbidden`, `<kind>-is-in-trash`, `rest_term_invalid`, `rest_precondition_failed`.
 */
export async function removeRecord(
  deps: Deps,
  kind: Kind,
  { key, caller, precondition = {} }: { key: Key; caller: Caller; precondition?: Precondition },
): Promise<StoredRecord> {
  const named = await findRecord(deps, kind, key);
  // The identity of a record that was merged into this one does not delete it.
  const isMerged = 'externalId' in key && named?.external_id !== key.externalId;
  const found = isMerged ? null : named;
  const missing = found ? null : missingIssue(kind, key, 'remove');
  if (missing) throw invalidParams([missing]);
  const isAllowed = found ? canEdit(caller, kind, found) : canWriteKind(caller, kind);
  if (!isAllowed) throw forbidden(caller === null);
  if (!found) throw await missingError(deps, key);
  return kind.family.removal === 'trash'
    ? trash(deps, kind, found, { caller, precondition })
    : removeForGood(deps, kind, found, precondition);
}

async function trash(
  deps: Deps,
  kind: Kind,
  found: StoredRecord,
  { caller, precondition }: { caller: Caller; precondition: Precondition },
): Promise<StoredRecord> {
  const { record } = await commit(deps, { verb: 'delete', kind }, async () => {
    const stored = (await findRecord(deps, kind, { id: found.id })) ?? found;
    if (stored.status === 'trash') throw isInTrash(kind.name, stored.id);
    demand(precondition, stored);
    const input = { payload: toPayload(kind, { status: 'trash' }), links: {} };
    return assemble(deps, kind, input, { caller, stored });
  });
  return record;
}

async function removeForGood(
  deps: Deps,
  kind: Kind,
  found: StoredRecord,
  precondition: Precondition,
): Promise<StoredRecord> {
  const { stored } = await commit(deps, { verb: 'delete', kind }, async () => {
    const stored = await findRecord(deps, kind, { id: found.id });
    if (!stored) throw termInvalid();
    demand(precondition, stored);
    const record = { ...stored, revision: stored.revision + 1 };
    const removal = { heir: Number(stored.fields.parent ?? 0) };
    return { stored, record, change: { record, expected: stored.revision, removal } };
  });
  return stored;
}
