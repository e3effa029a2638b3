/**
 * Reads one page of a list: rows in order, their answers, the exact total and the facets. A list
 * that something narrows, or whose order no index has, reads its set first; any other walks the
 * index of its order. Decision: two ways to answer a list.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import { chordToM } from '../../lib/geo.js';
import type { Row, Sqlite } from '../../lib/sqlite.js';
import { type SortKey, sortKeysOf, tieOf } from '../order.js';
import type { DayHits, Days, Hit, IndexValue, SearchPage, SearchQuery, Sort } from '../port.js';
import { readDays } from './calendar.js';
import { totalFromDays } from './days.js';
import { facetsOf } from './facets.js';
import { chordTo } from './geo.js';
import { rankOf } from './rank.js';
import {
  along,
  byStart,
  type Candidates,
  countRows,
  isLarge,
  readCandidates,
  readHits,
} from './sets.js';
import { indexBy, type Sql, sortColumns, tablesOf } from './tables.js';
import { allOf, columnOf } from './where.js';
import { bm25, matchOf } from './words.js';

/** → the page: hits in order, total, facets. */
export function readPage(db: Sqlite, query: SearchQuery): SearchPage {
  const kind = kinds[query.kind];
  const candidates = readCandidates(db, query);
  const keys = sortKeysOf(query);
  const isWalked = !query.days && hasIndexOrder(query, keys) && isBroad(kind, query, candidates);
  const total = isWalked
    ? (totalFromDays(db, query) ?? countRows(db, candidates))
    : readHits(
        db,
        candidates,
        keys.map((key) => sortValue(kind, query, key)),
      );
  const isPast = 'offset' in query.from && query.from.offset >= total;
  const rows = isPast ? [] : isWalked ? walk(db, kind, query, candidates) : pageOfSet(db, query);
  const pageRows = rows.slice(0, query.limit);
  const answers = readAnswers(db, kind, query, pageRows);
  const set = { candidates, isRead: !isWalked, total };
  return {
    total,
    hits: pageRows.map((row) => toHit(row, keys.length, answers.get(Number(row.id)) ?? {})),
    hasMore: rows.length > query.limit,
    facets: query.facets.length > 0 ? facetsOf(db, query, set) : {},
    ...(query.days ? { days: readDayHits(db, query, query.days) } : {}),
  };
}

/** → the records of the set by day. */
function readDayHits(db: Sqlite, query: SearchQuery, wanted: Days): DayHits[] {
  const days = readDays(db, query, wanted);
  const rows = [...new Set(days.flatMap(({ ids }) => ids))].map((id): Row => ({ id }));
  const answers = readAnswers(db, kinds[query.kind], query, rows);
  return days.map(({ total, ids }) => ({
    total,
    hits: ids.map((id) => toHit({ id }, 0, answers.get(id) ?? {})),
  }));
}

/** → whether an index has the rows in the order of the list. */
const hasIndexOrder = ({ kind, sort }: SearchQuery, keys: readonly SortKey[]): boolean =>
  sort.by === 'field' &&
  keys.length <= 1 &&
  keys.every(({ field = 'id' }) => sortColumns(kinds[kind]).includes(columnOf(field)));

/** → whether nothing narrows the list, or so little that it is met along its window. */
const isBroad = (kind: Kind, query: SearchQuery, candidates: Candidates): boolean =>
  candidates.narrowing.length === 0 ||
  (query.sort.field === kind.window?.start && isLarge(candidates, query));

/** → the rows of the page and one more, along the index of their order. */
function walk(db: Sqlite, kind: Kind, query: SearchQuery, candidates: Candidates): Row[] {
  const [key] = sortKeysOf(query);
  const column = columnOf(key?.field ?? 'id');
  const source = key?.field === kind.window?.start ? byStart(candidates) : candidates.every;
  const index = key ? `INDEXED BY ${indexBy(kind, column)}` : 'NOT INDEXED';
  const from = { sql: `${tablesOf(kind).main} e ${index}`, params: [] };
  const { sql, params } = along(candidates, source, source.byStart ?? from);
  const [value, id] = source.byStart ? ['d.start', 'd.id'] : [`e.${column}`, 'e.id'];
  const rows = { sql: `SELECT ${id}${key ? `, ${value} AS k0` : ''} ${sql}`, params };
  const order = key ? [{ column: value, direction: key.direction }] : [];
  return readRows(db, query, rows, [...order, { column: id, direction: tieOf(query) }]);
}

