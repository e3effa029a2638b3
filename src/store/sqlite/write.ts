/** Writes to the SQLite record store: records, links and outbox entries in one transaction. */
import { kinds } from '../../kinds/index.js';
import type { KindName, StoredRecord } from '../../kinds/record.js';
import { publicFrom, secondsOf } from '../../kinds/visibility.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { entriesOwed, type Made } from '../owed.js';
import { type Change, type Conflict, type Outcome, titleKey, type WriteOptions } from '../port.js';
import { insertEntry } from './outbox.js';
import { readDoc } from './read.js';

/** Makes each change completely or not at all, in order. → the conflicts, and what was written. */
export function write(
  db: Sqlite,
  changes: readonly Change[],
  { leasedUntilMs, isDurable = true }: WriteOptions,
  nowMs: number,
): Outcome {
  const work = (): Outcome => {
    const conflicts: Conflict[] = [];
    const written: StoredRecord[] = [];
    const made: Made[] = [];
    for (const [at, change] of changes.entries()) {
      const reason = conflictOf(db, change);
      if (reason) {
        conflicts.push({ at, reason });
        continue;
      }
      const records = [...(change.creates ?? []), ...(change.removal ? [] : [change.record])];
      written.push(...records.map((record) => putRecord(db, record)));
      const version = change.removal
        ? removeRecord(db, change.record)
        : Number(written.at(-1)?.version);
      made.push({ change, version });
    }
    const entries = entriesOwed(made, nowMs).map((entry) => insertEntry(db, entry, leasedUntilMs));
    return { conflicts, written, entries };
  };
  return db.transaction(work, { isDurable });
}

/** Raises versions, each above its `above`. → the records with their versions. */
export function raiseVersions(
  db: Sqlite,
  kind: KindName,
  records: readonly { id: number; above?: number }[],
): StoredRecord[] {
  // Not durable: only derived data depends on the version.
  return db.transaction(
    () =>
      records.flatMap(({ id, above = 0 }) => {
        const row = db.get(
          `UPDATE rec_${kind} SET version = max(version, ?) + 1 WHERE id = ?
           RETURNING version, doc`,
          above,
          id,
        );
        return row ? readDoc(row) : [];
      }),
    { isDurable: false },
  );
}

function conflictOf(db: Sqlite, { record, expected, creates = [] }: Change) {
  const found = db.get(`SELECT revision FROM rec_${record.kind} WHERE id = ?`, record.id);
  if (Number(found?.revision ?? 0) !== expected) return 'revision';
  const all = [...creates, record];
  for (const [at, one] of all.entries()) {
    const earlier = all.slice(0, at).filter(({ kind }) => kind === one.kind);
    const isHeld = (column: string, value: string, condition: string) =>
      db.get(
        `SELECT 1 AS n FROM rec_${one.kind} WHERE ${column} = ? AND ${condition} AND id <> ?`,
        value,
        one.id,
      ) !== undefined;
    if (one.slug_reserved) {
      const isTwice = earlier.some((other) => other.slug_reserved && other.slug === one.slug);
      if (isTwice || isHeld('slug', one.slug, 'slug_reserved = 1')) return 'slug';
    }
    if (one.external_id !== null) {
      const isTwice = earlier.some((other) => other.external_id === one.external_id);
      if (isTwice || isHeld('external_id', one.external_id, 'external_id IS NOT NULL')) {
        return 'external_id';
      }
    }
  }
  return null;
}

function putRecord(db: Sqlite, record: StoredRecord): StoredRecord {
  const { version: _, ...doc } = record;
  const row = db.get(
    `INSERT INTO rec_${record.kind} (id, revision, version, slug, slug_reserved, external_id,
       title_key, parent, doc) VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, version = version + 1,
       slug = excluded.slug, slug_reserved = excluded.slug_reserved,
       external_id = excluded.external_id, title_key = excluded.title_key,
       parent = excluded.parent, doc = excluded.doc
     RETURNING version`,
    record.id,
    record.revision,
    record.slug,
    record.slug_reserved ? 1 : 0,
    record.external_id,
    titleKey(record.title),
    Number(record.fields.parent ?? 0),
    JSON.stringify(doc),
  );
  putLinks(db, record);
  return { ...record, version: Number(row?.version) };
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

/** Deletes a record and the links it holds. → the version of the removal. */
function removeRecord(db: Sqlite, { kind, id }: StoredRecord): number {
  const row = db.get(`DELETE FROM rec_${kind} WHERE id = ? RETURNING version`, id);
  if (kinds[kind].relations.length > 0) db.run('DELETE FROM rec_link WHERE id = ?', id);
  return Number(row?.version) + 1;
}
