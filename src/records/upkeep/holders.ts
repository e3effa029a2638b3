/**
 * Compares the snapshots in records with their originals by revision: stale ones are renewed, and
 * links to records that are gone or in the trash are dropped.
 */
import { kinds } from '../../kinds/index.js';
import type { KindName, Snapshot, StoredRecord } from '../../kinds/record.js';
import { type Change, type OutboxEntry, refKey } from '../../store/port.js';
import type { Deps } from '../deps.js';
import { changeOf, toSnapshot } from '../write/change.js';
import { rewriteAll } from '../write/rewrite.js';

/** Records with renewed snapshots, and the work that rewriting them leaves to do. */
export interface Renewed {
  renewed: StoredRecord[];
  /** Leased to this process; pushing `renewed` covers those of the task `index`. */
  owed: OutboxEntry[];
}

/** → the records, with stale snapshots renewed. `known`: originals that need not be read again. */
export async function renewSnapshots(
  deps: Deps,
  records: readonly StoredRecord[],
  known: ReadonlyMap<string, StoredRecord>,
): Promise<Renewed> {
  const originals = await readOriginals(deps, records, known);
  const stale = records.filter((record) => withCurrent(record, originals) !== null);
  if (stale.length === 0) return { renewed: [...records], owed: [] };
  const { written, entries } = await rewriteAll(deps, stale, (record) =>
    withCurrent(record, originals),
  );
  const now = new Map(written.map((record) => [refKey(record), record]));
  return { renewed: records.map((record) => now.get(refKey(record)) ?? record), owed: entries };
}

/** By `refKey`; null: not found. */
type Originals = Map<string, StoredRecord | null>;

/** → the originals of all snapshots, read once for each kind. */
async function readOriginals(
  deps: Deps,
  records: readonly StoredRecord[],
  known: ReadonlyMap<string, StoredRecord>,
): Promise<Originals> {
  const wanted = new Map<KindName, Set<number>>();
  const originals: Originals = new Map();
  for (const record of records) {
    for (const { field, target: kind } of kinds[record.kind].relations) {
      for (const { id } of record.relations[field] ?? []) {
        const held = known.get(refKey({ kind, id })) ?? null;
        originals.set(refKey({ kind, id }), held);
        if (!held) wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id));
      }
    }
  }
  const found = await Promise.all(
    [...wanted].map(([kind, ids]) => deps.store.find(kind, 'id', [...ids])),
  );
  for (const original of found.flat()) originals.set(refKey(original), original);
  return originals;
}

/** → the change that renews stale snapshots, or null when there are none. */
function withCurrent(holder: StoredRecord, originals: Originals): Change | null {
  let isStale = false;
  const relations = { ...holder.relations };
  for (const { field, target: kind } of kinds[holder.kind].relations) {
    relations[field] = (holder.relations[field] ?? []).flatMap((snapshot): Snapshot[] => {
      const original = originals.get(refKey({ kind, id: snapshot.id }));
      // A link added since the originals were read is checked by the entry of its own write.
      const renewed = original === undefined ? snapshot : renew(snapshot, original);
      isStale ||= renewed !== snapshot;
      return renewed ? [renewed] : [];
    });
  }
  return isStale ? changeOf(holder, { ...holder, relations }) : null;
}

/**
 * → the snapshot, or a new one when it is older than its original; null when the original is gone
 * or in the trash.
 */
export function renew(snapshot: Snapshot, original: StoredRecord | null): Snapshot | null {
  if (!original || original.status === 'trash') return null;
  return snapshot.revision < original.revision ? toSnapshot(original) : snapshot;
}
