/**
 * Words of the SQLite index that are one letter away from a search word, read from the ordered
 * vocabulary of FTS5. Each step is one seek, so their number does not grow with the records.
 */
import { kinds } from '../../kinds/index.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { mayBeMisspelled, oneLetterAway } from '../../lib/text/one-letter.js';
import { limits } from '../../limits.js';
import type { SearchQuery, Spelling, TextQuery } from '../port.js';
import { hasRows } from './sets.js';
import { nextWord } from './words.js';

/** → for each word, whether the query finds it alone, and indexed words one letter away. */
export function spell(db: Sqlite, query: SearchQuery, words: readonly string[]): Spelling[] {
  const text: TextQuery = { mode: 'anyField', ...query.text, words: [] };
  const exists = words.map((word) => hasRows(db, { ...query, text: { ...text, words: [word] } }));
  const isTooMany = exists.filter((one) => !one).length > limits.correctedWords;
  return words.map((word, at) => {
    const isSought = !exists[at] && !isTooMany && mayBeMisspelled(word);
    let seeks = limits.vocabularySeeks;
    const near = oneLetterAway(isSought ? word : '', (from, to) =>
      seeks-- <= 0 ? null : nextWord(db, kinds[query.kind], from, to),
    );
    return { exists: exists[at] === true, near };
  });
}
