/**
 * Sums over the whole days of a span, of as few counts by day as possible: some are added, others
 * are taken off. Decision: facets and circles are sums of few counts.
 */
import type { Kind } from '../../kinds/kind.js';
import type { Sqlite, SqlValue } from '../../lib/sqlite.js';
import type { IndexValue } from '../port.js';
import { BLOCK_DAYS, DAY_SECONDS, EPOCH_SECONDS, LEVELS } from './day-tables.js';
import type { Span } from './span.js';
import { tablesOf } from './tables.js';

/** The last day that any date can have, from year 0. */
const LAST_DAY = 3_700_000;

/** Neighbouring counts of one level, first and last `at`, both inclusive. */
export interface Run {
  level: number;
  first: number;
  last: number;
}

/**
 * The whole days of a span as counts, and the times before and after them. The blocks that hold
 * the days, without the other days of these blocks.
 */
export interface Pieces {
  /** The blocks: added; or, if they are those outside, taken off the count over all time. */
  blocks: Run[];
  isOutside: boolean;
  /** Days that are taken off. */
  days: Run[];
  /** The same days as runs of which none is taken off. */
  plain: Run[];
  /** Of the whole days, seconds since the epoch. */
  inner: { from: number; to: number };
  edges: { from: number; to: number }[];
}

/** The first and the last block of days that have counts. */
export interface Extent {
  first: number;
  last: number;
}

/** → the blocks of a kind's records by start or by end; null: there are none. */
export function extentOf(db: Sqlite, kind: Kind, column: string): Extent | null {
  const among = `FROM ${tablesOf(kind).days} WHERE field = ?1 AND value = 0
    AND level = ${LEVELS.block}`;
  const row = db.get(
    `SELECT (SELECT min(at) ${among}) AS first, (SELECT max(at) ${among}) AS last`,
    column,
  );
  if (typeof row?.first !== 'number' || typeof row.last !== 'number') return null;
  return { first: row.first, last: row.last };
}

/** → the whole days of a span in as few counts as possible, and its edges. */
export function piecesOf({ from, to }: Pick<Span, 'from' | 'to'>, extent: Extent | null): Pieces {
  const dayOf = (seconds: number) => (seconds + EPOCH_SECONDS) / DAY_SECONDS;
  const first = from === Number.NEGATIVE_INFINITY ? 0 : Math.ceil(dayOf(from));
  const last = to === Number.POSITIVE_INFINITY ? LAST_DAY : Math.floor(dayOf(to + 1)) - 1;
  if (first > last) {
    const edges = from <= to ? [{ from, to }] : [];
    return { ...NO_RUNS, inner: { from: 0, to: -1 }, edges };
  }
  const inner = {
    from: first * DAY_SECONDS - EPOCH_SECONDS,
    to: (last + 1) * DAY_SECONDS - EPOCH_SECONDS - 1,
  };
  const edges = [
    { from, to: inner.from - 1 },
    { from: inner.to + 1, to },
  ].filter(
    (edge) => Number.isFinite(edge.from) && Number.isFinite(edge.to) && edge.from <= edge.to,
  );
  const runs = extent ? runsOf(first, last, extent) : NO_RUNS;
  return { ...runs, inner, edges };
}

type Runs = Omit<Pieces, 'inner' | 'edges'>;
const NO_RUNS: Runs = { blocks: [], isOutside: false, days: [], plain: [] };

/** → the days from `first` to `last`, as far as there are counts. */
function runsOf(first: number, last: number, extent: Extent): Runs {
  const begin = Math.max(first, extent.first * BLOCK_DAYS);
  // The day after the last.
  const end = Math.min(last + 1, (extent.last + 1) * BLOCK_DAYS);
  if (begin >= end) return NO_RUNS;
  const [from, to] = [Math.floor(begin / BLOCK_DAYS), Math.ceil(end / BLOCK_DAYS)];
  const outside = [
    ...run(LEVELS.block, extent.first, from),
    ...run(LEVELS.block, to, extent.last + 1),
  ];
  const isOutside = from - extent.first + extent.last + 1 - to < to - from;
  return {
    blocks: isOutside ? outside : run(LEVELS.block, from, to),
    isOutside,
    days: [...run(LEVELS.day, from * BLOCK_DAYS, begin), ...run(LEVELS.day, end, to * BLOCK_DAYS)],
    plain: plainRuns(begin, end),
  };
}

function plainRuns(begin: number, end: number): Run[] {
  const [from, to] = [Math.ceil(begin / BLOCK_DAYS), Math.floor(end / BLOCK_DAYS)];
  if (from >= to) return run(LEVELS.day, begin, end);
  return [
    ...run(LEVELS.day, begin, from * BLOCK_DAYS),
    ...run(LEVELS.block, from, to),
    ...run(LEVELS.day, to * BLOCK_DAYS, end),
  ];
}

/** → the run up to before `end`, if it has any. */
const run = (level: number, first: number, end: number): Run[] =>
  first < end ? [{ level, first, last: end - 1 }] : [];

/** → the number of records of the values of a counted field on the whole days. */
export function sumOf(
  db: Sqlite,
  kind: Kind,
  { field, values }: { field: string; values: readonly IndexValue[] },
  pieces: Pieces,
): number {
  const { days } = tablesOf(kind);
  // A few days are read as they are.
  const isShort = pieces.plain.every(({ level }) => level === LEVELS.day);
  const read = isShort ? { blocks: pieces.plain, isOutside: false, days: [] } : pieces;
  const { covering, others } = sumsOf(kind, field, read);
  const row = db.get(
    `WITH some(value, n) AS (SELECT v.value, coalesce(
         (SELECT n FROM ${days} d INDEXED BY ${days}_values
          WHERE d.field = ? AND d.value = v.value AND d.level = ${LEVELS.all}), 0)
       FROM json_each(?) v)
     SELECT sum(${covering.sql} - ${others.sql}) AS n FROM some`,
    field,
    JSON.stringify(values),
    ...covering.params,
    ...others.params,
  );
  return Number(row?.n ?? 0);
}

/** A sum as SQL. */
interface Sum {
  sql: string;
  params: SqlValue[];
}

/**
 * → for a row `some` (a value of the field, its count over all time `n`): the sum over the blocks
 * that hold the whole days, and that over their other days.
 */
export function sumsOf(
  kind: Kind,
  field: string,
  { blocks, isOutside, days }: Pick<Pieces, 'blocks' | 'isOutside' | 'days'>,
): { covering: Sum; others: Sum } {
  const one = `(SELECT coalesce(sum(n), 0) FROM ${tablesOf(kind).days}
    WHERE field = ? AND value = some.value AND level = ? AND at BETWEEN ? AND ?)`;
  const sum = (runs: Run[]): Sum => ({
    sql: `(${runs.map(() => one).join(' + ') || '0'})`,
    params: runs.flatMap(({ level, first, last }) => [field, level, first, last]),
  });
  const covering = sum(blocks);
  if (isOutside) covering.sql = `(some.n - ${covering.sql})`;
  return { covering, others: sum(days) };
}
