/**
 * The embedded database file, shared by the record store and the search index of one process.
 * The only file that imports the driver: it has the API of node:sqlite and goes when Node 20 does.
 */
import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';

type Statement = ReturnType<InstanceType<typeof DatabaseSync>['prepare']>;

/** A value as SQLite stores it here. */
export type SqlValue = string | number | null;
/** A row by column name. */
export type Row = Record<string, SqlValue>;

/** One open database; every call is synchronous. */
export interface Sqlite {
  all(sql: string, ...params: SqlValue[]): Row[];
  get(sql: string, ...params: SqlValue[]): Row | undefined;
  /** Runs one statement; → rows changed. */
  run(sql: string, ...params: SqlValue[]): number;
  /** The same for temporary tables: `version` stays. */
  quietly(sql: string, ...params: SqlValue[]): number;
  /** Runs a script of several statements. */
  exec(sql: string): void;
  /**
   * Runs `work` in one write transaction: all of it or nothing. Nested calls join the outer one.
   */
  transaction<T>(work: () => T, options?: { isDurable?: boolean }): T;
  /** Runs reads that belong together: all see the same state, whoever writes meanwhile. */
  snapshot<T>(work: () => T): T;
  /** A number that is another one after any process changed the file. */
  version(): number;
  close(): void;
}

/**
 * Opens (and creates) the database file at `path`, which nobody else may read, or `:memory:`.
 * Statements are prepared once. WAL, so that readers in other processes never wait for a writer;
 * writers wait `busyTimeoutMs`. Throws when the file cannot be written.
 */
export function openSqlite(path: string, options: { busyTimeoutMs: number }): Sqlite {
  if (path !== ':memory:') keepPrivate(path);
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA busy_timeout = ${options.busyTimeoutMs};
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA cache_size = -65536;
    PRAGMA mmap_size = 1073741824;
    PRAGMA temp_store = MEMORY;
    PRAGMA foreign_keys = ON;
    BEGIN IMMEDIATE;
    ROLLBACK;
  `);
  const { prepare, forget } = openStatements(database);
  const dataVersion = database.prepare('PRAGMA data_version');
  let ownChanges = 0;
  let isInside = false;
  const within = <T>(begin: string, work: () => T): T => {
    prepare(begin).run();
    isInside = true;
    try {
      const result = work();
      prepare('COMMIT').run();
      return result;
    } catch (error) {
      // A full disk, for one, has ended the transaction already; its cause is what matters.
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    } finally {
      isInside = false;
    }
  };
  return {
    all: (sql, ...params) => prepare(sql).all(...params) as Row[],
    get: (sql, ...params) => prepare(sql).get(...params) as Row | undefined,
    run: (sql, ...params) => {
      ownChanges++;
      return Number(prepare(sql).run(...params).changes);
    },
    quietly: (sql, ...params) => Number(prepare(sql).run(...params).changes),
    exec: (sql) => database.exec(sql),
    transaction(work, { isDurable = true } = {}) {
      if (isInside) return work();
      ownChanges++;
      if (isDurable) return within('BEGIN IMMEDIATE', work);
      database.exec('PRAGMA synchronous = NORMAL');
      try {
        return within('BEGIN IMMEDIATE', work);
      } finally {
        database.exec('PRAGMA synchronous = FULL');
      }
    },
    snapshot: (work) => (isInside ? work() : within('BEGIN', work)),
    version: () => Number((dataVersion.get() as Row).data_version) * 2 ** 32 + ownChanges,
    close: () => {
      forget();
      try {
        // The file alone then holds everything, for whoever copies the folder of a stopped service.
        database.exec('PRAGMA optimize; PRAGMA wal_checkpoint(PASSIVE)');
      } catch {
        // Somebody else is at it; what was written is safe in the journal beside the file.
      }
      database.close();
    },
  };
}

/** SQLite gives its journal the mode of the file. */
function keepPrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

/** Prepared statements kept; SQL texts are built from a bounded set of parts. */
const STATEMENTS_MAX = 1000;

function openStatements(database: InstanceType<typeof DatabaseSync>) {
  const statements = new Map<string, Statement>();
  return {
    prepare(sql: string): Statement {
      let statement = statements.get(sql);
      if (!statement) {
        const oldest = statements.keys().next().value;
        if (statements.size >= STATEMENTS_MAX && oldest !== undefined) statements.delete(oldest);
        statement = database.prepare(sql);
        statements.set(sql, statement);
      }
      return statement;
    },
    forget: () => statements.clear(),
  };
}
