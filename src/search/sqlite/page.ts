/**
 * Reads one page of a list: rows in order, their answers, the exact total and the facets. A list
 * that something narrows, or whose order no index has, reads its set first; any other walks the
 * index of its order. Decision: two ways to answer a list.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import { chordToM } from '../../lib/geo.js';
import type { Row, Sqlite } from '../../lib/sqlite.js';
import type { Hit, Position, SearchPage, SearchQuery } from '../port.js';
import { totalFromDays } from './days.js';
import { facetsOf } from './facets.js';
import { chordTo, onlineTest } from './geo.js';
import { type Candidates, countRows, isLarge, readCandidates, readHits } from './sets.js';
import { indexBy, type Sql, tablesOf } from './tables.js';
import { bm25, matchOf } from './text.js';
import { columnOf } from './where.js';

/** → the page: hits in order, total, facets. */
export function readPage(db: Sqlite, query: SearchQuery): SearchPage {
  const kind = kinds[query.kind];
  const candidates = readCandidates(db, query);
  const isWalked = hasIndexOrder(kind, query) && isBroad(kind, query, candidates);
  const total = isWalked
    ? (totalFromDays(db, query) ?? countRows(db, candidates))
    : readHits(db, query, candidates, sortKey(kind, query));
  const rows = isWalked ? walk(db, kind, query, candidates) : pageOfSet(db, kind, query);
  const pageRows = rows.slice(0, query.limit);
  const read = readShown(db, kind, query, pageRows);
  const set = { candidates, isRead: !isWalked, total };
  return {
    total,
    hits: pageRows.map((row) => toHit(row, read.get(Number(row.id)) ?? {})),
    hasMore: rows.length > query.limit,
    facets: query.facets.length > 0 ? facetsOf(db, query, set) : {},
  };
}

/** → whether an index has the rows in the order of the list. */
const hasIndexOrder = (kind: Kind, { sort, geo }: SearchQuery): boolean =>
  sort.by === 'field' && onlineTest(kind, geo) === null;

/** → whether nothing narrows the list, or so little that it is met along its window. */
const isBroad = (kind: Kind, { sort, facets }: SearchQuery, candidates: Candidates): boolean =>
  candidates.narrowing.length === 0 ||
  (sort.field === kind.window?.start && facets.length === 0 && isLarge(candidates));

/** → the rows of the page and one more, along the index of their order. */
function walk(db: Sqlite, kind: Kind, query: SearchQuery, { tests }: Candidates): Row[] {
  const { direction, field = 'id' } = query.sort;
  const column = `e.${columnOf(field)}`;
  const after = afterTest(query, column, 'e.id');
  const index = field === 'id' ? 'NOT INDEXED' : `INDEXED BY ${indexBy(kind, columnOf(field))}`;
  return db.all(
    `SELECT e.id, 0 AS o, ${column} AS k FROM ${tablesOf(kind).main} e ${index}
     WHERE ${tests.sql}${after.sql}
     ORDER BY ${column} ${direction}, e.id ${direction} LIMIT ? OFFSET ?`,
    ...tests.params,
    ...after.params,
    ...limitOf(query),
  );
}

/** → the rows of the page and one more, from the set of the list. */
function pageOfSet(db: Sqlite, kind: Kind, query: SearchQuery): Row[] {
  const { direction } = query.sort;
  const set = rankedSet(kind, query) ?? { sql: 'SELECT id, o, k FROM temp.ix_hits', params: [] };
  const after = afterTest(query, 'k', 'id');
  return db.all(
    `SELECT id, o, k FROM (${set.sql}) WHERE 1${after.sql}
     ORDER BY o, k ${direction}, id ${direction} LIMIT ? OFFSET ?`,
    ...set.params,
    ...after.params,
    ...limitOf(query),
  );
}

/** → the set with its relevance, which FTS5 works out along its own rows; null: another order. */
function rankedSet(kind: Kind, { sort, text }: SearchQuery): Sql | null {
  const match = sort.by === 'relevance' && text ? matchOf(kind, text) : null;
  if (match === null) return null;
  const table = tablesOf(kind).text;
  return {
    sql: `SELECT h.id AS id, h.o AS o, ${bm25(kind)} AS k FROM ${table}
      CROSS JOIN temp.ix_hits h ON h.id = ${table}.rowid WHERE ${table} MATCH ?`,
    params: [match],
  };
}

