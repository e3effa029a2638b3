/** Reads from the SQLite record store. */
import type { KindName, StoredRecord, Usage } from '../../kinds/record.js';
import type { Row, Sqlite, SqlValue } from '../../lib/sqlite.js';
import type { FindBy, Pending } from '../port.js';

/** → the record a row holds. */
export function readDoc(row: Row): StoredRecord {
  return JSON.parse(String(row.doc)) as StoredRecord;
}

/** → a record or removal with work left to do. */
export function toPending(kind: KindName, row: Row): Pending {
  return {
    kind,
    id: Number(row.id),
    revision: Number(row.revision),
    version: Number(row.version),
    record: row.doc === null ? null : readDoc(row),
  };
}

const FIND_COLUMNS: Record<FindBy, string> = {
  id: 'id',
  slug: 'slug',
  title: 'title_key',
  external_id: 'external_id',
  parent: 'parent',
};

/** → records whose `by` is one of the values, ascending by id. */
export function find(
  db: Sqlite,
  kind: KindName,
  by: FindBy,
  values: readonly SqlValue[],
  limit: number,
): StoredRecord[] {
  if (values.length === 0) return [];
  const column = FIND_COLUMNS[by];
  const isPartial =
    by === 'parent'
      ? ' AND parent > 0'
      : by === 'external_id'
        ? ' AND external_id IS NOT NULL'
        : '';
  return db
    .all(
      `SELECT doc FROM rec_${kind} WHERE ${column} IN (SELECT value FROM json_each(?))${isPartial}
       ORDER BY id LIMIT ?`,
      JSON.stringify(values),
      limit,
    )
    .map(readDoc);
}

/** → the kind behind an ID of posts, or null. */
export function kindOf(db: Sqlite, id: number): KindName | 'image' | null {
  const row = db.get(
    `SELECT 'event' AS kind FROM rec_event WHERE id = ?1
     UNION ALL SELECT 'venue' FROM rec_venue WHERE id = ?1
     UNION ALL SELECT 'organizer' FROM rec_organizer WHERE id = ?1
     UNION ALL SELECT 'image' FROM image WHERE id = ?1`,
    id,
  );
  return row ? (String(row.kind) as KindName | 'image') : null;
}

/** Reserves ascending IDs of a space. */
export function nextIds(db: Sqlite, space: string, count: number): number[] {
  const row = db.transaction(() =>
    db.get(
      `INSERT INTO counter (space, last) VALUES (?1, ?2)
       ON CONFLICT (space) DO UPDATE SET last = last + ?2 RETURNING last`,
      space,
      count,
    ),
  );
  const last = Number(row?.last);
  return Array.from({ length: count }, (_, at) => last - count + 1 + at);
}

/** → how records use each target of a relation field. */
export function usageOf(
  db: Sqlite,
  field: string,
  targets: readonly number[],
  nowSeconds: number,
): Map<number, Usage> {
  const usage = new Map<number, Usage>();
  for (const target of targets) {
    const row = db.get(
      `SELECT events,
         published + (SELECT count(*) FROM rec_link
           WHERE field = ?1 AND target = ?2 AND public_from > 0 AND public_from <= ?3) AS published,
         (SELECT start FROM rec_link WHERE field = ?1 AND target = ?2 AND public_from <= ?3
           ORDER BY start DESC LIMIT 1) AS last_start_published,
         (SELECT start FROM rec_link WHERE field = ?1 AND target = ?2 AND status <> 'trash'
           ORDER BY start DESC LIMIT 1) AS last_start
       FROM rec_usage WHERE field = ?1 AND target = ?2
         AND EXISTS (SELECT 1 FROM rec_link WHERE field = ?1 AND target = ?2)`,
      field,
      target,
      nowSeconds,
    );
    if (row) usage.set(target, { ...row } as unknown as Usage);
  }
  return usage;
}

/** → records of a query that selects `doc`. */
export function readAll(db: Sqlite, sql: string, ...params: SqlValue[]): StoredRecord[] {
  return db.all(sql, ...params).map(readDoc);
}
