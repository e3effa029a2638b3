/**
 * The conflicts of a list of changes, and its accepted changes, the same on every engine. The
 * adapter reads the data named here in the transaction of the write.
 */
import { kinds } from '../kinds/index.js';
import type { KindName, StoredRecord } from '../kinds/record.js';
import { groupBy } from '../lib/batches.js';
import { type Change, type Conflict, refKey, type StoredKey } from './port.js';

/** The data of a stored record that determines conflicts. */
export type StoredKeys = Pick<
  StoredRecord,
  'kind' | 'id' | 'revision' | 'version' | 'slug' | 'slug_reserved'
>;

/** The data read by the transaction. */
export interface ReadState<Stored extends StoredKeys = StoredKeys> {
  /** Stored records by `refKey`. */
  records: Map<string, Stored>;
  /** IDs of the records that have the wanted slugs and keys. */
  holders: Map<string, number>;
  /** The trees that `treesOf` names, whole: the parent of every record by ID; 0: top level. */
  trees: Map<KindName, Map<number, number>>;
}

/**
 * → the kinds whose tree the changes depend on. Changes that depend on one tree must not be made at
 * the same time: two moves, each valid by itself, could close a circle.
 */
export function treesOf(changes: readonly Change[]): KindName[] {
  const placed = changes.filter(
    ({ record, removal }) => kinds[record.kind].isTree && (removal || parentOf(record) > 0),
  );
  return [...new Set(placed.map(({ record }) => record.kind))];
}

const parentOf = ({ fields }: StoredRecord): number => Number(fields.parent ?? 0);

/** → by kind, the identities of records that the changes replace or may conflict with. */
export function keysRead(changes: readonly Change[]) {
  const records = changes.flatMap(({ record, creates = [] }) => [...creates, record]);
  return [...groupBy(records, ({ kind }) => kind)].map(([kind, ofKind]) => ({
    kind,
    ids: ofKind.map(({ id }) => id),
    /** Only reserved slugs. */
    slugs: ofKind.flatMap(({ slug, slug_reserved }) => (slug_reserved ? slug : [])),
    keys: changes
      .filter(({ record }) => record.kind === kind)
      .flatMap(({ keys = [] }) => keys.map(({ key }) => key)),
  }));
}

/** → the read state, from the records. */
export function stateOf<Stored extends StoredKeys>(
  records: readonly Stored[],
  trees: ReadState['trees'],
  stored: readonly Pick<StoredKey, 'kind' | 'key' | 'id'>[],
): ReadState<Stored> {
  const keys = records.flatMap((record) =>
    slugsOf(record).map(({ key }) => [key, record.id] as const),
  );
  keys.push(...stored.map(({ kind, key, id }) => [holderKey(kind, key), id] as const));
  return {
    records: new Map(records.map((record) => [refKey(record), record])),
    holders: new Map(keys),
    trees,
  };
}

/** → the records that a change inserts or replaces, which want their unique keys. */
export const wantedBy = ({ record, creates = [], removal }: Change): StoredRecord[] =>
  removal ? [] : [...creates, record];

/** → the slug of a record where no other one may have it. */
const slugsOf = ({ kind, slug, slug_reserved }: Omit<StoredKeys, 'id' | 'revision' | 'version'>) =>
  slug_reserved ? [{ key: `${kind} slug ${slug}`, reason: 'slug' as const }] : [];

const holderKey = (kind: KindName, key: string): string => `${kind} key ${key}`;

/** → the keys that a change needs: no other record may have them. */
const claimsOf = ({ record: { kind, id }, keys = [] }: Change) =>
  keys
    .filter(({ how }) => how === 'claim')
    .map(({ key }) => ({ key: holderKey(kind, key), reason: 'key' as const, id }));

/**
 * → the changes that are made, their records at the next versions, and the conflicts of the others.
 * `isWhole`: one conflict keeps all changes from being made.
 */
