/**
 * Migrates a file to the current layout of the record store when it is opened, in one transaction.
 * Layout 1 kept pending work as flags on each record; they become outbox entries. Layout 2 had no
 * second token of a user, layout 3 no checkpoints of loads, layout 4 no aliases.
 */
import { rmSync } from 'node:fs';
import { allKinds } from '../../kinds/index.js';
import type { KindName, StoredRecord } from '../../kinds/record.js';
import { publicFrom } from '../../kinds/visibility.js';
import { laterLayout, RELEASE, toNumber } from '../../lib/package.js';
import type { Row, Sqlite } from '../../lib/sqlite.js';
import { type NewEntry, newEntry } from '../outbox-entries.js';
import { type RecordRef, refKey } from '../port.js';
import { dropOldCopies, keepCopy } from './keep-copy.js';
import { insertEntry } from './outbox.js';
import { aliasTable, createTables, LAYOUT, loadTable, outboxTable, recordTable } from './tables.js';

/** What a store of an earlier layout needs to be migrated. */
export interface UpgradeOptions {
  /** ms since the epoch. */
  now: () => number;
  /** Whether a copy of the file is kept. */
  isCopied: boolean;
  /** Receives what is worth a line in the log. */
  tell: (text: string) => void;
}

/** The step from each layout to the next, from layout 1 on. */
const STEPS: readonly ((db: Sqlite, nowMs: number) => void)[] = [
  fromLayout1,
  fromLayout2,
  (db) => db.exec(loadTable()),
  (db) => db.exec(aliasTable()),
];

/**
 * Creates the tables, or migrates those of an earlier layout in one transaction. Throws, and
 * changes nothing, for a later layout, a file of another program, or a full disk.
 */
export function bringOver(db: Sqlite, { now, isCopied, tell }: UpgradeOptions): void {
  const layoutOf = () => Number(db.get('PRAGMA user_version')?.user_version);
  const isCurrent = () => layoutOf() === LAYOUT && hasTable(db, 'rec_event');
  if (isCurrent()) return;
  const done = { from: 0, copy: null as string | null };
  try {
    db.transaction(() => {
      // Another process may have migrated the file in the meantime.
      if (isCurrent()) return;
      const layout = layoutOf();
      const isOurs = hasTable(db, 'rec_event');
      refuseOthers(db, layout, isOurs);
      if (isOurs) {
        if (isCopied) done.copy = keepCopy(db, Math.max(layout, 1), now());
        done.from = Math.max(layout, 1);
        for (const step of STEPS.slice(done.from - 1)) step(db, now());
      } else db.exec(createTables());
      db.run("INSERT OR REPLACE INTO counter VALUES ('release', ?)", toNumber(RELEASE));
      db.exec(`PRAGMA user_version = ${LAYOUT}`);
    });
  } catch (error) {
    if (done.copy !== null) rmSync(done.copy, { force: true });
    throw done.from === 0 ? error : notUpgraded(done.from, error as Error);
  }
  if (done.from === 0) return;
  tell(`the file is upgraded from layout ${done.from} to ${LAYOUT}; copy: ${done.copy ?? 'none'}`);
  dropOldCopies(db.path);
}

const notUpgraded = (layout: number, cause: Error): Error =>
  new Error(
    `The file has layout ${layout} and could not be upgraded: ${cause.message}. ` +
      'Nothing was changed.',
    { cause },
  );

function refuseOthers(db: Sqlite, layout: number, isOurs: boolean): void {
  if (isOurs && layout > LAYOUT) {
    const by = hasTable(db, 'counter')
      ? db.get("SELECT last FROM counter WHERE space = 'release'")?.last
      : 0;
    throw laterLayout('The file', layout, LAYOUT, Number(by ?? 0));
  }
  if (isOurs) return;
  const foreign = db.get(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'ix\\_%' ESCAPE '\\'",
  );
  if (foreign) throw new Error(`The file is of another program: it holds a table ${foreign.name}.`);
}

const hasTable = (db: Sqlite, name: string): boolean =>
  db.get('SELECT 1 FROM sqlite_master WHERE name = ?', name) !== undefined;

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
