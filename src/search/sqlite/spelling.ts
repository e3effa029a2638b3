/**
 * Words of the SQLite index that are one letter away from a search word, read from the ordered
 * vocabulary of FTS5. Each step is one seek, so their number does not grow with the records.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import { mayBeMisspelled } from '../../lib/one-letter.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { prefixEnd } from '../../lib/words.js';
import { limits } from '../../limits.js';
import type { SearchQuery, Spelling } from '../port.js';
import { tablesOf } from './tables.js';
import { allOf, testsOf } from './where.js';
import { matchOf } from './words.js';

/** → for each word, whether the query finds it alone, and indexed words one letter away. */
export function spell(db: Sqlite, query: SearchQuery, words: readonly string[]): Spelling[] {
  const exists = words.map((word) => isFound(db, query, [word]));
  const isTooMany = exists.filter((one) => !one).length > limits.correctedWords;
  return words.map((word, at) => {
    const isSought = !exists[at] && !isTooMany && mayBeMisspelled(word);
    const near = isSought ? nearWords(db, kinds[query.kind], word) : [];
    return { exists: exists[at] === true, near };
  });
}

/** → whether the query finds a record by these words; reads no further than to the first. */
function isFound(db: Sqlite, query: SearchQuery, words: string[]): boolean {
  const kind = kinds[query.kind];
  const { main, text } = tablesOf(kind);
  const match = matchOf(kind, { mode: 'anyField', ...query.text, words });
  if (match === null) return false;
  const tests = allOf(testsOf(query));
  const row = db.get(
    `SELECT 1 FROM ${text} t CROSS JOIN ${main} e ON e.id = t.rowid
     WHERE t.${text} MATCH ? AND ${tests.sql} LIMIT 1`,
    match,
    ...tests.params,
  );
  return row !== undefined;
}

/** Sorts before every character of a word: `word + FIRST` is the first text after the word. */
const FIRST = '\u0001';

function nearWords(db: Sqlite, kind: Kind, word: string): string[] {
  let seeks = limits.vocabularySeeks;
  /** → the first word from one text on and before another, in one seek. */
  const seek = (from: string, to: string): string | null => {
    if (to === '' || seeks-- <= 0) return null;
    const row = db.get(
      `SELECT term FROM ${tablesOf(kind).vocabulary} WHERE term >= ? AND term < ?
       ORDER BY term LIMIT 1`,
      from,
      to,
    );
    return row ? String(row.term) : null;
  };
  const letters = Array.from(word);
  const from = (at: number) => letters.slice(at).join('');
  const near = new Set<string>();
  const take = (other: string) => {
    if (other !== word && seek(other, other + FIRST) === other) near.add(other);
  };
  for (let at = 1; at < letters.length; at++) {
    const head = letters.slice(0, at).join('');
    take(head + from(at + 1));
    take(head + (letters[at + 1] ?? '') + letters[at] + from(at + 2));
    // Every letter that follows the head in some word, in place of the next one or before it.
    for (let next = seek(head + FIRST, prefixEnd(head)); next !== null; ) {
      const [letter = ''] = next.slice(head.length);
      take(head + letter + from(at + 1));
      take(head + letter + from(at));
      next = seek(prefixEnd(head + letter), prefixEnd(head));
    }
  }
  return [...near];
}
