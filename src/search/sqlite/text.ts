/** Searches for words: the query that FTS5 gets, and the order by relevance. */
import type { Kind } from '../../kinds/kind.js';
import type { TextQuery } from '../port.js';
import { isSubstring, type Sql, tablesOf } from './tables.js';

/** → the query for FTS5; null: the kind is searched by substring, or there are no words. */
export function matchOf(kind: Kind, { words, mode }: TextQuery): string | null {
  if (isSubstring(kind) || words.length === 0) return null;
  const all = words.map((word) => `"${word}" *`).join(' AND ');
  return mode === 'oneField' && words.length > 1
    ? Object.keys(kind.textFields)
        .map((name) => `({${name}} : (${all}))`)
        .join(' OR ')
    : all;
}

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
