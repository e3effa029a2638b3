/** Words in FTS5: how they are written, what a search for words is, the order by relevance. */
import type { Kind } from '../../kinds/kind.js';
import type { Sqlite } from '../../lib/sqlite.js';
import type { SearchDocument, TextQuery } from '../port.js';
import { eitherOf } from '../query.js';
import { isSubstring, type Sql, tablesOf } from './tables.js';

/** → the query for FTS5; null: the kind is searched by substring, or there are no words. */
export function matchOf(kind: Kind, text: TextQuery): string | null {
  const { words, mode } = text;
  if (isSubstring(kind) || words.length === 0) return null;
  const all = words.map((word) => wordMatch(text, word)).join(' AND ');
  return mode === 'oneField' && words.length > 1
    ? Object.keys(kind.textFields)
        .map((name) => `({${name}} : (${all}))`)
        .join(' OR ')
    : all;
}

/** → the query for FTS5 of a word, in any of its forms. */
export const wordMatch = (text: TextQuery, word: string): string =>
  `(${eitherOf(text, word)
    .map((form) => `"${form}" *`)
    .join(' OR ')})`;

/** → the test of row `e` for a search that FTS5 does not answer. */
export function substringTest(kind: Kind, { words }: TextQuery): Sql {
  if (!isSubstring(kind) || words.length === 0) return { sql: '0', params: [] };
  const names = Object.keys(kind.textFields);
  const sql = names.map((name) => `instr(e.t_${name}, ?) > 0`).join(' OR ');
  return { sql: `(${sql})`, params: names.map(() => words.join(' ')) };
}

/**
 * → the relevance of a row of FTS5 that matches: BM25 with the weights of the columns, the higher
 * the better.
 */
export function bm25(kind: Kind): string {
  const weights = Object.values(kind.textFields).map(({ weight }) => weight);
  return `-bm25(${[tablesOf(kind).text, ...weights].join(', ')})`;
}

/**
 * Writes the words of records where they differ from those stored: FTS5 takes out old words one by
 * one. It begins a new segment at each row that is not higher than the one before.
 */
export function putWords(db: Sqlite, kind: Kind, documents: readonly SearchDocument[]): void {
  const { text: table } = tablesOf(kind);
  const names = Object.keys(kind.textFields);
  const ids = JSON.stringify(documents.map(({ id }) => id));
  const rows = db.all(
    `SELECT rowid AS id, ${names.join(', ')} FROM ${table}
     WHERE rowid IN (SELECT value FROM json_each(?))`,
    ids,
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const changed = documents.filter(({ id, text }) => {
    const row = stored.get(id);
    return names.some((name) => row?.[name] !== (text[name] ?? ''));
  });
  for (const { id } of changed) {
    if (stored.has(id)) db.run(`DELETE FROM ${table} WHERE rowid = ?`, id);
  }
  const marks = names.map(() => '?').join(', ');
  const sql = `INSERT INTO ${table} (rowid, ${names.join(', ')}) VALUES (?, ${marks})`;
  for (const { id, text } of changed.sort((a, b) => a.id - b.id)) {
    db.run(sql, id, ...names.map((name) => text[name] ?? ''));
  }
}
