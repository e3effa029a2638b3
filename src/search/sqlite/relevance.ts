/**
 * Relevance: each search word gives the points of every level of text fields that holds a word
 * which begins with it, and twice as many again where it is the whole word. The same on every
 * engine. Contract 12.
 */
import type { Kind } from '../../kinds/kind.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { prefixEnd } from '../../lib/words.js';
import type { SearchQuery, TextQuery, Where } from '../port.js';
import type { Sql } from './conditions.js';
import { isSubstring } from './tables.js';
import { termsOf } from './terms.js';
import { rowsOf, termsMatch, textRows } from './text.js';
import { vocabularyOf } from './vocabulary.js';

/** → the relevance of row `e` of a list. */
export function relevance(db: Sqlite, kind: Kind, query: SearchQuery): Sql {
  return relevanceBy(kind, query.text ? tiersOf(db, kind, query.text) : [], query.where);
}

/** → the points of row `e` from these tiers. */
export function relevanceBy(kind: Kind, tiers: readonly Tier[], where: readonly Where[]): Sql {
  if (tiers.length === 0) return { sql: '0', params: [] };
  const rows = tiers.map(({ match }) => rowsOf(textRows(kind, match, where)));
  return {
    sql: tiers
      .map(({ points }, at) => `${points} * (e.text_row IN (${rows[at]?.sql}))`)
      .join(' + '),
    params: rows.flatMap(({ params }) => params),
  };
}

/** The records that get points: those that match an FTS5 query. */
export interface Tier {
  points: number;
  match: string;
}

/**
 * → the tiers of a search that any record gets. Each costs FTS5 a pass over all records with the
 * word, so the vocabulary tells first in which columns there is anything to find.
 */
export const tiersOf = (db: Sqlite, kind: Kind, { words }: TextQuery): Tier[] =>
  isSubstring(kind) ? [] : words.flatMap((word) => tiersOfWord(db, kind, word));

function tiersOfWord(db: Sqlite, kind: Kind, word: string): Tier[] {
  const begins = termsMatch(termsOf(db, kind.name)(word)) ?? `"${word}" *`;
  const end = prefixEnd(word);
  const rows = db.all(
    `SELECT DISTINCT col, term = ? AS isWhole FROM ${vocabularyOf(kind).columns}
     WHERE term >= ? ${end === '' ? '' : 'AND term < ?'}`,
    ...(end === '' ? [word, word] : [word, word, end]),
  );
  return kind.textLevels.flatMap(({ points, fields }): Tier[] => {
    const held = rows.filter(({ col }) => fields.includes(String(col)));
    const isWhole = held.some((row) => row.isWhole === 1);
    const isLonger = held.some((row) => row.isWhole === 0);
    const columns = `{${fields.join(' ')}} :`;
    const whole = `${columns} "${word}"`;
    if (!isLonger) return isWhole ? [{ points: points * 3, match: whole }] : [];
    const begun = { points, match: `${columns} ${begins}` };
    return isWhole ? [begun, { points: points * 2, match: whole }] : [begun];
  });
}
