/** The facet `tiles` on SQLite: records are counted by location, locations by tile. */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { Row, Sqlite } from '../../lib/sqlite.js';
import { tilesPer } from '../../lib/tiles.js';
import { type FacetValue, type TileContent, tileValues } from '../facets.js';
import type { SearchQuery } from '../port.js';
import { bind, type Plan } from './plan.js';
import { tablesOf } from './tables.js';

/** → the counts of the records of the plan by tile of the query's zoom. */
export function tileFacet(db: Sqlite, query: SearchQuery, plan: Plan): FacetValue[] {
  const kind = kinds[query.kind];
  const { tilesZoom: zoom } = query;
  if (zoom === undefined || kind.tiles === undefined) return [];
  const { place, link } = tablesOf(kind);
  const rows = db.all(
    `WITH counted(place, n, first, last) AS (
       SELECT e.place, count(*), min(l.value), max(l.value) FROM ${plan.from.sql}
       LEFT JOIN ${link} l ON l.id = e.id AND l.field = ?
       WHERE ${plan.where.sql} AND e.place IS NOT NULL GROUP BY e.place)
     SELECT t.tile / ${tilesPer(zoom)} AS number, sum(c.n) AS n, sum(c.n * t.tile_lat) AS lat,
       sum(c.n * t.tile_lng) AS lng, min(c.first) AS first, max(c.last) AS last
     FROM counted c CROSS JOIN ${place} t ON t.id = c.place GROUP BY number`,
    ...bind([...plan.from.params, kind.tiles, ...plan.where.params], query.nowSeconds),
  );
  const only = linkedRecords(db, query, kind, rows);
  const counted = rows.map((row) => ({
    number: Number(row.number),
    count: Number(row.n),
    lat: Number(row.lat),
    lng: Number(row.lng),
    only: row.first === row.last ? only.get(Number(row.first)) : undefined,
  }));
  return tileValues(zoom, counted);
}

/** → the linked records that are alone in a tile and that the caller may see, by ID. */
function linkedRecords(
  db: Sqlite,
  { isFull, nowSeconds }: SearchQuery,
  kind: Kind,
  rows: readonly Row[],
): Map<number, NonNullable<TileContent['only']>> {
  const target = kind.relations.find(({ field }) => field === kind.tiles)?.target;
  if (!target) return new Map();
  const ids = rows.filter(({ first, last }) => first === last).map(({ first }) => first);
  const found = db.all(
    `SELECT id, f_slug AS slug, l_title AS name FROM ${tablesOf(kinds[target]).main}
     WHERE id IN (SELECT value FROM json_each(?))${isFull ? '' : ' AND public_from <= ?'}`,
    JSON.stringify(ids),
    ...(isFull ? [] : [nowSeconds]),
  );
  return new Map(
    found.map(({ id, slug, name }) => [
      Number(id),
      { id: Number(id), slug: String(slug), name: String(name) },
    ]),
  );
}
