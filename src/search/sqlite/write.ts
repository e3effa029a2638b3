/** Writes to the SQLite search index: entries, tombstones, suggestions. */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { Row, Sqlite, SqlValue } from '../../lib/sqlite.js';
import type { IndexEntry, PutResult, SearchDocument, Tombstone } from '../port.js';
import { countedStart } from './day-tables.js';
import { movePlace } from './places.js';
import { putSuggestions } from './suggest.js';
import {
  columnFields,
  isSubstring,
  labelFields,
  linkFields,
  tablesOf,
  USAGE_FIELDS,
} from './tables.js';

/** Derived data: a store in the same file keeps the outbox entries of what a power cut undoes. */
const LIGHT = { isDurable: false };

/** Writes entries in one transaction; older versions and removed records are skipped. */
export function putEntries(db: Sqlite, entries: readonly IndexEntry[]): PutResult[] {
  return db.transaction(
    () =>
      entries.map((entry): PutResult => {
        const isWritten = 'isRemoved' in entry ? putTombstone(db, entry) : putDocument(db, entry);
        const { kind, id } = entry;
        return { kind, id, outcome: isWritten ? 'written' : 'stale' };
      }),
    LIGHT,
  );
}

/** → false when a newer version is stored or the record was removed. */
function putDocument(db: Sqlite, document: SearchDocument): boolean {
  const kind = kinds[document.kind];
  const { id, version } = document;
  const held = db.get(`SELECT version, place FROM ${tablesOf(kind).main} WHERE id = ?`, id);
  if (Number(held?.version ?? 0) > version || isRemoved(db, document)) return false;
  const isHeld = held !== undefined;
  putMain(db, kind, document, movePlace(db, kind, held?.place ?? null, document.place));
  putText(db, kind, document, isHeld);
  putLinks(db, kind, document, isHeld);
  putSuggestions(db, document, isHeld);
  return true;
}

function putTombstone(db: Sqlite, { kind: name, id, version }: Tombstone): boolean {
  const kind = kinds[name];
  const { main, answer, text, link } = tablesOf(kind);
  const held = db.get(`SELECT version, place FROM ${main} WHERE id = ?`, id);
  if (Number(held?.version ?? 0) > version) return false;
  db.run(
    `INSERT INTO ix_tombstone VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET version = max(version, excluded.version)`,
    name,
    id,
    version,
  );
  if (!held) return true;
  db.run(`DELETE FROM ${main} WHERE id = ?`, id);
  db.run(`DELETE FROM ${answer} WHERE id = ?`, id);
  if (!isSubstring(kind)) db.run(`DELETE FROM ${text} WHERE rowid = ?`, id);
  movePlace(db, kind, held.place ?? null, null);
  if (linkFields(kind).length > 0) db.run(`DELETE FROM ${link} WHERE id = ?`, id);
  db.run('DELETE FROM ix_suggest WHERE kind = ? AND id = ?', name, id);
  return true;
}

function isRemoved(db: Sqlite, { kind, id, version }: SearchDocument): boolean {
  const row = db.get('SELECT version FROM ix_tombstone WHERE kind = ? AND id = ?', kind, id);
  return row !== undefined && Number(row.version) >= version;
}

function putMain(db: Sqlite, kind: Kind, document: SearchDocument, place: SqlValue): void {
  const { main, answer } = tablesOf(kind);
  const row = mainRow(kind, document, place);
  const names = Object.keys(row);
  db.run(
    `INSERT OR REPLACE INTO ${main} (${names.join(', ')})
     VALUES (${names.map(() => '?').join(', ')})`,
    ...Object.values(row),
  );
  db.run(
    `INSERT OR REPLACE INTO ${answer} VALUES (?, ?, ?)`,
    document.id,
    document.answer,
    document.fullAnswer,
  );
}

function mainRow(kind: Kind, document: SearchDocument, place: SqlValue): Row {
  const row: Row = {
    id: document.id,
    version: document.version,
    stamp: document.stamp,
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
  const start = countedStart(kind, document);
  for (const field of fields) {
    for (const value of document.values[field] as SqlValue[]) {
      const row = [field, value, document.id, start];
      db.run(`INSERT OR IGNORE INTO ${link} VALUES (?, ?, ?, ?)`, ...row);
    }
  }
}
