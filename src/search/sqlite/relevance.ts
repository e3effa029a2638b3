/**
 * Relevance: each search word gives the points of every level of text fields that holds a word
 * which begins with it, and twice as many again where it is the whole word. The same on every
 * engine. Contract 12.
 */
import type { Kind } from '../../kinds/kind.js';
import type { TextQuery } from '../port.js';
import type { Sql } from './conditions.js';
import { isSubstring, tablesOf } from './tables.js';

/** → the relevance of row `e`. */
export function relevance(kind: Kind, text: TextQuery): Sql {
  const { text: table } = tablesOf(kind);
  if (isSubstring(kind) || text.words.length === 0) return { sql: '0', params: [] };
  const tiers = kind.textLevels.flatMap(({ points, fields }): Tier[] => {
    const columns = `{${fields.join(' ')}} :`;
    return [
      [points * 2, (word) => `${columns} "${word}"`],
      [points, (word) => `${columns} "${word}" *`],
    ];
  });
  return summed(text, tiers, `(e.id IN (SELECT rowid FROM ${table} WHERE ${table} MATCH ?))`);
}

/** A weight, and the FTS5 query of the rows that get it for a word. */
type Tier = [weight: number, of: (word: string) => string];

/** → the sum of the weights of all tiers that match, over all words. */
function summed({ words }: TextQuery, tiers: Tier[], test: string): Sql {
  const terms = words.flatMap((word) => tiers.map(([weight, of]) => ({ weight, param: of(word) })));
  return {
    sql: terms.map(({ weight }) => `${weight} * ${test}`).join(' + '),
    params: terms.map(({ param }) => param),
  };
}
