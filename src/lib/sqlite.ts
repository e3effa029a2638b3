/**
 * The embedded database file, shared by the record store and the search index of one process. The
 * only file that imports the driver, which has the API of node:sqlite and is replaced by it when
 * support for Node 20 ends.
 */
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';
import { LRUCache } from 'lru-cache';
import { chunksOf } from './batches.js';
import { openWriteLock } from './write-lock.js';

type Statement = ReturnType<InstanceType<typeof DatabaseSync>['prepare']>;

/** A value as this service stores it in SQLite. */
export type SqlValue = string | number | null;
/** A row by column name. */
export type SqlRow = Record<string, SqlValue>;

/** An open database; every call is synchronous. */
export interface Sqlite {
  all(sql: string, ...params: SqlValue[]): SqlRow[];
  get(sql: string, ...params: SqlValue[]): SqlRow | undefined;
  /** Runs one statement; → rows changed. */
  run(sql: string, ...params: SqlValue[]): number;
  /**
   * Runs `into` with the rows as VALUES, and then `end`, several rows a statement. All rows are
   * equally long.
   */
  insert(into: string, rows: readonly SqlValue[][], end?: string): void;
  /** Runs a script of several statements. */
  exec(sql: string): void;
  /**
   * Runs `work` in one atomic write transaction. Nested calls join the outer transaction. Without
   * `isDurable` a power cut may undo it.
   */
  transaction<T>(work: () => T, options?: { isDurable?: boolean }): T;
  /**
   * Runs `work`, again and again while another process has the write lock, without blocking. From
   * the first call on, every other write waits for the lock only briefly.
   */
  whenUnlocked<T>(work: () => T): Promise<T>;
  /** Runs several reads on one consistent state, unaffected by concurrent writes. */
  snapshot<T>(work: () => T): T;
  /**
   * Writes a consistent copy of the committed data to an empty file, through a separate connection:
   * other processes continue to write, and a transaction of this process may be open. It holds no
   * byte of deleted data.
   */
  copyTo(path: string): void;
  /** The path it was opened at. */
  path: string;
  close(): void;
}

/** How a file is opened. */
export interface SqliteOptions {
  /** How long a writer waits for another process's write, ms. */
  busyTimeoutMs: number;
  /** True: no transaction may be lost in a power cut, whatever it asks for. */
  isAlwaysDurable?: boolean;
}

// With secure_delete, deleted or overwritten data is zeroed and not left in free pages. A record
// takes more than half of a page of 4 KiB, and the rest of it would be lost; a file with such pages
// keeps them.
const SETTINGS = `
  PRAGMA page_size = 8192;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  PRAGMA cache_size = -65536;
  PRAGMA mmap_size = 1073741824;
  PRAGMA temp_store = MEMORY;
  PRAGMA wal_autocheckpoint = 2000;
  PRAGMA foreign_keys = ON;
  BEGIN IMMEDIATE;
  ROLLBACK;
`;

/**
 * Opens the database file at `path`, or `:memory:`. A missing file is created; only its owner may
 * read it. Prepared statements are cached. WAL mode: readers never wait for writers in other
 * processes; writers wait up to `busyTimeoutMs`. Throws when the file cannot be written.
 */
