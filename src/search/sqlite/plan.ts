/**
 * Chooses how a list query is executed: by the most selective access path (words, coordinates,
 * links, dates) if it has few candidates; otherwise along the requested order, testing each row
 * until the page is full. A naive join would read every match of a common word before sorting.
 */
import type { Sqlite, SqlValue } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import { type AccessPath, type Conditions, NOW, type Sql } from './conditions.js';
import type { HitSets } from './hit-sets.js';

/** How rows are found, and the test that each must pass. */
export interface Plan {
  /** FROM clause that binds row `e`. */
  from: Sql;
  where: Sql;
  /** True when `from` has a small number of candidates. */
  isSelective: boolean;
  /** A column by which `from` has the rows in the order of the list; default: the sort value. */
  order?: string;
  /** The sort value of its rows, if it is another expression than for other plans. */
  key?: Sql;
  /** Rows of the list that `from` leaves out. */
  others?: Plan | undefined;
}

/** Plans of a list that a search and a window alone decide (filed.ts); null: another is needed. */
export interface FiledPlans {
  /** In the order of start, or by falling relevance. */
  page(): Plan | null;
  /** If every filed row of the window is in the list. */
  count: Plan | null;
}

/** The plans of a list. They are made when they are needed, as some read whole searches. */
export interface Plans {
  /** True when few candidates are read for both. */
  isSelective: boolean;
  page(): Plan;
  /** Every row of the list, in no order; it may differ from the page if no path is selective. */
  all(): Plan;
  /** For the total: as many rows, perhaps without `e`. */
  count(): Plan;
}

/** The inputs of planning. */
export interface Planning {
  db: Sqlite;
  sets: HitSets;
  /** Name of the kind's main table. */
  main: string;
  nowSeconds: number;
  /** Whether an index gives the requested order; a computed order must read every match. */
  isIndexOrder: boolean;
  /** Column of the window's start if the list is ordered by another field; else null. */
  windowColumn: string | null;
  /** For a search that no path narrows. */
  filed: FiledPlans;
}

/** With fewer candidates, testing them is as fast as looking for a better path. */
const NARROW_ROWS = 500;

/** → the plans of a list. */
export function choosePlans(planning: Planning, { tests, paths }: Conditions): Plans {
  const { main } = planning;
  if (paths.every((path) => path.isOrder)) {
    const all = () => orderPlan(main, tests);
    const page = () => orderPlan(main, alongOrder(planning, { tests, paths }));
    return { isSelective: false, page, all, count: all };
  }
  const found = paths.filter((path) => !path.isOrder).map((path) => estimate(planning, path));
  // Estimate the date window only if no other path has few candidates.
  const isNarrow = Math.min(...found) < NARROW_ROWS;
  // The matches of a search are those in the window, so they are no more than its rows.
  const isSearch = paths.some((path) => path.match);
  const estimates = paths.map((path) => {
    if (path.isOrder) return isNarrow || isSearch ? limits.estimateRows : estimate(planning, path);
    return found.shift() ?? limits.estimateRows;
  });
  const isSelective = Math.min(...estimates) < limits.estimateRows;
  // A wide window is a poor path: each of its rows must be looked up for the other tests.
  const usable = estimates.map((rows, at) =>
    !isSelective && paths[at]?.isOrder ? Number.POSITIVE_INFINITY : rows,
  );
  const bestPath = paths[usable.indexOf(Math.min(...usable))] as AccessPath;
  const others = paths.filter((path) => path !== bestPath);
  const driven = (): Plan => ({
    from: bestPath.from ?? joined(main, isSelective ? bestPath.ids : idsOf(planning, bestPath)),
    where: conjunction([...tests, ...others.map((path) => testOf(planning, path))]),
    isSelective,
  });
  if (isSelective) return { isSelective, page: driven, all: driven, count: driven };
  const along = () => {
    const inOrder = alongOrder(planning, { tests, paths });
    const pathTests = [...others, bestPath].map((path) => testOf(planning, path));
    return orderPlan(main, [...inOrder, ...pathTests]);
  };
  const { filed, isIndexOrder } = planning;
  return {
    isSelective,
    page: () => filed.page() ?? (isIndexOrder ? along() : driven()),
    all: driven,
    count: () => filed.count ?? driven(),
  };
}