/** → the rows of the page and one more, from the set of the list. */
function pageOfSet(db: Sqlite, query: SearchQuery): Row[] {
  const order = sortKeysOf(query).map(({ direction }, at) => ({ column: `k${at}`, direction }));
  const rows = { sql: 'SELECT * FROM temp.ix_hits WHERE 1', params: [] };
  return readRows(db, query, rows, [...order, { column: 'id', direction: tieOf(query) }]);
}

/** What rows are ordered by, the ID last. */
type Order = { column: string; direction: Sort['direction'] }[];

/** `rows`: a query that ends with its tests, so that those of the position follow. */
function readRows(db: Sqlite, { limit, from }: SearchQuery, rows: Sql, order: Order): Row[] {
  const after = 'after' in from ? behind(order, [...from.after.keys, from.after.id]) : allOf([]);
  return db.all(
    `${rows.sql} AND ${after.sql}
     ORDER BY ${order.map(({ column, direction }) => `${column} ${direction}`).join(', ')}
     LIMIT ? OFFSET ?`,
    ...rows.params,
    ...after.params,
    limit + 1,
    'offset' in from ? from.offset : 0,
  );
}

/** → a sort value of row `e`; that of relevance needs the rows of FTS5 (`relevantSource`). */
function sortValue(kind: Kind, query: SearchQuery, { by, field = 'id' }: SortKey): Sql {
  switch (by) {
    case 'distance':
      return { sql: kind.place ? CHORD : '0', params: [] };
    case 'relevance':
      return { sql: query.text && matchOf(kind, query.text) ? bm25(kind) : '0', params: [] };
    case 'rank':
      return rankOf(kind, query);
    case 'count':
      return { sql: 'coalesce(e.u_published, 0)', params: [] };
    case 'include':
      return {
        sql: '(SELECT key FROM json_each(?) WHERE value = e.id)',
        params: [JSON.stringify(query.sort.ids ?? [])],
      };
    case 'field':
      return { sql: `e.${columnOf(field)}`, params: [] };
  }
}

// Records without a place have a value, too, above all chords: a null cannot be compared.
const CHORD = 'coalesce((SELECT chord FROM temp.ix_near WHERE id = e.place), 9)';

/** → the test of rows behind a position in an order of columns. A forged one may lack values. */
function behind(order: Order, [value = null, ...values]: IndexValue[]): Sql {
  const [{ column = '', direction = 'asc' } = {}, ...rest] = order;
  const operator = direction === 'asc' ? '>' : '<';
  const [next] = rest;
  if (!next) return { sql: `${column} ${operator} ?`, params: [value] };
  if (rest.length === 1)
    return pairTest([column, next.column], operator, [value, values[0] ?? null]);
  const then = behind(rest, values);
  const bound = boundOf(value);
  return {
    sql: `(${column} ${operator} ${bound.sql} OR (${column} = ${bound.sql} AND ${then.sql}))`,
    params: [...bound.params, ...bound.params, ...then.params],
  };
}

/** → the test of the last sort value and the ID, which SQLite reads an index by. */
function pairTest(
  [key, id]: [string, string],
  operator: string,
  [value, after]: [IndexValue, IndexValue],
): Sql {
  // Nulls come before all values, but a row value with a null cannot be compared.
  if (value === null) {
    const sql = operator === '>' ? `IS NOT NULL OR ${id} >` : `IS NULL AND ${id} <`;
    return { sql: `(${key} ${sql} ?)`, params: [after] };
  }
  const bound = boundOf(value);
  return {
    sql: `(${key}, ${id}) ${operator} (${bound.sql}, ?)`,
    params: [...bound.params, after],
  };
}

// Negated twice, because the driver binds numbers between 0 and 2.2e-16 as 0. A page after such a
// small squared chord (10 cm) would return the same records again.
const boundOf = (value: IndexValue): Sql =>
  typeof value === 'number' ? { sql: '-?', params: [-value] } : { sql: '?', params: [value] };

/** → by ID: what the rows of a page show, which no index has. */
function readAnswers(
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

function toHit(row: Row, keys: number, { answer = '{}', used = 0, c = null }: Row): Hit {
  return {
    id: Number(row.id),
    keys: Array.from({ length: keys }, (_, at) => row[`k${at}`] ?? null),
    answer: String(answer),
    count: Number(used ?? 0),
    distanceM: c === null ? null : chordToM(Number(c)),
  };
}