const limitOf = ({ limit, from }: SearchQuery): [number, number] => [
  limit + 1,
  'offset' in from ? from.offset : 0,
];

/** → the sort value of row `e`; that of relevance comes later (`rankedSet`). */
function sortKey(kind: Kind, { sort }: SearchQuery): Sql {
  switch (sort.by) {
    case 'distance':
      if (!kind.place) return { sql: '0', params: [] };
      return { sql: '(SELECT chord FROM temp.ix_near WHERE id = e.place)', params: [] };
    case 'relevance':
      return { sql: '0', params: [] };
    case 'count':
      return { sql: 'coalesce(e.u_published, 0)', params: [] };
    case 'include':
      return {
        sql: '(SELECT key FROM json_each(?) WHERE value = e.id)',
        params: [JSON.stringify(sort.ids ?? [])],
      };
    case 'field':
      return { sql: `e.${columnOf(sort.field ?? 'id')}`, params: [] };
  }
}

/** → the test of rows behind a position, in SQL that follows other tests. */
function afterTest({ from, sort }: SearchQuery, key: string, id: string): Sql {
  if (!('after' in from)) return { sql: '', params: [] };
  const operator = sort.direction === 'asc' ? '>' : '<';
  const { isOnline } = from.after;
  const after = pairTest(from.after, key, id, operator);
  // Only sets have online records behind the others.
  if (isOnline) return { ...after, sql: ` AND o = 1 AND ${after.sql}` };
  return { ...after, sql: ` AND ${key === 'k' ? `(o = 1 OR ${after.sql})` : after.sql}` };
}

function pairTest(
  { key: value, id: after }: Position,
  key: string,
  id: string,
  operator: string,
): Sql {
  // Nulls come before all values, but a row value with a null cannot be compared.
  if (value === null) {
    const sql = operator === '>' ? `IS NOT NULL OR ${id} >` : `IS NULL AND ${id} <`;
    return { sql: `(${key} ${sql} ?)`, params: [after] };
  }
  // Negated twice, because the driver binds numbers between 0 and 2.2e-16 as 0. A page after such a
  // small squared chord (10 cm) would return the same records again.
  const isNumber = typeof value === 'number';
  return {
    sql: `(${key}, ${id}) ${operator} (${isNumber ? '-?' : '?'}, ?)`,
    params: [isNumber ? -value : value, after],
  };
}

/** → by ID: what the rows of a page show, which no index has. */
function readShown(
  db: Sqlite,
  kind: Kind,
  { geo, isFull }: SearchQuery,
  rows: readonly Row[],
): Map<number, Row> {
  if (rows.length === 0) return new Map();
  const { main, answer, place } = tablesOf(kind);
  const point = kind.place ? geo?.point : undefined;
  const chord = point ? chordTo(point) : { sql: 'NULL', params: [] };
  const read = db.all(
    `SELECT e.id, e.u_published AS used, ${chord.sql} AS c,
       ${isFull ? 'coalesce(a.full_answer, a.answer)' : 'a.answer'} AS answer
     FROM json_each(?) j CROSS JOIN ${main} e ON e.id = j.value
     CROSS JOIN ${answer} a ON a.id = e.id
     ${point ? `LEFT JOIN ${place} pl ON pl.id = e.place` : ''}`,
    ...chord.params,
    JSON.stringify(rows.map(({ id }) => id)),
  );
  return new Map(read.map((row) => [Number(row.id), row]));
}

function toHit(row: Row, { answer = '{}', used = 0, c = null }: Row): Hit {
  const distanceM = c === null ? null : chordToM(Number(c));
  const hit = {
    id: Number(row.id),
    key: row.k ?? null,
    answer: String(answer),
    count: Number(used ?? 0),
    distanceM,
  };
  return row.o === 1 ? { ...hit, isOnline: true } : hit;
}
