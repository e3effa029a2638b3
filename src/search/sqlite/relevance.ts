/**
 * Relevance: each search word gives the points of every level of text fields that holds a word
 * which begins with it, and twice as many again where it is the whole word. The same on every
 * engine. Contract 12.
 */
import type { Kind } from '../../kinds/kind.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { prefixEnd } from '../../lib/words.js';
import type { TextQuery } from '../port.js';
import type { Sql } from './conditions.js';
import { isSubstring, tablesOf } from './tables.js';
import { vocabularyOf } from './vocabulary.js';

/** → the relevance of row `e`. */
export function relevance(db: Sqlite, kind: Kind, { words }: TextQuery): Sql {
  const tiers = isSubstring(kind) ? [] : words.flatMap((word) => tiersOf(db, kind, word));
  if (tiers.length === 0) return { sql: '0', params: [] };
  const { text } = tablesOf(kind);
  const test = `(e.id IN (SELECT rowid FROM ${text} WHERE ${text} MATCH ?))`;
  return {
    sql: tiers.map(({ points }) => `${points} * ${test}`).join(' + '),
    params: tiers.map(({ match }) => match),
  };
}

/** The records that get points: those that match an FTS5 query. */
interface Tier {
  points: number;
  match: string;
}

/**
 * → the tiers of a word that any record gets. Each costs FTS5 a pass over all records with the
 * word, so the vocabulary tells first in which columns there is anything to find.
 */
function tiersOf(db: Sqlite, kind: Kind, word: string): Tier[] {
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
    const begun = { points, match: `${columns} "${word}" *` };
    return isWhole ? [begun, { points: points * 2, match: whole }] : [begun];
  });
}
