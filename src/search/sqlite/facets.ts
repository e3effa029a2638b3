/**
 * Facets: counts by value over the whole list, the highest first, ties by name. A large set is
 * looked up along the index of the field, whose values are in order; a small one looks up its
 * records. A large list that only dates limit is counted along the index alone. For tiles, records
 * are counted by location, locations by tile; a record has one location, so only a tile of one
 * location may have a single linked record.
 */
import { kinds } from '../../kinds/index.js';
import { type Facet, type Kind, TILES_FACET } from '../../kinds/kind.js';
import { tilesPer } from '../../lib/place/tiles.js';
import type { Sqlite, SqlRow, SqlValue } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import { type FacetValue, type TileContent, tileValues } from '../facets.js';
import { labelFields, linkFields } from '../fields.js';
import type { SearchPage, SearchQuery } from '../port.js';
import { type DateFilters, dateFilters, isLimitedBy } from '../window.js';
import { isListed, rowAt, within } from './positions.js';
import { indexBy, type Sql, tablesOf } from './tables.js';
import { allOf, partsOf, testsOf } from './where.js';

/** A set has this part of all records, or more: it is looked up along an index. */
const LARGE = 1 / 4;

/** → the requested facets and branches, by name. `readSet` reads the set of the list once. */
export function facetsOf(
  db: Sqlite,
  query: SearchQuery,
  total: number,
  readSet: () => void,
): Pick<SearchPage, 'facets' | 'branches'> {
  if (query.facets.length === 0) return { facets: {}, branches: {} };
  const kind = kinds[query.kind];
  const branches: Record<string, ReadonlyMap<number, number>> = {};
  const all = db.get(`SELECT max(id) AS n FROM ${tablesOf(kind).main}`);
  const isLarge = total >= Number(all?.n ?? 0) * LARGE;
  const isOfDates = isLarge && isListed(db, query);
  const dates = isOfDates ? dateFilters(query) : null;
  const columns = [kind.window?.start ?? '', kind.window?.end ?? ''];
  const facets = Object.fromEntries(
    query.facets.map((name) => {
      const facet = name === TILES_FACET ? { field: 'place' } : kind.facets?.[name];
      if (!facet) return [name, []];
      const { field } = facet;
      const isLink = linkFields(kind).includes(field);
      const isPlain = isLink ? dates !== null : isOfDates && isLimitedBy(query, columns);
      if (!isPlain) readSet();
      const records = rowsBy(query, isPlain ? 'plain' : isLarge ? 'large' : 'small', field);
      if (name === TILES_FACET) return [name, tileFacet(db, query, records)];
      const grouped = `SELECT l.value AS value, count(*) AS n ${records.sql} GROUP BY l.value`;
      const counts = dates ? countsInWindow(query, dates, field) : { ...records, sql: grouped };
      const rows = isLink ? linkedRows(query, facet, counts) : valueRows(kind, facet, records);
      const of = query.branches?.[name] ?? [];
      if (of.length > 0) {
        const below = dates ? branchesInWindow(query, dates, field) : branchesOf(records);
        const counted = db.all(below.sql, ...below.params, JSON.stringify(of));
        const some = counted.filter(({ n }) => Number(n) > 0);
        branches[name] = new Map(some.map(({ id, n }) => [Number(id), Number(n)]));
      }
      return [name, db.all(rows.sql, ...rows.params).map(toFacetValue)];
    }),
  );
  return { facets, branches };
}

/** How the records of a list are read: along an index alone, along it with the set, by the set. */
type Way = 'plain' | 'large' | 'small';

/** → `FROM … WHERE …`: the records of the list with a value: links `l`, or rows `e`. */
function rowsBy(query: SearchQuery, way: Way, field: string): Sql {
  const kind = kinds[query.kind];
  const { main, link } = tablesOf(kind);
  const isLink = linkFields(kind).includes(field);
  const column = field === 'place' ? field : `f_${field}`;
  const along = isLink ? `${link} l` : `${main} e INDEXED BY ${indexBy(kind, column)}`;
  const ofSet = isLink
    ? `${link} l INDEXED BY ${link}_by_listed ON l.listed = h.listed`
    : rowAt(kind, 'h.listed');
  const from = {
    plain: along,
    large: `${along} CROSS JOIN temp.ix_hits h ON h.listed = ${isLink ? 'l' : 'e'}.listed`,
    small: `temp.ix_hits h CROSS JOIN ${ofSet}`,
  }[way];
  // Where a record has no value, a column has this.
  const none = kind.indexFields[field]?.type === 'integer' ? '0' : "''";
  const hasValue = isLink ? `l.field = '${field}'` : `e.${column} <> ${none}`;
  const tests = [{ sql: hasValue, params: [] }, ...(way === 'plain' ? testsOf(query) : [])];
  const { sql, params } = allOf(tests);
  return { sql: `FROM ${from} WHERE ${sql}`, params };
}

