/** DELETE: posts go to the trash, terms are gone. Called by http. Source: contract 5. */
import { type Caller, canEdit, canWriteKind } from '../access/roles.js';
import { forbidden, invalidParams, isInTrash, termInvalid } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import type { Deps } from './deps.js';
import { findRecord, type Key, missingError, missingIssue } from './find.js';
import { spreadChange } from './spread.js';
import { moveChildren } from './tree.js';
import { assemble, commit } from './write.js';

/**
 * → a post as it lies in the trash, or a term as it was. Throws what the unknown-ID matrix says,
 * `rest_forbidden`, `<kind>-is-in-trash`.
 */
export async function removeRecord(
  deps: Deps,
  kind: Kind,
  { key, caller }: { key: Key; caller: Caller },
): Promise<StoredRecord> {
  const found = await findRecord(deps, kind, key);
  const missing = found ? null : missingIssue(kind, key, 'remove');
  if (missing) throw invalidParams([missing]);
  const isAllowed = found ? canEdit(caller, kind, found) : canWriteKind(caller, kind);
  if (!isAllowed) throw forbidden(caller === null);
  if (!found) throw await missingError(deps, key);
  return kind.family.removal === 'trash'
    ? trash(deps, kind, found, caller)
    : removeForGood(deps, kind, found);
}

async function trash(
  deps: Deps,
  kind: Kind,
  found: StoredRecord,
  caller: Caller,
): Promise<StoredRecord> {
  const { record } = await commit(deps, { verb: 'delete', kind }, async () => {
    const stored = (await findRecord(deps, kind, { id: found.id })) ?? found;
    if (stored.status === 'trash') throw isInTrash(kind.name, stored.id);
    const input = { values: { status: 'trash' }, links: {} };
    return assemble(deps, kind, input, { caller, stored });
  });
  await spreadChange(deps, kind, { id: record.id, revision: record.revision, record });
  return record;
}

async function removeForGood(deps: Deps, kind: Kind, found: StoredRecord): Promise<StoredRecord> {
  const parentId = Number(found.fields.parent ?? 0);
  const parent =
    kind.isTree && parentId > 0 ? await findRecord(deps, kind, { id: parentId }) : null;
  if (kind.isTree) await moveChildren(deps, kind, found.id, parent);
  const { stored } = await commit(deps, { verb: 'delete', kind }, async () => {
    const stored = await findRecord(deps, kind, { id: found.id });
    if (!stored) throw termInvalid();
    const record = { ...stored, revision: stored.revision + 1 };
    const change = { record, expected: stored.revision, isRemoval: true, spreads: true };
    return { stored, change };
  });
  await spreadChange(deps, kind, { id: stored.id, revision: stored.revision + 1, record: null });
  return stored;
}
