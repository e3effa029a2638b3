/** IDs and slugs → entries of the SQLite search index, for filters that name other records. */
import { kinds } from '../../kinds/index.js';
import type { KindName } from '../../kinds/record.js';
import { chunksOf } from '../../lib/batches.js';
import type { Sqlite, SqlValue } from '../../lib/sqlite.js';
import type { Resolved } from '../port.js';
import { tablesOf } from './tables.js';

/** → entries of the kind by ID or slug. */
export function resolveEntries(
  db: Sqlite,
  kindName: KindName,
  keys: { ids?: readonly number[]; slugs?: readonly string[] },
): Resolved[] {
  const kind = kinds[kindName];
  const parent = kind.isTree ? 'f_parent' : '0';
  const lookUp = (column: string, values: readonly SqlValue[]) =>
    chunksOf(values, 500).flatMap((chunk) =>
      db.all(
        `SELECT id, f_slug AS slug, ${parent} AS parent FROM ${tablesOf(kind).main}
         WHERE ${column} IN (SELECT value FROM json_each(?))`,
        JSON.stringify(chunk),
      ),
    );
  return [...lookUp('id', keys.ids ?? []), ...lookUp('f_slug', keys.slugs ?? [])].map((row) => ({
    id: Number(row.id),
    slug: String(row.slug),
    parent: Number(row.parent),
  }));
}
