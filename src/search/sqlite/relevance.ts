/**
 * Relevance: for each search word 8 if it is a word of the title, 4 if it begins a word of the
 * title, 2 and 1 for the other fields. The same on every engine. Decision: relevance.
 */
import type { Kind } from '../../kinds/kind.js';
import type { TextQuery } from '../port.js';
import type { Sql } from './conditions.js';
import { isSubstring, tablesOf } from './tables.js';

/** → the relevance of row `e`. */
export function relevance(kind: Kind, text: TextQuery): Sql {
  const [title, ...others] = Object.keys(kind.textFields);
  const { text: table } = tablesOf(kind);
  if (isSubstring(kind) || text.words.length === 0) return { sql: '0', params: [] };
  const columns = (names: string[]) => `{${names.join(' ')}} :`;
  const tiers: [number, (word: string) => string][] = [
    [8, (word) => `${columns([String(title)])} "${word}"`],
    [4, (word) => `${columns([String(title)])} "${word}" *`],
    [2, (word) => `${columns(others)} "${word}"`],
    [1, (word) => `${columns(others)} "${word}" *`],
  ];
  return summed(text, tiers, `(e.id IN (SELECT rowid FROM ${table} WHERE ${table} MATCH ?))`);
}

/** → the sum of the weights of all tiers that match, over all words. */
function summed(
  { words }: TextQuery,
  tiers: [number, (word: string) => string][],
  test: string,
): Sql {
  const terms = words.flatMap((word) => tiers.map(([weight, of]) => ({ weight, param: of(word) })));
  return {
    sql: terms.map(({ weight }) => `${weight} * ${test}`).join(' + '),
    params: terms.map(({ param }) => param),
  };
}
