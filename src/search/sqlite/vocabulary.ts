/** The vocabulary of FTS5: which words there are, and in which columns. */
import { allKinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { isSubstring, tablesOf } from './tables.js';

/**
 * → the names of the views of a kind's vocabulary: `words` has a row for each word, record and
 * column, `columns` one for each word and column. Rows are in the order of words.
 */
export const vocabularyOf = (kind: Kind) => ({
  words: `temp.ix_${kind.name}_words`,
  columns: `temp.ix_${kind.name}_columns`,
});

/** Makes the vocabulary readable by this connection. */
export function openVocabulary(db: Sqlite): void {
  for (const kind of allKinds.filter((one) => !isSubstring(one))) {
    const { text } = tablesOf(kind);
    const { words, columns } = vocabularyOf(kind);
    for (const [view, type] of [
      [words, 'instance'],
      [columns, 'col'],
    ]) {
      db.exec(
        `CREATE VIRTUAL TABLE IF NOT EXISTS ${view} USING fts5vocab('main', '${text}', '${type}')`,
      );
    }
  }
}

/** Sorts before every character of a word: `word + FIRST` is the first text after the word. */
export const FIRST = '\u0001';

/** → the first word of a kind's index from `from` on and before `to`, in one seek; null: none. */
export function nextTerm(db: Sqlite, kind: Kind, from: string, to: string): string | null {
  const sql = `SELECT term FROM ${vocabularyOf(kind).words} WHERE term >= ? AND term < ?
    ORDER BY term LIMIT 1`;
  const row = db.get(sql, from, to);
  return row ? String(row.term) : null;
}
