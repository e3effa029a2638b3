/**
 * Counts of requests in a file of their own beside the records: a write to the file of the records
 * would end the kept answers of every process.
 */
import { openSqlite, type Sqlite } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import type { RequestCounts } from '../requests.js';

/** → the counts in the file at `path`, which is opened when the first request is counted. */
export function openSqliteRequests(
  path: string,
  { now, guard }: { now: () => number; guard: <T>(work: () => T) => Promise<T> },
): RequestCounts & { close: () => void } {
  let db: Sqlite | null = null;
  return {
    add: async (key, by, untilMs) =>
      guard(() => {
        if (!db) {
          db = openCounts(path);
          clear(db, now());
        }
        if (by === 0) return Number(db.get(READ, key)?.count ?? 0);
        const count = Number(db.get(ADD, key, by, untilMs)?.count ?? 0);
        // The first of a window clears away what is over.
        if (count === by) clear(db, now());
        return count;
      }),
    close: () => {
      if (!db) return;
      try {
        clear(db, now());
      } catch {
        // Another process holds the file: it or the next one clears it.
      }
      db.close();
    },
  };
}

const clear = (db: Sqlite, nowMs: number): void =>
  void db.quietly('DELETE FROM request_count WHERE until_ms <= ?', nowMs);

const READ = 'SELECT count FROM request_count WHERE key = ?';

const ADD = `INSERT INTO request_count (key, count, until_ms) VALUES (?, ?, ?)
  ON CONFLICT (key) DO UPDATE SET count = count + excluded.count RETURNING count`;

function openCounts(path: string): Sqlite {
  const db = openSqlite(path, { busyTimeoutMs: limits.sharedCountBusyMs });
  db.exec(`PRAGMA synchronous = OFF;
    CREATE TABLE IF NOT EXISTS request_count
      (key TEXT PRIMARY KEY, count INTEGER NOT NULL, until_ms INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS request_count_until ON request_count (until_ms)`);
  return db;
}
