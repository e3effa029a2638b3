/**
 * The SQLite index as a whole: its layout, its stamp, and its rebuild. A rebuild works in place and
 * overwrites every entry, so that lists always show all of them. What the store no longer has is
 * removed when the sync compares the two.
 */
import { createHash } from 'node:crypto';
import { kinds } from '../../kinds/index.js';
import type { KindName } from '../../kinds/record.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { inTurns } from '../../lib/turn.js';
import { limits } from '../../limits.js';
import type { Rebuild, Version, VersionsQuery } from '../port.js';
import { createTables, tablesOf } from './tables.js';
import { putEntries } from './write.js';

/** → what tells this layout of tables from another. */
export const layoutOf = (): string =>
  createHash('sha256').update(createTables()).digest('base64url').slice(0, 12);

/**
 * Creates what is missing. An index whose tables were laid out by another release is dropped: it
 * has no stamp then, and is built from the store.
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

/** Drops every table of the index, whichever release made it. */
function dropTables(db: Sqlite): void {
  const tables = db.all(
    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name LIKE 'ix\\_%' ESCAPE '\\'",
  );
  const isVirtual = ({ sql }: { sql?: unknown }) => String(sql).startsWith('CREATE VIRTUAL');
  // A virtual table takes the tables that hold its data with it.
  const drop = (names: typeof tables) => {
    for (const { name } of names) db.exec(`DROP TABLE IF EXISTS ${name}`);
  };
  drop(tables.filter(isVirtual));
  drop(tables.filter((table) => !isVirtual(table)));
}

/** → what the index was last built with, or null. */
export function readStamp(db: Sqlite): string | null {
  const row = db.get("SELECT value FROM ix_meta WHERE name = 'stamp'");
  return row ? String(row.value) : null;
}

/** Begins a build, or goes on with one: what stands in the tables is written over either way. */
export function beginRebuild(db: Sqlite, stamp: string, state: string | null): Rebuild {
  return {
    state: stamp,
    isNew: state !== stamp,
    put: (entries) => inTurns(entries, limits.turnRecords, (some) => putEntries(db, some)),
    versions: async (kind, query) => versionsOf(db, kind, query),
    finish: async () => {
      db.run("INSERT OR REPLACE INTO ix_meta VALUES ('stamp', ?)", stamp);
    },
  };
}

/** → id and version of entries, ascending. */
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
