/**
 * Building the SQLite index anew, in place: every entry is written over, so that lists always show
 * the whole of it. What stays is what the store no longer has; the sync removes that at the end.
 */
import { createHash } from 'node:crypto';
import { kinds } from '../../kinds/index.js';
import type { KindName } from '../../kinds/record.js';
import type { Sqlite } from '../../lib/sqlite.js';
import type { Rebuild, Version } from '../port.js';
import { createTables, dropTables, tablesOf } from './tables.js';
import { putDocuments, removeDocuments } from './write.js';

/**
 * Creates what is missing. An index whose tables were laid out by another version of this code is
 * dropped: it has no stamp then, and is built from the store.
 */
export function ensureTables(db: Sqlite): void {
  const script = createTables();
  const layout = createHash('sha256').update(script).digest('hex');
  db.transaction(() => {
    const isThere = db.get("SELECT 1 AS n FROM sqlite_master WHERE name = 'ix_meta'");
    const row = isThere && db.get("SELECT value FROM ix_meta WHERE name = 'layout'");
    if (row?.value === layout) return;
    if (isThere) db.exec(dropTables());
    db.exec(script);
    db.run("INSERT INTO ix_meta VALUES ('layout', ?)", layout);
  });
}

/** → what the texts were made with, or null. */
export function readStamp(db: Sqlite): string | null {
  const row = db.get("SELECT value FROM ix_meta WHERE name = 'stamp'");
  return row ? String(row.value) : null;
}

/**
 * Begins a build, or goes on with one of the same stamp that broke off. Never null: a second
 * process at it writes the same entries once more.
 */
export function beginRebuild(
  db: Sqlite,
  { stamp, nowSeconds }: { stamp: string; nowSeconds: () => number },
): Rebuild {
  const kept = db.get("SELECT value FROM ix_meta WHERE name = 'rebuild'");
  const begun = kept ? (JSON.parse(String(kept.value)) as Progress) : null;
  const progress: Progress = begun?.stamp === stamp ? begun : { stamp, doneUpTo: {} };
  const save = () =>
    db.run("INSERT OR REPLACE INTO ix_meta VALUES ('rebuild', ?)", JSON.stringify(progress));
  save();
  return {
    doneUpTo: (kind) => progress.doneUpTo[kind] ?? 0,
    put: async (kind, documents) => putDocuments(db, kind, documents, nowSeconds()),
    remove: async (kind, entries) => removeDocuments(db, kind, entries, nowSeconds()),
    versions: async (kind, afterId, limit) => versionsOf(db, kind, afterId, limit),
    saveProgress: async (kind, afterId) => {
      progress.doneUpTo[kind] = afterId;
      save();
    },
    finish: async () =>
      db.transaction(() => {
        db.run("INSERT OR REPLACE INTO ix_meta VALUES ('stamp', ?)", stamp);
        db.run("DELETE FROM ix_meta WHERE name = 'rebuild'");
      }),
  };
}

interface Progress {
  stamp: string;
  doneUpTo: Partial<Record<KindName, number>>;
}

/** → id and version of entries, ascending. */
export function versionsOf(db: Sqlite, kind: KindName, afterId: number, limit: number): Version[] {
  return db
    .all(
      `SELECT id, version FROM ${tablesOf(kinds[kind]).main} WHERE id > ? ORDER BY id LIMIT ?`,
      afterId,
      limit,
    )
    .map((row) => ({ id: Number(row.id), version: Number(row.version) }));
}

/** Empties the index. */
export function reset(db: Sqlite): void {
  db.transaction(() => {
    // Walks that began before go on, so their number must not start again.
    const seq = db.get("SELECT value FROM ix_meta WHERE name = 'seq'");
    db.exec(dropTables());
    ensureTables(db);
    db.run("INSERT INTO ix_meta VALUES ('seq', ?)", Number(seq?.value ?? 0) + 1);
  });
}