// With a wide date window, SQLite might read the whole window and sort it; the unary plus keeps it
// from using that index.
function alongOrder(planning: Planning, { tests, paths }: Conditions): Sql[] {
  const column = planning.windowColumn;
  const isWide = paths.some((path) => estimate(planning, path) >= limits.estimateRows);
  if (column === null || !isWide) return tests;
  return tests.map(({ sql, params }) => ({
    sql: sql.replaceAll(`e.${column} `, `+e.${column} `),
    params,
  }));
}

/** → the conjunction of the tests. */
export function conjunction(tests: Sql[]): Sql {
  return {
    sql: tests.map((test) => test.sql).join(' AND ') || '1',
    params: tests.flatMap((test) => test.params),
  };
}

/** → the parameters with NOW replaced by the time of the query. */
export function bind(params: Sql['params'], nowSeconds: number): SqlValue[] {
  return params.map((param) => (param === NOW ? nowSeconds : param));
}

const joined = (main: string, ids: Sql): Sql => ({
  sql: `(${ids.sql}) d CROSS JOIN ${main} e ON e.id = d.id`,
  params: ids.params,
});

function orderPlan(main: string, tests: Sql[]): Plan {
  return { from: { sql: `${main} e`, params: [] }, where: conjunction(tests), isSelective: false };
}

/** → the number of candidates of a path: estimated, or counted up to `limits.estimateRows`. */
function estimate({ db, sets, nowSeconds }: Planning, path: AccessPath): number {
  if (path.rows !== undefined) return path.rows(db);
  const params = bind(path.ids.params, nowSeconds);
  if (path.isSetTested) {
    const known = sets.peek(path.ids.sql, params);
    if (known) return known.size;
  }
  const each = path.rowsEach?.(db) ?? 1;
  const row = db.get(
    `SELECT count(*) AS n FROM (SELECT 1 FROM (${path.ids.sql}) LIMIT ?)`,
    ...params,
    Math.ceil(limits.estimateRows / each),
  );
  return Number(row?.n ?? 0) * each;
}

function testOf(planning: Planning, path: AccessPath): Sql {
  if (!path.isSetTested || (path.isWhole && isDense(planning, path))) return path.test;
  return {
    sql: 'EXISTS (SELECT 1 FROM temp.ix_hits WHERE hit_set = ? AND id = e.id)',
    params: [setOf(planning, path)],
  };
}

function idsOf(planning: Planning, path: AccessPath): Sql {
  if (!path.isSetTested || path.isWhole) return path.ids;
  return {
    sql: 'SELECT id FROM temp.ix_hits WHERE hit_set = ?',
    params: [setOf(planning, path)],
  };
}

/** → whether the path has so many records that rows along an order are soon among them. */
function isDense({ db, main, nowSeconds }: Planning, { ids }: AccessPath): boolean {
  const last = Number(db.get(`SELECT max(id) AS last FROM ${main}`)?.last ?? 0);
  const least = Math.ceil(last / SPARSE);
  const row = db.get(
    `SELECT count(*) AS n FROM (SELECT 1 FROM (${ids.sql}) LIMIT ?)`,
    ...bind(ids.params, nowSeconds),
    least,
  );
  return Number(row?.n ?? 0) >= least;
}

/** A path is dense if it has one record in so many. */
const SPARSE = 50;

const setOf = ({ sets, nowSeconds }: Planning, path: AccessPath): number =>
  sets.take(path.ids.sql, bind(path.ids.params, nowSeconds)).set;