export function openSqlite(path: string, options: SqliteOptions): Sqlite {
  if (path !== ':memory:') keepPrivate(path);
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA busy_timeout = ${options.busyTimeoutMs}; ${SETTINGS}`);
  const statements = new LRUCache<string, Statement>({ max: STATEMENTS_MAX });
  const prepare = (sql: string): Statement => {
    let statement = statements.get(sql);
    if (!statement) {
      statement = database.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
  const whenUnlocked = openWriteLock(database, options.busyTimeoutMs);
  let isInside = false;
  const run = (sql: string, params: SqlValue[]): number =>
    Number(prepare(sql).run(...bound(params)).changes);
  const within = <T>(begin: string, work: () => T): T => {
    prepare(begin).run();
    isInside = true;
    try {
      const result = work();
      prepare('COMMIT').run();
      return result;
    } catch (error) {
      // Some errors, such as a full disk, have already rolled back the transaction.
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    } finally {
      isInside = false;
    }
  };
  return {
    all: (sql, ...params) => prepare(sql).all(...bound(params)) as SqlRow[],
    get: (sql, ...params) => prepare(sql).get(...bound(params)) as SqlRow | undefined,
    run: (sql, ...params) => run(sql, params),
    insert(into, rows, end = '') {
      for (const part of chunksOf(rows, INSERT_ROWS)) run(insertOf(into, part, end), part.flat());
    },
    exec: (sql) => database.exec(sql),
    transaction(work, { isDurable = true } = {}) {
      if (isInside) return work();
      if (isDurable || options.isAlwaysDurable) return within('BEGIN IMMEDIATE', work);
      database.exec('PRAGMA synchronous = NORMAL');
      try {
        return within('BEGIN IMMEDIATE', work);
      } finally {
        database.exec('PRAGMA synchronous = FULL');
      }
    },
    whenUnlocked,
    snapshot: (work) => (isInside ? work() : within('BEGIN', work)),
    path,
    copyTo(target) {
      reading(path, (file) => file.prepare('VACUUM INTO ?').run(target));
      mergeWords(target);
    },
    close: () => {
      statements.clear();
      try {
        // Move everything into the main file, so that it can be copied alone.
        database.exec('PRAGMA optimize; PRAGMA wal_checkpoint(PASSIVE)');
      } catch {
        // Another process is using the file; the data is safe in the WAL.
      }
      database.close();
    },
  };
}

/** → whether a file is an undamaged database with these tables. It is only read. */
export function isWhole(path: string, tables: readonly string[]): boolean {
  try {
    return reading(path, (file) => {
      const check = file.prepare('PRAGMA quick_check(1)').get() as SqlRow;
      const find = file.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?");
      return check.quick_check === 'ok' && tables.every((name) => find.get(name) !== undefined);
    });
  } catch {
    return false;
  }
}

function reading<T>(path: string, work: (file: InstanceType<typeof DatabaseSync>) => T): T {
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    return work(file);
  } finally {
    file.close();
  }
}

/**
 * Makes the file readable by its owner only. SQLite gives a new journal the mode of the file; an
 * existing journal keeps its own.
 */
function keepPrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  for (const end of ['', '-wal', '-shm']) {
    if (existsSync(path + end)) chmodSync(path + end, 0o600);
  }
}

/** Drops words that FTS5 marks as deleted and keeps until it merges its segments. */
function mergeWords(path: string): void {
  const file = new DatabaseSync(path);
  try {
    const tables = file.prepare("SELECT name FROM sqlite_master WHERE sql LIKE '%USING fts5(%'");
    const names = (tables.all() as SqlRow[]).map(({ name }) => name);
    for (const name of names) file.exec(`INSERT INTO ${name} (${name}) VALUES ('optimize')`);
    if (names.length > 0) file.exec('VACUUM');
  } finally {
    file.close();
  }
}

/** Rows that one statement inserts. */
const INSERT_ROWS = 20;

function insertOf(into: string, rows: readonly SqlValue[][], end: string): string {
  const marks = `(${rows[0]?.map(() => '?').join(', ')})`;
  return `${into} VALUES ${rows.map(() => marks).join(', ')} ${end}`;
}

/**
 * → the parameters, as the driver must get them. The driver takes a number less than 2.2e-16 above
 * an integer for this integer, cut off towards 0: -0.9999999999999999 would be 0. Such a number is
 * rounded down. Small positive numbers are then 0, as for the driver; negative numbers are kept.
 */
const bound = (params: SqlValue[]): SqlValue[] =>
  params.some(isCutOff)
    ? params.map((value) => (isCutOff(value) ? Math.floor(value) : value))
    : params;

const isCutOff = (value: SqlValue): value is number =>
  typeof value === 'number' &&
  !Number.isInteger(value) &&
  value - Math.floor(value) < Number.EPSILON;

/** Number of prepared statements cached. */
const STATEMENTS_MAX = 1000;
