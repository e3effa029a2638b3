/**
 * Stages mapped rows on disk and gives them back grouped by external ID. Memory does not grow with
 * the file: the rows wait in a temporary SQLite database, which is deleted with its folder.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../kinds/record.js';
import { openSqlite, type Row, type Sqlite, type SqlValue } from '../lib/sqlite.js';
import { limits } from '../limits.js';
import type { RowIssue } from './tools.js';

/** SQLite's page cache for the staged rows, KiB: large enough for its index. */
const cacheKibibytes = 8 * 1024;
/** Staged rows read at a time: at 1 MiB, the most a row can have, still about 100 MB. */
const pageRows = 100;

/** One mapped row with its line. */
export interface StagedRow {
  line: number;
  externalId: string | null;
  payload: JsonObject;
  warnings: RowIssue[];
  emptied?: string[];
}

/** Rows are added, then read as groups; `close` deletes the file and must be called at the end. */
export interface Staging {
  /** → false, and nothing is added: the rows of its external ID are larger than a group may be. */
  add(row: StagedRow): boolean;
  groups(): Generator<StagedRow[]>;
  close(): Promise<void>;
}

/**
 * → an empty staging in a new folder `load-…` inside `tempFolder`. `groups()` yields the rows of
 * one external ID together in the order they were added, the groups in the order of their first
 * rows; a row without an ID is a group of its own. Throws what creating the folder or writing
 * throws (`ENOENT`, a full disk).
 */
export async function openStaging(tempFolder: string): Promise<Staging> {
  const folder = await mkdtemp(join(tempFolder, 'load-'));
  try {
    return openIn(folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

function openIn(folder: string): Staging {
  const database = openSqlite(join(folder, 'rows.sqlite'), { busyTimeoutMs: limits.busyTimeoutMs });
  // Nobody reads this file after a crash: it needs no journal and no syncing.
  database.exec(`
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA mmap_size = 0;
    PRAGMA cache_size = -${cacheKibibytes};
    CREATE TABLE firsts (external_id TEXT PRIMARY KEY, at INTEGER NOT NULL,
      bytes INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE rows (first INTEGER NOT NULL, at INTEGER NOT NULL, item TEXT NOT NULL);
    CREATE INDEX rows_in_order ON rows (first, at);
    BEGIN;
  `);
  // Rows are told apart by their number: JSON may have several in one line.
  let at = 0;
  return {
    add(row) {
      at += 1;
      const item = JSON.stringify(row);
      const { externalId } = row;
      const { first, bytes } = groupOf(database, { externalId, at }, Buffer.byteLength(item));
      const isTaken = first === at || bytes <= limits.mergedBytes;
      if (isTaken) database.run('INSERT INTO rows VALUES (?, ?, ?)', first, at, item);
      return isTaken;
    },
    *groups() {
      let group: StagedRow[] = [];
      let current: SqlValue = null;
      for (const stored of readInOrder(database)) {
        if (stored.first !== current && group.length > 0) {
          yield group;
          group = [];
        }
        current = stored.first ?? null;
        group.push(JSON.parse(String(stored.item)) as StagedRow);
      }
      if (group.length > 0) yield group;
    },
    async close() {
      try {
        // Closing checkpoints the database, which an open transaction prevents.
        database.exec('COMMIT');
        database.close();
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/**
 * → the number of the first row with the row's external ID, its own for a row without one; and the
 * bytes of all rows of that ID so far.
 */
function groupOf(
  database: Sqlite,
  { externalId, at }: { externalId: string | null; at: number },
  bytes: number,
) {
  if (externalId === null) return { first: at, bytes };
  const stored = database.get(
    `INSERT INTO firsts VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes RETURNING at, bytes`,
    externalId,
    at,
    bytes,
  );
  return { first: Number(stored?.at), bytes: Number(stored?.bytes) };
}

/** Reads page by page, each starting after the last row of the one before. */
function* readInOrder(database: Sqlite): Generator<Row> {
  let last: Row | undefined = { first: 0, at: 0 };
  while (last !== undefined) {
    const page: Row[] = database.all(
      `SELECT first, at, item FROM rows WHERE (first, at) > (?, ?)
       ORDER BY first, at LIMIT ${pageRows}`,
      last.first ?? 0,
      last.at ?? 0,
    );
    yield* page;
    last = page.length < pageRows ? undefined : page.at(-1);
  }
}
