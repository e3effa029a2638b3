/**
 * Facets: counts by value over the whole list, the highest first, ties by name. A large set is
 * looked up along the index of the field, whose values are in order; a small one looks up its
 * records. A large list that only dates limit is counted along the index alone. For tiles, records
 * are counted by location, locations by tile; only a tile of one location may have a single linked
 * record, because that has one location.
 */
import { kinds } from '../../kinds/index.js';
import { type Facet, type Kind, TILES_FACET } from '../../kinds/kind.js';
import type { Row, Sqlite, SqlValue } from '../../lib/sqlite.js';
import { tilesPer } from '../../lib/tiles.js';
import { limits } from '../../limits.js';
import { type FacetValue, type TileContent, tileValues } from '../facets.js';
import type { SearchQuery } from '../port.js';
import { type Candidates, readHits } from './sets.js';
import { dateFields, indexBy, labelFields, linkFields, type Sql, tablesOf } from './tables.js';
import { allOf, isLimitedBy, whereTest } from './where.js';

/** A set has this part of all records, or more: it is looked up along an index. */
const LARGE = 1 / 4;

/** → the requested facets, by name. */
export function facetsOf(
  db: Sqlite,
  query: SearchQuery,
  list: { candidates: Candidates; isRead: boolean; total: number },
): Record<string, FacetValue[]> {
  const kind = kinds[query.kind];
  const { window } = kind;
  const rows = db.get(`SELECT max(id) AS n FROM ${tablesOf(kind).main}`);
  const isLarge = list.total >= Number(rows?.n ?? 0) * LARGE;
  const wayBy = (fields: readonly string[]): Way => {
    if (!isLarge) return 'small';
    return isLimitedBy(query, fields) ? 'plain' : 'large';
  };
  const byLink = wayBy(dateFields(kind));
  const byValue = wayBy(window ? [window.start, window.end] : []);
  const isLink = (name: string) => linkFields(kind).includes(kind.facets?.[name]?.field ?? '');
  const isPlain = query.facets.every((name) => (isLink(name) ? byLink : byValue) === 'plain');
  if (!list.isRead && !isPlain) readHits(db, list.candidates, []);
  return Object.fromEntries(
    query.facets.map((name) => {
      const facet = kind.facets?.[name];
      if (name === TILES_FACET)
        return [name, tileFacet(db, query, rowsBy(kind, query, byValue, 'place'))];
      if (!facet) return [name, []];
      const rows = isLink(name)
        ? linkedRows(query, facet, linkCounts(kind, query, byLink, facet.field))
        : valueRows(kind, facet.field, rowsBy(kind, query, byValue, `f_${facet.field}`));
      return [name, db.all(rows.sql, ...rows.params).map(toFacetValue)];
    }),
  );
}

/** How the records of a list are read: along an index alone, along it with the set, by the set. */
type Way = 'plain' | 'large' | 'small';

/** → `FROM … WHERE …`: the records `e` of the list that have a value in a column. */
function rowsBy(kind: Kind, query: SearchQuery, way: Way, column: string): Sql {
  const has = column === 'place' ? 'e.place IS NOT NULL' : `e.${column} <> ${noneOf(kind, column)}`;
  const isShown = way === 'plain' && kind.hiddenField ? ` AND e.f_${kind.hiddenField} = 0` : '';
  const from = { table: `${tablesOf(kind).main} e`, index: indexBy(kind, column) };
  return rowsOf(query, way, from, { sql: has + isShown, params: [] });
}

/** → `FROM … WHERE …`: those rows of a table that are of the list. */
function rowsOf(
  query: SearchQuery,
  way: Way,
  { table, index }: { table: string; index: string },
  test: Sql,
): Sql {
  const alias = table.slice(-1);
  const along = `${table} INDEXED BY ${index}`;
  const from = {
    plain: along,
    large: `${along} CROSS JOIN temp.ix_hits h ON h.id = ${alias}.id`,
    small: `temp.ix_hits h CROSS JOIN ${table} ON ${alias}.id = h.id`,
  }[way];
  const isPublic = { sql: `${alias}.public_from <= ?`, params: [query.nowSeconds] };
  const dates = query.where.map((where) => whereTest(kinds[query.kind], where, alias));
  const plain = [isPublic, ...dates];
  const { sql, params } = allOf([test, ...(way === 'plain' ? plain : [])]);
  return { sql: `FROM ${from} WHERE ${sql}`, params };
}

/** → what a column has in SQL where a record has no value. */
const noneOf = (kind: Kind, column: string): string =>
  kind.indexFields[column.replace(/^f_/, '')]?.type === 'integer' ? '0' : "''";

/** → SQL of the counts by the values of a link, `(value, n)`. */
function linkCounts(kind: Kind, query: SearchQuery, way: Way, field: string): Sql {
  const { link } = tablesOf(kind);
  const from = { table: `${link} l`, index: `${link}_by_value` };
  const { sql, params } = rowsOf(query, way, from, { sql: 'l.field = ?', params: [field] });
  return { sql: `SELECT l.value AS value, count(*) AS n ${sql} GROUP BY l.value`, params };
}

function valueRows(kind: Kind, field: string, { sql, params }: Sql): Sql {
  const value = labelFields(kind).includes(field) ? `min(e.l_${field})` : `e.f_${field}`;
  return {
    sql: `SELECT ${value} AS value, count(*) AS n ${sql} GROUP BY e.f_${field}
      ORDER BY n DESC, e.f_${field} LIMIT ${limits.facetValues}`,
    params,
  };
}

/** → the highest counts of linked records that the caller may see. */
function linkedRows({ isFull, nowSeconds }: SearchQuery, { target }: Facet, counts: Sql): Sql {
  if (!target) return { sql: 'SELECT 1 WHERE 0', params: [] };
  const isPublicTest = kinds[target].family.hasStatus && !isFull;
  return {
    sql: `WITH counted AS MATERIALIZED (${counts.sql})
      SELECT t.id, t.f_slug AS slug, t.l_title AS name, c.n
      FROM counted c CROSS JOIN ${tablesOf(kinds[target]).main} t ON t.id = c.value
      ${isPublicTest ? 'WHERE t.public_from <= ?' : ''}
      ORDER BY c.n DESC, t.f_title, t.id LIMIT ${limits.facetValues}`,
    params: [...counts.params, ...(isPublicTest ? [nowSeconds] : [])],
  };
}

function toFacetValue(row: Row): FacetValue {
  const count = Number(row.n);
  if (row.value !== undefined) return { value: String(row.value), count };
  const id = Number(row.id);
  return { value: String(id), id, slug: String(row.slug), name: String(row.name), count };
}

/** → the counts by tile of the query's zoom; `records` is `FROM … WHERE …` of its records `e`. */
function tileFacet(db: Sqlite, query: SearchQuery, records: Sql): FacetValue[] {
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
