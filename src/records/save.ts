/** Creates and updates one record. Source: Contract 4.1, 6.3, 16.1. */

import { type Caller, canEdit, canWriteKind } from '../access/roles.js';
import { forbidden, type Issue, invalidParams } from '../errors.js';
import { isOfCalendar, keyOf, uidIn } from '../kinds/identity.js';
import type { Kind } from '../kinds/kind.js';
import type { JsonObject, StoredRecord } from '../kinds/record.js';
import { dateOf, hasOtherDates, isSeries } from '../kinds/series.js';
import { viewAt } from '../series/parts.js';
import { type Losses, lossesBy } from '../series/plan.js';
import type { Change } from '../store/port.js';
import type { Deps } from './deps.js';
import {
  asSeries,
  type DateOfSeries,
  dateAt,
  isFirstDate,
  namesOf,
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
import { assemble, fieldsSent, hasOtherSlug } from './write/assemble.js';
import { type Attempt, commit, demand, type Precondition } from './write/commit.js';
import { readDraft, refuseForeignAuthor } from './write/draft.js';
import { findDuplicate, refuseTermTwin } from './write/duplicates.js';
import type { Draft } from './write/plan.js';
import { restoredDates } from './write/restore.js';
import { changedValues } from './write/sent.js';
import { parentIssues } from './write/tree.js';

/** A payload, and its sender. */
interface SaveRequest {
  payload: JsonObject;
  caller: Caller;
  precondition?: Precondition;
  /** It differs from a date, and counts for the parts of its series though the series has it. */
  isOfDate?: boolean;
}

/**
 * → the new record, or the existing duplicate. Throws `rest_missing_callback_param`,
 * `rest_invalid_param`, `rest_forbidden`, `rest_cannot_edit_others`, `term_exists`.
 */
export async function createRecord(
  deps: Deps,
  kind: Kind,
  request: SaveRequest,
): Promise<StoredRecord> {
  return (await create(deps, kind, request)).record;
}

/** The result of a write. */
export interface Saved extends Losses {
  record: StoredRecord;
  /** It was not there before. */
  isNew: boolean;
}

/**
 * Updates a record in part. Throws `rest_invalid_param` with every issue, `rest_forbidden`,
 * `rest_cannot_edit_others`, the errors of the unknown-ID matrix, `duplicate_term_slug`,
 * `rest_precondition_failed`.
 */
export async function updateRecord(deps: Deps, kind: Kind, request: UpdateRequest): Promise<Saved> {
  const { scope } = request.payload;
  const isOfDates = scope === 'all' || scope === 'following';
  let losses: Losses | undefined;
  // The changes of a payload depend on the stored record: each attempt reads both.
  const { record } = await commit(deps, { verb: 'update', kind }, async () => {
    const ofDate = isOfDates ? await dateAt(deps, kind, request.key) : null;
    const update = ofDate
      ? await planByDate(deps, kind, ofDate, request)
      : await planUpdate(deps, kind, request);
    losses = update.losses;
    return update;
  });
  return { record, isNew: false, ...losses };
}

/** `along`: the changes written together with the updated record. */
interface UpdateRequest extends SaveRequest {
  key: Key;
  along?: (record: StoredRecord) => Promise<Change[]>;
}

/** The changes of an update, and the losses that come with it. */
interface Update extends Attempt {
  losses?: Losses;
}

async function planUpdate(
  deps: Deps,
  kind: Kind,
  { key, along, ...request }: UpdateRequest,
): Promise<Update> {
  const draft = await readRequest(deps, kind, request, { key });
  const { stored } = draft;
  if (!stored) throw await missingError(deps, kind, key, 'update');
  demand(request.precondition ?? {}, stored);
  await refuseTermTwin(deps, kind, draft);
  if (fieldsSent(draft).length === 0) return { record: stored, changes: [] };
  const isRepeated = 'externalId' in key;
  const assembled = await assemble(deps, kind, { ...draft, isRepeated });
  const change = await returnedKeys(deps, stored, assembled);
  const { record } = change;
  const followUps = [
    ...(await restoredDates(deps, kind, stored, record)),
    ...((await along?.(record)) ?? []),
  ];
  const losses = await lossesBy(deps, [stored, record]);
  return { record, changes: [...followUps, change], losses };
}

const HAS_ENDED = { param: 'scope', reason: 'The series of this date has ended: leave it out.' };
/** Plans the update of a series by one of its dates: the whole series, or a part. Contract 29.3. */
async function planByDate(
  deps: Deps,
  kind: Kind,
  ofDate: DateOfSeries,
  { payload: sent, caller, precondition = {} }: SaveRequest,
): Promise<Update> {
  const { date, series } = ofDate;
  if (!isSeries(series)) throw invalidParams([HAS_ENDED]);
  if (!canEdit(caller, kind, series)) throw forbidden(caller === null);
  demand(precondition, date);
  const unequal = changedValues(deps, kind, { payload: sent, stored: date, caller });
  const changed = await otherValues(deps, kind, { payload: unequal, stored: date, caller });
  const along = async (current: StoredRecord) =>
    asSeries({ date, series: current }, namesOf(deps, changed, date));
  if (sent.scope === 'all' || isFirstDate(ofDate)) {
    const payload = payloadForSeries(deps, kind, changed, { ...ofDate, target: series });
    return planUpdate(deps, kind, {
      key: { id: series.id },
      payload,
      caller,
      isOfDate: true,
      along,
    });
  }
  refuseOfPart(changed);
  const at = dateOf(date);
  const view = viewAt(series, at);
  const payload = payloadForSeries(deps, kind, changed, { ...ofDate, target: view });
  const reading = { mode: 'update', caller, stored: view, isAllowed: true } as const;
  const draft = await readDraft(deps, kind, payload, reading);
  refuseForeignAuthor(draft);
  if (fieldsSent(draft).length === 0) return { record: series, changes: [] };
  const change = await assemble(deps, kind, { ...draft, part: { series, at, by: 'user' } });
  const { record } = change;
  const changes = await along(record);
  if (!hasOtherDates(series, record)) return { record: series, changes };
  const losses = await lossesBy(deps, [series, record], at);
  return { record, changes: [...changes, change], losses };
}

/**
 * → the record of an identity in another system, updated or new. Of concurrent creates only the
 * first creates; the others update. Throws the errors of createRecord and updateRecord.
 */
export async function putRecord(
  deps: Deps,
  kind: Kind,
  { identity, ...request }: SaveRequest & { identity: Identity },
): Promise<Saved> {
  const { externalId, issues } = readIdentity(identity);
  const key = { externalId };
  const stored = issues.length > 0 ? null : await findRecord(deps, kind, key);
  if (!stored && isOfCalendar(externalId)) issues.push(OF_CALENDAR);
  const created = stored ? null : await create(deps, kind, request, { externalId, issues });
  if (created?.isNew) return created;
  return updateRecord(deps, kind, { key, ...request });
}

const OF_CALENDAR = { param: 'source', reason: 'Is a calendar that this system is subscribed to.' };

/** With `externalId`, no other name finds an existing record. */
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
    if (twin) return { record: twin, changes: [] };
    demand(request.precondition ?? {}, null);
    await refuseTermTwin(deps, kind, draft);
    const parents = await parentIssues(deps, kind, draft);
    if (parents.length > 0) throw invalidParams(parents);
    return null;
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

/** → the draft; `key`: of the record to update. `issues`: added to the issues of the payload. */
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
  const unequal = isOfStored ? changedValues(deps, kind, { payload, stored, caller }) : payload;
  const isOfParts = isOfStored && stored.parts;
  const sent = isOfParts
    ? await otherValues(deps, kind, { payload: unequal, stored, caller })
    : unequal;
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
