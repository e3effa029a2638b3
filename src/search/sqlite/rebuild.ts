/**
 * The layout, stamp and rebuild of the SQLite index. A rebuild works in place: it overwrites every
 * entry, so that lists stay complete. Entries whose record no longer exists are removed when
 * the sync compares store and index.
 */
import { createHash } from 'node:crypto';
import { allKinds, kinds } from '../../kinds/index.js';
import type { KindName } from '../../kinds/record.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import type { Rebuild, Version, VersionsQuery } from '../port.js';
import { createTables, tablesOf } from './tables.js';

/** → a hash that identifies the layout of the tables. */
export const layoutOf = (): string =>
  createHash('sha256').update(createTables()).digest('base64url').slice(0, 12);

/**
 * Creates missing tables. An index with the layout of another release is dropped; without a stamp,
 * it is then rebuilt from the store.
 */
export function ensureTables(db: Sqlite): void {
  const layout = layoutOf();
  db.transaction(() => {
    const isThere = db.get("SELECT 1 AS n FROM sqlite_master WHERE name = 'ix_meta'");
    const row = isThere && db.get("SELECT value FROM ix_meta WHERE name = 'layout'");
    if (row?.value === layout) return;
    dropTables(db);
    db.exec(createTables());
    db.run("INSERT INTO ix_meta VALUES ('layout', ?)", layout);
  });
}

/** Tables of the index, of any release. */
const OF_INDEX = "LIKE 'ix\\_%' ESCAPE '\\'";

/**
 * Drops every table of the index, of any release. They are emptied first: until its end, a
 * statement that drops a table keeps all of it in memory, and one that deletes all rows does not.
 */
function dropTables(db: Sqlite): void {
  const triggers = db.all(
    `SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name ${OF_INDEX}`,
  );
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  const tables = db.all(
    `SELECT m.name, m.sql, l.type FROM sqlite_master m
     JOIN pragma_table_list l ON l.schema = 'main' AND l.name = m.name
     WHERE m.type = 'table' AND m.name ${OF_INDEX}`,
  );
  for (const { name, sql, type } of tables) {
    const isText = /\bfts5\b.*\bcontent=''/s.test(String(sql));
    if (type === 'virtual' && isText) db.exec(`INSERT INTO ${name}(${name}) VALUES ('delete-all')`);
    if (type === 'table') db.exec(`DELETE FROM ${name}`);
  }
  // Dropping a virtual table also drops the tables with its data.
  const drop = (names: typeof tables) => {
    for (const { name } of names) db.exec(`DROP TABLE IF EXISTS ${name}`);
  };
  drop(tables.filter(({ type }) => type === 'virtual'));
  drop(tables.filter(({ type }) => type !== 'virtual'));
}

/** → the stamp of the last rebuild, or null. */
export function readStamp(db: Sqlite): string | null {
  const row = db.get("SELECT value FROM ix_meta WHERE name = 'stamp'");
  return row ? String(row.value) : null;
}

/** → the advice to change the engine, if a kind has more records than the file is made for. */
export function adviceOf(db: Sqlite): string | null {
  const { embeddedRecords: most } = limits;
  const isOver = allKinds.some((kind) => {
    const { main } = tablesOf(kind);
    // Records are counted only where there are IDs for as many.
    const sql = `SELECT 1 FROM ${main} WHERE (SELECT max(id) FROM ${main}) > ?1 LIMIT 1 OFFSET ?1`;
    return db.get(sql, most) !== undefined;
  });
  const count = most.toLocaleString('en-US');
  return isOver ? `Over ${count} records of a kind: ELASTICSEARCH_URL is for this size.` : null;
}

/** Begins a rebuild, which overwrites the entries in place, by `put`. */
export function beginRebuild(db: Sqlite, put: Rebuild['put'], stamp: string): Rebuild {
  return {
    put,
    versions: async (kind, query) => versionsOf(db, kind, query),
    isReplicated: async () => true,
    finish: async () => {
      const sql = "INSERT OR REPLACE INTO ix_meta VALUES ('stamp', ?)";
      await db.whenUnlocked(() => db.run(sql, stamp));
    },
  };
}

/** → ID and version of entries with ID > `afterId`, ascending by ID. */
export function versionsOf(
  db: Sqlite,
  kind: KindName,
  { afterId, limit, stampOtherThan }: VersionsQuery,
): Version[] {
  const { main } = tablesOf(kinds[kind]);
  const rows =
    stampOtherThan === undefined
      ? db.all(`SELECT id, version FROM ${main} WHERE id > ? ORDER BY id LIMIT ?`, afterId, limit)
      : db.all(
          `SELECT id, version FROM ${main} WHERE (stamp < ?1 OR stamp > ?1) AND id > ?2
           ORDER BY id LIMIT ?3`,
          stampOtherThan,
          afterId,
          limit,
        );
  return rows.map((row) => ({ id: Number(row.id), version: Number(row.version) }));
}
