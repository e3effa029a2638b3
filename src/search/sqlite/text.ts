/** The access path by words: rows of FTS5, and the records they belong to. */
import type { Kind } from '../../kinds/kind.js';
import type { SearchQuery, Where } from '../port.js';
import type { Conditions, Sql, TextPart, TextRows } from './conditions.js';
import { isSubstring, tablesOf } from './tables.js';
import type { TermsOf } from './terms.js';
import { ID_BITS, ID_MASK, offsetsOf } from './text-row.js';

/** → the rows that match an FTS5 query and may be in the window. */
export function textRows(kind: Kind, match: string, where: readonly Where[]): TextRows {
  const { text } = tablesOf(kind);
  const from = `${text} t`;
  const matching = `t.${text} MATCH ?`;
  if (!kind.window) {
    const every = { test: { sql: matching, params: [match] }, id: 't.rowid' };
    return { from, filed: every, others: null };
  }
  const { first, last } = offsetsOf(kind.window.start, where);
  // The driver binds numbers over 2^31 as REAL.
  const rowAt = `(CAST(? AS INTEGER) << ${ID_BITS})`;
  const filed = `${matching} AND t.rowid >= ${rowAt} AND t.rowid < ${rowAt}`;
  return {
    from,
    filed: { test: { sql: filed, params: [match, first, last + 1] }, id: `(t.rowid & ${ID_MASK})` },
    others: { test: { sql: `${matching} AND t.rowid < 0`, params: [match] }, id: '-t.rowid' },
  };
}

/** FTS5 looks up each of them to test a single row. */
const PROBED_TERMS = 12;

/** Adds the test and the access path of a search. */
export function addText(
  kind: Kind,
  { text: query, where }: Pick<SearchQuery, 'text' | 'where'>,
  { tests, paths, terms }: Conditions & { terms: TermsOf },
): void {
  const { words } = query ?? { words: [] };
  if (words.length === 0) {
    tests.push({ sql: '0', params: [] });
    return;
  }
  const names = Object.keys(kind.textFields);
  if (isSubstring(kind)) {
    const sql = names.map((name) => `instr(e.t_${name}, ?) > 0`).join(' OR ');
    tests.push({ sql: `(${sql})`, params: names.map(() => words.join(' ')) });
    return;
  }
  const whole = words.map(terms);
  const match = matchOf(kind, words, whole);
  const { text } = tablesOf(kind);
  const isWhole = whole.every((found) => found?.length && found.length <= PROBED_TERMS);
  paths.push({
    ids: idsOf(textRows(kind, match, where)),
    test: isWhole
      ? {
          sql: `EXISTS (SELECT 1 FROM ${text} WHERE ${text} MATCH ? AND rowid = e.text_row)`,
          params: [match],
        }
      : { sql: '1', params: [] },
    isSetTested: true,
    isWhole,
    match,
  });
}

/** → the FTS5 query of the words; `whole`: for each, the words of the index that begin with it. */
function matchOf(kind: Kind, words: string[], whole: (string[] | null)[]): string {
  const all = words.map((word, at) => termsMatch(whole[at] ?? null) ?? `"${word}" *`);
  return kind.searchMode === 'oneField' && all.length > 1
    ? Object.keys(kind.textFields)
        .map((name) => `({${name}} : (${all.join(' AND ')}))`)
        .join(' OR ')
    : all.join(' AND ');
}

/** → an FTS5 query of any of the words; null: none is known. */
export const termsMatch = (terms: string[] | null): string | null =>
  terms && terms.length > 0 ? `(${terms.map((term) => `"${term}"`).join(' OR ')})` : null;

const idsOf = (rows: TextRows): Sql => selectOf(rows, ({ id }) => id);

/** → the rows of all parts. */
export const rowsOf = (rows: TextRows): Sql => selectOf(rows, () => 't.rowid');

function selectOf({ from, filed, others }: TextRows, column: (part: TextPart) => string): Sql {
  const parts = others ? [filed, others] : [filed];
  return {
    sql: parts
      .map((part) => `SELECT ${column(part)} AS id FROM ${from} WHERE ${part.test.sql}`)
      .join(' UNION ALL '),
    params: parts.flatMap(({ test }) => test.params),
  };
}