function valueRows(kind: Kind, { field, valuesMax }: Facet, { sql, params }: Sql): Sql {
  const value = labelFields(kind).includes(field) ? `min(e.l_${field})` : `e.f_${field}`;
  return {
    sql: `SELECT ${value} AS value, count(*) AS n ${sql} GROUP BY e.f_${field}
      ORDER BY n DESC, e.f_${field} LIMIT ${valuesMax ?? limits.facetValues}`,
    params,
  };
}

/** → SQL of the counts by the values of a link, `(value, n)`, along its rows in the window. */
function countsInWindow(query: SearchQuery, dates: DateFilters, field: string): Sql {
  const { link } = tablesOf(kinds[query.kind]);
  const next = `SELECT min(value) FROM ${link} WHERE field = '${field}'`;
  const { sql, params } = countInWindow(query, dates, { field, test: '= v.value', counted: '*' });
  return {
    sql: `WITH RECURSIVE v (value) AS (
        ${next} UNION ALL SELECT (${next} AND value > v.value) FROM v WHERE v.value IS NOT NULL)
      SELECT v.value AS value, ${sql} AS n FROM v WHERE v.value IS NOT NULL`,
    params,
  };
}

/** → SQL of the records in each branch of the last parameter, `(id, n)`, along the rows. */
function branchesInWindow(query: SearchQuery, dates: DateFilters, field: string): Sql {
  const test = `IN (SELECT value FROM json_each(b.value, '$.ids'))`;
  const { sql, params } = countInWindow(query, dates, {
    field,
    test,
    counted: 'DISTINCT l.listed',
  });
  return { sql: `SELECT b.value ->> 'id' AS id, ${sql} AS n FROM json_each(?) b`, params };
}

/** → SQL of the same, of records by the set; a record counts once, however many it has. */
const branchesOf = ({ sql, params }: Sql): Sql => ({
  sql: `SELECT b.id, count(DISTINCT r.listed) AS n
    FROM (SELECT l.value AS value, l.listed AS listed ${sql}) r CROSS JOIN (
      SELECT j.value ->> 'id' AS id, m.value AS member
      FROM json_each(?) j CROSS JOIN json_each(j.value, '$.ids') m) b ON b.member = r.value
    GROUP BY b.id`,
  params,
});

/** → SQL of the number of records in the window that have a link in `test`. */
function countInWindow(
  query: SearchQuery,
  dates: DateFilters,
  { field, test, counted }: { field: string; test: string; counted: string },
): Sql {
  const { link } = tablesOf(kinds[query.kind]);
  const counts = partsOf(query, dates, 'l').map(({ span, tests, isRepeated }) => {
    const { sql, params } = allOf([within('l.listed', span), ...tests]);
    const along = isRepeated ? `l INDEXED BY ${link}_repeated` : 'l';
    const count = `(SELECT count(${counted}) FROM ${link} ${along}
      WHERE l.field = '${field}' AND l.value ${test} AND ${sql})`;
    return { sql: isRepeated ? `-${count}` : count, params };
  });
  return {
    sql: counts.map(({ sql }) => sql).join(' + '),
    params: counts.flatMap(({ params }) => params),
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
      WHERE c.n > 0 ${isPublicTest ? 'AND t.public_from <= ?' : ''}
      ORDER BY c.n DESC, t.f_title, t.id LIMIT ${limits.facetValues}`,
    params: [...counts.params, ...(isPublicTest ? [nowSeconds] : [])],
  };
}

function toFacetValue(row: SqlRow): FacetValue {
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
     FROM counted c CROSS JOIN ${tablesOf(kind).place} t ON t.id = c.place AND t.is_town = 0
     GROUP BY number`,
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
       SELECT e.listed AS listed, e.place AS place ${records.sql}
         AND e.place IN (SELECT value FROM json_each(?))),
     linked AS MATERIALIZED (
       SELECT at.place AS place, min(l.value) AS first, max(l.value) AS last FROM at
       CROSS JOIN ${tablesOf(kind).link} l ON l.listed = at.listed AND l.field = '${kind.tiles}'
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
