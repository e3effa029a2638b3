/**
 * What is still to be done with records: marks that writes leave and the sync clears. Records and
 * tombstones stand in two tables with the same marks.
 */
import { allKinds } from '../../kinds/index.js';
import type { KindName } from '../../kinds/record.js';
import type { Row, Sqlite, SqlValue } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import type { Backlog, Pending, SetAside, UnindexedQuery, Version } from '../port.js';
import { toPending } from './read.js';
import { touch, type Writer } from './write.js';

/** Losing a mark of what is done in a power cut only means that it is done once more. */
const LIGHT = { isDurable: false };

const tablesOf = (kind: KindName) => [`rec_${kind}`, `gone_${kind}`];

type Revised = { id: number; revision: number };

/** → records and removals the index has not confirmed, ascending by id. */
export function unindexed(
  db: Sqlite,
  kind: KindName,
  { ids, afterId = 0, limit, isClaim }: UnindexedQuery,
  writer: Writer,
): Pending[] {
  const among = ids ? 'AND id IN (SELECT value FROM json_each(?))' : '';
  const params = ids ? [JSON.stringify(ids)] : [];
  const open = {
    test: `unindexed_at IS NOT NULL AND set_aside IS NULL AND id > ? ${among}`,
    params: [afterId, ...params],
  };
  if (isClaim) return claim(db, kind, { ...open, limit, name: 'push' }, writer);
  return pending(db, kind, { ...open, limit });
}

/** → changes that have not reached all holders, claimed. */
export function spreading(db: Sqlite, kind: KindName, limit: number, writer: Writer): Pending[] {
  const open = { test: 'spread_pending = 1', params: [], limit, name: 'spread' };
  return claim(db, kind, open, writer);
}

/** Claims a spread anew. */
export function renewSpread(db: Sqlite, kind: KindName, entry: Revised, writer: Writer): void {
  change(
    db,
    kind,
    'spread_by = ?, spread_until = ? WHERE id = ? AND revision = ?',
    writer.owner,
    writer.nowMs + limits.claimMs,
    entry.id,
    entry.revision,
  );
}

/** Marks a change as having reached all holders, unless it changed again. */
export function spreadDone(db: Sqlite, kind: KindName, { id, revision }: Revised): void {
  change(db, kind, 'spread_pending = 0 WHERE id = ? AND revision = ?', id, revision);
}

/** → records whose copies must be looked at again. */
export function linksToCheck(db: Sqlite, kind: KindName, limit: number, writer: Writer): Pending[] {
  return db
    .all(
      `UPDATE rec_${kind} SET links_by = ?1, links_until = ?2
       WHERE id IN (SELECT id FROM rec_${kind} WHERE links_open = 1
         AND (links_by = ?1 OR links_until <= ?3) ORDER BY id LIMIT ?4)
       RETURNING id, revision, version, doc`,
      writer.owner,
      writer.nowMs + limits.claimMs,
      writer.nowMs,
      limit,
    )
    .map((row) => toPending(kind, row))
    .sort((a, b) => a.id - b.id);
}

/** Marks the copies of records as looked at. */
export function linksChecked(db: Sqlite, kind: KindName, entries: readonly Revised[]): void {
  db.transaction(() => {
    for (const { id, revision } of entries) {
      const sql = `UPDATE rec_${kind} SET links_open = 0 WHERE id = ? AND revision = ?`;
      db.run(sql, id, revision);
    }
  }, LIGHT);
}

/** Marks versions as indexed. */
export function markIndexed(db: Sqlite, kind: KindName, entries: readonly Version[]): void {
  const sql = 'unindexed_at = NULL, set_aside = NULL WHERE id = ? AND version = ?';
  db.transaction(() => {
    for (const { id, version } of entries) change(db, kind, sql, id, version);
  }, LIGHT);
}

/** Takes entries the index refuses out of the unindexed. */
export function setAside(db: Sqlite, kind: KindName, entries: readonly SetAside[]): void {
  const sql = 'set_aside = ? WHERE id = ? AND version = ? AND unindexed_at IS NOT NULL';
  db.transaction(() => {
    for (const { id, version, reason } of entries) change(db, kind, sql, reason, id, version);
  }, LIGHT);
}

