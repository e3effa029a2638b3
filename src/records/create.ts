/** Creates one record. */
import { type Caller, canEditOthers, canWriteKind } from '../access/roles.js';
import { cannotEditOthers, forbidden, type Issue } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import type { JsonObject, StoredRecord } from '../kinds/record.js';
import type { Deps } from './deps.js';
import { findRecord } from './find.js';
import { assemble, hasOtherSlug } from './write/assemble.js';
import { commit } from './write/commit.js';
import { findDuplicate, refuseTermTwin } from './write/duplicates.js';
import { readInput } from './write/input.js';
import { demand, type Precondition } from './write/precondition.js';
import type { Input } from './write/relations.js';
import { refuseMisplaced } from './write/tree.js';

/** What a new record is made of. */
export interface CreateRequest {
  payload: JsonObject;
  caller: Caller;
  /** Its identity in another system, by which alone it repeats an existing record. */
  externalId?: string;
  /** Issues found earlier, reported together with those of the payload. */
  issues?: readonly Issue[];
  precondition?: Precondition;
}

/**
 * → the new record, or the existing one it would duplicate. Throws `rest_missing_callback_param`,
 * `rest_invalid_param`, `rest_forbidden`, `rest_cannot_edit_others`, `term_exists`.
 */
export async function createRecord(
  deps: Deps,
  kind: Kind,
  request: CreateRequest,
): Promise<StoredRecord> {
  return (await createUnlessThere(deps, kind, request)).record;
}

/** The same, and whether the record is new. */
export async function createUnlessThere(
  deps: Deps,
  kind: Kind,
  request: CreateRequest,
): Promise<{ record: StoredRecord; isNew: boolean }> {
  const { payload, caller, externalId, issues = [], precondition = {} } = request;
  const isAllowed = canWriteKind(caller, kind);
  const input = await readInput(deps, kind, payload, {
    mode: 'create',
    caller,
    stored: null,
    isAllowed,
    issues: [...issues],
  });
  if (!isAllowed) throw forbidden(caller === null);
  refuseForeignAuthor(caller, input, caller?.id);
  const findTwin = async () => {
    const twin =
      externalId === undefined
        ? await findDuplicate(deps, kind, input.payload, { caller })
        : await findRecord(deps, kind, { externalId });
    if (twin) return { record: twin, changes: [] };
    demand(precondition, null);
    await refuseTermTwin(deps, kind, input.payload, null);
    await refuseMisplaced(deps, kind, input.payload, null);
    return null;
  };
  const { record, isWritten } = await commit(deps, { verb: 'create', kind }, async () => {
    const twin = await findTwin();
    if (twin) return twin;
    const drafting = { caller, stored: null, externalId: externalId ?? null };
    const { record, change } = await assemble(deps, kind, input, drafting);
    return (hasOtherSlug(record) && (await findTwin())) || { record, changes: [change] };
  });
  return { record, isNew: isWritten };
}

/**
 * Throws `rest_cannot_edit_others` when `author` names somebody else, in the payload or in a record
 * given inline. `own`: the author a record already has, who is always allowed.
 * Source: Contract 6.3.
 */
export function refuseForeignAuthor(caller: Caller, input: Input, own: number | undefined): void {
  if (canEditOthers(caller)) return;
  const { author } = input.payload;
  if (author !== undefined && author !== own && author !== caller?.id) throw cannotEditOthers();
  for (const link of Object.values(input.links).flat()) {
    if ('input' in link) refuseForeignAuthor(caller, link.input, caller?.id);
  }
}
