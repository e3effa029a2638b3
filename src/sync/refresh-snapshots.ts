/**
 * Compares the snapshots in records with their originals by revision: stale ones are renewed, links
 * to a merged record become links to its survivor, and links to other records that are gone or in
 * the trash are dropped.
 */

import { kinds } from '../kinds/index.js';

import { type KindName, linkedIn, type Snapshot, type StoredRecord } from '../kinds/record.js';

import { type Change, type OutboxEntry, refKey } from '../store/port.js';
import { nowUtc } from '../time/now.js';
import { relinkOf, toSnapshot } from './change.js';
import type { SyncDeps } from './deps.js';
import { tooLargeBy } from './record-size.js';
import { rewriteAll } from './rewrite.js';
import { findSurvivors } from './survivors.js';

/**
 * → the records, with stale snapshots renewed, and the entries of these writes, leased to this
 * process: a push of `renewed` covers the entries of the task `index`. `known`: originals read
 * before.
 */
export async function renewSnapshots(
  deps: SyncDeps,
  records: readonly StoredRecord[],
  known: ReadonlyMap<string, StoredRecord>,
): Promise<{ renewed: StoredRecord[]; newEntries: OutboxEntry[] }> {
  const originals = await readOriginals(deps, records, known);
  const at = nowUtc(deps);
  const { written, entries } = await rewriteAll(deps, records, (record) => {
    const change = withCurrent(record, originals, at);
    if (!change || tooLargeBy(change.record) === null) return change;
    const { kind, id } = record;
    deps.log.warn({ kind, id }, 'with new copies the record would be too large; the old ones stay');
    return null;
  });
  const now = new Map(written.map((record) => [refKey(record), record]));
  return {
    renewed: records.map((record) => now.get(refKey(record)) ?? record),
    newEntries: entries,
  };
}

/** By `refKey`; null: not found. */
type Originals = Map<string, StoredRecord | null>;

/** → the originals of all snapshots, read once for each kind. */
async function readOriginals(
  deps: SyncDeps,
  records: readonly StoredRecord[],
  known: ReadonlyMap<string, StoredRecord>,
): Promise<Originals> {
  const linked = new Map<KindName, Set<number>>();
  const originals: Originals = new Map();
  for (const record of records) {
    for (const { field, target: kind } of kinds[record.kind].relations) {
      for (const { id } of linkedIn(record, field)) {
        originals.set(refKey({ kind, id }), known.get(refKey({ kind, id })) ?? null);
        linked.set(kind, (linked.get(kind) ?? new Set()).add(id));
      }
    }
  }
  const read = async ([kind, ids]: [KindName, Set<number>]) => {
    const original = (id: number) => originals.get(refKey({ kind, id }));
    const missing = [...ids].filter((id) => !original(id));
    for (const original of await deps.store.find(kind, 'id', missing))
      originals.set(refKey(original), original);
    const lost = [...ids].filter((id) => original(id)?.removed !== null);
    const survivors = await findSurvivors(deps, kind, lost);
    for (const [id, record] of survivors) originals.set(refKey({ kind, id }), record);
  };
  await Promise.all([...linked].map(read));
  return originals;
}

/** → the change that renews stale snapshots, or null when all are current. */
function withCurrent(holder: StoredRecord, originals: Originals, at: string): Change | null {
  const current = (relations: StoredRecord['relations']) =>
    currentOf(holder, relations, originals) ?? relations;
  const relations = current(holder.relations);
  const parts = holder.parts?.map((part) => ({ ...part, relations: current(part.relations) }));
  const isSame = (parts ?? []).every((part, n) => part.relations === holder.parts?.[n]?.relations);
  if (relations === holder.relations && isSame) return null;
  return relinkOf(holder, { relations, ...(parts ? { parts } : {}) }, at);
}

/** → the relations with current snapshots; null: they are current. */
function currentOf(
  { kind: holder }: StoredRecord,
  before: StoredRecord['relations'],
  originals: Originals,
): StoredRecord['relations'] | null {
  let isStale = false;
  const relations = { ...before };
  for (const { field, target: kind } of kinds[holder].relations) {
    const snapshots = before[field];
    const renewed = snapshots?.map((snapshot) => {
      const original = originals.get(refKey({ kind, id: snapshot.id }));
      // A link added since the originals were read is checked by the entry of its own write.
      return original === undefined ? snapshot : renew(snapshot, original);
    });
    if (!renewed || renewed.every((snapshot, n) => snapshot === snapshots?.[n])) continue;
    // Two linked records may have been merged into one.
    const byId = new Map(
      renewed.flatMap((snapshot) => (snapshot ? [[snapshot.id, snapshot] as const] : [])),
    );
    relations[field] = [...byId.values()];
    isStale = true;
  }
  return isStale ? relations : null;
}

/**
 * → the snapshot, or a new one when it is older than its original or its record was merged into
 * this one; null when the original is gone or in the trash.
 */
function renew(snapshot: Snapshot, original: StoredRecord | null): Snapshot | null {
  if (!original || original.removed) return null;
  const isStale = snapshot.id !== original.id || snapshot.revision < original.revision;
  return isStale ? toSnapshot(original) : snapshot;
}
