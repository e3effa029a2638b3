/**
 * The search index on SQLite: FTS5 for words, R*Tree for places, B-trees for the rest.
 * Everything a put changes is visible to the next search.
 */
import { indexUnavailable } from '../../errors.js';
import { kinds } from '../../kinds/index.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import type { SearchIndex } from '../port.js';
import { openHitSets } from './hit-sets.js';
import { openCounts, readPage } from './page.js';
import { beginRebuild, ensureTables, readStamp, reset, versionsOf } from './rebuild.js';
import { resolveEntries } from './resolve.js';
import { suggest } from './suggest.js';
import { tablesOf } from './tables.js';
import { putDocuments, removeDocuments } from './write.js';

/** Opens the index in a database that is open; `close` leaves that to its opener. */
export function openSqliteIndex(db: Sqlite, now: () => number): SearchIndex {
  guard(() => ensureTables(db));
  const memory = { counts: openCounts(db), sets: openHitSets(db) };
  const nowSeconds = () => Math.floor(now() / 1000);
  let seq = { version: -1, value: 0 };
  const currentSeq = () => {
    const version = db.version();
    if (seq.version !== version) {
      const row = db.get("SELECT value FROM ix_meta WHERE name = 'seq'");
      seq = { version, value: Number(row?.value ?? 0) };
    }
    return seq.value;
  };
  return {
    search: async (query) =>
      guard(() => db.snapshot(() => readPage(db, { ...memory, walkNow: currentSeq() }, query))),
    resolve: async (kind, keys) => guard(() => resolveEntries(db, kind, keys)),
    descendants: async (kind, ids) => guard(() => descendants(db, kind, ids)),
    counts: async (kind, ids) =>
      guard(
        () =>
          new Map(
            db
              .all(
                `SELECT id, u_published AS n FROM ${tablesOf(kinds[kind]).main}
                 WHERE id IN (SELECT value FROM json_each(?))`,
                JSON.stringify(ids),
              )
              .map((row) => [Number(row.id), Number(row.n ?? 0)]),
          ),
      ),
    suggest: async (text, limit, seconds) => guard(() => suggest(db, text, limit, seconds)),
    put: async (kind, documents) => guard(() => putDocuments(db, kind, documents, nowSeconds())),
    remove: async (kind, entries) => guard(() => removeDocuments(db, kind, entries, nowSeconds())),
    versions: async (kind, afterId, limit) => guard(() => versionsOf(db, kind, afterId, limit)),
    stamp: async () => guard(() => readStamp(db)),
    rebuild: async (stamp) => guard(() => beginRebuild(db, { stamp, nowSeconds })),
    reset: async () => guard(() => reset(db)),
    refresh: async () => undefined,
    close: async () => undefined,
  };
}

function guard<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw indexUnavailable(error);
  }
}

function descendants(db: Sqlite, kindName: keyof typeof kinds, ids: readonly number[]): number[] {
  const kind = kinds[kindName];
  if (!kind.isTree) return [...ids];
  return db
    .all(
      `WITH RECURSIVE below(id, depth) AS (
         SELECT value, 0 FROM json_each(?)
         UNION SELECT c.id, below.depth + 1 FROM below JOIN ${tablesOf(kind).main} c
           ON c.f_parent = below.id WHERE below.depth < ${limits.termDepth})
       SELECT DISTINCT id FROM below`,
      JSON.stringify(ids),
    )
    .map((row) => Number(row.id));
}
