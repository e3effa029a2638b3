/** Reads one page of a list query on SQLite: rows in order, their answers, and the exact total. */

import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import { chordToM } from '../../lib/geo.js';
import type { Row, Sqlite } from '../../lib/sqlite.js';
import type { Hit, Position, SearchPage, SearchQuery } from '../port.js';
import { chordTo } from './areas.js';
import type { Sql } from './conditions.js';
import type { Counts } from './counts.js';
import { totalFromDays } from './day-totals.js';
import { facetsOf } from './facets.js';
import { filedPlans } from './filed.js';
import { onlineTest } from './geo.js';
import type { HitSets } from './hit-sets.js';
import { linkedPlan } from './linked.js';
import { bind, choosePlans, type Plan, type Planning, type Plans } from './plan.js';
import { ringsOf } from './rings.js';
import { sortKeyOf } from './sort-key.js';
import { tablesOf } from './tables.js';
import { type TermsOf, termsOf } from './terms.js';
import { toConditions } from './where.js';

/** The caches of a connection; each is valid until the database changes. */
export interface Remembered {
  counts: Counts;
  sets: HitSets;
}

/** → the page: hits in order, total, facets. */
export function readPage(db: Sqlite, { counts, sets }: Remembered, query: SearchQuery): SearchPage {
  const kind = kinds[query.kind];
  const { main } = tablesOf(kind);
  const terms = termsOf(db, query.kind);
  const conditions = toConditions(query, terms);
  const filed = filedPlans(db, query, conditions);
  const { nowSeconds } = query;
  const planning = { db, sets, main, nowSeconds, filed, ...orderOf(kind, query) };
  const linked = linkedPlan(query, conditions);
  // A page of links may need no other plan.
  let chosen: Plans | null = null;
  const plans = () => {
    chosen ??= choosePlans(planning, conditions);
    return chosen;
  };
  const offset = 'offset' in query.from ? query.from.offset : null;
  const near = linked || plans().isSelective ? null : nearestRows(planning, query, terms);
  const rows = near ?? pageRows(db, kind, query, linked ?? plans().page());
  const hasMore = rows.length > query.limit;
  const shown = rows.slice(0, query.limit);
  const ids = shown.map((row) => Number(row.id));
  const answers = readAnswers(db, kind, ids, query.isFull);
  const hits = shown.map((row) => toHit(row, answers.get(Number(row.id)) ?? '{}'));
  const count = () => totalFromDays(db, query) ?? counts.get(plans().count(), query.nowSeconds);
  // The total follows from the last page.
  const isLast = !hasMore && offset !== null && (offset === 0 || hits.length > 0);
  const total = isLast ? offset + hits.length : totalOf(near ? undefined : rows[0], count);
  const facets =
    query.facets.length > 0 ? facetsOf({ db, sets }, query, { plan: plans().all(), total }) : {};
  return { total, hits, hasMore, facets };
}

