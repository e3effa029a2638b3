/** The queries of the SQLite record store. */
import { holdersOf } from '../../kinds/index.js';
import type { KindName, StoredRecord, Usage } from '../../kinds/record.js';
import type { Sqlite, SqlRow, SqlValue } from '../../lib/sqlite.js';
import { type FindBy, type RecordRef, refKey, type ScanQuery, type Version } from '../port.js';
import { isRemoved } from './tables.js';

/** → the record in a row with `version` and `doc`. */
export function readDoc(row: SqlRow): StoredRecord {
  return { ...(JSON.parse(String(row.doc)) as StoredRecord), version: Number(row.version) };
}

/** → the record, or null. */
export function get(
  db: Sqlite,
  kind: KindName,
  key: { id: number } | { slug: string },
): StoredRecord | null {
  const row =
    'id' in key
      ? db.get(`SELECT version, doc FROM rec_${kind} WHERE id = ?`, key.id)
      : db.get(
          `SELECT version, doc FROM rec_${kind} WHERE slug_key = ?
           ORDER BY slug_reserved DESC, live_until DESC, id LIMIT 1`,
          key.slug,
        );
  return row ? readDoc(row) : null;
}

/** The condition for each key, with the condition of its partial index. */
const WHERE: Record<FindBy, (kind: KindName) => string> = {
  id: () => `id IN ${VALUES}`,
  slug: () => `slug_key IN ${VALUES}`,
  title: () => `title_key IN ${VALUES}`,
  parent: () => `parent IN ${VALUES} AND parent > 0`,
  key: (kind) => `id IN (SELECT id FROM rec_key WHERE kind = '${kind}' AND key IN ${VALUES})`,
};

const VALUES = '(SELECT value FROM json_each(?1))';

/** → records whose `by` is among the values, ascending by id. */
export function find(
  db: Sqlite,
  kind: KindName,
  { by, values, limit }: { by: FindBy; values: readonly SqlValue[]; limit: number },
): StoredRecord[] {
  if (values.length === 0) return [];
  return db
    .all(
      `SELECT version, doc FROM rec_${kind} WHERE ${WHERE[by](kind)} ORDER BY id LIMIT ?2`,
      JSON.stringify(values),
      limit,
    )
    .map(readDoc);
}

/** → records with a higher ID, ascending: all, the holders of a target, or removed ones. */
export function scan(
  db: Sqlite,
  kind: KindName,
  { afterId, limit, holding, removedBefore }: ScanQuery,
): StoredRecord[] {
  let from = `rec_${kind} WHERE`;
  const values: SqlValue[] = [];
  if (holding) {
    from = `rec_link JOIN rec_${kind} USING (id) WHERE field = ? AND target = ? AND`;
    values.push(holding.field, holding.target);
  }
  if (removedBefore !== undefined) {
    from = `rec_${kind} INDEXED BY rec_${kind}_trash
      WHERE ${isRemoved} AND live_until < ? AND`;
    values.push(removedBefore);
  }
  const sql = `SELECT version, doc FROM ${from} id > ? ORDER BY id LIMIT ?`;
  return db.all(sql, ...values, afterId, limit).map(readDoc);
}

/** → versions of records with a higher ID, ascending. */
export function versions(db: Sqlite, kind: KindName, afterId: number, limit: number): Version[] {
  return db
    .all(`SELECT id, version FROM rec_${kind} WHERE id > ? ORDER BY id LIMIT ?`, afterId, limit)
    .map((row) => ({ id: Number(row.id), version: Number(row.version) }));
}

/** Reserves ascending IDs of an ID space, above an ID. */
export function nextIds(db: Sqlite, space: string, count: number, above = 0): number[] {
  // The write of the records waits for the disk, which then has all earlier transactions as well.
  const row = db.transaction(
    () =>
      db.get(
        `INSERT INTO counter (space, last) VALUES (?1, ?3 + ?2)
         ON CONFLICT (space) DO UPDATE SET last = max(last, ?3) + ?2 RETURNING last`,
        space,
        count,
        above,
      ),
    { isDurable: false },
  );
  const last = Number(row?.last);
  return Array.from({ length: count }, (_, at) => last - count + 1 + at);
}

/** → the given slugs that live records use. */
export function takenSlugs(db: Sqlite, kind: KindName, slugs: readonly string[]): Set<string> {
  const rows = db.all(
    `SELECT DISTINCT slug_key FROM rec_${kind}
     WHERE slug_key IN (SELECT value FROM json_each(?)) AND NOT ${isRemoved}`,
    JSON.stringify(slugs),
  );
  return new Set(rows.map((row) => String(row.slug_key)));
}

const USAGE = `SELECT count(*) FILTER (WHERE public_from <= ?3) AS published,
    count(*) FILTER (WHERE status NOT IN ('draft', 'pending', 'trash')) AS events,
    max(start) FILTER (WHERE public_from <= ?3) AS last_start_published,
    max(ends) FILTER (WHERE public_from <= ?3) AS last_end_published,
    max(start) FILTER (WHERE status <> 'trash') AS last_start
  FROM rec_link WHERE field = ?1 AND target = ?2 HAVING count(*) > 0`;

/** → how events use each record, by `refKey`; one covering index is read. */
export function usageOf(
  db: Sqlite,
  records: readonly RecordRef[],
  nowSeconds: number,
): Map<string, Usage> {
  const usage = new Map<string, Usage>();
  for (const ref of records) {
    for (const { relation } of holdersOf(ref.kind)) {
      const row = db.get(USAGE, relation.field, ref.id, nowSeconds);
      if (row) usage.set(refKey(ref), row as unknown as Usage);
    }
  }
  return usage;
}
