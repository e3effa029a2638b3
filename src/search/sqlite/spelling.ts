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
import { bind, conjunction } from './plan.js';
import { tablesOf } from './tables.js';
import { FIRST, nextTerm } from './vocabulary.js';
import { toConditions } from './where.js';

/** → for each word, whether the query finds it alone, and the words it may be misspelled from. */
export function spell(db: Sqlite, query: SearchQuery, words: readonly string[]): Spelling[] {
  const held = words.map((word) => isHeld(db, query, word));
  const isTooMany = held.filter((found) => !found).length > limits.correctedWords;
  return words.map((word, at) => {
    const isSought = !held[at] && !isTooMany && mayBeMisspelled(word);
    return { isHeld: held[at] === true, near: isSought ? nearWords(db, query, word) : [] };
  });
}

/** → whether the query finds a record by this word alone; reads no further than to the first. */
function isHeld(db: Sqlite, query: SearchQuery, word: string): boolean {
  const { mode = 'anyField' } = query.text ?? {};
  const { tests, paths } = toConditions({ ...query, text: { words: [word], mode } });
  const text = paths.find(({ isSetTested }) => isSetTested);
  if (!text) return false;
  const others = paths.filter((path) => path !== text).map(({ test }) => test);
  const where = conjunction([...tests, ...others]);
  const sql = `SELECT 1 FROM (${text.ids.sql}) d
    CROSS JOIN ${tablesOf(kinds[query.kind]).main} e ON e.id = d.id WHERE ${where.sql} LIMIT 1`;
  return (
    db.get(sql, ...bind([...text.ids.params, ...where.params], query.nowSeconds)) !== undefined
  );
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
  let seeks = limits.vocabularySeeks;
  const seek = (from: string, to: string): string | null => {
    if (to === '' || seeks-- <= 0) return null;
    return nextTerm(db, kinds[kind], from, to);
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
