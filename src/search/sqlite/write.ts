/** Writes to the SQLite search index: entries, removals, usage, suggestions. */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { KindName, Usage } from '../../kinds/record.js';
import { chunksOf } from '../../lib/batches.js';
import { unitVector } from '../../lib/geo.js';
import type { Row, Sqlite, SqlValue } from '../../lib/sqlite.js';
import { searchText } from '../../lib/words.js';
import { limits } from '../../limits.js';
import type { PutResult, SearchDocument } from '../port.js';
import {
  columnFields,
  isSubstring,
  labelFields,
  linkFields,
  sortFields,
  tablesOf,
  USAGE_FIELDS,
} from './tables.js';

/** Derived data: a power cut may lose the last entries, and the sync pushes them again. */
const LIGHT = { isDurable: false };

/** Writes entries of one kind in one transaction; older revisions and removed records are kept out. */
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
        Number(held?.revision ?? 0) > document.revision || isRemoved(db, kindName, document);
      if (isStale) return { id: document.id, outcome: 'stale' };
      putMain(db, kind, document, held, { seq, nowSeconds });
      putText(db, kind, document, held !== undefined);
      putPlace(db, kind, document, held);
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
  entries: readonly { id: number; revision: number }[],
  nowSeconds: number,
): PutResult[] {
  const { main, body, text, geo, link } = tablesOf(kinds[kindName]);
  const kind = kinds[kindName];
  return db.transaction(() => {
    nextSeq(db, nowSeconds);
    return entries.map(({ id, revision }): PutResult => {
      const held = db.get(`SELECT revision FROM ${main} WHERE id = ?`, id);
      if (Number(held?.revision ?? 0) > revision) return { id, outcome: 'stale' };
      db.run(
        `INSERT INTO ix_tombstone VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET revision = max(revision, excluded.revision)`,
        kindName,
        id,
        revision,
      );
      if (held) {
        db.run(`DELETE FROM ${main} WHERE id = ?`, id);
        db.run(`DELETE FROM ${body} WHERE id = ?`, id);
        if (!isSubstring(kind)) db.run(`DELETE FROM ${text} WHERE rowid = ?`, id);
        if (kind.place) db.run(`DELETE FROM ${geo} WHERE id = ?`, id);
        if (linkFields(kind).length > 0) db.run(`DELETE FROM ${link} WHERE id = ?`, id);
        db.run('DELETE FROM ix_suggest WHERE kind = ? AND id = ?', kindName, id);
      }
      return { id, outcome: 'written' };
    });
  }, LIGHT);
}

/** Replaces the usage of entries. */
export function putUsage(db: Sqlite, kindName: KindName, usage: ReadonlyMap<number, Usage>): void {
  const { main } = tablesOf(kinds[kindName]);
  const columns = USAGE_FIELDS.map((name) => `u_${name} = ?`).join(', ');
  db.transaction(() => {
    for (const [id, counts] of usage) {
      db.run(
        `UPDATE ${main} SET ${columns} WHERE id = ?`,
        ...USAGE_FIELDS.map((name) => counts[name]),
        id,
      );
    }
  }, LIGHT);
}

function isRemoved(db: Sqlite, kindName: KindName, { id, revision }: SearchDocument): boolean {
  const row = db.get('SELECT revision FROM ix_tombstone WHERE kind = ? AND id = ?', kindName, id);
  return row !== undefined && Number(row.revision) >= revision;
}

/** Walks by cursor count changes by this number; positions nobody can ask for any more go. */
function nextSeq(db: Sqlite, nowSeconds: number): number {
  const row = db.get(
    `INSERT INTO ix_meta VALUES ('seq', 1)
     ON CONFLICT DO UPDATE SET value = value + 1 RETURNING value`,
  );
  const seq = Number(row?.value);
  if (seq % 256 === 0) {
    db.run('DELETE FROM ix_moved WHERE at < ?', nowSeconds - limits.walkSeconds);
  }
  return seq;
}

function putMain(
  db: Sqlite,
  kind: Kind,
  document: SearchDocument,
  held: Row | undefined,
  change: { seq: number; nowSeconds: number },
): void {
  const { main, body } = tablesOf(kind);
  const row = mainRow(kind, document);
  if (held) rememberPosition(db, kind, held, row, change);
  const names = Object.keys(row);
  db.run(
    `INSERT OR REPLACE INTO ${main} (${names.join(', ')})
     VALUES (${names.map(() => '?').join(', ')})`,
    ...Object.values(row),
  );
  db.run(
    `INSERT OR REPLACE INTO ${body} VALUES (?, ?, ?)`,
    document.id,
    document.body,
    document.bodyFull,
  );
}

