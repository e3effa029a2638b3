/**
 * Facets of public lists between two dates, from the counts by day. The counts over all time bound
 * those of any window: only the values that may be among the highest are summed up. Decision:
 * facets and circles are sums of few counts.
 */
import { kinds } from '../../kinds/index.js';
import type { Facet, Kind } from '../../kinds/kind.js';
import type { Row, Sqlite, SqlValue } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import type { SearchQuery } from '../port.js';
import { extentOf, type Pieces, piecesOf, sumsOf } from './day-sums.js';
import { LEVELS } from './day-tables.js';
import { countedByDay, idsBesides } from './day-totals.js';
import { linkedRows } from './facet-rows.js';
import { labelFields, linkFields, tablesOf } from './tables.js';

/** Of the count that the last value shown should have: values with fewer are left out at first. */
const SLACK = 0.85;

/**
 * → a function that reads the rows of a facet, null when it is cheaper to count it by row; null
 * when all facets must be counted by row. `total` is that of the list.
 */
export function facetsFromDays(
  db: Sqlite,
  query: SearchQuery,
  total: number,
): ((facet: Facet) => Row[] | null) | null {
  const kind = kinds[query.kind];
  const counted = countedByDay(kind, query);
  const [span, ...others] = counted?.spans ?? [];
  if (!span || others.length > 0 || counted?.field !== kind.window?.start) return null;
  const pieces = piecesOf(span, extentOf(db, kind, span.column));
  const rest = JSON.stringify(idsBesides(db, query, pieces));
  return (facet) => {
    let least = firstBound(db, { kind, facet, total });
    for (;;) {
      const work = { kind, facet, pieces, rest, least };
      if (isCheaperByRow(db, work, total)) return null;
      const rows = highest(db, query, work);
      // A value that was not summed up has at most so many records.
      const last = Number(rows[limits.facetValues - 1]?.n ?? 0);
      if (least === 0 || last > least) return rows;
      // The last value of all of them has at least as many as that of those summed up.
      least = Math.max(0, last - 1);
    }
  };
}

interface Work {
  kind: Kind;
  facet: Facet;
  pieces: Pieces;
  /** IDs of the records that the sums leave out, as JSON. */
  rest: string;
  /** Only values with more records over all time are summed up. */
  least: number;
}

/** → what the last value shown would have, were all values as frequent in the window as ever. */
function firstBound(
  db: Sqlite,
  { kind, facet, total }: { kind: Kind; facet: Facet; total: number },
): number {
  const { days } = tablesOf(kind);
  const row = db.get(
    `SELECT (SELECT n FROM ${days} WHERE field = ? AND level = ${LEVELS.all}
         ORDER BY n DESC LIMIT 1 OFFSET ${limits.facetValues - 1}) AS last,
       (SELECT n FROM ${days} WHERE field = ? AND value = 0 AND level = ${LEVELS.all}) AS every`,
    facet.field,
    kind.window?.start ?? '',
  );
  const share = total / Math.max(1, Number(row?.every ?? 0));
  return Math.floor(Number(row?.last ?? 0) * share * SLACK);
}

/** Summing up a value takes about as long as counting a record. */
function isCheaperByRow(db: Sqlite, { kind, facet, least }: Work, total: number): boolean {
  const row = db.get(
    `SELECT count(*) AS n FROM (SELECT 1 FROM ${tablesOf(kind).days}
       WHERE field = ? AND level = ${LEVELS.all} AND n > ? LIMIT ?)`,
    facet.field,
    least,
    total,
  );
  return Number(row?.n ?? 0) >= total;
}

/**
 * → the rows of the highest values of those that have more than the least. The unary plus takes the
 * type of a column off a value: SQLite would not use the index otherwise.
 */
function highest(db: Sqlite, query: SearchQuery, work: Work): Row[] {
  const { days } = tablesOf(work.kind);
  const { field, target } = work.facet;
  const { covering, others } = sumsOf(work.kind, field, work.pieces);
  const shown = target ? linkedRows(query, target) : columnRows(work);
  return db.all(
    `WITH rest(id) AS (SELECT value FROM json_each(?)),
       besides(value, n, label) AS MATERIALIZED (${besidesOf(work)}),
       top(value, n) AS MATERIALIZED (SELECT value, n FROM ${days}
         WHERE field = ? AND level = ${LEVELS.all} AND n > ? AND value <> ''),
       some(value, n) AS (SELECT value, n FROM top UNION ALL
         SELECT b.value, coalesce((SELECT d.n FROM ${days} d INDEXED BY ${days}_values
           WHERE d.field = ? AND d.value = +b.value AND d.level = ${LEVELS.all}), 0)
         FROM besides b WHERE b.value NOT IN (SELECT value FROM top)),
       covered(value, n) AS MATERIALIZED (SELECT some.value, ${covering.sql} + coalesce(b.n, 0)
         FROM some LEFT JOIN besides b ON b.value = some.value),
       counted(value, n) AS MATERIALIZED (SELECT some.value, some.n - ${others.sql}
         FROM covered some WHERE some.n > ?)
     ${shown.sql}`,
    work.rest,
    field,
    work.least,
    field,
    ...covering.params,
    ...others.params,
    work.least,
    ...shown.params,
  );
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
    ...pieces.plain.map(
      () => `SELECT label FROM ${tablesOf(kind).days} d
        WHERE d.field = ? AND d.value = h.value AND d.level = ? AND d.at BETWEEN ? AND ?
          AND d.n > 0`,
    ),
  ];
  return {
    sql: `SELECT (SELECT min(label) FROM (${labels.join(' UNION ALL ')})) AS value, h.n
      FROM (${highest}) h ORDER BY h.n DESC, h.value`,
    params: pieces.plain.flatMap(({ level, first, last }) => [field, level, first, last]),
  };
}
