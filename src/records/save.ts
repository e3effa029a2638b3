/** Creates and updates one record. Source: Contract 4.1, 6.3, 16.1. */

import { type Caller, canEdit, canWriteKind } from '../access/roles.js';
import { forbidden, type Issue, invalidParams } from '../errors.js';
import { keyOf, uidIn } from '../kinds/identity.js';
import type { Kind } from '../kinds/kind.js';
import type { JsonObject, StoredRecord } from '../kinds/record.js';
import { dateOf, hasOtherDates } from '../kinds/series.js';
import { viewAt } from '../series/parts.js';
import { droppedDates } from '../series/plan.js';
import type { Change } from '../store/port.js';
import type { Deps } from './deps.js';
import {
  asSeries,
  type DateOfSeries,
  dateAt,
  isFirstDate,
  otherValues,
  payloadForSeries,
  refuseOfPart,
} from './following.js';
import { returnedKeys } from './merge/keys.js';
import {
  findRecord,
  type Identity,
  type Key,
  missingError,
  missingIssue,
  readIdentity,
} from './read.js';

import { assemble, hasOtherSlug } from './write/assemble.js';
import { commit, demand, type Precondition } from './write/commit.js';
import { readDraft, refuseForeignAuthor } from './write/draft.js';
import { findDuplicate, refuseTermTwin } from './write/duplicates.js';
import type { Draft } from './write/plan.js';
import { restoredDates, restoreIssues } from './write/restore.js';
import { changedValues } from './write/sent.js';
import { parentIssues } from './write/tree.js';

/** What is sent to be written, and by whom. */
export interface SaveRequest {
  payload: JsonObject;
  caller: Caller;
  precondition?: Precondition;
  /** It differs from a date, and counts for the parts of its series though the series has it. */
  isOfDate?: boolean;
}

/**
 * → the new record, or the existing one it would duplicate. Throws `rest_missing_callback_param`,
 * `rest_invalid_param`, `rest_forbidden`, `rest_cannot_edit_others`, `term_exists`.
 */
export async function createRecord(
  deps: Deps,
  kind: Kind,
  request: SaveRequest,
): Promise<StoredRecord> {
  return (await create(deps, kind, request)).record;
}

/** → what is written with an update: changes of other records, by the record as it becomes. */
type Along = (record: StoredRecord) => Promise<Change[]>;

/** What a write has made. */
export interface Saved {
  record: StoredRecord;
  /** It was not there before. */
  isNew: boolean;
  /** The dates with changes of their own that the series no longer has. */
  dropped?: StoredRecord[];
}

/**
 * Updates a record in part. Throws `rest_invalid_param` with every issue, `rest_forbidden`,
 * `rest_cannot_edit_others`, the errors of the unknown-ID matrix, `duplicate_term_slug`,
 * `rest_precondition_failed`.
 */
export async function updateRecord(
  deps: Deps,
  kind: Kind,
  { key, along, ...request }: SaveRequest & { key: Key; along?: Along },
): Promise<Saved> {
  const { scope } = request.payload;
  const ofDate = scope === 'all' || scope === 'following' ? await dateAt(deps, kind, key) : null;
  if (ofDate) return updateByDate(deps, kind, ofDate, request);
  const draft = await readRequest(deps, kind, request, { key });
  const id = draft.stored?.id ?? 0;
  let dropped: StoredRecord[] = [];
  const { record } = await commit(deps, { verb: 'update', kind }, async () => {
    const stored = await findRecord(deps, kind, { id });
    if (!stored) throw await missingError(deps, kind, key, 'update');
    await refuseNow(deps, kind, request, { ...draft, stored });
    if (Object.keys(draft.payload.values).length === 0) return { record: stored, changes: [] };
    const isRepeated = 'externalId' in key;
    const assembled = await assemble(deps, kind, { ...draft, stored, isRepeated });
    const change = await returnedKeys(deps, stored, assembled);
    const others = [
      ...(await restoredDates(deps, kind, stored, change.record)),
      ...((await along?.(change.record)) ?? []),
    ];
    if (hasOtherDates(stored, change.record)) dropped = await droppedDates(deps, change.record);
    return { record: change.record, changes: [...others, change] };
  });
  return { record, isNew: false, dropped };
}

