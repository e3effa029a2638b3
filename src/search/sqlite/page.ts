/** One page of a list query on SQLite: rows in order, their texts, and the exact total. */
import { LRUCache } from 'lru-cache';
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import { chordToM } from '../../lib/geo.js';
import type { Row, Sqlite } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import type { Hit, SearchPage, SearchQuery } from '../port.js';
import { facetsOf } from './facets.js';
import { bind, choosePlans, type Plan } from './plan.js';
import { tablesOf } from './tables.js';
import { chordTo, NOW, relevance, type Sql, toParts } from './where.js';

export interface Counts {
  get(plan: Plan, nowSeconds: number): number;
}

/** → the page: hits in order, total, facets. */
export function readPage(
  db: Sqlite,
  counts: Counts,
  walkNow: number,
  query: SearchQuery,
): SearchPage {
  const kind = kinds[query.kind];
  const { main } = tablesOf(kind);
  const plans = choosePlans(db, main, toParts(query), query.nowSeconds);
  const isWalk = 'after' in query.from;
  const walk = isWalk && 'after' in query.from ? query.from.after.walk : walkNow;
  const rows = pageRows(db, kind, query, plans.page);
  const hasMore = rows.length > query.limit;
  const hits = rows.slice(0, query.limit).map((row) => toHit(row, query));
  const isComplete =
    !hasMore && 'offset' in query.from && (query.from.offset === 0 || hits.length > 0);
  const total = isComplete
    ? hits.length + ('offset' in query.from ? query.from.offset : 0)
    : totalOf(rows[0], counts, plans.count, query.nowSeconds);
  const facets = query.facets.length > 0 ? facetsOf(db, kind, query, plans.count) : {};
  return { total, hits, hasMore, walk, facets };
}

/** → exact counts, remembered until the database or the set of published records changes. */
export function openCounts(db: Sqlite): Counts {
  const known = new LRUCache<string, { version: number; until: number; total: number }>({
    max: limits.countCacheEntries,
  });
  return {
    get({ from, where }, nowSeconds) {
      const params = [...from.params, ...where.params];
      const sql = `SELECT count(*) AS n FROM ${from.sql} WHERE ${where.sql}`;
      const key = `${sql}\n${JSON.stringify(params, (_, item) => (item === NOW ? 'now' : item))}`;
      const version = db.version();
      const found = known.get(key);
      if (found && found.version === version && nowSeconds < found.until) return found.total;
      const total = Number(db.get(sql, ...bind(params, nowSeconds))?.n ?? 0);
      known.set(key, { version, until: nextPublication(db, nowSeconds), total });
      return total;
    },
  };
}

// A count over what is public changes by itself when a future record's time comes.
function nextPublication(db: Sqlite, nowSeconds: number): number {
  const row = db.get(
    `SELECT min(next) AS next FROM (
       SELECT min(public_from) AS next FROM ix_event WHERE public_from > 0 AND public_from > ?1
       UNION ALL
       SELECT min(public_from) FROM ix_venue WHERE public_from > 0 AND public_from > ?1
       UNION ALL
       SELECT min(public_from) FROM ix_organizer WHERE public_from > 0 AND public_from > ?1)`,
    nowSeconds,
  );
  return row?.next === null || row?.next === undefined
    ? Number.POSITIVE_INFINITY
    : Number(row.next);
}

function totalOf(first: Row | undefined, counts: Counts, plan: Plan, nowSeconds: number): number {
  if (first?.n !== undefined && first.n !== null) return Number(first.n);
  return counts.get(plan, nowSeconds);
}

function pageRows(db: Sqlite, kind: Kind, query: SearchQuery, plan: Plan): Row[] {
  const key = sortKeyOf(kind, query, 'e.');
  const chord = query.geo?.point ? chordTo(query.geo.point, 'e.') : { sql: 'NULL', params: [] };
  const inner = isMoving(db, kind, query)
    ? walkSql(kind, query, plan, { key, chord })
    : plainSql(query, plan, { key, chord });
  const { body } = tablesOf(kind);
  const text = query.isFull ? 'coalesce(b.body_full, b.body)' : 'b.body';
  const direction = query.sort.direction;
  const sql = `SELECT p.id, p.k, p.c, p.n, ${text} AS body
    FROM (${inner.sql}) p CROSS JOIN ${body} b ON b.id = p.id
    ORDER BY p.k ${direction}, p.id ${direction}`;
  return db.all(sql, ...bind(inner.params, query.nowSeconds));
}

interface Columns {
  key: Sql;
  chord: Sql;
}

