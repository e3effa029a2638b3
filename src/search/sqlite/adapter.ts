/**
 * The search index on SQLite: FTS5 for words, B-trees for the rest.
 * Every put is visible to the next search.
 */
import { indexUnavailable } from '../../errors.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { inTurns } from '../../lib/turn.js';
import { limits } from '../../limits.js';
import type { IndexEntry, SearchIndex } from '../port.js';
import { lookUp, versionsOf } from './lookups.js';
import { readPage } from './page.js';
import { adviceOf, beginRebuild, ensureTables, layoutOf, readStamp } from './rebuild.js';
import { spell } from './spelling.js';
import { suggest } from './suggest.js';
import { openTemporary } from './tables.js';
import { putEntries } from './write.js';

/** → the index in an open database; `close` does not close the database. */
export function openSqliteIndex(
  db: Sqlite,
  { turnRecords = limits.turnRecords }: { turnRecords?: number } = {},
): SearchIndex {
  ensureTables(db);
  openTemporary(db);
  const guard = <T>(work: () => T): Promise<T> => db.whenUnlocked(work).catch(unavailable);
  let isBuilt = false;
  /** Runs a query. Throws until the index is built. */
  const ask = <T>(work: () => T): Promise<T> =>
    guard(() => {
      isBuilt ||= readStamp(db) !== null;
      if (!isBuilt) throw new Error('The index is not built yet.');
      return work();
    });
  const put = (entries: readonly IndexEntry[]) =>
    inTurns(entries, turnRecords, (some) => guard(() => putEntries(db, some)));
  return {
    layout: layoutOf(),
    search: async (query) => ask(() => db.snapshot(() => readPage(db, query))),
    spell: async (query, words) => ask(() => db.snapshot(() => spell(db, query, words))),
    lookUp: async (kind, selection) => ask(() => lookUp(db, kind, selection)),
    suggest: async (text, limit, seconds) => ask(() => suggest(db, text, limit, seconds)),
    put,
    versions: async (kind, query) => guard(() => versionsOf(db, kind, query)),
    stamp: async () => guard(() => readStamp(db)),
    rebuild: async (stamp) => guard(() => beginRebuild(db, put, stamp)),
    advice: async () => guard(() => adviceOf(db)),
    refresh: async () => undefined,
    close: async () => undefined,
  };
}

function unavailable(error: unknown): never {
  throw indexUnavailable(error);
}