/** Updates a series by one of its dates: all of it, or from this date on. Contract 29.3. */
async function updateByDate(
  deps: Deps,
  kind: Kind,
  ofDate: DateOfSeries,
  { payload: sent, caller, precondition = {} }: SaveRequest,
): Promise<Saved> {
  const { date, series } = ofDate;
  if (!canEdit(caller, kind, series)) throw forbidden(caller === null);
  demand(precondition, date);
  const unequal = changedValues(deps, kind, { payload: sent, stored: date, caller });
  const changed = await otherValues(deps, kind, { payload: unequal, date, caller });
  const again = async (current: StoredRecord) => {
    const [stored = date] = await deps.store.find(kind.name, 'id', [date.id]);
    return asSeries({ date: stored, series: current }, Object.keys(changed));
  };
  if (sent.scope === 'all' || isFirstDate(ofDate)) {
    const payload = payloadForSeries(deps, kind, changed, { ...ofDate, target: series });
    const request = { payload, caller, isOfDate: true };
    return updateRecord(deps, kind, { key: { id: series.id }, ...request, along: again });
  }
  refuseOfPart(changed);
  const at = dateOf(date);
  const view = viewAt(series, at);
  const payload = payloadForSeries(deps, kind, changed, { ...ofDate, target: view });
  const reading = { caller, stored: view, isAllowed: true };
  const draft = await readDraft(deps, kind, payload, { mode: 'update', ...reading });
  refuseForeignAuthor(draft);
  let dropped: StoredRecord[] = [];
  const { record } = await commit(deps, { verb: 'update', kind }, async () => {
    const stored = await findRecord(deps, kind, { id: series.id });
    if (!stored) throw await missingError(deps, kind, { id: series.id }, 'update');
    const part = { series: stored, at, by: 'user' as const };
    const change = await assemble(deps, kind, { ...draft, stored: viewAt(stored, at), part });
    const isChanged = hasOtherDates(stored, change.record);
    dropped = isChanged ? await droppedDates(deps, change.record) : [];
    const own = await again(change.record);
    return { record: change.record, changes: isChanged ? [...own, change] : own };
  });
  return { record, isNew: false, dropped };
}

/**
 * → the record of an identity in another system, updated or new. Of several requests that create it
 * at once, one does and the others update. Throws what createRecord and updateRecord throw.
 */
export async function putRecord(
  deps: Deps,
  kind: Kind,
  { identity, ...request }: SaveRequest & { identity: Identity },
): Promise<Saved> {
  const { externalId, issues } = readIdentity(identity);
  const key = { externalId };
  const stored = issues.length > 0 ? null : await findRecord(deps, kind, key);
  const created = stored ? null : await create(deps, kind, request, { externalId, issues });
  if (created?.isNew) return created;
  return updateRecord(deps, kind, { key, ...request });
}

/** With `externalId`, the record repeats an existing one by this alone. */
async function create(
  deps: Deps,
  kind: Kind,
  request: SaveRequest,
  { externalId, issues }: { externalId?: string; issues?: Issue[] } = {},
): Promise<Saved> {
  const key = externalId === undefined ? null : keyOf(externalId);
  const read = await readRequest(deps, kind, request, { issues });
  const claim = key === null ? [] : [{ key, how: 'claim' as const }];
  const uid = key === null ? '' : uidIn(key);
  const draft: Draft = { ...read, keys: claim, ...(uid === '' ? {} : { loaded: { uid } }) };
  const findTwin = async () => {
    const twin =
      externalId === undefined
        ? await findDuplicate(deps, kind, draft)
        : await findRecord(deps, kind, { externalId });
    if (!twin) await refuseNow(deps, kind, request, draft);
    return twin && { record: twin, changes: [] };
  };
  const { record, isWritten } = await commit(deps, { verb: 'create', kind }, async () => {
    const twin = await findTwin();
    if (twin) return twin;
    const change = await assemble(deps, kind, draft);
    const late = hasOtherSlug(change.record) ? await findTwin() : null;
    return late ?? { record: change.record, changes: [change] };
  });
  return { record, isNew: isWritten };
}

/** → the draft; `key`: of the record to update. `issues`: added to those of the payload. */
async function readRequest(
  deps: Deps,
  kind: Kind,
  { payload, caller, isOfDate = false }: SaveRequest,
  { key, issues = [] }: { key?: Key; issues?: Issue[] | undefined },
): Promise<Draft> {
  const stored = key ? await findRecord(deps, kind, key) : null;
  const missing = key && !stored ? missingIssue(kind, key, 'update') : null;
  const isAllowed = stored ? canEdit(caller, kind, stored) : canWriteKind(caller, kind);
  const isOfStored = stored && isAllowed && !isOfDate;
  const sent = isOfStored ? changedValues(deps, kind, { payload, stored, caller }) : payload;
  const draft = await readDraft(deps, kind, sent, {
    mode: key ? 'update' : 'create',
    caller,
    stored,
    isAllowed,
    issues: missing ? [missing] : issues,
  });
  if (!isAllowed) throw forbidden(caller === null);
  if (key && !stored) throw await missingError(deps, kind, key, 'update');
  refuseForeignAuthor(draft);
  return draft;
}

/** Throws where the draft does not fit what is stored at the time of the write. */
async function refuseNow(
  deps: Deps,
  kind: Kind,
  { precondition = {} }: SaveRequest,
  draft: Draft,
): Promise<void> {
  demand(precondition, draft.stored);
  await refuseTermTwin(deps, kind, draft);
  const ofSeries = await restoreIssues(deps, kind, draft);
  const issues = [...ofSeries, ...(await parentIssues(deps, kind, draft))];
  if (issues.length > 0) throw invalidParams(issues);
}
