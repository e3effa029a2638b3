/**
 * The search index on SQLite: FTS5 for words, an R*Tree for coordinates, B-trees for the rest.
 * Every put is visible to the next search.
 */
import { indexUnavailable } from '../../errors.js';
import { kinds } from '../../kinds/index.js';
import type { KindName } from '../../kinds/record.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { inTurns } from '../../lib/turn.js';
import { limits } from '../../limits.js';
import type { IndexEntry, SearchIndex, SearchQuery } from '../port.js';
import { openCounts } from './counts.js';
import { openHitSets } from './hit-sets.js';
import { readPage } from './page.js';
import { beginRebuild, ensureTables, layoutOf, readStamp, versionsOf } from './rebuild.js';
import { resolveEntries } from './resolve.js';
import { scrub } from './scrub.js';
import { searchMost, spell } from './spelling.js';
import { suggest } from './suggest.js';
import { tablesOf } from './tables.js';
import { openVocabulary } from './vocabulary.js';
import { putEntries } from './write.js';

/** → the index in an open database; `close` does not close the database. */
export function openSqliteIndex(
  db: Sqlite,
  { turnRecords = limits.turnRecords }: { turnRecords?: number } = {},
): SearchIndex {
  ensureTables(db);
  const guard = <T>(work: () => T): Promise<T> => db.whenUnlocked(work).catch(unavailable);
  openVocabulary(db);
  const remembered = { counts: openCounts(db), sets: openHitSets(db) };
  const read = (query: SearchQuery) => readPage(db, remembered, query);
  const putBy = (isWhole: boolean) => (entries: readonly IndexEntry[]) =>
    inTurns(entries, turnRecords, (some) => guard(() => putEntries(db, some, { isWhole })));
  return {
    layout: layoutOf(),
    search: async (query) => guard(() => db.snapshot(() => read(query))),
    spell: async (query, words) => guard(() => db.snapshot(() => spell(db, query, words))),
    searchMost: async (queries) => guard(() => db.snapshot(() => searchMost(read, queries))),
    resolve: async (kind, keys) => guard(() => resolveEntries(db, kind, keys)),
    counts: async (kind, ids) => guard(() => countsOf(db, kind, ids)),
    suggest: async (text, limit, seconds) => guard(() => suggest(db, text, limit, seconds)),
    put: putBy(false),
    versions: async (kind, query) => guard(() => versionsOf(db, kind, query)),
    stamp: async () => guard(() => readStamp(db)),
    rebuild: async (stamp, state) => guard(() => beginRebuild(db, putBy(true), stamp, state)),
    scrub: (names) => scrub(db, names, (work) => guard(work)),
    refresh: async () => undefined,
    close: async () => undefined,
  };
}

function unavailable(error: unknown): never {
  throw indexUnavailable(error);
}

function countsOf(db: Sqlite, kind: KindName, ids: readonly number[]): Map<number, number> {
  const rows = db.all(
    `SELECT id, u_published AS n FROM ${tablesOf(kinds[kind]).main}
     WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  );
  return new Map(rows.map((row) => [Number(row.id), Number(row.n ?? 0)]));
}
