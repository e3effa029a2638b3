/**
 * Chooses how a list query is walked: by the most selective way in (words, place, links, dates)
 * when it gives few candidates, else along the order asked for, testing each row until the page
 * is full. A naive join reads every match of a common word before it sorts.
 */
import type { Sqlite, SqlValue } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import type { HitSets } from './hit-sets.js';
import { NOW, type Parts, type Sql, type Way } from './parts.js';

/** The way into a list query. */
export interface Plan {
  /** FROM clause that binds row `e`. */
  from: Sql;
  where: Sql;
  /** True when `from` gives a bounded number of candidates. */
  isSelective: boolean;
}

/** What planning asks. */
export interface Planning {
  db: Sqlite;
  sets: HitSets;
  /** Name of the kind's main table. */
  main: string;
  nowSeconds: number;
  /** Whether an index gives the order asked for; a measured order must see every match. */
  isIndexOrder: boolean;
  /** Column of the window's start where the order is another one; else null. */
  windowColumn: string | null;
}

/** Candidates that are tested as fast as others are looked for. */
const NARROW_ROWS = 500;

/** → plans for the page and for the total; they differ when no way is selective. */
export function choosePlans(
  planning: Planning,
  { tests, ways }: Parts,
): { page: Plan; count: Plan } {
  const { main } = planning;
  if (ways.every((way) => way.isOrder)) {
    const page = orderPlan(main, alongOrder(planning, { tests, ways }));
    return { page, count: orderPlan(main, tests) };
  }
  const found = ways.filter((way) => !way.isOrder).map((way) => estimate(planning, way));
  // A guess of the window is worth making only where nothing else is narrow.
  const isNarrow = Math.min(...found) < NARROW_ROWS;
  const estimates = ways.map((way) => {
    if (way.isOrder) return isNarrow ? limits.estimateRows : estimate(planning, way);
    return found.shift() ?? limits.estimateRows;
  });
  const best = estimates.indexOf(Math.min(...estimates));
  const bestWay = ways[best] as Way;
  const isSelective = (estimates[best] as number) < limits.estimateRows;
  const others = ways.filter((way) => way !== bestWay).map((way) => testOf(planning, way));
  const driven: Plan = {
    from: bestWay.from ?? joined(main, isSelective ? bestWay.ids : idsOf(planning, bestWay)),
    where: conjunction([...tests, ...others]),
    isSelective,
  };
  if (isSelective || !planning.isIndexOrder) return { page: driven, count: driven };
  return {
    page: orderPlan(main, [...tests, ...others, testOf(planning, bestWay)]),
    count: driven,
  };
}

// A wide window would tempt SQLite to read all of it and sort; the sign keeps it from that index.
function alongOrder(planning: Planning, { tests, ways }: Parts): Sql[] {
  const column = planning.windowColumn;
  const isWide = ways.some((way) => estimate(planning, way) >= limits.estimateRows);
  if (column === null || !isWide) return tests;
  return tests.map(({ sql, params }) => ({
    sql: sql.replaceAll(`e.${column} `, `+e.${column} `),
    params,
  }));
}

/** → all of the tests as one. */
export function conjunction(tests: Sql[]): Sql {
  return {
    sql: tests.map((test) => test.sql).join(' AND ') || '1',
    params: tests.flatMap((test) => test.params),
  };
}

/** → parameters as the driver takes them. */
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

/** → at most `limits.estimateRows` candidates of a way, counted or guessed. */
function estimate({ db, sets, nowSeconds }: Planning, way: Way): number {
  if (way.rows !== undefined) return way.rows(db);
  const params = bind(way.ids.params, nowSeconds);
  if (way.isSetTested) {
    const known = sets.peek(way.ids.sql, params);
    if (known) return known.size;
  }
  const row = db.get(
    `SELECT count(*) AS n FROM (SELECT 1 FROM (${way.ids.sql}) LIMIT ${limits.estimateRows})`,
    ...params,
  );
  return Number(row?.n ?? 0) * (way.rowsEach?.(db) ?? 1);
}

function testOf(planning: Planning, way: Way): Sql {
  if (!way.isSetTested) return way.test;
  return {
    sql: 'EXISTS (SELECT 1 FROM temp.ix_hits WHERE hit_set = ? AND id = e.id)',
    params: [setOf(planning, way)],
  };
}

function idsOf(planning: Planning, way: Way): Sql {
  if (!way.isSetTested) return way.ids;
  return {
    sql: 'SELECT id FROM temp.ix_hits WHERE hit_set = ?',
    params: [setOf(planning, way)],
  };
}

const setOf = ({ sets, nowSeconds }: Planning, way: Way): number =>
  sets.take(way.ids.sql, bind(way.ids.params, nowSeconds)).set;
