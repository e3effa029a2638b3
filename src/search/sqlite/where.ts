/**
 * SearchQuery → conditions in SQL with their parameters. NOW is the placeholder for the time of the
 * query, so that counts can be cached for longer than a second.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { SqlValue } from '../../lib/sqlite.js';
import type { SearchQuery, VisibleClause, Where } from '../port.js';
import { type AccessPath, type Conditions, NOW, type Param, type Sql } from './conditions.js';
import { addGeo } from './geo.js';
import { linkFields, tablesOf } from './tables.js';
import type { TermsOf } from './terms.js';
import { addText } from './text.js';

/** → the tests on a row `e` of the kind's main table, and the access paths to such rows. */
export function toConditions(query: SearchQuery, terms: TermsOf = () => null): Conditions {
  const kind = kinds[query.kind];
  const tests: Sql[] = [];
  const paths: AccessPath[] = [];
  if (kind.hiddenField) tests.push({ sql: `e.f_${kind.hiddenField} = 0`, params: [] });
  if (query.visible.length > 0) tests.push(visibleTest(query.visible));
  for (const where of query.where) {
    if (where.test === 'anyOf' && linkFields(kind).includes(where.field)) {
      paths.push(linkPath(kind, where));
    } else {
      tests.push(whereTest(where));
    }
  }
  const dates = datePath(kind, query.where);
  if (dates) paths.push(dates);
  if (query.text) addText(kind, query, { tests, paths, terms });
  if (query.geo) addGeo(kind, query.geo, { tests, paths });
  return { tests, paths };
}

function visibleTest(clauses: VisibleClause[]): Sql {
  const params: Param[] = [];
  const seen = clauses.map(({ status, author }) => {
    const test = statusTest(status, params);
    if (author === undefined) return test;
    params.push(author);
    return `(${test} AND e.f_author = ?)`;
  });
  return { sql: `(${seen.join(' OR ')})`, params };
}

function statusTest(status: string, params: Param[]): string {
  if (status === 'publish') {
    params.push(NOW);
    return 'e.public_from <= ?';
  }
  params.push(status);
  if (status !== 'future') return 'e.f_status = ?';
  params.push(NOW);
  return '(e.f_status = ? AND e.public_from > ?)';
}

function whereTest(where: Where): Sql {
  const column = where.test === 'usage' ? `e.u_${where.field}` : columnOf(where.field);
  switch (where.test) {
    case 'anyOf':
      if (where.values.length === 1) return { sql: `${column} = ?`, params: [...where.values] };
      return {
        sql: `${column} IN (SELECT value FROM json_each(?))`,
        params: [JSON.stringify(where.values)],
      };
    case 'noneOf':
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
      return rangeTest(column, where);
  }
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

const columnOf = (field: string) => (field === 'id' ? 'e.id' : `e.f_${field}`);

function linkPath(kind: Kind, where: Extract<Where, { test: 'anyOf' }>): AccessPath {
  const { link } = tablesOf(kind);
  const isOne = where.values.length === 1;
  const among = isOne ? 'value = ?' : 'value IN (SELECT value FROM json_each(?))';
  const param = isOne ? (where.values[0] as SqlValue) : JSON.stringify(where.values);
  return {
    ids: {
      sql: `SELECT ${isOne ? '' : 'DISTINCT '}id FROM ${link} WHERE field = ? AND ${among}`,
      params: [where.field, param],
    },
    test: {
      // Without LIMIT, SQLite makes this a join, which returns a record once for each value it has.
      sql: `EXISTS (SELECT 1 FROM ${link} WHERE field = ? AND ${among} AND id = e.id LIMIT 1)`,
      params: [where.field, param],
    },
    ...(isOne ? { link: { field: where.field, value: param } } : {}),
  };
}

/** The date window of a list of events as an access path; the other tests already enforce it. */
function datePath(kind: Kind, where: Where[]): AccessPath | null {
  const field = kind.window?.start;
  const ranges = where.filter((test) => test.test === 'range' && test.field === field) as Extract<
    Where,
    { test: 'range' }
  >[];
  const from = Math.max(...ranges.map(({ gt, gte }) => gte ?? gt ?? Number.NEGATIVE_INFINITY));
  const to = Math.min(...ranges.map(({ lt, lte }) => lte ?? lt ?? Number.POSITIVE_INFINITY));
  if (!field || !Number.isFinite(from) || !Number.isFinite(to)) return null;
  const { main } = tablesOf(kind);
  return {
    ids: { sql: `SELECT id FROM ${main} WHERE f_${field} BETWEEN ? AND ?`, params: [from, to] },
    test: { sql: '1', params: [] },
    isOrder: true,
    rows: (db) => {
      const span = db.get(
        `SELECT (SELECT min(f_${field}) FROM ${main}) AS first,
           (SELECT max(f_${field}) FROM ${main}) AS last, (SELECT max(id) FROM ${main}) AS n`,
      );
      const [first, last] = [Number(span?.first ?? 0), Number(span?.last ?? 0)];
      const shared = Math.max(0, Math.min(to, last) - Math.max(from, first));
      return (Number(span?.n ?? 0) * shared) / Math.max(1, last - first);
    },
  };
}