function mainRow(kind: Kind, document: SearchDocument): Row {
  const { place } = document;
  const vector = place ? unitVector(place) : null;
  const row: Row = {
    id: document.id,
    revision: document.revision,
    public_from: document.publicFrom,
    lat: place?.lat ?? null,
    lng: place?.lng ?? null,
    x: vector?.x ?? null,
    y: vector?.y ?? null,
    z: vector?.z ?? null,
  };
  for (const name of USAGE_FIELDS) row[`u_${name}`] = document.usage[name];
  for (const name of columnFields(kind)) row[`f_${name}`] = document.values[name] as SqlValue;
  for (const name of labelFields(kind)) row[`l_${name}`] = document.labels[name] ?? '';
  if (isSubstring(kind)) {
    for (const [name, text] of Object.entries(document.text)) row[`t_${name}`] = text;
  }
  return row;
}

/** Keeps where a record stood before it moved, for walks that began earlier. */
function rememberPosition(
  db: Sqlite,
  kind: Kind,
  held: Row,
  row: Row,
  { seq, nowSeconds }: { seq: number; nowSeconds: number },
): void {
  const columns = [...sortFields(kind).map((name) => `f_${name}`), 'x', 'y', 'z'];
  if (columns.every((name) => held[name] === row[name])) return;
  const keys = Object.fromEntries(columns.map((name) => [name, held[name] ?? null]));
  db.run(
    'INSERT OR REPLACE INTO ix_moved VALUES (?, ?, ?, ?, ?)',
    kind.name,
    Number(row.id),
    seq,
    nowSeconds,
    JSON.stringify(keys),
  );
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

function putPlace(db: Sqlite, kind: Kind, document: SearchDocument, held: Row | undefined): void {
  const { id, place } = document;
  if (!kind.place || (held && held.lat === (place?.lat ?? null) && held.lng === place?.lng)) return;
  const { geo } = tablesOf(kind);
  if (held?.lat !== null && held !== undefined) db.run(`DELETE FROM ${geo} WHERE id = ?`, id);
  if (!place) return;
  db.run(
    `INSERT INTO ${geo} VALUES (?, ?, ?, ?, ?)`,
    id,
    place.lat,
    place.lat,
    place.lng,
    place.lng,
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

/** Words of a text from which suggestions may begin, and how much of each beginning is kept. */
const SUGGEST_WORDS = 8;
const SUGGEST_CHARS = 60;

function putSuggestions(db: Sqlite, document: SearchDocument, isHeld: boolean): void {
  const { id, kind, publicFrom } = document;
  if (isHeld) db.run('DELETE FROM ix_suggest WHERE kind = ? AND id = ?', kind, id);
  if (publicFrom === null) return;
  for (const { type, text } of document.suggests) {
    const words = searchText(text).split(' ');
    for (let at = 0; at < Math.min(words.length, SUGGEST_WORDS); at++) {
      db.run(
        'INSERT INTO ix_suggest VALUES (?, ?, ?, ?, ?, ?, ?)',
        at === 0 ? 1 : 0,
        words.slice(at).join(' ').slice(0, SUGGEST_CHARS),
        type,
        text,
        kind,
        id,
        publicFrom,
      );
    }
  }
}

/** → entries of the kind by ID or slug. */
export function resolveEntries(
  db: Sqlite,
  kindName: KindName,
  keys: { ids?: readonly number[]; slugs?: readonly string[] },
) {
  const kind = kinds[kindName];
  const parent = kind.isTree ? 'f_parent' : '0';
  const lookUp = (column: string, values: readonly SqlValue[]) =>
    chunksOf(values, 500).flatMap((chunk) =>
      db.all(
        `SELECT id, f_slug AS slug, ${parent} AS parent FROM ${tablesOf(kind).main}
         WHERE ${column} IN (SELECT value FROM json_each(?))`,
        JSON.stringify(chunk),
      ),
    );
  return [...lookUp('id', keys.ids ?? []), ...lookUp('f_slug', keys.slugs ?? [])].map((row) => ({
    id: Number(row.id),
    slug: String(row.slug),
    parent: Number(row.parent),
  }));
}
