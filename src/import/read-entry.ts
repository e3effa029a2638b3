/** Reads one row of a load: the record it repeats, and the draft of its update or create. */
import { ApiError, type Issue, recordExists, termExists } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import type { JsonObject } from '../kinds/record.js';
import type { Deps } from '../records/deps.js';
import { readDraft } from '../records/write/draft.js';
import type { Draft } from '../records/write/plan.js';
import type { LoadEntry, LoadOptions, LoadResult, Rejected } from './entry.js';
import { linkedKeyIssues } from './links.js';
import type { Match, Matches } from './match.js';
import { parentNameIssues } from './parents.js';
import { withPlace, withZone } from './place.js';

/** → the draft of the row, or its result when nothing is to be written for it. */
export async function readEntry(
  deps: Deps,
  kind: Kind,
  entry: LoadEntry,
  loading: { options: LoadOptions; matches: Matches },
): Promise<Draft | LoadResult> {
  const { payload, emptied = [] } = entry;
  const match = loading.matches.find(entry);
  const before = match?.record ?? null;
  const refusal = match && resultOfMatch(kind, entry, match, loading.options);
  if (refusal) return refusal;
  // By content, an empty column contradicts nothing: it is no reason to clear the field.
  const isKeyed = match?.by === 'key' || match?.by === 'own';
  const row = isKeyed ? { ...cleared(kind, emptied), ...payload } : payload;
  const sent = await withPlace(kind, row, { before, locate: loading.options.locate });
  try {
    const draft = await readDraft(deps, kind, sent, {
      mode: before ? 'update' : 'create',
      caller: loading.options.caller,
      stored: before,
      isAllowed: true,
      issues: [...linkedKeyIssues(kind, payload), ...parentNameIssues(kind, entry)],
    });
    return withZone(kind, draft);
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return rejectedBy(error);
    throw error;
  }
}

/** → the result of a row that repeats a record and must not change it; null: it updates it. */
function resultOfMatch(
  kind: Kind,
  { externalId }: LoadEntry,
  { record, by }: Match,
  { onMatch = 'update', isLinked = false }: LoadOptions,
): LoadResult | null {
  const isOfOther = by === 'content' && externalId !== null && record.external_id !== null;
  if (isOfOther) return rejectedBy(termExists(record.id));
  if (onMatch === 'reject') return rejectedBy(recordExists(kind.name, record.id));
  // A record that was merged into another one has a source of its own, which must not change it.
  const isKept = onMatch === 'skip' || by === 'alias' || (isLinked && by === 'content');
  return isKept ? { outcome: 'unchanged', record } : null;
}

/** → a payload that clears these fields, as far as a load may clear them. */
function cleared({ fields }: Kind, names: readonly string[]): JsonObject {
  const ownNames = names.map((name) => name.split('.')[0] ?? name);
  return Object.fromEntries(
    ownNames.filter((name) => fields[name]?.isEmptied).map((name) => [name, '']),
  );
}

/** → the result of a row that is refused, with an issue for each parameter. */
function rejectedBy(error: ApiError): Rejected {
  return { outcome: 'rejected', code: error.code, issues: issuesOf(error) };
}

function issuesOf({ data: { params }, message }: ApiError): Issue[] {
  if (params === undefined) return [{ param: 'line', reason: message }];
  if (Array.isArray(params)) return params.map((param) => ({ param, reason: 'Is missing.' }));
  return Object.entries(params as Record<string, string>).map(([param, reason]) => ({
    param,
    reason,
  }));
}
