/**
 * Migrates a file to the current layout of the record store when it is opened, in one transaction.
 * Layout 1 kept pending work as flags on each record; they become outbox entries. Layout 2 had no
 * second token of a user, layout 3 no checkpoints of loads, layout 4 no aliases.
 */
import { allKinds } from '../../kinds/index.js';
import type { KindName, StoredRecord } from '../../kinds/record.js';
import { publicFrom } from '../../kinds/visibility.js';
import type { Row, Sqlite } from '../../lib/sqlite.js';
import { type NewEntry, newEntry } from '../owed.js';
import { type RecordRef, refKey } from '../port.js';
import { insertEntry } from './outbox.js';
import { aliasTable, createTables, LAYOUT, loadTable, outboxTable, recordTable } from './tables.js';

/** Creates the tables, or migrates those of an earlier layout. Throws for a later layout. */
export function bringOver(db: Sqlite, nowMs: number): void {
  const layout = () => Number(db.get('PRAGMA user_version')?.user_version);
  if (layout() === LAYOUT) return;
  db.transaction(() => {
    // Another process may have migrated the file in the meantime.
    if (layout() === LAYOUT) return;
    if (layout() > LAYOUT) {
      throw new Error(`The file has layout ${layout()}; this release knows ${LAYOUT}.`);
    }
    const isOld = db.get("SELECT 1 AS n FROM sqlite_master WHERE name = 'rec_event'");
    if (!isOld) db.exec(createTables());
    if (isOld && layout() < 2) fromLayout1(db, nowMs);
    if (isOld && layout() < 3) fromLayout2(db);
    if (isOld && layout() < 4) db.exec(loadTable());
    if (isOld && layout() < 5) db.exec(aliasTable());
    db.exec(`PRAGMA user_version = ${LAYOUT}`);
  });
}

function fromLayout1(db: Sqlite, nowMs: number): void {
  db.exec(outboxTable());
  for (const { name } of allKinds) {
    const entries = [...entriesOfMarks(db, name, nowMs), ...entriesToPublish(db, name)];
    for (const entry of entries) insertEntry(db, entry, 0);
    dropIndexes(db, `rec_${name}`);
    db.exec(`ALTER TABLE rec_${name} RENAME TO old_${name};
      ${recordTable(`rec_${name}`)}
      INSERT INTO rec_${name} SELECT id, revision, version, slug, slug_reserved, external_id,
        title_key, parent, doc FROM old_${name};
      DROP TABLE old_${name};
      DROP TABLE gone_${name};`);
  }
}

/** Users had one token. */
function fromLayout2(db: Sqlite): void {
  db.exec(`ALTER TABLE user ADD COLUMN old_token_hash TEXT;
    ALTER TABLE user ADD COLUMN old_token_until_utc TEXT;
    CREATE INDEX user_old_token ON user (old_token_hash) WHERE old_token_hash IS NOT NULL;`);
}

function dropIndexes(db: Sqlite, table: string): void {
  const indexes = db.all(
    "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
    table,
  );
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`);
}

function entriesOfMarks(db: Sqlite, kind: KindName, nowMs: number): NewEntry[] {
  const records = db.all(
    `SELECT id, version, unindexed_at, set_aside, spread_pending, links_open FROM rec_${kind}
     WHERE unindexed_at IS NOT NULL OR spread_pending = 1 OR links_open = 1`,
  );
  const removed = db.all(
    `SELECT id, version, unindexed_at, set_aside, spread_pending FROM gone_${kind}
     WHERE unindexed_at IS NOT NULL OR spread_pending = 1`,
  );
  return [
    ...records.flatMap((row) => toEntries({ kind, id: Number(row.id) }, row, nowMs)),
    ...removed.flatMap((row) => {
      const ref = { kind, id: Number(row.id) };
      const versions = { [refKey(ref)]: Number(row.version) };
      return toEntries(ref, row, nowMs).map((entry) => ({ ...entry, removed: versions }));
    }),
  ];
}

/** An `index` entry is enough to count usage again: each push of a record counts its usage. */
function toEntries(ref: RecordRef, row: Row, nowMs: number): NewEntry[] {
  const atMs = Number(row.unindexed_at ?? nowMs);
  const isUnindexed = row.unindexed_at !== null || Number(row.links_open) === 1;
  const index = { ...newEntry('index', [ref], atMs), position: String(row.version) };
  return [
    ...(isUnindexed
      ? [{ ...index, refusal: row.set_aside === null ? null : String(row.set_aside) }]
      : []),
    ...(Number(row.spread_pending) === 1 ? [newEntry('snapshots', [ref], atMs)] : []),
  ];
}

function entriesToPublish(db: Sqlite, kind: KindName): NewEntry[] {
  return db.all(`SELECT doc FROM rec_${kind} WHERE status = 'future'`).map(({ doc }) => {
    const record = JSON.parse(String(doc)) as StoredRecord;
    return newEntry('publish', [record], (publicFrom(record) ?? 0) * 1000);
  });
}
