/**
 * The record store on SQLite. A write is one transaction that changes the record, its links and
 * its "not yet indexed" mark together.
 */
import { storeUnavailable } from '../../errors.js';
import type { KindName, StoredRecord } from '../../kinds/record.js';
import type { Sqlite } from '../../lib/sqlite.js';
import type { RecordStore } from '../port.js';
import * as marks from './marks.js';
import { openSqliteImages, openSqliteUsers } from './people.js';
import { find, kindOf, nextIds, readAll, readDoc, toPending, usageOf } from './read.js';
import { createTables } from './tables.js';
import { write } from './write.js';

/**
 * Opens the record store in a database that is open; `close` leaves that to its opener. `owner`
 * names this process in its claims.
 */
export function openSqliteStore(
  db: Sqlite,
  { now, owner }: { now: () => number; owner: string },
): RecordStore {
  guard(() => db.transaction(() => db.exec(createTables())));
  const writer = () => ({ owner, nowMs: now() });
  return {
    get: async (kind, key) => guard(() => get(db, kind, key)),
    find: async (kind, by, values, limit = values.length) =>
      guard(() => find(db, kind, by, values, limit)),
    kindOf: async (id) => guard(() => kindOf(db, id)),
    nextIds: async (space, count) => guard(() => nextIds(db, space, count)),
    takenSlugs: async (kind, slugs) => guard(() => takenSlugs(db, kind, slugs)),
    write: async (changes) => guard(() => write(db, changes, writer())),
    // A transaction is made or not: nothing is ever half made.
    recover: async () => 0,
    scan: async (kind, afterId, limit) =>
      guard(() => db.all(SCAN(kind), afterId, limit).map((row) => toPending(kind, row))),
    versions: async (kind, afterId, limit) =>
      guard(() =>
        db
          .all(VERSIONS(kind), afterId, limit)
          .map((row) => ({ id: Number(row.id), version: Number(row.version) })),
      ),
    holders: async (field, target, afterId, limit) =>
      guard(() => readAll(db, HOLDERS, field, target, afterId, limit)),
    usage: async (field, targets, nowSeconds) =>
      guard(() => usageOf(db, field, targets, nowSeconds)),
    due: async (kind, nowSeconds, limit) => guard(() => readAll(db, DUE(kind), nowSeconds, limit)),
    spreading: async (kind, limit) => guard(() => marks.spreading(db, kind, limit, writer())),
    renewSpread: async (kind, entry) => guard(() => marks.renewSpread(db, kind, entry, writer())),
    spreadDone: async (kind, entry) => guard(() => marks.spreadDone(db, kind, entry)),
    linksToCheck: async (kind, limit) => guard(() => marks.linksToCheck(db, kind, limit, writer())),
    linksChecked: async (kind, entries) => guard(() => marks.linksChecked(db, kind, entries)),
    unindexed: async (kind, query) => guard(() => marks.unindexed(db, kind, query, writer())),
    markIndexed: async (kind, entries) => guard(() => marks.markIndexed(db, kind, entries)),
    setAside: async (kind, entries) => guard(() => marks.setAside(db, kind, entries)),
    setAsides: async (kind, afterId, limit) =>
      guard(() => marks.setAsides(db, kind, afterId, limit)),
    replay: async (kind) => guard(() => marks.replay(db, kind)),
    raise: async (kind, entries) => guard(() => marks.raise(db, kind, entries, writer())),
    backlog: async () => guard(() => marks.backlog(db)),
    watch: async () => null,
    ping: async () => guard(() => void db.get('SELECT 1 AS n')),
    images: openSqliteImages(db, guard),
    users: openSqliteUsers(db, guard),
    close: async () => undefined,
  };
}

const SCAN = (kind: KindName) =>
  `SELECT id, revision, version, doc FROM rec_${kind} WHERE id > ? ORDER BY id LIMIT ?`;

const VERSIONS = (kind: KindName) =>
  `SELECT id, version FROM rec_${kind} WHERE id > ? ORDER BY id LIMIT ?`;

const DUE = (kind: KindName) => `SELECT doc FROM rec_${kind} WHERE status = 'future'
  AND date_utc <= datetime(?, 'unixepoch') ORDER BY date_utc LIMIT ?`;

const HOLDERS = `SELECT doc FROM rec_link JOIN rec_event USING (id)
  WHERE field = ? AND target = ? AND id > ? ORDER BY id LIMIT ?`;

function get(
  db: Sqlite,
  kind: KindName,
  key: { id: number } | { slug: string },
): StoredRecord | null {
  const row =
    'id' in key
      ? db.get(`SELECT doc FROM rec_${kind} WHERE id = ?`, key.id)
      : db.get(
          `SELECT doc FROM rec_${kind} WHERE slug = ? ORDER BY slug_reserved DESC, id LIMIT 1`,
          key.slug,
        );
  return row ? readDoc(row) : null;
}

function takenSlugs(db: Sqlite, kind: KindName, slugs: readonly string[]): Set<string> {
  const rows = db.all(
    `SELECT DISTINCT slug FROM rec_${kind} WHERE slug IN (SELECT value FROM json_each(?))`,
    JSON.stringify(slugs),
  );
  return new Set(rows.map((row) => String(row.slug)));
}

/** Driver errors leave as catalogue errors that keep their cause. */
function guard<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeUnavailable(error);
  }
}
