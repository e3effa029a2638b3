/**
 * Snapshots in the records that hold them, compared with their originals by revision: what is stale
 * is rewritten, links to what is gone or in the trash are dropped.
 */
import { kinds } from '../../kinds/index.js';
import type { KindName, Snapshot, StoredRecord } from '../../kinds/record.js';
import { type Change, type OutboxEntry, refKey } from '../../store/port.js';
import type { Deps } from '../deps.js';
import { changeOf, toSnapshot } from '../write/change.js';
import { rewriteAll } from '../write/rewrite.js';

/** Records with the snapshots there are now, and what rewriting them leaves to do. */
export interface Renewed {
  renewed: StoredRecord[];
  /** Leased to this process; those of `index` are covered by pushing `renewed`. */
  owed: OutboxEntry[];
}

/** → the records, stale snapshots renewed. `known`: originals that need not be read again. */
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

/** By `refKey`; null: looked for, and gone. */
type Originals = Map<string, StoredRecord | null>;

/** → what the records embed: one read a kind. */
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

/** → the change that renews what is stale, or null. */
function withCurrent(holder: StoredRecord, originals: Originals): Change | null {
  let isStale = false;
  const relations = { ...holder.relations };
  for (const { field, target: kind } of kinds[holder.kind].relations) {
    relations[field] = (holder.relations[field] ?? []).flatMap((snapshot): Snapshot[] => {
      const original = originals.get(refKey({ kind, id: snapshot.id }));
      // A link made since the originals were read is looked at by the entry of its own write.
      const renewed = original === undefined ? snapshot : renew(snapshot, original);
      isStale ||= renewed !== snapshot;
      return renewed ? [renewed] : [];
    });
  }
  return isStale ? changeOf(holder, { ...holder, relations }) : null;
}

/** → the snapshot itself where it is no older than its original; null where that is gone. */
export function renew(snapshot: Snapshot, original: StoredRecord | null): Snapshot | null {
  if (!original || original.status === 'trash') return null;
  return snapshot.revision < original.revision ? toSnapshot(original) : snapshot;
}
