/** A partial update of one record. Source: Contract 4.1. */
import { type Caller, canEdit, canWriteKind } from '../access/roles.js';
import { forbidden, invalidParams } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import type { JsonObject, StoredRecord } from '../kinds/record.js';
import { seriesIdOf } from '../kinds/series.js';
import { aliasKey } from '../store/aliases.js';
import type { Change } from '../store/port.js';
import { refuseForeignAuthor } from './create.js';
import type { Deps } from './deps.js';
import { findRecord, type Key, missingError, missingIssue } from './find.js';
import { withoutAliases } from './merge/plan.js';
import { payloadForSeries } from './recurrence/scope.js';
import { assemble } from './write/assemble.js';
import { commit } from './write/commit.js';
import { refuseTermTwin } from './write/duplicates.js';
import { readInput } from './write/input.js';
import { demand, type Precondition } from './write/precondition.js';
import { refuseMisplaced } from './write/tree.js';

/**
 * → the record after the update. Throws `rest_invalid_param` with every issue, `rest_forbidden`,
 * `rest_cannot_edit_others`, the errors of the unknown-ID matrix, `duplicate_term_slug`,
 * `rest_precondition_failed`.
 */
export async function updateRecord(
  deps: Deps,
  kind: Kind,
  request: { key: Key; payload: JsonObject; caller: Caller; precondition?: Precondition },
): Promise<StoredRecord> {
  const { key, payload, caller, precondition = {} } = request;
  const target = await findRecord(deps, kind, key);
  const seriesId = target && payload.scope === 'all' ? seriesIdOf(target) : 0;
  const series = seriesId > 0 ? await findRecord(deps, kind, { id: seriesId }) : null;
  if (target && series) {
    if (canEdit(caller, kind, series)) demand(precondition, target);
    const forAll = payloadForSeries(deps, kind, payload, { date: target, series });
    return updateRecord(deps, kind, { key: { id: series.id }, payload: forAll, caller });
  }
  const missing = target ? null : missingIssue(kind, key, 'update');
  const isAllowed = target ? canEdit(caller, kind, target) : canWriteKind(caller, kind);
  const input = await readInput(deps, kind, payload, {
    mode: 'update',
    caller,
    stored: target,
    isAllowed,
    issues: missing ? [missing] : [],
  });
  if (!isAllowed) throw forbidden(caller === null);
  if (!target) throw await missingError(deps, key);
  refuseForeignAuthor(caller, input, target.author);
  const { record } = await commit(deps, { verb: 'update', kind }, async () => {
    const stored = await findRecord(deps, kind, { id: target.id });
    if (!stored) throw missing ? invalidParams([missing]) : await missingError(deps, key);
    demand(precondition, stored);
    await refuseTermTwin(deps, kind, input.payload, stored);
    await refuseMisplaced(deps, kind, input.payload, stored);
    const { record, change } = await assemble(deps, kind, input, { caller, stored });
    return { record, changes: [...(await aliasChanges(deps, kind, stored, record)), change] };
  });
  return record;
}

/** A merged record that is taken out of the trash is itself again: its keys lead to it alone. */
async function aliasChanges(
  deps: Deps,
  kind: Kind,
  before: StoredRecord,
  { id, status, external_id }: StoredRecord,
): Promise<Change[]> {
  if (before.status !== 'trash' || status === 'trash') return [];
  const keys = [
    aliasKey('id', id),
    ...(external_id === null ? [] : [aliasKey('external_id', external_id)]),
  ];
  return withoutAliases(deps, kind, keys, [before]);
}
