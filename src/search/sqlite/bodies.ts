/** The texts of answered records, read by ID; those asked for often stay in memory. */
import { LRUCache } from 'lru-cache';
import type { Kind } from '../../kinds/kind.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import { tablesOf } from './tables.js';

/** Reads texts. */
export interface Bodies {
  /** → the texts of these records, in their order; a record that is gone gives undefined. */
  read(kind: Kind, ids: readonly number[], isFull: boolean): (string | undefined)[];
}

/** Opens a memory of `limits.bodyCacheChars` characters, forgotten when anything is written. */
export function openBodies(db: Sqlite): Bodies {
  const known = new LRUCache<string, string>({
    maxSize: limits.bodyCacheChars,
    sizeCalculation: (text) => text.length + 1,
  });
  let version = -1;
  return {
    read(kind, ids, isFull) {
      if (version !== db.version()) {
        known.clear();
        version = db.version();
      }
      const keyOf = (id: number) => `${kind.name} ${isFull} ${id}`;
      const missing = ids.filter((id) => !known.has(keyOf(id)));
      if (missing.length > 0) {
        const text = isFull ? 'coalesce(body_full, body)' : 'body';
        const rows = db.all(
          `SELECT id, ${text} AS body FROM ${tablesOf(kind).body}
           WHERE id IN (SELECT value FROM json_each(?))`,
          JSON.stringify(missing),
        );
        const read = new Map(rows.map((row) => [Number(row.id), String(row.body)]));
        for (const [id, body] of read) known.set(keyOf(id), body);
        return ids.map((id) => read.get(id) ?? known.get(keyOf(id)));
      }
      return ids.map((id) => known.get(keyOf(id)));
    },
  };
}
