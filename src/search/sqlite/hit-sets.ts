/**
 * Sets of matching record IDs, cached in a temporary table. To test a single row against a prefix
 * search, FTS5 merges its lists each time; a lookup in a cached set is one step. A set is valid
 * until the database changes.
 */
import { openMemory } from '../../lib/memory.js';
import type { Sqlite, SqlValue } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';

/** A cached set of IDs: its number and size. */
export interface HitSet {
  set: number;
  size: number;
}

/** The cached sets of one connection. */
export interface HitSets {
  /** → the set if it is cached and still valid, else null. */
  peek(sql: string, params: readonly SqlValue[]): HitSet | null;
  /** → the set, from the cache if possible. */
  take(sql: string, params: readonly SqlValue[]): HitSet;
}

/** → an empty cache of at most `limits.hitSets` sets. */
export function openHitSets(db: Sqlite): HitSets {
  db.exec(
    `CREATE TEMP TABLE IF NOT EXISTS ix_hits (
      hit_set INTEGER NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (hit_set, id)) WITHOUT ROWID`,
  );
  let last = 0;
  const known = openMemory<string, HitSet & { version: number }>({
    max: limits.hitSets,
    dispose: ({ set }) => {
      db.quietly('DELETE FROM temp.ix_hits WHERE hit_set = ?', set);
    },
  });
  const keyOf = (sql: string, params: readonly SqlValue[]) => `${sql}\n${JSON.stringify(params)}`;
  const peek = (sql: string, params: readonly SqlValue[]) => {
    const found = known.get(keyOf(sql, params));
    return found && found.version === db.version() ? found : null;
  };
  return {
    peek,
    take(sql, params) {
      const found = peek(sql, params);
      if (found) return found;
      const set = ++last;
      const size = db.quietly(
        `INSERT OR IGNORE INTO temp.ix_hits SELECT ?, id FROM (${sql})`,
        set,
        ...params,
      );
      const made = { set, size, version: db.version() };
      known.set(keyOf(sql, params), made);
      return made;
    },
  };
}
