/**
 * Writes to the SQLite search index: entries, tombstones, suggestions. What a batch depends on is
 * read by set, and small rows are written several a statement.
 */
import { kinds } from '../../kinds/index.js';
import { type Kind, LISTED } from '../../kinds/kind.js';
import { USAGE_FIELDS } from '../../kinds/record.js';
import { groupBy } from '../../lib/batches.js';
import type { Row, Sqlite, SqlValue } from '../../lib/sqlite.js';
import type { IndexEntry, PutResult, SearchDocument, Tombstone } from '../port.js';
import { countDays } from './days.js';
import { dropUnused, takePlace } from './geo.js';
import { putSuggestions } from './suggest.js';
import {
  columnFields,
  dateFields,
  isSubstring,
  labelFields,
  linkFields,
  tablesOf,
} from './tables.js';
import { putWords } from './words.js';

/** Derived data: a store in the same file keeps the outbox entries of what a power cut undoes. */
const LIGHT = { isDurable: false };

/** Writes entries in one transaction; older versions and removed records are skipped. */
export function putEntries(db: Sqlite, entries: readonly IndexEntry[]): PutResult[] {
  return db.transaction(() => {
    const written = new Set(
      [...groupBy(entries, ({ kind }) => kind)].flatMap(([kind, ofKind]) =>
        putKind(db, kinds[kind], newestOf(ofKind)),
      ),
    );
    return entries.map((entry) => ({
      kind: entry.kind,
      id: entry.id,
      outcome: written.has(entry) ? 'written' : 'stale',
    }));
  }, LIGHT);
}

/** → one entry of each record, the last of those that no other one replaces. */
function newestOf(entries: readonly IndexEntry[]): IndexEntry[] {
  const newest = new Map<number, IndexEntry>();
  // Nothing of the same version replaces a tombstone.
  const rank = (entry?: IndexEntry) => (entry ? entry.version * 2 + Number(isTombstone(entry)) : 0);
  for (const entry of entries) {
    if (rank(entry) >= rank(newest.get(entry.id))) newest.set(entry.id, entry);
  }
  return [...newest.values()];
}

/** Writes entries of one kind, each of another record. → those that are not stale. */
function putKind(db: Sqlite, kind: Kind, entries: readonly IndexEntry[]): IndexEntry[] {
  const ids = JSON.stringify(entries.map(({ id }) => id));
  const { main } = tablesOf(kind);
  const stored = new Map(
    db
      .all(`SELECT ${storedColumns(kind).join(', ')} FROM ${main} WHERE id ${AMONG}`, ids)
      .map((row) => [Number(row.id), row]),
  );
  const removed = new Map(
    db
      .all(`SELECT id, version FROM ix_tombstone WHERE kind = ? AND id ${AMONG}`, kind.name, ids)
      .map((row) => [Number(row.id), Number(row.version)]),
  );
  const current = entries.filter((entry) => {
    const isOlder = Number(stored.get(entry.id)?.version ?? 0) > entry.version;
    return !isOlder && (isTombstone(entry) || (removed.get(entry.id) ?? -1) < entry.version);
  });
  const tombstones = current.filter(isTombstone);
  const documents = current.filter((entry): entry is SearchDocument => !isTombstone(entry));
  const before = current.filter(({ id }) => stored.has(id));
  removeRows(db, kind, before);
  putTombstones(db, kind, tombstones, stored);
  const added = putDocuments(db, kind, documents);
  const replaced = before.map(({ id }): Row => stored.get(id) ?? {});
  countDays(db, kind, { added, removed: replaced });
  if (kind.place)
    dropUnused(
      db,
      kind,
      replaced.map(({ place = null }) => place),
    );
  return current;
}

const AMONG = 'IN (SELECT value FROM json_each(?))';

const isTombstone = (entry: IndexEntry): entry is Tombstone => 'isRemoved' in entry;

/** By ID: what is read of the entries that are stored. */
type StoredRows = ReadonlyMap<number, Row>;

/** → what is read of entries that are stored. */
const storedColumns = (kind: Kind): string[] => [
  'id, version, place, public_from',
  ...(kind.window ? [`f_${kind.window.start}`] : []),
  ...(kind.hiddenField ? [`f_${kind.hiddenField}`] : []),
];

/** Deletes the rows of these records that are not overwritten by their key. */
function removeRows(db: Sqlite, kind: Kind, stored: readonly IndexEntry[]): void {
  if (stored.length === 0) return;
  const ids = JSON.stringify(stored.map(({ id }) => id));
  const { link } = tablesOf(kind);
  if (linkFields(kind).length > 0) db.run(`DELETE FROM ${link} WHERE id ${AMONG}`, ids);
  removeSuggestions(db, kind, stored);
}

function putTombstones(
  db: Sqlite,
  kind: Kind,
  tombstones: readonly Tombstone[],
  stored: StoredRows,
): void {
  const { main, answer, text } = tablesOf(kind);
  for (const { id, version } of tombstones) {
    db.run(
      `INSERT INTO ix_tombstone VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET version = max(version, excluded.version)`,
      kind.name,
      id,
      version,
    );
    if (!stored.has(id)) continue;
    db.run(`DELETE FROM ${main} WHERE id = ?`, id);
    db.run(`DELETE FROM ${answer} WHERE id = ?`, id);
    if (!isSubstring(kind)) db.run(`DELETE FROM ${text} WHERE rowid = ?`, id);
  }
}

/** → the rows written to the main table. */
function putDocuments(db: Sqlite, kind: Kind, documents: readonly SearchDocument[]): Row[] {
  const { main, answer, link } = tablesOf(kind);
  const rows = documents.map((document) =>
    mainRow(kind, document, takePlace(db, kind, document.place)),
  );
  for (const row of rows) {
    const names = Object.keys(row);
    const marks = names.map(() => '?').join(', ');
    const into = `INSERT OR REPLACE INTO ${main} (${names.join(', ')})`;
    db.run(`${into} VALUES (${marks})`, ...Object.values(row));
  }
  for (const { id, answer: text, fullAnswer } of documents) {
    db.run(`INSERT OR REPLACE INTO ${answer} VALUES (?, ?, ?)`, id, text, fullAnswer);
  }
  const links = documents.flatMap((document) => linkRows(kind, document));
  db.insert(`INSERT OR IGNORE INTO ${link}`, links);
  if (!isSubstring(kind)) putWords(db, kind, documents);
  putSuggestions(db, documents);
  return rows;
}

function linkRows(kind: Kind, { id, values, publicFrom }: SearchDocument): SqlValue[][] {
  const dates = dateFields(kind).map((name) => values[name] as SqlValue);
  const isHidden = kind.hiddenField !== undefined && values[kind.hiddenField] !== LISTED;
  return linkFields(kind).flatMap((field) =>
    (values[field] as SqlValue[]).map((value) => [
      field,
      value,
      id,
      isHidden ? null : publicFrom,
      ...dates,
    ]),
  );
}

function removeSuggestions(db: Sqlite, { name }: Kind, records: readonly { id: number }[]): void {
  if (records.length === 0) return;
  const ids = JSON.stringify(records.map(({ id }) => id));
  db.run(`DELETE FROM ix_suggest WHERE kind = ? AND id ${AMONG}`, name, ids);
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
