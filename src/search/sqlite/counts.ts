/** Totals counted by row, cached until the database or the set of public records changes. */
import { allKinds } from '../../kinds/index.js';
import { openMemory } from '../../lib/memory.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import { NOW } from './conditions.js';
import { bind, type Plan } from './plan.js';
import { tablesOf } from './tables.js';

/** Cached totals of list queries. */
export interface Counts {
  /** → the number of rows of the plan. */
  get(plan: Plan, nowSeconds: number): number;
}

/** A total, and the version of the database and the period for which it holds. */
interface Held extends Period {
  version: number;
  total: number;
}

/** → exact counts, cached until the database or the set of public records changes. */
export function openCounts(db: Sqlite): Counts {
  const totals = openMemory<string, Held>({ max: limits.countCacheEntries });
  const isValid = ({ since, until, version }: Held, nowSeconds: number) =>
    since <= nowSeconds && nowSeconds < until && version === db.version();
  return {
    get(plan, nowSeconds) {
      const key = keyOf(plan);
      const found = totals.get(key);
      if (found && isValid(found, nowSeconds)) return found.total;
      const sql = `SELECT count(*) AS n FROM ${plan.from.sql} WHERE ${plan.where.sql}`;
      const row = db.get(sql, ...bind(paramsOf(plan), nowSeconds));
      const total = Number(row?.n ?? 0);
      totals.set(key, { total, version: db.version(), ...periodOf(db, nowSeconds) });
      return total;
    },
  };
}

const paramsOf = ({ from, where }: Plan) => [...from.params, ...where.params];

function keyOf(plan: Plan): string {
  const params = JSON.stringify(paramsOf(plan), (_, item) => (item === NOW ? 'now' : item));
  return `${plan.from.sql}\n${plan.where.sql}\n${params}`;
}

/** From the last publication to the next one, in seconds since the epoch. */
interface Period {
  since: number;
  until: number;
}

// A count of public records changes when a future record becomes public. The period also has a
// start, because queries with a cursor use the time of their first page.
function periodOf(db: Sqlite, nowSeconds: number): Period {
  const times = datedTables.flatMap(({ main }) => [
    db.get(
      `SELECT max(public_from) AS since FROM ${main}
       WHERE public_from > 0 AND public_from <= ?`,
      nowSeconds,
    ),
    db.get(
      `SELECT min(public_from) AS until FROM ${main} WHERE public_from > 0 AND public_from > ?`,
      nowSeconds,
    ),
  ]);
  return {
    since: Math.max(...times.map((row) => Number(row?.since ?? Number.NEGATIVE_INFINITY))),
    until: Math.min(...times.map((row) => Number(row?.until ?? Number.POSITIVE_INFINITY))),
  };
}

const datedTables = allKinds.filter((kind) => kind.family.hasStatus).map(tablesOf);
