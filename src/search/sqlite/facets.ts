/** Facets on SQLite: counts over the whole filtered set, the highest first, ties by name. */
import { kinds } from '../../kinds/index.js';
import { type Facet, type Kind, TILES_FACET } from '../../kinds/kind.js';
import type { Row, Sqlite } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import type { FacetValue } from '../facets.js';
import type { SearchQuery } from '../port.js';
import type { Sql } from './conditions.js';
import { facetsFromDays } from './day-facets.js';
import { linkedRows } from './facet-rows.js';
import type { HitSets } from './hit-sets.js';
import { bind, type Plan } from './plan.js';
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
  const fromDays = facetsFromDays(db, query, total);
  const byRow = (facet: Facet) => {
    // Computed once for all facets, and reused within the same second until the database changes.
    const { set } = sets.take(
      `SELECT e.id AS id FROM ${plan.from.sql} WHERE ${plan.where.sql}`,
      bind([...plan.from.params, ...plan.where.params], query.nowSeconds),
    );
    const counted = linkFields(kind).includes(facet.field)
      ? linkFacet(query, facet)
      : columnFacet(kind, facet.field);
    return db.all(counted.sql, set, ...bind(counted.params, query.nowSeconds));
  };
  return Object.fromEntries(
    names.map((name) => {
      const facet = kind.facets?.[name];
      return [name, facet ? (fromDays?.(facet) ?? byRow(facet)).map(toFacetValue) : []];
    }),
  );
}

/** The records that are counted; its parameter is the number of their set. */
const HITS = 'WITH hits(id) AS (SELECT id FROM temp.ix_hits WHERE hit_set = ?)';

function linkFacet(query: SearchQuery, { field, target }: Facet): Sql {
  if (!target) return { sql: `${HITS} SELECT 1 WHERE 0`, params: [] };
  const shown = linkedRows(query, target);
  return {
    sql: `${HITS}, counted(value, n) AS MATERIALIZED (SELECT l.value, count(*)
        FROM hits CROSS JOIN ${tablesOf(kinds[query.kind]).link} l
        ON l.id = hits.id AND l.field = ? GROUP BY l.value)
      ${shown.sql}`,
    params: [field, ...shown.params],
  };
}

function columnFacet(kind: Kind, field: string): Sql {
  const label = labelFields(kind).includes(field) ? `min(l_${field})` : `f_${field}`;
  return {
    sql: `${HITS} SELECT ${label} AS value, count(*) AS n
      FROM hits CROSS JOIN ${tablesOf(kind).main} e ON e.id = hits.id
      WHERE f_${field} <> '' GROUP BY f_${field} ORDER BY n DESC, f_${field}
      LIMIT ${limits.facetValues}`,
    params: [],
  };
}

function toFacetValue(row: Row): FacetValue {
  const count = Number(row.n);
  if (row.value !== undefined) return { value: String(row.value), count };
  const id = Number(row.id);
  return { value: String(id), id, slug: String(row.slug), name: String(row.name), count };
}
