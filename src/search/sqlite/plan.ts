/**
 * Chooses how a list query is walked: by the most selective way in (words, place, links) when it
 * gives few candidates, else along the order asked for, testing each row until the page is full.
 * A naive join reads every match of a common word before it sorts.
 */

import type { Sqlite, SqlValue } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import { NOW, type Sql, type Way } from './where.js';

export interface Plan {
  /** FROM clause that binds row `e`. */
  from: Sql;
  where: Sql;
  /** True when `from` gives a bounded number of candidates. */
  isSelective: boolean;
}

/** → plans for the page and for the total; they differ when no way is selective. */
export function choosePlans(
  db: Sqlite,
  main: string,
  parts: { tests: Sql[]; ways: Way[] },
  nowSeconds: number,
): { page: Plan; count: Plan } {
  const { tests, ways } = parts;
  const estimates = ways.map((way) => estimate(db, way.ids, nowSeconds));
  const best = estimates.length > 0 ? estimates.indexOf(Math.min(...estimates)) : -1;
  const bestWay = ways[best];
  if (!bestWay) {
    const plan = orderPlan(main, tests);
    return { page: plan, count: plan };
  }
  const others = ways.filter((way) => way !== bestWay).map((way) => way.test);
  const isSelective = (estimates[best] ?? 0) < limits.estimateRows;
  const driven: Plan = {
    from: {
      sql: `(${bestWay.ids.sql}) d CROSS JOIN ${main} e ON e.id = d.id`,
      params: bestWay.ids.params,
    },
    where: conjunction([...tests, ...others]),
    isSelective,
  };
  if (isSelective) return { page: driven, count: driven };
  return { page: orderPlan(main, [...tests, ...ways.map((way) => way.test)]), count: driven };
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

function orderPlan(main: string, tests: Sql[]): Plan {
  return { from: { sql: `${main} e`, params: [] }, where: conjunction(tests), isSelective: false };
}

function estimate(db: Sqlite, ids: Sql, nowSeconds: number): number {
  const row = db.get(
    `SELECT count(*) AS n FROM (SELECT 1 FROM (${ids.sql}) LIMIT ${limits.estimateRows})`,
    ...bind(ids.params, nowSeconds),
  );
  return Number(row?.n ?? 0);
}
