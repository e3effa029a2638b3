/** Reads one row of a load: the record it repeats, and the draft of its update or create. */
import { ApiError, type Issue, invalidParams, recordExists, termExists } from '../errors.js';
import { isOfSources } from '../kinds/claims.js';
import { isForeign } from '../kinds/identity.js';
import type { Kind } from '../kinds/kind.js';
import type { JsonObject, Status, StoredRecord } from '../kinds/record.js';
import { isSeries } from '../kinds/series.js';
import { beforeRemoval } from '../kinds/visibility.js';
import { isBlank } from '../lib/text/text.js';
import type { Deps } from '../records/deps.js';
import { draftFrom } from '../records/write/draft.js';
import type { Draft } from '../records/write/plan.js';
import { statesIn } from '../rows/title-states.js';
import { partBase } from '../series/restate.js';
import type { StoredKey } from '../store/port.js';
import { requireParams } from '../validation/compile.js';
import { toPayload } from '../validation/payload.js';
import type { LoadEntry, LoadOptions, LoadResult, Rejected } from './entry.js';
import { withoutOwnOfDate } from './followed.js';
import type { Match } from './keyed.js';
import type { Matches } from './match.js';
import { parentNameIssues } from './parents.js';
import { withPlace } from './place.js';
import { isOfOlder, isToldAgain, rulesToldOf, toldOf, withoutToldRules } from './told.js';

/**
 * → the draft of the row, without the zone of its linked place, or its result when nothing is to be
 * written.
 */
export async function readEntry(
  deps: Deps,
  kind: Kind,
  sent: LoadEntry,
  loading: Loading,
): Promise<Draft | LoadResult> {
  const match = loading.matches.find(sent);
  const refusal = match && resultOfMatch(kind, sent, match, loading);
  if (refusal) return refusal;
  const isOfSeries = match && isSeries(match.record);
  const isOfDate = match && isOfMarquee(sent) && sent.occurrence !== undefined && !sent.part;
  const toldBefore = match && toldOf(loading.matches.keysOf(match.record), sent);
  const entry = isOfDate ? withoutOwnOfDate(sent, match.record, toldBefore) : sent;
  if (entry.part && !isOfSeries) return rejectedBy(invalidParams([NO_SERIES]));
  const before = match?.record ?? null;
  const isKeyed = match?.by === 'key' || match?.by === 'own';
  const told = before ? rulesToldOf(loading.matches.keysOf(before), entry) : [];
  try {
    return await draftOfEntry(deps, kind, entry, { ...loading, before, isKeyed, told });
  } catch (error) {
    return rejectedBy(error);
  }
}

/** → whether another Marquee says it. */
const isOfMarquee = ({ claim }: LoadEntry): boolean => claim?.told.via !== undefined;

const NO_SERIES = { param: 'recurrence_id', reason: 'the series of this date is not there' };

interface Loading {
  options: LoadOptions;
  matches: Matches;
}

interface Drafting {
  options: LoadOptions;
  before: StoredRecord | null;
  /** It was found by its key. By content, an empty column contradicts nothing. */
  isKeyed: boolean;
  /** The rules and times that were said of it before, its own source first. */
  told?: readonly JsonObject[];
}

/** → the draft. Throws `rest_missing_callback_param`, `rest_invalid_param`. */
async function draftOfEntry(
  deps: Deps,
  kind: Kind,
  entry: LoadEntry,
  { options, before, isKeyed, told = [] }: Drafting,
): Promise<Draft> {
  const { caller, locate } = options;
  const cleared = isKeyed ? entry.cleared : null;
  const { part: by, occurrence: at = '', partDates, moved } = entry;
  const part = before && by ? { series: before, at, by, isWhole: true, moved } : undefined;
  const stored = part ? partBase(part) : before;
  const said = part ? entry.payload.values : withoutToldRules(told, entry.payload.values);
  const states = statesByTitle(kind, said, stored);
  const { status: given, ...columns } = { ...cleared?.values, ...states, ...said };
  // A record whose state is unknown may be hidden where it comes from.
  const isUnknown = entry.leftOut?.some(({ param }) => param === 'status');
  const status = before
    ? statusOfRow(entry, before, options)
    : (given ?? (isUnknown ? 'draft' : undefined));
  const sent = withEnd({ ...columns, ...(status === undefined ? {} : { status }) }, stored);
  if (!before) requireParams(kind.schema, sent);
  const values = await withPlace(kind, sent, { before: stored, locate });
  const input = {
    payload: toPayload(kind, values, entry.payload.language),
    items: { ...cleared?.items, ...entry.items },
    readInline: (target: Kind, linked: LoadEntry) => draftOfLinked(deps, target, linked, options),
  };
  const issues = parentNameIssues(kind, entry);
  const draft = await draftFrom(deps, kind, input, { caller, stored, issues });
  const { shared: follows, keeps, removal, local } = entry;
  return { ...draft, part, partDates, local, follows, keeps, removal };
}

