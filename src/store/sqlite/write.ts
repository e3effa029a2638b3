/** Writes to the SQLite record store: a record, its links and its marks in one transaction. */
import { kinds } from '../../kinds/index.js';
import type { KindName, StoredRecord } from '../../kinds/record.js';
import { publicFrom, secondsOf } from '../../kinds/visibility.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import {
  type Change,
  type Conflict,
  type Outcome,
  type Pending,
  titleKey,
  type Version,
} from '../port.js';

/** Whose writes these are and when, for the claims they leave. */
export interface Writer {
  owner: string;
  nowMs: number;
}

/** Makes each change wholly or not at all, in order. → what was written, and what was not. */
export function write(db: Sqlite, changes: readonly Change[], writer: Writer): Outcome {
  return db.transaction(() => {
    const conflicts: Conflict[] = [];
    const written: Pending[] = [];
    for (const [at, change] of changes.entries()) {
      const reason = conflictOf(db, change);
      if (reason) {
        conflicts.push({ at, reason });
        continue;
      }
      for (const record of change.creates ?? []) {
        written.push(putRecord(db, { record, expected: 0 }, writer));
      }
      const { isRemoval } = change;
      written.push(isRemoval ? removeRecord(db, change, writer) : putRecord(db, change, writer));
      for (const { kind, id } of change.touches ?? []) touch(db, kind, { id, version: 0 }, writer);
    }
    return { conflicts, written };
  });
}

/** Gives a record a version above the given one, and marks it unindexed. */
export function touch(
  db: Sqlite,
  kind: KindName,
  { id, version }: Version,
  { owner, nowMs }: Writer,
): void {
  db.run(
    `UPDATE rec_${kind} SET version = max(version, ?) + 1, unindexed_at = coalesce(unindexed_at, ?),
       push_by = ?, push_until = ?, set_aside = NULL WHERE id = ?`,
    version,
    nowMs,
    owner,
    nowMs + limits.claimMs,
    id,
  );
}

function conflictOf(db: Sqlite, { record, expected, creates = [] }: Change) {
  const found = db.get(`SELECT revision FROM rec_${record.kind} WHERE id = ?`, record.id);
  if (Number(found?.revision ?? 0) !== expected) return 'revision';
  if (expected === 0 && db.get(`SELECT 1 AS n FROM gone_${record.kind} WHERE id = ?`, record.id)) {
    return 'revision';
  }
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
      const condition = 'external_id IS NOT NULL';
      if (isTwice || isHeld('external_id', one.external_id, condition)) return 'external_id';
    }
  }
  return null;
}

function putRecord(db: Sqlite, change: Change, { owner, nowMs }: Writer): Pending {
  const { record, spreads, checksLinks } = change;
  const until = nowMs + limits.claimMs;
  const row = db.get(
    `INSERT INTO rec_${record.kind} (id, revision, slug, slug_reserved, external_id, title_key,
       status, date_utc, parent, links_open, links_by, links_until, version, unindexed_at, push_by,
       push_until, spread_pending, spread_by, spread_until, doc)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, 1, ?13, ?11, ?12, ?14, ?11, ?12,
       ?15)
     ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, slug = excluded.slug,
       slug_reserved = excluded.slug_reserved, external_id = excluded.external_id,
       title_key = excluded.title_key, status = excluded.status, date_utc = excluded.date_utc,
       parent = excluded.parent, doc = excluded.doc, version = version + 1,
       unindexed_at = coalesce(unindexed_at, excluded.unindexed_at), set_aside = NULL,
       push_by = excluded.push_by, push_until = excluded.push_until,
       links_open = max(links_open, excluded.links_open), links_by = excluded.links_by,
       links_until = excluded.links_until, spread_by = excluded.spread_by,
       spread_until = excluded.spread_until,
       spread_pending = max(spread_pending, excluded.spread_pending)
     RETURNING version`,
    record.id,
    record.revision,
    record.slug,
    record.slug_reserved ? 1 : 0,
    record.external_id,
    titleKey(record.title),
    record.status,
    record.date_utc,
    Number(record.fields.parent ?? 0),
    checksLinks ? 1 : 0,
    owner,
    until,
    nowMs,
    spreads ? 1 : 0,
    JSON.stringify(record),
  );
  putLinks(db, record);
  const { kind, id, revision } = record;
  return { kind, id, revision, version: Number(row?.version), record };
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

function removeRecord(db: Sqlite, change: Change, { owner, nowMs }: Writer): Pending {
  const { kind, id, revision } = change.record;
  const held = db.get(
    `DELETE FROM rec_${kind} WHERE id = ? RETURNING version, unindexed_at AS since`,
    id,
  );
  // Terms have numbers of their own: only the links of a kind that holds others are its links.
  if (kinds[kind].relations.length > 0) db.run('DELETE FROM rec_link WHERE id = ?', id);
  const version = Number(held?.version) + 1;
  const until = nowMs + limits.claimMs;
  db.run(
    `INSERT INTO gone_${kind} (id, revision, version, unindexed_at, push_by, push_until,
       spread_pending, spread_by, spread_until) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?5, ?6)`,
    id,
    revision,
    version,
    held?.since ?? nowMs,
    owner,
    until,
    change.spreads ? 1 : 0,
  );
  return { kind, id, revision, version, record: null };
}
