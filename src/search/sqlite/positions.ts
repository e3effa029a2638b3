/**
 * Positions: `listed` of a record is its start and its ID as a 64-bit number, negative for records
 * that some lists always omit. So rows stored by it are in the order of starts, and the window of a
 * public list is a range. Positions are not read into JavaScript. Starts outside the years 1698 to
 * 2242 all count as the first or the last second: lists of such dates have another order.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import type { SearchQuery } from '../port.js';
import { isPublic, type Span, spanOf } from '../window.js';
import { FIRST, ID_BITS, indexBy, LAST, type Sql, tablesOf } from './tables.js';

/** → SQL: the ID at a position. */
export const idAt = (position: string): string => `(${position} & ${limits.idMax})`;
/** → SQL: the start at a position, seconds. */
export const startAt = (position: string): string => `((${position} >> ${ID_BITS}) + ${FIRST})`;

/** → the slot of a start in positions. */
const slotOf = (start: unknown): number =>
  Math.min(Math.max(typeof start === 'number' ? start : 0, FIRST), LAST) - FIRST;

/** → the test of a column with positions: beyond a start and an ID. */
export const beyond = (column: string, operator: '<' | '>', start: unknown, id: number): Sql => ({
  sql: `${column} ${operator} (? << ${ID_BITS} | ?)`,
  params: [slotOf(start), id],
});

/** → the test of a column with positions: within a span. */
export const within = (column: string, { from, to }: Span): Sql => ({
  sql: `${column} BETWEEN (? << ${ID_BITS}) AND (? << ${ID_BITS} | ${limits.idMax})`,
  params: [slotOf(from), slotOf(to)],
});

/** → row `e` at a position, as the last part of a join. */
export function rowAt(kind: Kind, listed: string): string {
  const { main } = tablesOf(kind);
  return kind.window
    ? `${main} e INDEXED BY ${indexBy(kind, 'listed')} ON e.listed = ${listed}`
    : `${main} e ON e.id = ${idAt(listed)}`;
}

/** → whether a list shows exactly the records whose `listed` is in its window. */
export function isListed(db: Sqlite, query: SearchQuery): boolean {
  if (!isPublic(query) || query.isSeries) return false;
  const kind = kinds[query.kind];
  const { main } = tablesOf(kind);
  const { from, to } = spanOf(query);
  // Starts that share a position are in no order.
  const shared = [...(from > FIRST ? [] : [FIRST]), ...(to < LAST ? [] : [LAST])];
  const isShared = (start: number) => {
    const { sql, params } = within('listed', { from: start, to: start });
    return db.get(`SELECT 1 FROM ${main} WHERE ${sql} LIMIT 1`, ...params) !== undefined;
  };
  if (kind.window && shared.some(isShared)) return false;
  // Their entries are about to be written anew.
  const due = `${main} INDEXED BY ${main}_later WHERE public_from > 0 AND public_from <= ?`;
  return db.get(`SELECT 1 FROM ${due} LIMIT 1`, query.nowSeconds) === undefined;
}
