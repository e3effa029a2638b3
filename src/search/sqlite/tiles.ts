/**
 * The facet `tiles`: records are counted by location, locations by tile. A linked record has one
 * location, so that only the tiles with a single location may have a single linked record.
 */
import { kinds } from '../../kinds/index.js';
import type { Sqlite, SqlValue } from '../../lib/sqlite.js';
import { tilesPer } from '../../lib/tiles.js';
import { type FacetValue, type TileContent, tileValues } from '../facets.js';
import type { SearchQuery } from '../port.js';
import { type Sql, tablesOf } from './tables.js';

/** → the counts by tile of the query's zoom; `records` is `FROM … WHERE …` of its records `e`. */
export function tileFacet(db: Sqlite, query: SearchQuery, records: Sql): FacetValue[] {
  const kind = kinds[query.kind];
  const { tilesZoom: zoom } = query;
  if (zoom === undefined || kind.tiles === undefined) return [];
  const rows = db.all(
    `WITH counted AS MATERIALIZED (
       SELECT e.place AS place, count(*) AS n ${records.sql} GROUP BY e.place)
     SELECT t.tile / ${tilesPer(zoom)} AS number, sum(c.n) AS n, sum(c.n * t.tile_lat) AS lat,
       sum(c.n * t.tile_lng) AS lng, CASE count(*) WHEN 1 THEN c.place END AS place
     FROM counted c CROSS JOIN ${tablesOf(kind).place} t ON t.id = c.place GROUP BY number`,
    ...records.params,
  );
  const places = rows.flatMap(({ place = null }) => (place === null ? [] : [place]));
  const only = places.length > 0 ? onlyAt(db, query, records, places) : new Map();
  const counted = rows.map((row) => ({
    number: Number(row.number),
    count: Number(row.n),
    lat: Number(row.lat),
    lng: Number(row.lng),
    only: only.get(row.place),
  }));
  return tileValues(zoom, counted);
}

/** → by location: the linked record that all records there have, if the caller may see it. */
function onlyAt(
  db: Sqlite,
  { kind: name, isFull, nowSeconds }: SearchQuery,
  records: Sql,
  places: SqlValue[],
): Map<SqlValue | undefined, NonNullable<TileContent['only']>> {
  const kind = kinds[name];
  const target = kind.relations.find(({ field }) => field === kind.tiles)?.target;
  if (!target) return new Map();
  const rows = db.all(
    `WITH at AS MATERIALIZED (
       SELECT e.id AS id, e.place AS place ${records.sql}
         AND e.place IN (SELECT value FROM json_each(?))),
     linked AS MATERIALIZED (
       SELECT at.place AS place, min(l.value) AS first, max(l.value) AS last FROM at
       CROSS JOIN ${tablesOf(kind).link} l ON l.id = at.id AND l.field = '${kind.tiles}'
       GROUP BY at.place)
     SELECT linked.place, t.id, t.f_slug AS slug, t.l_title AS name
     FROM linked CROSS JOIN ${tablesOf(kinds[target]).main} t ON t.id = linked.first
     WHERE linked.first = linked.last${isFull ? '' : ' AND t.public_from <= ?'}`,
    ...records.params,
    JSON.stringify(places),
    ...(isFull ? [] : [nowSeconds]),
  );
  return new Map(
    rows.map((row) => [
      row.place,
      { id: Number(row.id), slug: String(row.slug), name: String(row.name) },
    ]),
  );
}