/** → the answers of records by ID; `isFull`: for callers who may read everything. */
function readAnswers(
  db: Sqlite,
  kind: Kind,
  ids: readonly number[],
  isFull: boolean,
): Map<number, string> {
  if (ids.length === 0) return new Map();
  const rows = db.all(
    `SELECT id, ${isFull ? 'coalesce(full_answer, answer)' : 'answer'} AS answer
     FROM ${tablesOf(kind).answer} WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  );
  return new Map(rows.map((row) => [Number(row.id), String(row.answer)]));
}

/** → whether an index gives the order, and the window's start column if it is another field. */
function orderOf(kind: Kind, { sort, geo }: SearchQuery) {
  const start = kind.window?.start;
  const isWindow = sort.by !== 'field' || sort.field === start;
  return {
    isIndexOrder: sort.by === 'field' && onlineTest(kind, geo) === null,
    windowColumn: isWindow || start === undefined ? null : `f_${start}`,
  };
}

/** → the total that came with the rows, else the one that is counted. */
function totalOf(first: Row | undefined, count: () => number): number {
  if (first?.n !== undefined && first.n !== null) return Number(first.n);
  return count();
}

function pageRows(db: Sqlite, kind: Kind, query: SearchQuery, plan: Plan): Row[] {
  const inner = pageSql(db, query, plan);
  const { main, place } = tablesOf(kind);
  // What no index has is read for the page only, not for every candidate; so are distances.
  const point = kind.place ? query.geo?.point : undefined;
  const chord = point ? chordTo(point, 'pl.') : { sql: 'NULL', params: [] };
  const places = point ? `LEFT JOIN ${place} pl ON pl.id = m.place` : '';
  const direction = query.sort.direction;
  const sql = `SELECT p.id, p.o, p.k, p.n, m.u_published AS used, ${chord.sql} AS c
    FROM (${inner.sql}) p CROSS JOIN ${main} m ON m.id = p.id ${places}
    ORDER BY p.o, p.k ${direction}, p.id ${direction}`;
  return db.all(sql, ...bind([...chord.params, ...inner.params], query.nowSeconds));
}

/** → the rows of a page in the smallest circle that fills it; null: none does. */
function nearestRows(planning: Planning, query: SearchQuery, terms: TermsOf): Row[] | null {
  const kind = kinds[query.kind];
  for (const ring of ringsOf(query)) {
    const plan = choosePlans(planning, toConditions(ring, terms)).page();
    const rows = pageRows(planning.db, kind, ring, plan);
    if (rows.length > query.limit) return rows;
  }
  return null;
}

/**
 * The rows of the plan in order, after an offset or a position. Online records (`o` is 1) may come
 * behind all others.
 */
function pageSql(db: Sqlite, query: SearchQuery, plan: Plan): Sql {
  const { direction } = query.sort;
  const offset = 'offset' in query.from ? query.from.offset : 0;
  const rows = query.limit + 1;
  if (!plan.others) return rowsSql(db, query, { plan, rows, offset });
  const parts = [plan, plan.others].map((one) =>
    rowsSql(db, query, { plan: one, rows: rows + offset, offset: 0 }),
  );
  return {
    sql: `${parts.map(({ sql }) => `SELECT * FROM (${sql})`).join(' UNION ALL ')}
      ORDER BY o, k ${direction}, id ${direction} LIMIT ? OFFSET ?`,
    params: [...parts.flatMap(({ params }) => params), rows, offset],
  };
}

function rowsSql(
  db: Sqlite,
  query: SearchQuery,
  { plan, rows, offset }: { plan: Plan; rows: number; offset: number },
): Sql {
  const { direction } = query.sort;
  const key = plan.key ?? sortKeyOf(db, kinds[query.kind], query);
  const online = onlineTest(kinds[query.kind], query.geo);
  // Sorting reads the whole bounded set anyway, so counting it is free.
  const total = plan.isSelective && 'offset' in query.from ? 'count(*) OVER ()' : 'NULL';
  const after = afterTest(query, key, online);
  const order = plan.order ?? `${online ? 'o, ' : ''}k ${direction}, e.id`;
  return {
    sql: `SELECT e.id, ${online ?? 0} AS o, ${key.sql} AS k, ${total} AS n
      FROM ${plan.from.sql} WHERE ${plan.where.sql}${after.sql}
      ORDER BY ${order} ${direction} LIMIT ? OFFSET ?`,
    params: [
      ...key.params,
      ...plan.from.params,
      ...plan.where.params,
      ...after.params,
      rows,
      offset,
    ],
  };
}

function afterTest(query: SearchQuery, key: Sql, online: string | null): Sql {
  if (!('after' in query.from)) return { sql: '', params: [] };
  const operator = query.sort.direction === 'asc' ? '>' : '<';
  const { isOnline = false } = query.from.after;
  const after = pairTest(query.from.after, key, operator);
  if (online === null) return { ...after, sql: ` AND ${after.sql}` };
  const sql = isOnline ? `(${online} AND ${after.sql})` : `(${online} OR ${after.sql})`;
  return { ...after, sql: ` AND ${sql}` };
}

function pairTest({ key: value, id }: Position, key: Sql, operator: string): Sql {
  // Nulls come before all values, but a row value with a null cannot be compared.
  if (value === null) {
    const sql = operator === '>' ? 'IS NOT NULL OR e.id >' : 'IS NULL AND e.id <';
    return { sql: `(${key.sql} ${sql} ?)`, params: [...key.params, id] };
  }
  // Negated twice, because the driver binds numbers between 0 and 2.2e-16 as 0. A page after such a
  // small squared chord (10 cm) would return the same records again.
  const isNumber = typeof value === 'number';
  return {
    sql: `(${key.sql}, e.id) ${operator} (${isNumber ? '-?' : '?'}, ?)`,
    params: [...key.params, isNumber ? -value : value, id],
  };
}

function toHit(row: Row, answer: string): Hit {
  const distanceM = row.c === null || row.c === undefined ? null : chordToM(Number(row.c));
  const count = Number(row.used ?? 0);
  const hit = { id: Number(row.id), key: row.k ?? null, answer, count, distanceM };
  return row.o === 1 ? { ...hit, isOnline: true } : hit;
}
