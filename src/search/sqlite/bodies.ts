/** The texts of answered records, read by ID. */
import type { Kind } from '../../kinds/kind.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { tablesOf } from './tables.js';

/** → the texts of these records by ID; `isFull`: those for callers who may read everything. */
export function readBodies(
  db: Sqlite,
  kind: Kind,
  ids: readonly number[],
  isFull: boolean,
): Map<number, string> {
  if (ids.length === 0) return new Map();
  const rows = db.all(
    `SELECT id, ${isFull ? 'coalesce(body_full, body)' : 'body'} AS body
     FROM ${tablesOf(kind).body} WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  );
  return new Map(rows.map((row) => [Number(row.id), String(row.body)]));
}
