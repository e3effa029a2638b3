/**
 * Lists that a search and a window of starts alone decide: FTS5 has their matches in the order of
 * the list, and counts them. Decision: words are filed by start.
 */
import { kinds } from '../../kinds/index.js';
import type { Sqlite } from '../../lib/sqlite.js';
import type { SearchQuery, Where } from '../port.js';
import type { Conditions, Sql, TextPart, TextRows } from './conditions.js';
import { countedByDay } from './day-totals.js';
import { conjunction, type FiledPlans, type Plan } from './plan.js';
import { relevanceBy, tiersOf } from './relevance.js';
import { tablesOf } from './tables.js';
import { textRows } from './text.js';

/** → the plans. */
export function filedPlans(
  db: Sqlite,
  query: SearchQuery,
  { tests, paths }: Conditions,
): FiledPlans {
  const kind = kinds[query.kind];
  const { window } = kind;
  const match = paths.find((path) => path.match)?.match;
  const isAlone =
    window !== undefined &&
    query.geo === null &&
    query.where.every((one) => one.test === 'range' && one.field === window.start);
  if (!match || !isAlone) return { page: () => null, count: null };
  const { main } = tablesOf(kind);
  const { by, field, direction } = query.sort;
  const isPublic = countedByDay(kind, { ...query, text: null }) !== null;
  const rows = textRows(kind, match, query.where);
  const others = rows.others ? planOf(main, rows, rows.others, tests) : undefined;
  const page = () => {
    if (by === 'relevance' && direction === 'desc' && isPublic) {
      return rankedPlan(db, query, { match, others });
    }
    if (by !== 'field' || field !== window.start) return null;
    const rest = textRows(kind, match, fromPosition(query, window.start));
    return { ...planOf(main, rest, rest.filed, tests), order: 't.rowid', others };
  };
  return { page, count: isPublic ? countPlan(rows, others) : null };
}

/** → the window of the rest of the list: rows before its first page need not be read. */
export function fromPosition({ where, from, sort }: SearchQuery, start: string): Where[] {
  if (!('after' in from) || typeof from.after.key !== 'number') return where;
  const bound = sort.direction === 'asc' ? { gte: from.after.key } : { lte: from.after.key };
  return [...where, { test: 'range', field: start, ...bound }];
}

/**
 * FTS5 has the rows of each tier in one order, so that the points of a row are added up as they
 * come. A row that gets no points does not match.
 */
function rankedPlan(
  db: Sqlite,
  query: SearchQuery,
  { match, others }: { match: string; others: Plan | undefined },
): Plan | null {
  const { text, from, where, limit } = query;
  const kind = kinds[query.kind];
  const tiers = text ? tiersOf(db, kind, text) : [];
  if (tiers.length === 0) return null;
  const isOne = text?.words.length === 1;
  const parts = tiers.map((tier) =>
    textRows(kind, isOne ? tier.match : `(${match}) AND (${tier.match})`, where),
  );
  const points = parts.map(
    ({ from: rows, filed: { id, test } }, at) =>
      `SELECT t.rowid AS r, ${id} AS id, ${tiers[at]?.points} AS p FROM ${rows} WHERE ${test.sql}`,
  );
  const after = 'after' in from ? [Number(from.after.key), from.after.id] : [];
  return {
    from: {
      sql: `(SELECT id, sum(p) AS k FROM (${points.join(' UNION ALL ')} ORDER BY r) GROUP BY r
        ${after.length > 0 ? 'HAVING (sum(p), id) < (?, ?)' : ''}
        ORDER BY k DESC, id DESC LIMIT ?) d CROSS JOIN ${tablesOf(kind).main} e ON e.id = d.id`,
      params: [
        ...parts.flatMap(({ filed: { test } }) => test.params),
        ...after,
        limit + 1 + ('offset' in from ? from.offset : 0),
      ],
    },
    where: { sql: '1', params: [] },
    isSelective: false,
    key: { sql: 'd.k', params: [] },
    others: others && { ...others, key: relevanceBy(kind, tiers, where) },
  };
}

function countPlan({ from, filed: { test } }: TextRows, others: Plan | undefined): Plan {
  const rest = others
    ? ` UNION ALL SELECT 1 FROM ${others.from.sql} WHERE ${others.where.sql}`
    : '';
  return {
    from: {
      sql: `(SELECT 1 FROM ${from} WHERE ${test.sql}${rest})`,
      params: [...test.params, ...(others?.where.params ?? [])],
    },
    where: { sql: '1', params: [] },
    isSelective: false,
  };
}

function planOf(main: string, { from }: TextRows, { id, test }: TextPart, tests: Sql[]): Plan {
  return {
    from: { sql: `${from} CROSS JOIN ${main} e ON e.id = ${id}`, params: [] },
    where: conjunction([test, ...tests]),
    isSelective: false,
  };
}
