/**
 * Writes to the SQLite search index: entries, tombstones, suggestions. A batch reads its data by
 * set, and writes several small rows a statement.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import { USAGE_FIELDS } from '../../kinds/record.js';
import { groupBy } from '../../lib/batches.js';
import type { Sqlite, SqlValue } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import { isTombstone, newestOf } from '../entries.js';
import { columnFields, isSubstring, labelFields, linkFields } from '../fields.js';
import type { IndexEntry, PutResult, SearchDocument, Tombstone } from '../port.js';
import { countDays } from './days.js';
import { dropUnused, takePlace } from './geo.js';
import { putSuggestions } from './suggest.js';
import { linkDates, mainColumns, tablesOf } from './tables.js';
import { putWords, wordsHash } from './words.js';

/** Derived data: outbox entries of a store in the same file redo writes lost in a power cut. */
const LIGHT = { isDurable: false };

/** Writes entries in one transaction; older versions and removed records are skipped. */
export function putEntries(db: Sqlite, entries: readonly IndexEntry[]): PutResult[] {
  const taken = entries.filter(({ id }) => id <= limits.idMax);
  return db.transaction(() => {
    const written = new Set(
      [...groupBy(taken, ({ kind }) => kind)].flatMap(([kind, ofKind]) =>
        putKind(db, kinds[kind], newestOf(ofKind)),
      ),
    );
    return entries.map((entry): PutResult => {
      const { kind, id } = entry;
      if (id > limits.idMax)
        return { kind, id, outcome: 'refused', reason: `above ${limits.idMax}` };
      return { kind, id, outcome: written.has(entry) ? 'written' : 'stale' };
    });
  }, LIGHT);
}

/** Writes entries of a kind, each of another record. → the entries that are not stale. */
function putKind(db: Sqlite, kind: Kind, entries: readonly IndexEntry[]): IndexEntry[] {
  const ids = idsOf(entries);
  const { main } = tablesOf(kind);
  const stored = new Map(
    db
      .all(`SELECT id, version, place, words FROM ${main} WHERE id ${AMONG}`, ids)
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
  const documents = current
    .filter((entry): entry is SearchDocument => !isTombstone(entry))
    .map((document) => ({ ...document, words: wordsHash(kind, document) }));
  const changed = documents.filter(({ id, words }) => stored.get(id)?.words !== words);
  const currentIds = idsOf(current);
  countDays(db, kind, currentIds, -1);
  removeRows(db, kind, currentIds, idsOf([...current.filter(isTombstone), ...changed]));
  putTombstones(db, kind, current.filter(isTombstone));
  putDocuments(db, kind, documents);
  if (!isSubstring(kind)) putWords(db, kind, changed);
  countDays(db, kind, currentIds, 1);
  const places = current.map(({ id }) => stored.get(id)?.place ?? null);
  if (kind.place) dropUnused(db, kind, places);
  return current;
}

const idsOf = (records: readonly { id: number }[]): string =>
  JSON.stringify(records.map(({ id }) => id));

const AMONG = 'IN (SELECT value FROM json_each(?))';

/** Deletes rows that no others of their record overwrite; words of these records alone. */
function removeRows(db: Sqlite, kind: Kind, ids: string, withWords: string): void {
  const { main, link, text } = tablesOf(kind);
  const listed = `SELECT listed FROM ${main} WHERE id ${AMONG}`;
  if (linkFields(kind).length > 0) {
    db.run(`DELETE FROM ${link} WHERE listed IN (${listed})`, ids);
  }
  if (!isSubstring(kind)) {
    db.run(`DELETE FROM ${text} WHERE rowid IN (${listed})`, withWords);
  }
  for (const table of ['ix_suggest', 'ix_other_answer']) {
    db.run(`DELETE FROM ${table} WHERE kind = ? AND id ${AMONG}`, kind.name, ids);
  }
}

function putTombstones(db: Sqlite, kind: Kind, tombstones: readonly Tombstone[]): void {
  const { main, answer } = tablesOf(kind);
  for (const { id, version } of tombstones) {
    db.run(
      `INSERT INTO ix_tombstone VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET version = max(version, excluded.version)`,
      kind.name,
      id,
      version,
    );
    db.run(`DELETE FROM ${main} WHERE id = ?`, id);
    db.run(`DELETE FROM ${answer} WHERE id = ?`, id);
  }
}

/** An entry with the hash of its words. */
type Hashed = SearchDocument & { words: string };

function putDocuments(db: Sqlite, kind: Kind, documents: readonly Hashed[]): void {
  const { main, answer, link } = tablesOf(kind);
  const rows = documents.map((document) =>
    mainRow(kind, document, takePlace(db, kind, document.place)),
  );
  db.insert(`INSERT OR REPLACE INTO ${main} (${mainColumns(kind).join(', ')})`, rows);
  const answers = documents.map(({ id, answer: text, fullAnswer }) => [id, text, fullAnswer]);
  db.insert(`INSERT OR REPLACE INTO ${answer}`, answers);
  const links = documents.flatMap(({ id, values }) =>
    linkFields(kind).flatMap((field) =>
      (values[field] as SqlValue[]).map((value) => [id, field, value]),
    ),
  );
  const dates = linkDates(kind).map((name) => `, e.f_${name}`);
  if (links.length > 0) {
    db.run(
      `INSERT OR IGNORE INTO ${link}
       SELECT j.value ->> 1, j.value ->> 2, e.listed${dates.join('')}
       FROM json_each(?) j CROSS JOIN ${main} e ON e.id = j.value ->> 0`,
      JSON.stringify(links),
    );
  }
  const others = documents.flatMap((document) =>
    Object.entries(document.others).map(([lang, one]): SqlValue[] => [
      ...[kind.name, document.id, lang],
      ...[one.answer, one.fullAnswer],
    ]),
  );
  db.insert('INSERT INTO ix_other_answer', others);
  putSuggestions(db, documents);
}

function mainRow(kind: Kind, document: Hashed, place: SqlValue): SqlValue[] {
  const { id, version, stamp, publicFrom, words, usage, values, labels, text } = document;
  return [
    ...[id, version, stamp, publicFrom, place, words],
    ...USAGE_FIELDS.map((name) => usage[name]),
    ...columnFields(kind).map((name) => values[name] as SqlValue),
    ...labelFields(kind).map((name) => labels[name] ?? ''),
    ...(isSubstring(kind) ? Object.keys(kind.textFields).map((name) => text[name]?.[0] ?? '') : []),
  ];
}
