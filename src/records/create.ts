/** One new record. Called by http. Flow: house.md 4c. */
import { type Caller, canEditOthers, canWriteKind } from '../access/roles.js';
import { cannotEditOthers, forbidden } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import type { Values } from '../validation/compile.js';
import type { Deps } from './deps.js';
import { findDuplicate, refuseTermTwin } from './duplicates.js';
import { readInput } from './input.js';
import { assemble, commit } from './write.js';

/**
 * → the record created, or the one it would repeat. Throws `rest_missing_callback_param`,
 * `rest_invalid_param`, `rest_forbidden`, `rest_cannot_edit_others`, `term_exists`.
 */
export async function createRecord(
  deps: Deps,
  kind: Kind,
  request: { payload: Values; caller: Caller },
): Promise<StoredRecord> {
  const { payload, caller } = request;
  const input = await readInput(deps, kind, payload, { mode: 'create', caller, stored: null });
  if (!canWriteKind(caller, kind)) throw forbidden(caller === null);
  refuseForeignAuthor(caller, input.values.author, caller?.id);
  const { record } = await commit(deps, { verb: 'create', kind }, async () => {
    const twin = await findDuplicate(deps, kind, input.values);
    if (twin) return { record: twin, writes: [], touches: [] };
    await refuseTermTwin(deps, kind, input.values, null);
    return assemble(deps, kind, input, { caller, stored: null });
  });
  return record;
}

/** Throws `rest_cannot_edit_others` when `author` names somebody else. Source: contract 6.3. */
export function refuseForeignAuthor(caller: Caller, author: unknown, own: number | undefined) {
  if (author === undefined || author === own || author === caller?.id) return;
  if (!canEditOthers(caller)) throw cannotEditOthers();
}
