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