export function judge(
  changes: readonly Change[],
  state: ReadState,
  isWhole = false,
): { conflicts: Conflict[]; effective: Change[] } {
  const conflicts = conflictsAmong(changes, state);
  if (isWhole && conflicts.length > 0) return { conflicts, effective: [] };
  const refused = new Set(conflicts.map(({ at }) => at));
  const next = (record: StoredRecord): StoredRecord => ({
    ...record,
    version: (state.records.get(refKey(record))?.version ?? 0) + 1,
  });
  const effective = changes
    .filter((_, at) => !refused.has(at))
    .map(({ record, creates = [], ...change }) => ({
      ...change,
      record: next(record),
      creates: creates.map(next),
    }));
  return { conflicts, effective };
}

/** → the changes that cannot be made. Earlier changes of the list take precedence. */
function conflictsAmong(changes: readonly Change[], state: ReadState): Conflict[] {
  const holders = new Map(state.holders);
  const conflicts: Conflict[] = [];
  for (const [at, change] of changes.entries()) {
    const { record, expected } = change;
    const before = state.records.get(refKey(record));
    if ((before?.revision ?? 0) !== expected) {
      conflicts.push({ at, reason: 'revision' });
      continue;
    }
    const wanted = [
      ...wantedBy(change).flatMap((wanted) =>
        slugsOf(wanted).map((key) => ({ ...key, id: wanted.id })),
      ),
      ...claimsOf(change),
    ];
    const isTwice = ({ key }: { key: string }, n: number) =>
      wanted.findIndex((other) => other.key === key) !== n;
    const taken = wanted.find(
      (slug, n) => isTwice(slug, n) || (holders.get(slug.key) ?? slug.id) !== slug.id,
    );
    if (taken) {
      conflicts.push({ at, reason: taken.reason });
      continue;
    }
    // The keys that this change gives up are free for the following changes.
    for (const { key } of before ? slugsOf(before) : []) holders.delete(key);
    freeKeys(holders, change);
    for (const { key, id } of wanted) holders.set(key, id);
  }
  const refused = new Set(conflicts.map(({ at }) => at));
  for (const at of misplacedAmong(changes, refused, state.trees))
    conflicts.push({ at, reason: 'tree' });
  return conflicts.sort((a, b) => a.at - b.at);
}

/** Removes keys of a change, given up or taken, from the holders of keys. */
function freeKeys(holders: Map<string, number>, { record, removal, keys = [], lost = [] }: Change) {
  const { kind, id } = record;
  for (const key of lost) holders.delete(holderKey(kind, key));
  for (const { key, how } of keys) if (how === 'take') holders.set(holderKey(kind, key), id);
  if (!removal) return;
  for (const [key, holder] of holders) {
    if (holder === id && key.startsWith(holderKey(kind, ''))) holders.delete(key);
  }
}

/** → the changes that the trees do not allow once all others are made, without `refused` ones. */
function misplacedAmong(
  changes: readonly Change[],
  refused: ReadonlySet<number>,
  trees: ReadState['trees'],
): Set<number> {
  const misplaced = new Set<number>();
  for (;;) {
    const accepted = [...changes.entries()].filter(
      ([at]) => !refused.has(at) && !misplaced.has(at),
    );
    const after = new Map([...trees].map(([kind, tree]) => [kind, new Map(tree)]));
    for (const [, { record, removal, creates = [] }] of accepted) {
      for (const term of [...creates, record]) after.get(term.kind)?.set(term.id, parentOf(term));
      if (removal) after.get(record.kind)?.delete(record.id);
    }
    // If several changes close a circle, the last is refused; others may depend on it.
    const isMoved = ({ record, removal }: Change) =>
      removal || trees.get(record.kind)?.get(record.id) !== parentOf(record);
    const wrong = accepted
      .reverse()
      .find(([, change]) => isMoved(change) && !isPlaced(change, after));
    if (!wrong) return misplaced;
    misplaced.add(wrong[0]);
  }
}

function isPlaced({ record, removal }: Change, trees: ReadState['trees']): boolean {
  const tree = trees.get(record.kind);
  if (!tree) return true;
  if (removal) return ![...tree.values()].includes(record.id);
  const met = new Set([record.id]);
  for (let at = parentOf(record); at > 0; at = tree.get(at) ?? 0) {
    if (met.has(at) || !tree.has(at)) return false;
    met.add(at);
  }
  return true;
}
