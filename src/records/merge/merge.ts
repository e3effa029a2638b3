/**
 * Merges duplicates into one record: one write fills the survivor, gives it the keys of the
 * others, moves their children, and removes them. Links follow through the outbox. Contract 18.1.
 */

import { type Caller, canEditOthers, canWriteKind } from '../../access/roles.js';
import { forbidden, type Issue, invalidParams, isInTrash } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import type { JsonObject, StoredRecord } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import type { Change, StoredKey } from '../../store/port.js';
import { removalOf } from '../../sync/change.js';
import { findSurvivors } from '../../sync/survivors.js';
import { validate } from '../../validation/compile.js';
import type { Deps } from '../deps.js';
import { findRecord } from '../read.js';
import { assemble } from '../write/assemble.js';
import { type Attempt, commit, demand, type Precondition } from '../write/commit.js';
import { draftOf } from '../write/plan.js';
import { levelsBelow, moveChildren } from '../write/tree.js';
import { mergedKeys } from './keys.js';
import { ancestorsAfterMerge, filled } from './plan.js';

/** A merge: the ID of the survivor, and the parameters as sent. */
interface MergeRequest {
  id: number;
  parameters: JsonObject;
  caller: Caller;
  precondition?: Precondition;
}

/**
 * → the survivor. Records that were merged into it before are skipped, so that a merge can be
 * repeated. Throws `rest_missing_callback_param`, `rest_invalid_param`, `rest_forbidden`,
 * `<kind>-is-in-trash`, `rest_precondition_failed`, `could-not-update-…`.
 */
export async function mergeRecords(
  deps: Deps,
  kind: Kind,
  { id, parameters, caller, precondition = {} }: MergeRequest,
): Promise<StoredRecord> {
  const { values, issues } = validate('queries/merge.json', parameters, 'create');
  const ids = [...new Set((values.drop ?? []) as number[])];
  const { record } = await commit(deps, { verb: 'update', kind }, async () => {
    const state = await readAll(deps, kind, id, ids);
    const all = [...issues, ...issuesOf(kind, id, ids, state)];
    const { survivor } = state;
    if (all.length > 0 || !survivor) throw invalidParams(all);
    if (!canEditOthers(caller) || !canWriteKind(caller, kind)) throw forbidden(caller === null);
    if (survivor.removed) throw isInTrash(kind.name, id);
    demand(precondition, survivor);
    return attempt(deps, kind, { ...state, survivor, caller });
  });
  return record;
}

interface MergeState {
  survivor: StoredRecord | null;
  /** The records to be merged, in the order of the request. */
  dropped: StoredRecord[];
  /** By ID: records into which dropped ones that are gone were merged before. */
  before: Map<number, StoredRecord>;
  /** Of the survivor and the dropped ones. */
  keys: StoredKey[];
  /** Levels of the tree below each dropped term, itself included. */
  levels: number;
  /** The ancestors of the surviving term, the root first. */
  above: StoredRecord[];
}

async function readAll(deps: Deps, kind: Kind, id: number, ids: number[]): Promise<MergeState> {
  const survivor = await findRecord(deps, kind, { id });
  const records = await deps.store.find(kind.name, 'id', ids);
  const byId = new Map(records.map((record) => [record.id, record]));
  const gone = ids.filter((drop) => byId.get(drop)?.removed !== null);
  const before = await findSurvivors(deps, kind.name, gone);
  const dropped = ids.flatMap((drop) => (before.has(drop) ? [] : (byId.get(drop) ?? [])));
  const moved = kind.isTree ? dropped.map((record) => record.id) : [];
  const levels = Math.max(1, await levelsBelow(deps, kind, moved));
  const above = kind.isTree && survivor ? await ancestorsAfterMerge(deps, kind, survivor, ids) : [];
  const keyed = [id, ...dropped.map((record) => record.id)];
  const keys = await deps.store.keys.list(kind.name, { ids: keyed });
  return { survivor, dropped, before, keys, levels, above };
}

function issuesOf(kind: Kind, id: number, ids: readonly number[], state: MergeState): Issue[] {
  const { survivor, dropped, before, keys, levels, above } = state;
  const issues: Issue[] = [];
  if (!survivor) issues.push({ param: 'id', reason: `There is no such ${kind.name}.` });
  const droppedIds = new Set(dropped.map((record) => record.id));
  const reasons = ids.flatMap((drop) => {
    const into = before.get(drop);
    if (drop === id) return `${drop} is the record that is kept.`;
    if (into) return into.id === id ? [] : `${drop} was merged into ${into.id}.`;
    return droppedIds.has(drop) ? [] : `There is no ${kind.name} ${drop}.`;
  });
  if (above.length + levels > limits.termDepth) {
    reasons.push(`Terms nest at most ${limits.termDepth} levels deep.`);
  }
  const merged = new Set(keys.flatMap((row) => (row.id === id && row.of > 0 ? row.of : [])));
  if (merged.size + dropped.length > limits.mergedRecords) {
    reasons.push(`At most ${limits.mergedRecords} records are merged into one.`);
  }
  if (reasons.length > 0) issues.push({ param: 'drop', reason: reasons.join(' ') });
  return issues;
}

interface Merging extends Pick<MergeState, 'dropped' | 'keys' | 'above'> {
  survivor: StoredRecord;
  caller: Caller;
}

async function attempt(deps: Deps, kind: Kind, merging: Merging): Promise<Attempt> {
  const { survivor, dropped } = merging;
  if (dropped.length === 0) return { record: survivor, changes: [] };
  const change = await fill(deps, kind, merging);
  const from = dropped.map(({ id }) => id);
  const changes = [
    ...(await removals(deps, kind, merging)),
    ...(await moveChildren(deps, kind, { from, parent: survivor.id })),
    { ...change, ...mergedKeys(survivor, dropped, merging.keys) },
  ];
  return { record: change.record, changes };
}

/** → the survivor with its missing fields filled, and at its place in the tree. */
async function fill(
  deps: Deps,
  kind: Kind,
  { survivor, dropped, above, caller }: Merging,
): Promise<Change> {
  const { values, image } = filled(kind, survivor, dropped, deps.site.languages);
  if (kind.isTree) values.parent = above.at(-1)?.id ?? 0;
  const draft = draftOf(kind, values, { caller, stored: survivor });
  return assemble(deps, kind, { ...draft, ...(image ? { image } : {}) });
}

/** → the changes that put the dropped posts into the trash, or remove the dropped terms. */
async function removals(deps: Deps, kind: Kind, merging: Merging): Promise<Change[]> {
  const changes: Change[] = [];
  const { dropped, caller } = merging;
  const removal = { by: 'merge' as const };
  for (const stored of dropped) {
    if (kind.family.removal === 'permanent') {
      changes.push(removalOf(stored, {}));
      continue;
    }
    const draft = draftOf(kind, { status: 'trash' }, { caller, stored });
    changes.push(await assemble(deps, kind, { ...draft, removal }));
  }
  return changes;
}
