/**
 * Totals that were counted by row, cached until the database or the set of public records changes.
 * A search that is asked for several windows is counted once by half-hour of start: its total in
 * any further window is a sum. Decision: searches are counted by start.
 */
import { allKinds, kinds } from '../../kinds/index.js';
import { openMemory } from '../../lib/memory.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import type { SearchQuery } from '../port.js';
import { NOW } from './conditions.js';
import { EPOCH_SECONDS } from './day-tables.js';
import { spanOfStarts, withoutDates } from './day-totals.js';
import { bind, type Plan } from './plan.js';
import { tablesOf } from './tables.js';

/** Cached totals of list queries. */
export interface Counts {
  /** → the number of rows of the plan. */
  get(plan: Plan, nowSeconds: number): number;
  /**
   * → the total of a search from its counts by start, or null. `planOf` plans the search without
   * its dates.
   */
  ofWindow(query: SearchQuery, planOf: (query: SearchQuery) => Plan): number | null;
}

/** What a count depends on besides its statement. */
interface Valid extends Period {
  version: number;
}

/** Records of a search by the half-hour of their start, ascending; each with those before it. */
interface Starts extends Valid {
  /** How many windows were asked for before they were counted by start. */
  asked: number;
  /** Null: not counted yet. */
  slots: Float64Array | null;
  /** The number of records in all slots before the slot of this index. */
  before: Float64Array;
}

/** Counting by start costs as much as counting some windows. */
const WINDOWS_BEFORE = 5;

/** Windows end at the edge of a day in some zone: zones differ by half hours, few by less. */
const SLOT_SECONDS = 1800;

/** → exact counts, cached until the database or the set of public records changes. */
export function openCounts(db: Sqlite): Counts {
  const totals = openMemory<string, Valid & { total: number }>({ max: limits.countCacheEntries });
  const starts = openMemory<string, Starts>({ max: limits.startCounts });
  const validAt = (nowSeconds: number) => (one: Valid | undefined) =>
    one && one.since <= nowSeconds && nowSeconds < one.until && one.version === db.version();
  const validNow = (nowSeconds: number): Valid => ({
    version: db.version(),
    ...periodOf(db, nowSeconds),
  });
  return {
    get(plan, nowSeconds) {
      const key = keyOf(plan);
      const found = totals.get(key);
      if (found && validAt(nowSeconds)(found)) return found.total;
      const sql = `SELECT count(*) AS n FROM ${plan.from.sql} WHERE ${plan.where.sql}`;
      const row = db.get(sql, ...bind(paramsOf(plan), nowSeconds));
      const total = Number(row?.n ?? 0);
      totals.set(key, { total, ...validNow(nowSeconds) });
      return total;
    },
    ofWindow(query, planOf) {
      const window = slotsOf(query);
      if (!window) return null;
      const key = JSON.stringify({
        ...query,
        where: withoutDates(query),
        ...{ sort: 0, from: 0, limit: 0, facets: 0, isFull: 0, nowSeconds: 0 },
      });
      const found = starts.get(key);
      const isValid = found && validAt(query.nowSeconds)(found);
      if (isValid && found.slots) return sumBetween(found, window);
      const asked = isValid ? found.asked + 1 : 1;
      const made: Starts = { ...validNow(query.nowSeconds), asked, slots: null, before: EMPTY };
      starts.set(key, made);
      if (asked < WINDOWS_BEFORE) return null;
      const plan = planOf({ ...query, where: withoutDates(query) });
      return sumBetween(Object.assign(made, countByStart(db, query, plan)), window);
    },
  };
}

const EMPTY = new Float64Array(0);

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

/** → the first slot of the window and the first one after it; null if it cuts a slot. */
function slotsOf(query: SearchQuery): { first: number; end: number } | null {
  const span = query.text ? spanOfStarts(query) : null;
  if (!span) return null;
  const first = (span.from + EPOCH_SECONDS) / SLOT_SECONDS;
  const end = (span.to + 1 + EPOCH_SECONDS) / SLOT_SECONDS;
  const isWhole = (slot: number) => !Number.isFinite(slot) || Number.isInteger(slot);
  return isWhole(first) && isWhole(end) ? { first, end } : null;
}

function countByStart(db: Sqlite, { kind, nowSeconds }: SearchQuery, plan: Plan) {
  const rows = db.all(
    `SELECT CAST((e.f_${kinds[kind].window?.start} + ${EPOCH_SECONDS}) / ${SLOT_SECONDS} AS INTEGER)
       AS slot, count(*) AS n
     FROM ${plan.from.sql} WHERE ${plan.where.sql} GROUP BY slot ORDER BY slot`,
    ...bind(paramsOf(plan), nowSeconds),
  );
  const slots = Float64Array.from(rows, (row) => Number(row.slot));
  const before = new Float64Array(rows.length + 1);
  for (const [at, row] of rows.entries()) before[at + 1] = (before[at] ?? 0) + Number(row.n);
  return { slots, before };
}

function sumBetween(
  { slots, before }: Starts,
  { first, end }: { first: number; end: number },
): number {
  if (!slots || first >= end) return 0;
  return (before[indexOf(slots, end)] ?? 0) - (before[indexOf(slots, first)] ?? 0);
}

/** → the index of the first slot that is not before the given one. */
function indexOf(slots: Float64Array, slot: number): number {
  let [low, high] = [0, slots.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((slots[middle] ?? 0) < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}