/**
 * → the status that a row gives an existing record, or undefined. A load never restores; a source
 * restores records that it lacked.
 */
function statusOfRow(
  { payload: { status }, occurrence, claim }: LoadEntry,
  record: StoredRecord,
  { present }: LoadOptions,
): Status | undefined {
  const { removed } = record;
  if (present && removed?.by === 'source') return beforeRemoval(record);
  // It exists in the followed listing, though the rules lack it.
  if (claim && removed?.by === 'rules') return status;
  const isLeft = removed ? status !== 'trash' : present && occurrence === undefined;
  return isLeft ? undefined : status;
}

/** → the values; a new event without an end has only a start. */
function withEnd(values: JsonObject, before: StoredRecord | null): JsonObject {
  const { start_date, end_date } = values;
  return before || isBlank(start_date) || !isBlank(end_date)
    ? values
    : { ...values, end_date: start_date };
}

/** → the draft of a described record that may be new; null: it is not valid. */
async function draftOfLinked(
  deps: Deps,
  kind: Kind,
  entry: LoadEntry,
  options: LoadOptions,
): Promise<Draft | null> {
  const [before = null] = await deps.store.find(kind.name, 'key', entry.keys.slice(0, 1));
  try {
    return await draftOfEntry(deps, kind, entry, { options, before, isKeyed: false });
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return null;
    throw error;
  }
}

/** → the result of a row that repeats a record and must not change it; null: it updates it. */
function resultOfMatch(
  kind: Kind,
  entry: LoadEntry,
  { record, by }: Match,
  { options: { onMatch = 'update', isLinked = false, present }, matches }: Loading,
): LoadResult | null {
  const stored = matches.keysOf(record);
  const isNamed = stored.some(({ key, of }) => of === 0 && isForeign(key));
  const isOfOther = by === 'content' && entry.keys.length > 0 && isNamed && !entry.claim;
  if (isOfOther) return rejection(termExists(record.id));
  if (onMatch === 'reject') return rejection(recordExists(kind.name, record.id));
  // A row that names a merged record must not change the survivor.
  const isOfOwner =
    (onMatch === 'skip' && !(present && isLostElsewhere(record, stored, entry))) ||
    by === 'merged' ||
    (isLinked && by === 'content') ||
    isMadeHere(record, stored, entry);
  // A record removed by a user remains removed, whatever a feed says.
  const isKept = isOfOwner || (record.removed && entry.claim && entry.removal);
  const isToldBefore =
    present &&
    record.removed?.by !== 'source' &&
    (isOfOlder(stored, entry) || isToldAgain(toldOf(stored, entry), entry, record));
  return isKept || isToldBefore ? { outcome: 'unchanged', record } : null;
}

/** → whether sources had a record and lost it, which the source of a row never loaded. */
export const isLostElsewhere = (
  { removed }: StoredRecord,
  stored: readonly StoredKey[],
  entry: LoadEntry,
): boolean =>
  toldOf(stored, entry) === null &&
  (removed?.by === 'source' || stored.some(({ told }) => told?.action === 'cancel'));

/** → whether somebody made a record here, which another Marquee must not change. */
const isMadeHere = (
  { id }: StoredRecord,
  stored: readonly StoredKey[],
  entry: LoadEntry,
): boolean => isOfMarquee(entry) && entry.occurrence === undefined && !isOfSources(stored, id);

/** → the result of a refused row, with an issue for each parameter. Throws other errors. */
export function rejectedBy(error: unknown): Rejected {
  if (!(error instanceof ApiError) || error.status !== 400) throw error;
  return rejection(error);
}

const rejection = (error: ApiError): Rejected => ({
  outcome: 'rejected',
  code: error.code,
  issues: issuesOf(error),
});

function issuesOf({ data: { params }, message }: ApiError): Issue[] {
  if (params === undefined) return [{ param: 'line', reason: message }];
  if (Array.isArray(params)) return params.map((param) => ({ param, reason: 'Is missing.' }));
  return Object.entries(params as Record<string, string>).map(([param, reason]) => ({
    param,
    reason,
  }));
}

/** → the states in the title of a row; a state that it no longer has is as in a new record. */
function statesByTitle(
  { titleField, fields }: Kind,
  said: JsonObject,
  stored: StoredRecord | null,
): JsonObject {
  const title = said[titleField];
  if (!fields.event_status || typeof title !== 'string') return {};
  const before = Object.entries(statesIn(stored?.title ?? ''));
  const ended = before.filter(([name, value]) => stored?.fields[name] === value);
  const initial = ended.map(([name]) => [name, fields[name]?.initial ?? null]);
  return { ...Object.fromEntries(initial), ...statesIn(title) };
}
