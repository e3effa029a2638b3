/** Lookups of entries by ID or slug, and of versions. */
import { kinds } from '../../kinds/index.js';
import type { KindName } from '../../kinds/record.js';
import type { Sqlite, SqlRow } from '../../lib/sqlite.js';
import type { EntrySelection, EntrySummary, EntryVersion, VersionsQuery } from '../port.js';
import { tablesOf } from './tables.js';

/** → the selected entries of the kind, ascending by ID. */
export function lookUp(db: Sqlite, name: KindName, selection: EntrySelection): EntrySummary[] {
  const kind = kinds[name];
  const author = kind.indexFields.author ? 'f_author' : '0';
  const parent = kind.isTree ? 'f_parent' : '0';
  const select = `SELECT id, f_slug AS slug, ${parent} AS parent, u_published AS n, public_from,
    ${author} AS author FROM ${tablesOf(kind).main}`;
  if ('afterId' in selection) {
    const { afterId, limit } = selection;
    return db.all(`${select} WHERE id > ? ORDER BY id LIMIT ?`, afterId, limit).map(toSummary);
  }
  const { ids = [], slugs = [] } = selection;
  const among = (column: string, at: number) =>
    `${column} IN (SELECT value FROM json_each(?${at}))`;
  const sql = `${select} WHERE ${among('id', 1)} OR ${among('f_slug', 2)} ORDER BY id`;
  return db.all(sql, JSON.stringify(ids), JSON.stringify(slugs)).map(toSummary);
}

const toSummary = (row: SqlRow): EntrySummary => ({
  id: Number(row.id),
  slug: String(row.slug),
  parent: Number(row.parent),
  count: Number(row.n ?? 0),
  author: Number(row.author),
  publicFrom: row.public_from === null ? null : Number(row.public_from),
});

/** → ID and version of entries with ID > `afterId`, ascending by ID. */
export function versionsOf(
  db: Sqlite,
  kind: KindName,
  { afterId, limit, stampOtherThan }: VersionsQuery,
): EntryVersion[] {
  const isOther = stampOtherThan === undefined ? '1' : '(stamp < ? OR stamp > ?)';
  const rows = db.all(
    `SELECT id, version FROM ${tablesOf(kinds[kind]).main} WHERE ${isOther} AND id > ?
     ORDER BY id LIMIT ?`,
    ...(stampOtherThan === undefined ? [] : [stampOtherThan, stampOtherThan]),
    afterId,
    limit,
  );
  return rows.map((row) => ({ id: Number(row.id), version: Number(row.version) }));
}