/** → what is set aside. */
export function setAsides(db: Sqlite, kind: KindName, afterId: number, limit: number): SetAside[] {
  const parts = tablesOf(kind).map(
    (table) =>
      `SELECT id, version, set_aside FROM ${table} WHERE set_aside IS NOT NULL AND id > ?1`,
  );
  return db.all(`${parts.join(' UNION ALL ')} ORDER BY id LIMIT ?2`, afterId, limit).map((row) => ({
    id: Number(row.id),
    version: Number(row.version),
    reason: String(row.set_aside),
  }));
}

/** Makes all that is set aside unindexed again. */
export function replay(db: Sqlite, kind: KindName): number {
  return change(db, kind, 'set_aside = NULL WHERE set_aside IS NOT NULL');
}

/** Gives records versions above the given ones. */
export function raise(
  db: Sqlite,
  kind: KindName,
  entries: readonly Version[],
  writer: Writer,
): void {
  db.transaction(() => {
    for (const entry of entries) {
      touch(db, kind, entry, writer);
      db.run(
        `UPDATE gone_${kind} SET version = max(version, ?) + 1, unindexed_at = ? WHERE id = ?`,
        entry.version,
        writer.nowMs,
        entry.id,
      );
    }
  });
}

/** → how much the index has yet to take. */
export function backlog(db: Sqlite): Backlog {
  const sum: Backlog = { unindexed: 0, oldestMs: null, setAside: 0 };
  for (const table of allKinds.flatMap(({ name }) => tablesOf(name))) {
    const row = db.get(
      `SELECT (SELECT count(*) FROM (SELECT 1 FROM ${table}
           WHERE unindexed_at IS NOT NULL AND set_aside IS NULL LIMIT ${limits.backlogCount})) AS n,
         (SELECT unindexed_at FROM ${table} WHERE unindexed_at IS NOT NULL AND set_aside IS NULL
           ORDER BY unindexed_at LIMIT 1) AS oldest,
         (SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE set_aside IS NOT NULL
           LIMIT ${limits.backlogCount})) AS aside`,
    );
    sum.unindexed = Math.min(sum.unindexed + Number(row?.n), limits.backlogCount);
    sum.setAside = Math.min(sum.setAside + Number(row?.aside), limits.backlogCount);
    if (typeof row?.oldest === 'number') {
      sum.oldestMs = Math.min(sum.oldestMs ?? row.oldest, row.oldest);
    }
  }
  return sum;
}

interface Open {
  test: string;
  params: SqlValue[];
  limit: number;
}

function pending(db: Sqlite, kind: KindName, { test, params, limit }: Open): Pending[] {
  const rows = (table: string, doc: string): Row[] =>
    db.all(
      `SELECT id, revision, version, ${doc} AS doc FROM ${table} WHERE ${test}
       ORDER BY id LIMIT ?`,
      ...params,
      limit,
    );
  return [...rows(`rec_${kind}`, 'doc'), ...rows(`gone_${kind}`, 'NULL')]
    .map((row) => toPending(kind, row))
    .sort((a, b) => a.id - b.id)
    .slice(0, limit);
}

function claim(
  db: Sqlite,
  kind: KindName,
  { test, params, limit, name }: Open & { name: string },
  { owner, nowMs }: Writer,
): Pending[] {
  const free = `${test} AND (${name}_by = ? OR coalesce(${name}_until, 0) <= ?)`;
  return db.transaction(() => {
    const found = pending(db, kind, { test: free, params: [...params, owner, nowMs], limit });
    if (found.length === 0) return found;
    change(
      db,
      kind,
      `${name}_by = ?, ${name}_until = ? WHERE id IN (SELECT value FROM json_each(?))`,
      owner,
      nowMs + limits.claimMs,
      JSON.stringify(found.map(({ id }) => id)),
    );
    return found;
  }, LIGHT);
}

/** → rows changed, in both tables of the kind. */
function change(db: Sqlite, kind: KindName, set: string, ...params: SqlValue[]): number {
  return db.transaction(
    () =>
      tablesOf(kind).reduce(
        (sum, table) => sum + db.run(`UPDATE ${table} SET ${set}`, ...params),
        0,
      ),
    LIGHT,
  );
}
