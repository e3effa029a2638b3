/**
 * The words of the index that begin with a search word, from the ordered vocabulary of FTS5. For a
 * prefix, FTS5 merges all its matches before it gives the first; for whole words, it can step to a
 * single record. Decision: search words are looked up in the vocabulary.
 */
import { kinds } from '../../kinds/index.js';
import type { KindName } from '../../kinds/record.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { prefixEnd } from '../../lib/words.js';
import { isSubstring } from './tables.js';
import { FIRST, nextTerm } from './vocabulary.js';

/** → the words that begin with a word; null: too many, or a prefix with an index of its own. */
export type TermsOf = (word: string) => string[] | null;

/** Shorter prefixes have an index of their own. */
const CHARS_MIN = 4;
/** With more words, each match is compared with so many that the merged prefix is faster. */
const TERMS_MAX = 64;
/** → a lookup in the vocabulary of a kind: one seek for each word that is found. */
export function termsOf(db: Sqlite, name: KindName): TermsOf {
  const kind = kinds[name];
  if (isSubstring(kind)) return () => null;
  return (word) => {
    const end = prefixEnd(word);
    if (Array.from(word).length < CHARS_MIN || end === '') return null;
    const terms: string[] = [];
    for (let from = word; ; from = terms.at(-1) + FIRST) {
      const term = nextTerm(db, kind, from, end);
      if (term === null) return terms;
      if (terms.length === TERMS_MAX) return null;
      terms.push(term);
    }
  };
}
