/** The conditions of a list query as tests of a row `e` of the kind's main table. */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { SqlValue } from '../../lib/sqlite.js';
import { linkFields } from '../fields.js';
import type { Range, SearchQuery, VisibleClause, Where } from '../port.js';
import { shownIn } from '../query.js';
import { type DateFilters, type Span, spanOf } from '../window.js';
import { startAt } from './positions.js';
import { isRepeated, type Sql, tablesOf } from './tables.js';

/** A filter by any of several values. */
type AnyOf = Extract<Where, { test: 'anyOf' }>;

/** → the tests of everything but words and coordinates. */
export function testsOf(query: SearchQuery): Sql[] {
  const { kind: name, visible, where, nowSeconds } = query;
  const kind = kinds[name];
  return [
    ...(kind.hiddenField
      ? [{ sql: `e.f_${kind.hiddenField} = ${shownIn(query)}`, params: [] }]
      : []),
    ...(visible.length > 0 ? [visibleTest(visible, nowSeconds)] : []),
    ...where.map((one) => whereTest(kind, one)),
  ];
}

/** A part of the records of a list limited by dates: records in a span that pass the tests. */
export interface WherePart {
  span: Span;
  tests: Sql[];
  /** True: records with an earlier date of their series; the list leaves them out. */
  isRepeated?: boolean;
}

/** → the parts of a list, with tests of rows `e` or links `l`. The first part needs no test. */
export function partsOf(query: SearchQuery, dates: DateFilters, alias: 'e' | 'l'): WherePart[] {
  const kind = kinds[query.kind];
  const { from, to } = spanOf(query);
  const span = { from: dates.certain, to };
  const testsOfAll = (where: SearchQuery['where']) =>
    where.map((one) => whereTest(kind, one, alias));
  const failed = allOf(testsOfAll(dates.series));
  const repeated = { sql: `${alias}.${isRepeated(kind)} AND NOT (${failed.sql})` };
  const tested = { from, to: Math.min(to, span.from - 1) };
  return [
    { span, tests: [] },
    ...(from < span.from ? [{ span: tested, tests: testsOfAll(query.where) }] : []),
    ...(dates.series.length > 0
      ? [{ span, tests: [{ ...failed, ...repeated }], isRepeated: true }]
      : []),
  ];
}

/** → all of the tests in one. */
export const allOf = (tests: readonly Sql[]): Sql => ({
  sql: tests.map(({ sql }) => sql).join(' AND ') || '1',
  params: tests.flatMap(({ params }) => params),
});

/** → the test of a column; with unary plus, SQLite does not look for rows by it. */
export function amongTest(column: string, values: AnyOf['values']): Sql {
  if (values.length === 1) return { sql: `${column} = ?`, params: [...values] };
  return {
    sql: `${column} IN (SELECT value FROM json_each(?))`,
    params: [JSON.stringify(values)],
  };
}

/** → the column of an index field. */
export const columnOf = (field: string): string => (field === 'id' ? 'id' : `f_${field}`);

function visibleTest(clauses: VisibleClause[], nowSeconds: number): Sql {
  const params: SqlValue[] = [];
  const seen = clauses.map(({ status, author }) => {
    const test = statusTest(status, params, nowSeconds);
    if (author === undefined) return test;
    params.push(author);
    return `(${test} AND e.f_author = ?)`;
  });
  return { sql: `(${seen.join(' OR ')})`, params };
}

function statusTest(status: string, params: SqlValue[], nowSeconds: number): string {
  if (status === 'publish') {
    params.push(nowSeconds);
    return 'e.public_from <= ?';
  }
  params.push(status);
  if (status !== 'future') return 'e.f_status = ?';
  params.push(nowSeconds);
  return '(e.f_status = ? AND e.public_from > ?)';
}

/** → the test of one condition, of a row `e`; of dates, of a link `l`, too. */
export function whereTest(kind: Kind, where: Where, alias: 'e' | 'l' = 'e'): Sql {
  const dateOf = ({ field: name }: Range) =>
    alias === 'l' && name === kind.window?.start
      ? startAt('l.listed')
      : `${alias}.${columnOf(name)}`;
  const field = where.test === 'anyRange' ? '' : where.field;
  const column = where.test === 'usage' ? `e.u_${field}` : `+e.${columnOf(field)}`;
  switch (where.test) {
    case 'anyOf':
    case 'noneOf': {
      const isLink = linkFields(kind).includes(where.field);
      const { sql, params } = isLink ? linkTest(kind, where) : amongTest(column, where.values);
      return { sql: where.test === 'noneOf' ? `NOT ${sql}` : sql, params };
    }
    case 'usage':
      return {
        sql: `${where.isNegated ? 'NOT ' : ''}coalesce(${column} >= ?, 0)`,
        params: [where.gte],
      };
    case 'range':
      return rangeTest(dateOf(where), where);
    case 'anyRange': {
      const tests = where.ranges.map((one) => rangeTest(`+${dateOf(one)}`, one));
      const sql = `(${tests.map((one) => one.sql).join(' OR ')})`;
      return { sql, params: tests.flatMap(({ params }) => params) };
    }
  }
}

function linkTest(kind: Kind, { field, values }: Pick<AnyOf, 'field' | 'values'>): Sql {
  const among = amongTest('l.value', values);
  return {
    // Without LIMIT, SQLite makes this a join, which returns a record once for each value it has.
    sql: `EXISTS (SELECT 1 FROM ${tablesOf(kind).link} l
      WHERE l.listed = e.listed AND l.field = ? AND ${among.sql} LIMIT 1)`,
    params: [field, ...among.params],
  };
}

const OPERATORS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function rangeTest(column: string, where: Extract<Where, { test: 'range' }>): Sql {
  const bounds = (Object.keys(OPERATORS) as (keyof typeof OPERATORS)[]).filter(
    (name) => where[name] !== undefined,
  );
  return {
    sql: `(${bounds.map((name) => `${column} ${OPERATORS[name]} ?`).join(' AND ') || '1'})`,
    params: bounds.map((name) => where[name] as number),
  };
}
