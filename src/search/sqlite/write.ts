/** Writes to the SQLite search index: entries, removals, suggestions. */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { KindName } from '../../kinds/record.js';
import type { Row, Sqlite, SqlValue } from '../../lib/sqlite.js';
import type { PutResult, SearchDocument, Version } from '../port.js';
import { nextSeq, rememberPosition, wordKeys, wordsOf } from './moves.js';
import { movePlace, pointOf } from './places.js';
import { putSuggestions } from './suggest.js';
import {
  columnFields,
  isSubstring,
  labelFields,
  linkFields,
  tablesOf,
  USAGE_FIELDS,
} from './tables.js';

/** Derived data: a power cut may lose the last entries, and the sync pushes them again. */
const LIGHT = { isDurable: false };

/**
 * Writes entries of one kind in one transaction; older versions and removed records are kept out.
 */
export function putDocuments(
  db: Sqlite,
  kindName: KindName,
  documents: readonly SearchDocument[],
  nowSeconds: number,
): PutResult[] {
  const kind = kinds[kindName];
  return db.transaction(() => {
    const seq = nextSeq(db, nowSeconds);
    return documents.map((document): PutResult => {
      const held = db.get(`SELECT * FROM ${tablesOf(kind).main} WHERE id = ?`, document.id);
      const isStale =
        Number(held?.version ?? 0) > document.version || isRemoved(db, kindName, document);
      if (isStale) return { id: document.id, outcome: 'stale' };
      // Read before the place may go: walks that began earlier measure to where it was.
      const was = held ? pointOf(db, kind, held.place ?? null) : {};
      const place = movePlace(db, kind, held?.place ?? null, document.place);
      putMain(db, kind, { document, held, place, was }, { seq, nowSeconds });
      putText(db, kind, document, held !== undefined);
      putLinks(db, kind, document, held !== undefined);
      putSuggestions(db, document, held !== undefined);
      return { id: document.id, outcome: 'written' };
    });
  }, LIGHT);
}

/** Removes entries and leaves tombstones that keep older copies out. */
export function removeDocuments(
  db: Sqlite,
  kindName: KindName,
  entries: readonly Version[],
  nowSeconds: number,
): PutResult[] {
  const { main, body, text, link } = tablesOf(kinds[kindName]);
  const kind = kinds[kindName];
  return db.transaction(() => {
    nextSeq(db, nowSeconds);
    return entries.map(({ id, version }): PutResult => {
      const held = db.get(`SELECT * FROM ${main} WHERE id = ?`, id);
      if (Number(held?.version ?? 0) > version) return { id, outcome: 'stale' };
      db.run(
        `INSERT INTO ix_tombstone VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET version = max(version, excluded.version)`,
        kindName,
        id,
        version,
      );
      if (held) {
        db.run(`DELETE FROM ${main} WHERE id = ?`, id);
        db.run(`DELETE FROM ${body} WHERE id = ?`, id);
        if (!isSubstring(kind)) db.run(`DELETE FROM ${text} WHERE rowid = ?`, id);
        movePlace(db, kind, held.place ?? null, null);
        if (linkFields(kind).length > 0) db.run(`DELETE FROM ${link} WHERE id = ?`, id);
        db.run('DELETE FROM ix_suggest WHERE kind = ? AND id = ?', kindName, id);
      }
      return { id, outcome: 'written' };
    });
  }, LIGHT);
}

function isRemoved(db: Sqlite, kindName: KindName, { id, version }: SearchDocument): boolean {
  const row = db.get('SELECT version FROM ix_tombstone WHERE kind = ? AND id = ?', kindName, id);
  return row !== undefined && Number(row.version) >= version;
}

interface Putting {
  document: SearchDocument;
  /** The row there was. */
  held: Row | undefined;
  /** ID of the place it has now. */
  place: SqlValue;
  /** Where it was, as x, y, z; empty for nowhere. */
  was: Row;
}

function putMain(
  db: Sqlite,
  kind: Kind,
  { document, held, place, was }: Putting,
  change: { seq: number; nowSeconds: number },
): void {
  const { main, body } = tablesOf(kind);
  const row = mainRow(kind, document, place);
  const words = wordsOf(kind, document);
  if (held) {
    const before = db.get(`SELECT words FROM ${body} WHERE id = ?`, document.id)?.words ?? null;
    const isReworded = before !== words;
    rememberPosition(
      db,
      kind,
      { held, row, was: { ...was, ...wordKeys(before) }, isReworded },
      change,
    );
  }
  const names = Object.keys(row);
  db.run(
    `INSERT OR REPLACE INTO ${main} (${names.join(', ')})
     VALUES (${names.map(() => '?').join(', ')})`,
    ...Object.values(row),
  );
  db.run(
    `INSERT OR REPLACE INTO ${body} VALUES (?, ?, ?, ?)`,
    document.id,
    document.body,
    document.bodyFull,
    words,
  );
}

function mainRow(kind: Kind, document: SearchDocument, place: SqlValue): Row {
  const row: Row = {
    id: document.id,
    version: document.version,
    public_from: document.publicFrom,
    place,
  };
  for (const name of USAGE_FIELDS) row[`u_${name}`] = document.usage[name];
  for (const name of columnFields(kind)) row[`f_${name}`] = document.values[name] as SqlValue;
  for (const name of labelFields(kind)) row[`l_${name}`] = document.labels[name] ?? '';
  if (isSubstring(kind)) {
    for (const [name, text] of Object.entries(document.text)) row[`t_${name}`] = text;
  }
  return row;
}

function putText(db: Sqlite, kind: Kind, { id, text }: SearchDocument, isHeld: boolean): void {
  if (isSubstring(kind)) return;
  const table = tablesOf(kind).text;
  const names = Object.keys(kind.textFields);
  if (isHeld) db.run(`DELETE FROM ${table} WHERE rowid = ?`, id);
  db.run(
    `INSERT INTO ${table} (rowid, ${names.join(', ')})
     VALUES (?, ${names.map(() => '?').join(', ')})`,
    id,
    ...names.map((name) => text[name] ?? ''),
  );
}

function putLinks(db: Sqlite, kind: Kind, document: SearchDocument, isHeld: boolean): void {
  const fields = linkFields(kind);
  if (fields.length === 0) return;
  const { link } = tablesOf(kind);
  if (isHeld) db.run(`DELETE FROM ${link} WHERE id = ?`, document.id);
  for (const field of fields) {
    for (const value of document.values[field] as SqlValue[]) {
      db.run(`INSERT OR IGNORE INTO ${link} VALUES (?, ?, ?)`, field, value, document.id);
    }
  }
}
