/**
 * Totals of public lists between two dates, as sums over the counts by day: they cost the same
 * however many records there are. Only days that the window cuts are counted by row.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { GeoFilter } from '../../lib/geo.js';
import type { Sqlite } from '../../lib/sqlite.js';
import type { IndexValue, SearchQuery, Where } from '../port.js';
import { type Area, areasOf } from './areas.js';
import type { Sql } from './conditions.js';
import { extentOf, type Pieces, piecesOf, sumOf } from './day-sums.js';
import { countedFields, isCountedByTile } from './day-tables.js';
import { onlineTest } from './geo.js';
import { bind, conjunction } from './plan.js';
import { type Span, spanOf } from './span.js';
import { tablesOf } from './tables.js';
import { countInAreas } from './tile-totals.js';
import { toConditions } from './where.js';

/** What a sum over days can count: records of any of the values that are in every span. */
export interface Counted {
  field: string;
  values: IndexValue[];
  /** The total is the sum of these, each with its sign. */
  spans: (Span & { sign: 1 | -1 })[];
}

/** → the exact total, or null when the list must be counted by row. */
export function totalFromDays(db: Sqlite, query: SearchQuery): number | null {
  const kind = kinds[query.kind];
  const { geo } = query;
  const anywhere = { ...query, geo: null };
  const counted = countedByDay(kind, anywhere);
  const areas = geo ? countedAreas(kind, geo) : [];
  if (!counted || !areas) return null;
  const isOfAll = counted.field === kind.window?.start && counted.spans.length === 1;
  if (areas.length > 0 && !isOfAll) return null;
  let total = countRows(
    db,
    { query: anywhere, areas },
    { sql: 'e.public_from > 0', params: [] },
    'public_from',
  );
  for (const { sign, ...span } of counted.spans) {
    const pieces = piecesOf(span, extentOf(db, kind, span.column));
    // All records are counted under the name of each column of the window.
    const field = counted.field === kind.window?.start ? span.column : counted.field;
    const sum =
      areas.length > 0
        ? countInAreas(db, kind, areas, pieces)
        : sumOf(db, kind, { field, values: counted.values }, pieces);
    total += sign * sum;
    for (const { from, to } of pieces.edges) {
      const test = {
        sql: `e.public_from = 0 AND e.f_${span.column} BETWEEN ? AND ?`,
        params: [from, to],
      };
      const cut = { query: { ...anywhere, where: withoutDates(query) }, areas };
      total += sign * countRows(db, cut, test, `by_${span.column}`);
    }
  }
  return total;
}

/** → the areas of a filter by coordinates; null: it has none, or adds online records. */
function countedAreas(kind: Kind, geo: GeoFilter): Area[] | null {
  const areas = areasOf(geo);
  const isPlain = geo.hasPlace !== false && onlineTest(kind, geo) === null;
  return isPlain && areas.length > 0 && isCountedByTile(kind) ? areas : null;
}

/** → the IDs of the records that the sum over the whole days leaves out, in no order. */
export function idsBesides(db: Sqlite, query: SearchQuery, { inner, edges }: Pieces): number[] {
  const kind = kinds[query.kind];
  const start = `e.f_${kind.window?.start}`;
  const read = ({ from, to }: { from: number; to: number }, by: string) => {
    const sql = by === 'public_from' ? 'e.public_from > 0 AND ' : '';
    const test = { sql: `${sql}${start} BETWEEN ? AND ?`, params: [from, to] };
    return rowsOf(db, query, { what: 'e.id AS n', test, by });
  };
  const rows = [
    ...edges.flatMap((edge) => read(edge, `by_${kind.window?.start}`)),
    ...read(inner, 'public_from'),
  ];
  return rows.map((row) => Number(row.n));
}

/** → what the sum over days counts, or null: other filters, or a caller who sees more. */
export function countedByDay(kind: Kind, query: SearchQuery): Counted | null {
  if (!kind.window || !isPublic(query) || query.text || query.geo) return null;
  const filters = withoutDates(query);
  const spans = spansOf(kind, query.where);
  if (filters.length > 1 || !spans) return null;
  const [filter] = filters;
  if (!filter) return { field: kind.window.start, values: [0], spans };
  // Records with two of the values would be counted twice; ends are counted for all records only.
  if (filter.test !== 'anyOf' || !countedFields(kind).includes(filter.field)) return null;
  const isMany = kind.indexFields[filter.field]?.isMany === true;
  const values = [...new Set(filter.values)];
  if ((isMany && values.length !== 1) || spans.length > 1) return null;
  return { field: filter.field, values, spans };
}

/** → whether the caller sees published records only. */
export const isPublic = ({ visible: [clause, ...others] }: SearchQuery): boolean =>
  clause?.status === 'publish' && clause.author === undefined && others.length === 0;

const isDate = (kind: Kind, where: Where): where is Extract<Where, { test: 'range' }> =>
  where.test === 'range' && [kind.window?.start, kind.window?.end].includes(where.field);

/** → the filters of a list without those of its window. */
const withoutDates = ({ kind, where }: SearchQuery): Where[] =>
  where.filter((one) => !isDate(kinds[kind], one));

/**
 * → the spans: one of starts; or of a window that records overlap, those that start before its end
 * without those that end before its start. Null for any other combination.
 */
function spansOf(kind: Kind, where: Where[]): Counted['spans'] | null {
  const { start, end } = kind.window ?? { start: '', end: '' };
  const ranges = where.filter((one) => isDate(kind, one));
  const starts = spanOf(
    start,
    ranges.filter(({ field }) => field === start),
  );
  const ends = spanOf(
    end,
    ranges.filter(({ field }) => field === end),
  );
  const isOpen = !Number.isFinite(ends.from) && !Number.isFinite(ends.to);
  if (isOpen) return [{ ...starts, sign: 1 }];
  // A record that ends before `ends.from` starts before it, too.
  const isOverlap =
    ends.to === Number.POSITIVE_INFINITY &&
    starts.from === Number.NEGATIVE_INFINITY &&
    starts.to >= ends.from - 1;
  if (!isOverlap) return null;
  const before = { column: end, from: Number.NEGATIVE_INFINITY, to: ends.from - 1 };
  return [
    { ...starts, sign: 1 },
    { ...before, sign: -1 },
  ];
}

/** → the number of rows that match the query, the areas and the test, read by an index. */
function countRows(
  db: Sqlite,
  { query, areas }: { query: SearchQuery; areas: Area[] },
  test: Sql,
  by: string,
): number {
  const { place } = tablesOf(kinds[query.kind]);
  const within = conjunction(areas.map((area) => area.test));
  const there: Sql = {
    sql: `EXISTS (SELECT 1 FROM ${place} pl WHERE pl.id = e.place AND ${within.sql})`,
    params: within.params,
  };
  const both = areas.length > 0 ? conjunction([test, there]) : test;
  return Number(rowsOf(db, query, { what: 'count(*) AS n', test: both, by })[0]?.n ?? 0);
}

function rowsOf(
  db: Sqlite,
  query: SearchQuery,
  { what, test, by }: { what: string; test: Sql; by: string },
) {
  const { main } = tablesOf(kinds[query.kind]);
  const { tests, paths } = toConditions(query);
  const where = conjunction([test, ...tests, ...paths.map((path) => path.test)]);
  // Without statistics, SQLite might read the whole window for the few rows of the test.
  const sql = `SELECT ${what} FROM ${main} e INDEXED BY ${main}_${by} WHERE ${where.sql}`;
  return db.all(sql, ...bind(where.params, query.nowSeconds));
}
