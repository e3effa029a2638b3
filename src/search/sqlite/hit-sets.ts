/**
 * Which records hold the words of a search, kept in a temporary table. Testing single rows against
 * a prefix search makes FTS5 merge its lists anew for each; looked up here a test is one step.
 * A set is valid until anything in the database changes.
 */
import { openMemory } from '../../lib/memory.js';
import type { Sqlite, SqlValue } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';

/** A set of IDs by number. */
export interface HitSet {
  set: number;
  size: number;
}

/** The sets remembered on one connection. */
export interface HitSets {
  /** → the set if it is remembered and still valid. */
  peek(sql: string, params: readonly SqlValue[]): HitSet | null;
  /** → the set, made now unless it is remembered. */
  take(sql: string, params: readonly SqlValue[]): HitSet;
}

/** Opens an empty memory of at most `limits.hitSets` sets. */
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
