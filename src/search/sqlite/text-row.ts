/**
 * The rows of records in FTS5. Records that are counted by day (public, not hidden) are filed in
 * the order of their start, so that a search between two dates reads its matches alone, in order,
 * and counts them without looking at the records. Decision: words are filed by start.
 */
import type { Kind } from '../../kinds/kind.js';
import type { Where } from '../port.js';
import { countedTest } from './day-tables.js';
import { spanOf } from './span.js';

/** The first start that is filed, seconds since the epoch: 1900. */
const FIRST_SECONDS = -2_208_988_800;
/** Bits of the seconds after it: 272 years. */
const START_BITS = 33;
/** Bits of the ID. Together with those of the start less than 63. */
export const ID_BITS = 29;
const LAST_OFFSET = 2 ** START_BITS - 1;
/** The greatest ID that a filed row can hold. */
export const ID_MASK = 2 ** ID_BITS - 1;

/**
 * → the expression of a record's row in FTS5: its start and its ID if it is counted by day, the
 * negative of its ID for all others (or the ID where the kind has no dates).
 */
export function textRow(kind: Kind): string {
  if (!kind.window) return 'id';
  const start = `f_${kind.window.start}`;
  return `CASE WHEN ${countedTest(kind, '')} AND id <= ${ID_MASK}
      AND ${start} BETWEEN ${FIRST_SECONDS} AND ${FIRST_SECONDS + LAST_OFFSET}
    THEN ((CAST(${start} AS INTEGER) - (${FIRST_SECONDS})) << ${ID_BITS}) | id ELSE -id END`;
}

/** → the first and last second of a window, counted from the first that is filed. */
export function offsetsOf(start: string, where: readonly Where[]): { first: number; last: number } {
  const ranges = where.flatMap((one) => (one.test === 'range' && one.field === start ? [one] : []));
  const { from, to } = spanOf(start, ranges);
  return {
    first: Math.min(Math.max(from - FIRST_SECONDS, 0), LAST_OFFSET + 1),
    last: Math.max(Math.min(to - FIRST_SECONDS, LAST_OFFSET), -1),
  };
}
