/**
 * Facets of public lists between two dates, from the counts by day. The counts over all time bound
 * those of any window: only the values that may be among the highest are summed up. Decision:
 * totals are sums over days.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { Row, Sqlite, SqlValue } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import type { SearchQuery } from '../port.js';
import { LEVELS } from './day-tables.js';
import { countedByDay, idsBesides, type Pieces, piecesOf } from './day-totals.js';
import { labelFields, linkFields, tablesOf } from './tables.js';

/** A facet of a kind. */
type Facet = NonNullable<Kind['facets']>[string];

/** Values that are summed up at first; four times as many until the highest are known. */
const FIRST_VALUES = 200;

/** → a function that reads the rows of a facet; null when the facets must be counted by row. */
export function facetsFromDays(db: Sqlite, query: SearchQuery): ((facet: Facet) => Row[]) | null {
  const kind = kinds[query.kind];
  const counted = countedByDay(kind, query);
  const [span, ...others] = counted?.spans ?? [];
  if (!span || others.length > 0 || counted?.field !== kind.window?.start) return null;
  const pieces = piecesOf(span);
  const rest = JSON.stringify(idsBesides(db, query, pieces));
  return (facet) => {
    for (let values = FIRST_VALUES; ; values *= 4) {
      const found = highest(db, query, { kind, facet, pieces, rest, values });
      if (found) return found;
    }
  };
}

interface Work {
  kind: Kind;
  facet: Facet;
  pieces: Pieces;
  /** IDs of the records that the sums leave out, as JSON. */
  rest: string;
  /** How many of the values with the highest counts over all time are summed up. */
  values: number;
}

/** → the rows of the highest values; null when others than those summed up may be among them. */
function highest(db: Sqlite, query: SearchQuery, work: Work): Row[] | null {
  const { days } = tablesOf(work.kind);
  const { field, target } = work.facet;
  const { sql, params } = sumOf(work);
  const shown = target ? linkedRows(query, target) : columnRows(work);
  const rows = db.all(
    `WITH rest(id) AS (SELECT value FROM json_each(?)),
       besides(value, n, label) AS MATERIALIZED (${besidesOf(work)}),
       top(value, n) AS MATERIALIZED (SELECT value, n FROM ${days}
         WHERE field = ? AND level = ${LEVELS.all} AND n > 0 AND value <> ''
         ORDER BY n DESC LIMIT ?),
       some(value) AS (SELECT value FROM top UNION SELECT value FROM besides),
       counted(value, n) AS MATERIALIZED (SELECT value, ${sql}
         + coalesce((SELECT n FROM besides b WHERE b.value = some.value), 0) FROM some)
     SELECT (SELECT count(*) FROM top) AS tops, (SELECT min(n) FROM top) AS least, f.*
     FROM (${shown.sql}) f`,
    work.rest,
    field,
    work.values,
    ...params,
    ...shown.params,
  );
  const [first] = rows;
  if (!first) return countOf(db, work) <= work.values ? [] : null;
  const isAll = Number(first.tops) < work.values;
  const last = rows[limits.facetValues - 1];
  // A value that was not summed up has at most the lowest count over all time that was read.
  return isAll || (last && Number(last.n) > Number(first.least)) ? rows : null;
}

/** → how many values the field has. */
function countOf(db: Sqlite, { kind, facet }: Work): number {
  const row = db.get(
    `SELECT count(*) AS n FROM ${tablesOf(kind).days}
     WHERE field = ? AND level = ${LEVELS.all} AND n > 0`,
    facet.field,
  );
  return Number(row?.n ?? 0);
}

/** → the sum over the whole days of a window for the value of a row `some`. */
function sumOf({ kind, facet, pieces }: Work): { sql: string; params: SqlValue[] } {
  const one = `(SELECT coalesce(sum(n), 0) FROM ${tablesOf(kind).days}
    WHERE field = ? AND value = some.value AND level = ? AND at BETWEEN ? AND ?)`;
  return {
    sql: pieces.levels.map(() => one).join(' + ') || '0',
    params: pieces.levels.flatMap(({ level, first, last }) => [facet.field, level, first, last]),
  };
}

/** → the counts of the records that the sums leave out, by value. */
function besidesOf({ kind, facet: { field } }: Work): string {
  const { main, link } = tablesOf(kind);
  if (linkFields(kind).includes(field)) {
    return `SELECT l.value, count(*), '' FROM rest CROSS JOIN ${link} l
      ON l.id = rest.id AND l.field = '${field}' GROUP BY l.value`;
  }
  const label = labelFields(kind).includes(field) ? `min(e.l_${field})` : "''";
  return `SELECT e.f_${field}, count(*), ${label} FROM rest CROSS JOIN ${main} e ON e.id = rest.id
    WHERE e.f_${field} <> '' GROUP BY e.f_${field}`;
}

function linkedRows(
  { isFull, nowSeconds }: SearchQuery,
  target: Kind['name'],
): { sql: string; params: SqlValue[] } {
  const isPublicTest = kinds[target].family.hasStatus && !isFull;
  return {
    sql: `SELECT t.id, t.f_slug AS slug, t.l_title AS name, c.n
      FROM counted c CROSS JOIN ${tablesOf(kinds[target]).main} t ON t.id = c.value
      WHERE c.n > 0 ${isPublicTest ? 'AND t.public_from <= ?' : ''}
      ORDER BY c.n DESC, t.f_title, t.id LIMIT ${limits.facetValues}`,
    params: isPublicTest ? [nowSeconds] : [],
  };
}

/** Of the spellings of a value in the window, the first is shown. */
function columnRows({ kind, facet: { field }, pieces }: Work): {
  sql: string;
  params: SqlValue[];
} {
  const highest = `SELECT c.value AS value, c.n FROM counted c
    WHERE c.n > 0 ORDER BY c.n DESC, c.value LIMIT ${limits.facetValues}`;
  if (!labelFields(kind).includes(field)) return { sql: highest, params: [] };
  const labels = [
    'SELECT label FROM besides b WHERE b.value = h.value',
    ...pieces.levels.map(
      () => `SELECT label FROM ${tablesOf(kind).days} d
        WHERE d.field = ? AND d.value = h.value AND d.level = ? AND d.at BETWEEN ? AND ?
          AND d.n > 0`,
    ),
  ];
  return {
    sql: `SELECT (SELECT min(label) FROM (${labels.join(' UNION ALL ')})) AS value, h.n
      FROM (${highest}) h ORDER BY h.n DESC, h.value`,
    params: pieces.levels.flatMap(({ level, first, last }) => [field, level, first, last]),
  };
}
