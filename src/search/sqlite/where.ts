/** The conditions of a list query as tests of a row `e` of the kind's main table. */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { SqlValue } from '../../lib/sqlite.js';
import type { SearchQuery, VisibleClause, Where } from '../port.js';
import { shownIn } from '../query.js';
import { linkFields, type Sql, tablesOf } from './tables.js';

/** A filter by one of several values. */
export type AnyOf = Extract<Where, { test: 'anyOf' }>;

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

/** → whether the caller sees published records only. */
export const isPublic = ({ visible: [clause, ...others] }: SearchQuery): boolean =>
  clause?.status === 'publish' && clause.author === undefined && others.length === 0;

/** → the tests of a window: the ranges of one field. */
export const windowTests = (where: readonly Where[], field: string): Sql[] =>
  where.flatMap((one) =>
    one.test === 'range' && one.field === field ? [rangeTest(columnOf(field), one)] : [],
  );

/** → whether a public list is limited by ranges of these fields alone. */
export const isLimitedBy = (query: SearchQuery, fields: readonly string[]): boolean =>
  isPublic(query) &&
  !query.text &&
  !query.geo &&
  !query.isSeries &&
  query.where.every((where) => {
    if (where.test !== 'range' && where.test !== 'anyRange') return false;
    const ranges = where.test === 'range' ? [where] : where.ranges;
    return ranges.every(({ field }) => fields.includes(field));
  });

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

/** → the test of one condition, of a row `e`; of dates, of a row of another table that has them. */
export function whereTest(kind: Kind, where: Where, alias = 'e'): Sql {
  const field = where.test === 'anyRange' ? '' : where.field;
  const column = where.test === 'usage' ? `e.u_${field}` : `+e.${columnOf(field)}`;
  switch (where.test) {
    case 'anyOf':
      if (linkFields(kind).includes(where.field)) return linkTest(kind, where);
      return amongTest(column, where.values);
    case 'noneOf':
      if (linkFields(kind).includes(where.field)) {
        const { sql, params } = linkTest(kind, where);
        return { sql: `NOT ${sql}`, params };
      }
      return {
        sql: `${column} NOT IN (SELECT value FROM json_each(?))`,
        params: [JSON.stringify(where.values)],
      };
    case 'usage':
      return {
        sql: `${where.isNegated ? 'NOT ' : ''}coalesce(${column} >= ?, 0)`,
        params: [where.gte],
      };
    case 'range':
      return rangeTest(`${alias}.${columnOf(where.field)}`, where);
    case 'anyRange': {
      const tests = where.ranges.map((one) => rangeTest(`+${alias}.${columnOf(one.field)}`, one));
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
      WHERE l.id = e.id AND l.field = ? AND ${among.sql} LIMIT 1)`,
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
