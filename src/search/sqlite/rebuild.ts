/**
 * The layout, stamp and rebuild of the SQLite index. A rebuild works in place: it overwrites every
 * entry, so that lists are complete at all times. Entries whose record no longer exists are removed
 * when the sync compares store and index.
 */
import { createHash } from 'node:crypto';
import { allKinds } from '../../kinds/index.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import type { Rebuild } from '../port.js';
import { versionsOf } from './lookups.js';
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

/**
 * Drops every table of the index, of any release. They are emptied first: dropping a full table
 * keeps all of it in memory until the statement ends, and deleting all rows does not.
 */
function dropTables(db: Sqlite): void {
  const tables = (type: string) =>
    db
      .all(
        `SELECT name FROM pragma_table_list
         WHERE schema = 'main' AND type = ? AND name LIKE 'ix\\_%' ESCAPE '\\'`,
        type,
      )
      .map(({ name }) => name);
  for (const name of tables('table')) db.exec(`DELETE FROM ${name}`);
  // Dropping a virtual table also drops the tables with its data.
  for (const name of tables('virtual')) db.exec(`DROP TABLE ${name}`);
  for (const name of tables('table')) db.exec(`DROP TABLE ${name}`);
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
    finish: async () => {
      const sql = "INSERT OR REPLACE INTO ix_meta VALUES ('stamp', ?)";
      await db.whenUnlocked(() => db.run(sql, stamp));
      return true;
    },
  };
}
