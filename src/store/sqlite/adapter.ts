/**
 * The record store on SQLite. A write is one transaction that changes the record, its links and
 * its "not yet indexed" mark together.
 */
import { storeUnavailable } from '../../errors.js';
import { kinds } from '../../kinds/index.js';
import type { KindName, StoredRecord, Usage } from '../../kinds/record.js';
import { publicFrom, secondsOf } from '../../kinds/visibility.js';
import type { Row, Sqlite, SqlValue } from '../../lib/sqlite.js';
import type { Conflict, FindBy, Pending, RecordStore, Touch, Touched, Write } from '../port.js';
import { titleKey } from '../port.js';
import { openSqliteImages, openSqliteUsers } from './people.js';
import { createTables } from './tables.js';

/** Opens the record store in a database that is open; `close` leaves that to its opener. */
export function openSqliteStore(db: Sqlite): RecordStore {
  guard(() => db.transaction(() => db.exec(createTables())));
  return {
    get: async (kind, key) =>
      guard(() => {
        const row =
          'id' in key
            ? db.get(`SELECT doc FROM rec_${kind} WHERE id = ?`, key.id)
            : db.get(
                `SELECT doc FROM rec_${kind} WHERE slug = ?
                 ORDER BY slug_reserved DESC, id LIMIT 1`,
                key.slug,
              );
        return row ? readDoc(row) : null;
      }),
    find: async (kind, by, values, limit = values.length) =>
      guard(() => find(db, kind, by, values, limit)),
    kindOf: async (id) => guard(() => kindOf(db, id)),
    nextIds: async (space, count) => guard(() => nextIds(db, space, count)),
    takenSlugs: async (kind, slugs) =>
      guard(
        () =>
          new Set(
            db
              .all(
                `SELECT DISTINCT slug FROM rec_${kind}
                 WHERE slug IN (SELECT value FROM json_each(?))`,
                JSON.stringify(slugs),
              )
              .map((row) => String(row.slug)),
          ),
      ),
    write: async (writes, touches = []) => guard(() => write(db, writes, touches)),
    scan: async (kind, afterId, limit) =>
      guard(() =>
        db
          .all(`SELECT doc FROM rec_${kind} WHERE id > ? ORDER BY id LIMIT ?`, afterId, limit)
          .map(readDoc),
      ),
    holders: async (field, target, afterId, limit) =>
      guard(() =>
        db
          .all(
            `SELECT doc FROM rec_link JOIN rec_event USING (id)
             WHERE field = ? AND target = ? AND id > ? ORDER BY id LIMIT ?`,
            field,
            target,
            afterId,
            limit,
          )
          .map(readDoc),
      ),
    usage: async (field, targets, nowSeconds) =>
      guard(() => usageOf(db, field, targets, nowSeconds)),
    due: async (kind, nowSeconds, limit) =>
      guard(() =>
        db
          .all(
            `SELECT doc FROM rec_${kind} WHERE status = 'future'
             AND date_utc <= datetime(?, 'unixepoch') ORDER BY date_utc LIMIT ?`,
            nowSeconds,
            limit,
          )
          .map(readDoc),
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

/** Losing a mark of what is done in a power cut only means that it is done once more. */
const LIGHT = { isDurable: false };

/** Driver errors leave as catalogue errors that keep their cause. */
function guard<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeUnavailable(error);
  }
}

function readDoc(row: Row): StoredRecord {
  return JSON.parse(String(row.doc)) as StoredRecord;
}

const FIND_COLUMNS: Record<FindBy, string> = {
  id: 'id',
  slug: 'slug',
  title: 'title_key',
  external_id: 'external_id',
  parent: 'parent',
};

function find(
  db: Sqlite,
  kind: KindName,
  by: FindBy,
  values: readonly SqlValue[],
  limit: number,
): StoredRecord[] {
  if (values.length === 0) return [];
  const column = FIND_COLUMNS[by];
  const isPartial =
    by === 'parent'
      ? ' AND parent > 0'
      : by === 'external_id'
        ? ' AND external_id IS NOT NULL'
        : '';
  return db
    .all(
      `SELECT doc FROM rec_${kind} WHERE ${column} IN (SELECT value FROM json_each(?))${isPartial}
       ORDER BY id LIMIT ?`,
      JSON.stringify(values),
      limit,
    )
    .map(readDoc);
}

function kindOf(db: Sqlite, id: number): KindName | 'image' | null {
  const row = db.get(
    `SELECT 'event' AS kind FROM rec_event WHERE id = ?1
     UNION ALL SELECT 'venue' FROM rec_venue WHERE id = ?1
     UNION ALL SELECT 'organizer' FROM rec_organizer WHERE id = ?1
     UNION ALL SELECT 'image' FROM image WHERE id = ?1`,
    id,
  );
  return row ? (String(row.kind) as KindName | 'image') : null;
}

function nextIds(db: Sqlite, space: string, count: number): number[] {
  const row = db.transaction(() =>
    db.get(
      `INSERT INTO counter (space, last) VALUES (?1, ?2)
       ON CONFLICT (space) DO UPDATE SET last = last + ?2 RETURNING last`,
      space,
      count,
    ),
  );
  const last = Number(row?.last);
  return Array.from({ length: count }, (_, at) => last - count + 1 + at);
}

function write(db: Sqlite, writes: readonly Write[], touches: readonly Touch[]): Conflict[] {
  return db.transaction(() => {
    const conflicts = writes.flatMap((change, at) => conflictOf(db, change, at, writes));
    if (conflicts.length > 0) return conflicts;
    for (const change of writes) {
      if (change.isRemoval) removeRecord(db, change);
      else putRecord(db, change);
    }
    for (const { kind, id } of touches) {
      db.run(`UPDATE rec_${kind} SET touched = touched + 1 WHERE id = ?`, id);
    }
    return [];
  });
}

function conflictOf(
  db: Sqlite,
  { record, expected }: Write,
  at: number,
  writes: readonly Write[],
): Conflict[] {
  const table = `rec_${record.kind}`;
  const found = db.get(`SELECT revision FROM ${table} WHERE id = ?`, record.id);
  if (Number(found?.revision ?? 0) !== expected) return [{ at, reason: 'revision' }];
  const earlier = writes.slice(0, at).filter((other) => other.record.kind === record.kind);
  if (record.slug_reserved) {
    const holder = db.get(
      `SELECT id FROM ${table} WHERE slug = ? AND slug_reserved = 1 AND id <> ?`,
      record.slug,
      record.id,
    );
    const isTwice = earlier.some(
      (other) => other.record.slug_reserved && other.record.slug === record.slug,
    );
    if (holder || isTwice) return [{ at, reason: 'slug' }];
  }
  if (record.external_id !== null) {
    const holder = db.get(
      `SELECT id FROM ${table} WHERE external_id = ? AND external_id IS NOT NULL AND id <> ?`,
      record.external_id,
      record.id,
    );
    const isTwice = earlier.some((other) => other.record.external_id === record.external_id);
    if (holder || isTwice) return [{ at, reason: 'external_id' }];
  }
  return [];
}

function putRecord(db: Sqlite, { record, spreads }: Write): void {
  db.run(
    `INSERT INTO rec_${record.kind} (id, revision, indexed_revision, slug, slug_reserved,
       external_id, title_key, status, date_utc, parent, spread_pending, doc)
     VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, slug = excluded.slug,
       slug_reserved = excluded.slug_reserved, external_id = excluded.external_id,
       title_key = excluded.title_key, status = excluded.status, date_utc = excluded.date_utc,
       parent = excluded.parent, doc = excluded.doc,
       spread_pending = max(spread_pending, excluded.spread_pending)`,
    record.id,
    record.revision,
    record.slug,
    record.slug_reserved ? 1 : 0,
    record.external_id,
    titleKey(record.title),
    record.status,
    record.date_utc,
    Number(record.fields.parent ?? 0),
    spreads ? 1 : 0,
    JSON.stringify(record),
  );
  putLinks(db, record);
}

function putLinks(db: Sqlite, record: StoredRecord): void {
  const kind = kinds[record.kind];
  if (kind.relations.length === 0) return;
  db.run('DELETE FROM rec_link WHERE id = ?', record.id);
  const start = kind.window ? kind.indexFields[kind.window.start]?.read(record) : null;
  for (const { field } of kind.relations) {
    for (const snapshot of record.relations[field] ?? []) {
      db.run(
        'INSERT OR IGNORE INTO rec_link VALUES (?, ?, ?, ?, ?, ?)',
        field,
        snapshot.id,
        record.id,
        record.status,
        publicFrom(record),
        secondsOf(start),
      );
    }
  }
}

function removeRecord(db: Sqlite, { record, spreads }: Write): void {
  db.run(`DELETE FROM rec_${record.kind} WHERE id = ?`, record.id);
  // Terms have numbers of their own: only the links of a kind that holds others are its links.
  if (kinds[record.kind].relations.length > 0) {
    db.run('DELETE FROM rec_link WHERE id = ?', record.id);
  }
  db.run(
    `INSERT OR REPLACE INTO rec_tombstone (kind, id, revision, indexed, spread_pending)
     VALUES (?, ?, ?, 0, ?)`,
    record.kind,
    record.id,
    record.revision,
    spreads ? 1 : 0,
  );
}

function usageOf(
  db: Sqlite,
  field: string,
  targets: readonly number[],
  nowSeconds: number,
): Map<number, Usage> {
  const usage = new Map<number, Usage>();
  for (const target of targets) {
    const row = db.get(
      `SELECT events,
         published + (SELECT count(*) FROM rec_link
           WHERE field = ?1 AND target = ?2 AND public_from > 0 AND public_from <= ?3) AS published,
         (SELECT start FROM rec_link WHERE field = ?1 AND target = ?2 AND public_from <= ?3
           ORDER BY start DESC LIMIT 1) AS last_start_published,
         (SELECT start FROM rec_link WHERE field = ?1 AND target = ?2 AND status <> 'trash'
           ORDER BY start DESC LIMIT 1) AS last_start
       FROM rec_usage WHERE field = ?1 AND target = ?2`,
      field,
      target,
      nowSeconds,
    );
    if (row && (row.events || row.last_start !== null)) {
      usage.set(target, { ...row } as unknown as Usage);
    }
  }
  return usage;
}

/** → records and removals for which a flag is up, oldest ID first. */
function pending(
  db: Sqlite,
  kind: KindName,
  flags: { open: string; removed: string },
  limit: number,
): Pending[] {
  const changed = db
    .all(`SELECT id, revision, doc FROM rec_${kind} WHERE ${flags.open} ORDER BY id LIMIT ?`, limit)
    .map((row) => ({ id: Number(row.id), revision: Number(row.revision), record: readDoc(row) }));
  const removed = db
    .all(
      `SELECT id, revision FROM rec_tombstone WHERE kind = ? AND ${flags.removed}
       ORDER BY id LIMIT ?`,
      kind,
      limit,
    )
    .map((row) => ({ id: Number(row.id), revision: Number(row.revision), record: null }));
  return [...changed, ...removed].sort((a, b) => a.id - b.id).slice(0, limit);
}

function spreadDone(db: Sqlite, kind: KindName, { id, revision }: Omit<Pending, 'record'>): void {
  db.transaction(() => {
    const sql = 'SET spread_pending = 0 WHERE id = ? AND revision = ?';
    db.run(`UPDATE rec_${kind} ${sql}`, id, revision);
    db.run(`UPDATE rec_tombstone ${sql} AND kind = ?`, id, revision, kind);
  }, LIGHT);
}

function clearTouched(db: Sqlite, kind: KindName, entries: readonly Touched[]): void {
  db.transaction(() => {
    for (const { id, stamp } of entries) {
      db.run(`UPDATE rec_${kind} SET touched = 0 WHERE id = ? AND touched = ?`, id, stamp);
    }
  }, LIGHT);
}

function markIndexed(
  db: Sqlite,
  kind: KindName,
  entries: readonly { id: number; revision: number }[],
): void {
  db.transaction(() => {
    for (const { id, revision } of entries) {
      const marked = db.run(
        `UPDATE rec_${kind} SET indexed_revision = max(indexed_revision, ?1) WHERE id = ?2`,
        revision,
        id,
      );
      if (marked > 0) continue;
      db.run(
        'UPDATE rec_tombstone SET indexed = 1 WHERE kind = ? AND id = ? AND revision <= ?',
        kind,
        id,
        revision,
      );
    }
  }, LIGHT);
}
