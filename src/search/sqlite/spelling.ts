/**
 * Words of the SQLite index that are one letter away from a search word, read from the ordered
 * vocabulary of FTS5. Each step is one seek, so their number does not grow with the records.
 */
import { kinds } from '../../kinds/index.js';
import { mayBeMisspelled } from '../../lib/one-letter.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { prefixEnd } from '../../lib/words.js';
import { limits } from '../../limits.js';
import type { SearchPage, SearchQuery, Spelling } from '../port.js';
import { vocabularyOf } from './vocabulary.js';

/** Sorts before every character of a word. */
const FIRST = '\u0001';

/** → for each word, whether the query finds it alone, and the words it may be misspelled from. */
export function spell(
  db: Sqlite,
  search: (query: SearchQuery) => SearchPage,
  { query, words }: { query: SearchQuery; words: readonly string[] },
): Spelling[] {
  const { mode = 'anyField' } = query.text ?? {};
  return words.map((word) => {
    const { total } = search({ ...countOnly(query), text: { words: [word], mode } });
    const isSought = total === 0 && mayBeMisspelled(word);
    return { isHeld: total > 0, near: isSought ? nearWords(db, query, word) : [] };
  });
}

/** → the page of the query that finds most, the first of several; null: none finds anything. */
export function searchMost(
  search: (query: SearchQuery) => SearchPage,
  queries: readonly SearchQuery[],
): { page: SearchPage; at: number } | null {
  const totals = queries.map((query) => search(countOnly(query)).total);
  const at = totals.indexOf(Math.max(0, ...totals));
  const best = queries[at];
  return best && totals[at] !== 0 ? { page: search(best), at } : null;
}

/** → a cheap query with the same total. */
const countOnly = (query: SearchQuery): SearchQuery => ({
  ...query,
  sort: { by: 'field', field: 'id', direction: 'asc' },
  from: { offset: 0 },
  limit: 1,
  facets: [],
});

function nearWords(db: Sqlite, { kind }: SearchQuery, word: string): string[] {
  const { words: table } = vocabularyOf(kinds[kind]);
  let seeks = limits.vocabularySeeks;
  const seek = (from: string, to: string): string | null => {
    if (to === '' || seeks-- <= 0) return null;
    const sql = `SELECT term FROM ${table} WHERE term >= ? AND term < ? ORDER BY term LIMIT 1`;
    const row = db.get(sql, from, to);
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
    for (let found = seek(head + FIRST, prefixEnd(head)); found !== null; ) {
      const [letter = ''] = found.slice(head.length);
      take(head + letter + from(at + 1));
      take(head + letter + from(at));
      found = seek(prefixEnd(head + letter), prefixEnd(head));
    }
  }
  return [...near];
}
