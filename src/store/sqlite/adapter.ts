/**
 * The record store on SQLite. A write is one transaction that changes the record, its links and
 * its "not yet indexed" mark together.
 */
import { storeUnavailable } from '../../errors.js';
import type { KindName, StoredRecord } from '../../kinds/record.js';
import type { Sqlite } from '../../lib/sqlite.js';
import type { RecordStore } from '../port.js';
import { clearTouched, markIndexed, pending, spreadDone } from './marks.js';
import { openSqliteImages, openSqliteUsers } from './people.js';
import { find, kindOf, nextIds, readAll, readDoc, usageOf } from './read.js';
import { createTables } from './tables.js';
import { write } from './write.js';

/** Opens the record store in a database that is open; `close` leaves that to its opener. */
export function openSqliteStore(db: Sqlite): RecordStore {
  guard(() => db.transaction(() => db.exec(createTables())));
  return {
    get: async (kind, key) => guard(() => get(db, kind, key)),
    find: async (kind, by, values, limit = values.length) =>
      guard(() => find(db, kind, by, values, limit)),
    kindOf: async (id) => guard(() => kindOf(db, id)),
    nextIds: async (space, count) => guard(() => nextIds(db, space, count)),
    takenSlugs: async (kind, slugs) => guard(() => takenSlugs(db, kind, slugs)),
    write: async (writes, touches = []) => guard(() => write(db, writes, touches)),
    scan: async (kind, afterId, limit) =>
      guard(() =>
        readAll(db, `SELECT doc FROM rec_${kind} WHERE id > ? ORDER BY id LIMIT ?`, afterId, limit),
      ),
    holders: async (field, target, afterId, limit) =>
      guard(() => readAll(db, HOLDERS, field, target, afterId, limit)),
    usage: async (field, targets, nowSeconds) =>
      guard(() => usageOf(db, field, targets, nowSeconds)),
    due: async (kind, nowSeconds, limit) =>
      guard(() =>
        readAll(
          db,
          `SELECT doc FROM rec_${kind} WHERE status = 'future'
           AND date_utc <= datetime(?, 'unixepoch') ORDER BY date_utc LIMIT ?`,
          nowSeconds,
          limit,
        ),
      ),
    spreading: async (kind, limit) =>
      guard(() =>
        pending(db, kind, { open: 'spread_pending = 1', removed: 'spread_pending = 1' }, limit),
      ),
    spreadDone: async (kind, entry) => guard(() => spreadDone(db, kind, entry)),
    touched: async (kind, limit) =>
      guard(() =>
        db
          .all(
            `SELECT id, touched AS stamp FROM rec_${kind} WHERE touched > 0 ORDER BY id LIMIT ?`,
            limit,
          )
          .map((row) => ({ id: Number(row.id), stamp: Number(row.stamp) })),
      ),
    clearTouched: async (kind, entries) => guard(() => clearTouched(db, kind, entries)),
    unindexed: async (kind, limit) =>
      guard(() =>
        pending(db, kind, { open: 'indexed_revision < revision', removed: 'indexed = 0' }, limit),
      ),
    markIndexed: async (kind, entries) => guard(() => markIndexed(db, kind, entries)),
    images: openSqliteImages(db, guard),
    users: openSqliteUsers(db, guard),
    close: async () => undefined,
  };
}

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
