/** Words in FTS5: their form, the query of a search, the order by relevance. */
import { createHash } from 'node:crypto';
import type { Kind } from '../../kinds/kind.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { APART, BEHIND, prefixEnd, STEMMED } from '../../lib/text/words.js';
import { isSubstring } from '../fields.js';
import type { SearchDocument, TextQuery } from '../port.js';
import { alternativesOf } from '../query.js';
import { type Sql, tablesOf } from './tables.js';

/** → whether FTS5 answers a search. */
export const hasMatch = (kind: Kind, text: TextQuery | null): boolean =>
  text !== null && !isSubstring(kind) && text.words.length > 0;

/**
 * → the query for FTS5; null when the kind is searched by substring, or without words. A search by
 * relevance counts a word, all words that begin with it, and each alternative.
 */
export function matchOf(db: Sqlite, kind: Kind, text: TextQuery, isRanked = false): string | null {
  const { words, mode, without = [] } = text;
  if (!hasMatch(kind, text)) return null;
  const all = words.map((word) => wordMatch(db, kind, text, { word, isRanked })).join(' AND ');
  const wanted =
    mode === 'oneField' && words.length > 1
      ? Object.keys(kind.textFields)
          .map((name) => `({${name}} : (${all}))`)
          .join(' OR ')
      : all;
  const out = without.map(({ words: side }) => phrase(side)).join(' OR ');
  return out === '' ? wanted : `(${wanted}) NOT (${out})`;
}

/** → the query for FTS5 of a word, in any of its forms. */
export function wordMatch(
  db: Sqlite,
  kind: Kind,
  text: TextQuery,
  { word, isRanked = false }: { word: string; isRanked?: boolean },
): string {
  const wholes = (side: readonly string[]) =>
    side.every((one) => nextWord(db, kind, one, one + BEHIND) !== null) ? [phrase(side)] : [];
  const found = alternativesOf(text, word).flatMap(({ words: side, isBeginning, isInTitle }) => {
    const whole = isBeginning && !isRanked ? [] : wholes(side);
    if (isInTitle) return whole.map((one) => `{${kind.titleField}} : ${one}`);
    return isBeginning ? [...whole, ...begunBy(db, kind, side[0] ?? '', isRanked)] : whole;
  });
  const different = [...new Set(found)];
  // A word that equals its stem counts for both, before its continuations and its forms.
  const all = isRanked && different.length > 1 ? found : different;
  return all.length === 0 ? phrase([STEMMED]) : `(${all.join(' OR ')})`;
}

/** → words side by side. They hold no quotation marks. */
const phrase = (side: readonly string[]): string => `"${side.join(' ')}"`;

/** Most continuations of a searched word that a search names singly. */
const BEGUN_MAX = 8;
/** The length of the beginnings in the FTS5 index, characters. */
const PREFIX_CHARS = 2;

/**
 * → the words that begin with a word, as alternatives: the words of the index, which FTS5 reads
 * from any row on; if there are more than BEGUN_MAX, or all count as one word, the beginning, for
 * which it first reads all rows.
 */
function begunBy(db: Sqlite, kind: Kind, begin: string, isRanked: boolean): string[] {
  const words: string[] = [];
  if (Array.from(begin).length <= PREFIX_CHARS) return [`"${begin}" *`];
  for (let next = nextWord(db, kind, begin, prefixEnd(begin)); next !== null; ) {
    if (words.length === BEGUN_MAX || (isRanked && next !== begin)) return [`"${begin}" *`];
    words.push(next);
    next = nextWord(db, kind, next + BEHIND, prefixEnd(begin));
  }
  return isRanked ? [] : words.map((word) => phrase([word]));
}

/** → the first word of the index from one text on and before another, in one seek. */
export function nextWord(db: Sqlite, kind: Kind, from: string, to: string): string | null {
  const row = db.get(
    `SELECT term FROM ${tablesOf(kind).vocabulary} WHERE term >= ? AND term < ?
     ORDER BY term LIMIT 1`,
    from,
    to,
  );
  return row ? String(row.term) : null;
}

/** → the test of row `e` for a search that FTS5 does not answer. */
export function substringTest(kind: Kind, { words }: TextQuery): Sql {
  if (!isSubstring(kind) || words.length === 0) return { sql: '0', params: [] };
  const names = Object.keys(kind.textFields);
  const sql = names.map((name) => `instr(e.t_${name}, ?) > 0`).join(' OR ');
  return { sql: `(${sql})`, params: names.map(() => words.join(' ')) };
}

/**
 * → the relevance of a row that matches in FTS5: BM25 with the weights of the columns, the higher
 * the better. The heaviest weighs 1: BM25 hardly distinguishes larger weights.
 */
export function bm25(kind: Kind): string {
  const weights = Object.values(kind.textFields).map(({ weight }) => weight);
  const parts = weights.map((weight) => weight / Math.max(...weights));
  return `-bm25(${[tablesOf(kind).text, ...parts].join(', ')})`;
}

/** → a hash of the words of an entry and of the other inputs of its row of words. */
export const wordsHash = (
  kind: Kind,
  { text, forms, values, publicFrom }: SearchDocument,
): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        values[kind.window?.start ?? ''],
        values[kind.hiddenField ?? ''],
        publicFrom === 0,
        text,
        forms,
      ]),
    )
    .digest('base64url')
    .slice(0, 16);

/**
 * Writes the words of records without words, in the order of their rows: FTS5 begins a new segment
 * at each row that is not higher than its predecessor.
 */
export function putWords(db: Sqlite, kind: Kind, documents: readonly SearchDocument[]): void {
  const { main, text: table } = tablesOf(kind);
  const names = Object.keys(kind.textFields);
  const texts = documents.map(({ id, text, forms }) => [
    id,
    ...names.map((name) => [text[name]?.join(` ${APART} `), ...(forms[name] ?? [])].join(' ')),
  ]);
  const columns = names.map((_, at) => `j.value ->> ${at + 1}`);
  db.run(
    `INSERT INTO ${table} (rowid, ${names.join(', ')})
     SELECT ${['e.listed', ...columns].join(', ')}
     FROM json_each(?) j CROSS JOIN ${main} e ON e.id = j.value ->> 0 ORDER BY 1`,
    JSON.stringify(texts),
  );
}