/** The usual page: from the plan's rows, in order, after an offset or a place. */
function plainSql(query: SearchQuery, plan: Plan, { key, chord }: Columns): Sql {
  const { direction } = query.sort;
  const isOffset = 'offset' in query.from;
  // Sorting a bounded set reads all of it anyway, so its size costs nothing.
  const total = plan.isSelective && isOffset ? 'count(*) OVER ()' : 'NULL';
  const after = afterTest(query, key);
  return {
    sql: `SELECT e.id, ${key.sql} AS k, ${chord.sql} AS c, ${total} AS n
      FROM ${plan.from.sql} WHERE ${plan.where.sql}${after.sql}
      ORDER BY k ${direction}, e.id ${direction} LIMIT ? OFFSET ?`,
    params: [
      ...key.params,
      ...chord.params,
      ...plan.from.params,
      ...plan.where.params,
      ...after.params,
      query.limit + 1,
      'offset' in query.from ? query.from.offset : 0,
    ],
  };
}

function afterTest(query: SearchQuery, key: Sql): Sql {
  if (!('after' in query.from)) return { sql: '', params: [] };
  const operator = query.sort.direction === 'asc' ? '>' : '<';
  return {
    sql: ` AND (${key.sql}, e.id) ${operator} (?, ?)`,
    params: [...key.params, query.from.after.key, query.from.after.id],
  };
}

/** Orders whose positions are remembered when records move. */
function isMoving(db: Sqlite, kind: Kind, query: SearchQuery): boolean {
  if (!('after' in query.from)) return false;
  if (query.sort.by !== 'distance' && (query.sort.by !== 'field' || query.sort.field === 'id')) {
    return false;
  }
  const { walk } = query.from.after;
  return (
    db.get('SELECT 1 AS n FROM ix_moved WHERE kind = ? AND seq > ? LIMIT 1', kind.name, walk) !==
    undefined
  );
}

/**
 * A page of a walk during which records moved: those stand where they stood when the walk began,
 * so that none is met twice and none is missed.
 */
function walkSql(kind: Kind, query: SearchQuery, plan: Plan, { key, chord }: Columns): Sql {
  const { direction } = query.sort;
  const walk = 'after' in query.from ? query.from.after.walk : 0;
  const still: Plan = {
    ...plan,
    where: {
      sql: `${plan.where.sql} AND NOT EXISTS (
        SELECT 1 FROM ix_moved WHERE kind = ? AND id = e.id AND seq > ?)`,
      params: [...plan.where.params, kind.name, walk],
    },
  };
  const moved: Plan = {
    from: {
      sql: `(SELECT id, keys, min(seq) FROM ix_moved WHERE kind = ? AND seq > ? GROUP BY id) m
        CROSS JOIN (SELECT e.* FROM ${plan.from.sql} WHERE ${plan.where.sql}) e ON e.id = m.id`,
      params: [kind.name, walk, ...plan.from.params, ...plan.where.params],
    },
    where: { sql: '1', params: [] },
    isSelective: false,
  };
  const oldKey = sortKeyOf(kind, query, 'm.');
  const parts = [
    plainSql(query, still, { key, chord }),
    plainSql(query, moved, { key: oldKey, chord }),
  ];
  return {
    sql: `SELECT * FROM (${parts.map(({ sql }) => `SELECT * FROM (${sql})`).join(' UNION ALL ')})
      ORDER BY k ${direction}, id ${direction} LIMIT ${query.limit + 1}`,
    params: parts.flatMap(({ params }) => params),
  };
}

function sortKeyOf(kind: Kind, query: SearchQuery, alias: 'e.' | 'm.'): Sql {
  const { sort } = query;
  const column = (name: string) => (alias === 'e.' ? `e.${name}` : `(m.keys ->> '$.${name}')`);
  switch (sort.by) {
    case 'distance': {
      if (!query.geo?.point) return { sql: '0', params: [] };
      const chord = chordTo(query.geo.point, 'e.');
      if (alias === 'e.') return chord;
      return { ...chord, sql: chord.sql.replace(/e\.([xyz])/g, "(m.keys ->> '$.$1')") };
    }
    case 'relevance':
      return query.text ? relevance(kind, query.text) : { sql: '0', params: [] };
    case 'count':
      return { sql: 'coalesce(e.u_published, 0)', params: [] };
    case 'include':
      return {
        sql: '(SELECT key FROM json_each(?) WHERE value = e.id)',
        params: [JSON.stringify(sort.ids ?? [])],
      };
    case 'field':
      return { sql: sort.field === 'id' ? 'e.id' : column(`f_${sort.field}`), params: [] };
  }
}

function toHit(row: Row, query: SearchQuery): Hit {
  return {
    id: Number(row.id),
    body: String(row.body),
    distanceM: query.geo?.point && row.c !== null ? chordToM(Number(row.c)) : null,
    key: row.k ?? null,
  };
}
