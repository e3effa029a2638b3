/** Facets on SQLite: counts over the whole filtered set, the highest first, ties by name. */
import { kinds } from '../../kinds/index.js';
import { type Kind, TILES_FACET } from '../../kinds/kind.js';
import type { Row, Sqlite } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import type { FacetValue } from '../facets.js';
import type { SearchQuery } from '../port.js';
import { NOW, type Sql } from './conditions.js';
import { facetsFromDays } from './day-facets.js';
import type { HitSets } from './hit-sets.js';
import { bind, NARROW_ROWS, type Plan } from './plan.js';
import { labelFields, linkFields, tablesOf } from './tables.js';
import { tileFacet } from './tiles.js';

/** → the requested facets, by name. */
export function facetsOf(
  { db, sets }: { db: Sqlite; sets: HitSets },
  query: SearchQuery,
  found: { plan: Plan; total: number },
): Record<string, FacetValue[]> {
  const names = query.facets.filter((name) => name !== TILES_FACET);
  const counted = names.length > 0 ? fieldFacets({ db, sets }, query, { ...found, names }) : {};
  return Object.fromEntries(
    query.facets.map((name) => [name, counted[name] ?? tileFacet(db, query, found.plan)]),
  );
}

/** → the facets that count the values of a field, by name. */
function fieldFacets(
  { db, sets }: { db: Sqlite; sets: HitSets },
  query: SearchQuery,
  { names, plan, total }: { names: string[]; plan: Plan; total: number },
): Record<string, FacetValue[]> {
  const kind = kinds[query.kind];
  const fromDays = total < NARROW_ROWS ? null : facetsFromDays(db, query);
  if (fromDays) {
    return Object.fromEntries(
      names.map((name) => {
        const facet = kind.facets?.[name];
        return [name, facet ? fromDays(facet).map(toFacetValue) : []];
      }),
    );
  }
  // Computed once for all facets, and reused within the same second until the database changes.
  const { set } = sets.take(
    `SELECT e.id AS id FROM ${plan.from.sql} WHERE ${plan.where.sql}`,
    bind([...plan.from.params, ...plan.where.params], query.nowSeconds),
  );
  const hits = 'hits(id) AS (SELECT id FROM temp.ix_hits WHERE hit_set = ?)';
  return Object.fromEntries(
    names.map((name) => {
      const facet = kind.facets?.[name];
      if (!facet) return [name, []];
      const counted = linkFields(kind).includes(facet.field)
        ? linkFacet(kind, facet.field, facet.target, query.isFull)
        : columnFacet(kind, facet.field);
      const sql = `WITH ${hits} ${counted.sql} LIMIT ${limits.facetValues}`;
      const rows = db.all(sql, set, ...bind(counted.params, query.nowSeconds));
      return [name, rows.map(toFacetValue)];
    }),
  );
}

function linkFacet(
  kind: Kind,
  field: string,
  target: Kind['name'] | undefined,
  isFull: boolean,
): Sql {
  const { link } = tablesOf(kind);
  if (!target) return { sql: 'SELECT 1 WHERE 0', params: [] };
  const isPublicTest = kinds[target].family.hasStatus && !isFull;
  return {
    sql: `SELECT t.id, t.f_slug AS slug, t.l_title AS name, count(*) AS n
      FROM hits CROSS JOIN ${link} l ON l.id = hits.id AND l.field = ?
      CROSS JOIN ${tablesOf(kinds[target]).main} t ON t.id = l.value
      ${isPublicTest ? 'WHERE t.public_from <= ?' : ''}
      GROUP BY t.id ORDER BY n DESC, t.f_title, t.id`,
    params: isPublicTest ? [field, NOW] : [field],
  };
}

function columnFacet(kind: Kind, field: string): Sql {
  const label = labelFields(kind).includes(field) ? `min(l_${field})` : `f_${field}`;
  return {
    sql: `SELECT ${label} AS value, count(*) AS n
      FROM hits CROSS JOIN ${tablesOf(kind).main} e ON e.id = hits.id
      WHERE f_${field} <> '' GROUP BY f_${field} ORDER BY n DESC, f_${field}`,
    params: [],
  };
}

function toFacetValue(row: Row): FacetValue {
  const count = Number(row.n);
  if (row.value !== undefined) return { value: String(row.value), count };
  const id = Number(row.id);
  return { value: String(id), id, slug: String(row.slug), name: String(row.name), count };
}
