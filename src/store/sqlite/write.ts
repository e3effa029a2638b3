/** Writes to the SQLite record store: a record, its links and its marks in one transaction. */
import { kinds } from '../../kinds/index.js';
import type { StoredRecord } from '../../kinds/record.js';
import { publicFrom, secondsOf } from '../../kinds/visibility.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { type Conflict, type Touch, titleKey, type Write } from '../port.js';

/** Writes all of the changes or none. → the conflicts that prevented it. */
export function write(db: Sqlite, writes: readonly Write[], touches: readonly Touch[]): Conflict[] {
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
