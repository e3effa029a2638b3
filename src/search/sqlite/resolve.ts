/** Lookups of entries by ID or slug in the SQLite search index. */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { KindName } from '../../kinds/record.js';
import type { Sqlite, SqlValue } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import type { Resolved } from '../port.js';
import { tablesOf } from './tables.js';

/** → entries of the kind by ID or slug; those of a tree with the IDs of their descendants. */
export function resolveEntries(
  db: Sqlite,
  kindName: KindName,
  { ids = [], slugs = [] }: { ids?: readonly number[]; slugs?: readonly string[] },
): Resolved[] {
  const kind = kinds[kindName];
  const author = kind.indexFields.author ? 'f_author' : '0';
  const lookUp = (column: string, values: readonly SqlValue[]) =>
    values.length === 0
      ? []
      : db.all(
          `SELECT id, f_slug AS slug, public_from, ${author} AS author FROM ${tablesOf(kind).main}
           WHERE ${column} IN (SELECT value FROM json_each(?))`,
          JSON.stringify(values),
        );
  return [...lookUp('id', ids), ...lookUp('f_slug', slugs)].map((row) => ({
    id: Number(row.id),
    slug: String(row.slug),
    author: Number(row.author),
    publicFrom: row.public_from === null ? null : Number(row.public_from),
    below: kind.isTree ? idsBelow(db, kind, Number(row.id)) : [],
  }));
}

function idsBelow(db: Sqlite, kind: Kind, id: number): number[] {
  return db
    .all(
      `WITH RECURSIVE below(id, depth) AS (
         SELECT ?, 0
         UNION SELECT c.id, below.depth + 1 FROM below JOIN ${tablesOf(kind).main} c
           ON c.f_parent = below.id WHERE below.depth < ${limits.termDepth})
       SELECT DISTINCT id FROM below WHERE depth > 0`,
      id,
    )
    .map((row) => Number(row.id));
}
