/**
 * The distinct locations of records, each there while a record uses it; and filters by coordinates:
 * the locations in a circle and a box are read once into `temp.ix_near`.
 */
import type { Kind } from '../../kinds/kind.js';
import {
  type Box,
  boxesOf,
  chordSquared,
  type GeoFilter,
  latitudesAround,
  type Point,
  unitVector,
} from '../../lib/place/geo.js';
import type { Sqlite, SqlValue } from '../../lib/sqlite.js';
import { tilePlace } from '../facets.js';
import { formulaOf } from '../order.js';
import type { SearchDocument, SearchQuery } from '../port.js';
import { setSteps } from './rank.js';
import { indexBy, type Sql, tablesOf } from './tables.js';
import { allOf } from './where.js';

/**
 * Reads the locations in the area of a list into `temp.ix_near`, each with its squared chord to the
 * point; all of them if the list is ordered by distance and has no area. → the number of locations
 * in the area; null without an area.
 */
export function readNear(db: Sqlite, kind: Kind, query: SearchQuery): number | null {
  const { geo, sort } = query;
  db.run('DELETE FROM temp.ix_near');
  if (!geo || !kind.place) return null;
  const areas = areasOf(geo);
  const hasArea = areas.length > 0;
  if (!hasArea && sort.by !== 'distance' && sort.by !== 'day') return null;
  const inside = allOf(areas);
  const chord = geo.point ? chordTo(geo.point) : { sql: 'NULL', params: [] };
  const count = db.run(
    `INSERT INTO temp.ix_near (id, chord)
     SELECT pl.id, ${chord.sql} FROM ${tablesOf(kind).place} pl WHERE ${inside.sql}`,
    ...chord.params,
    ...inside.params,
  );
  if (sort.by === 'best') setSteps(db, formulaOf(query));
  return hasArea ? count : null;
}

/** → the test of row `e` by coordinates; the area's locations are in `temp.ix_near`. */
export function geoTest(kind: Kind, geo: GeoFilter): Sql {
  const tests = [
    ...(geo.hasPlace === undefined ? [] : [placedTest(kind, geo.hasPlace)]),
    ...(areasOf(geo).length > 0 ? ['+e.place IN (SELECT id FROM temp.ix_near)'] : []),
  ];
  const sql = tests.join(' AND ') || '1';
  const online = onlineTest(kind, geo);
  return { sql: online ? `((${sql}) OR ${online})` : sql, params: [] };
}

/** Maps and `geoloc` take coordinates alone, not the middle of a town. */
const EXACT = 'pl.is_town = 0';

const placedTest = (kind: Kind, isPlaced: boolean): string =>
  `${isPlaced ? '' : 'NOT '}EXISTS
    (SELECT 1 FROM ${tablesOf(kind).place} pl WHERE pl.id = +e.place AND ${EXACT})`;

/** → the test for the online records that a list adds at its end; null when it adds none. */
export const onlineTest = ({ onlineField }: Kind, geo: GeoFilter | null): string | null =>
  geo?.orOnline && onlineField ? `e.f_${onlineField} = 1` : null;

/**
 * → the squared chord between location `pl` and a point. It grows with the distance and needs no
 * trigonometry.
 */
export function chordTo(point: Point): Sql {
  const { x, y, z } = unitVector(point);
  const squared = (axis: string) => `(pl.${axis} - ?) * (pl.${axis} - ?)`;
  return {
    sql: `(${squared('x')} + ${squared('y')} + ${squared('z')})`,
    params: [x, x, y, y, z, z],
  };
}

/** → the tests of a location `pl`. By its latitude SQLite reads it from an index. */
const areasOf = ({ point, radiusM, box, hasPlace }: GeoFilter): Sql[] => {
  const areas = [
    ...(point && radiusM !== undefined ? [circle(point, radiusM)] : []),
    ...(box ? [inBoxes(boxesOf(box))] : []),
  ];
  const isExact = areas.length > 0 && (box !== undefined || hasPlace !== undefined);
  return isExact ? [...areas, { sql: EXACT, params: [] }] : areas;
};

function circle(point: Point, radiusM: number): Sql {
  const chord = chordTo(point);
  const { south, north } = latitudesAround(point, radiusM);
  return {
    // Negated twice, because the driver binds numbers between 0 and 2.2e-16 as 0.
    sql: `pl.lat BETWEEN ? AND ? AND ${chord.sql} <= -?`,
    params: [south, north, ...chord.params, -chordSquared(radiusM)],
  };
}

const inBoxes = (boxes: Box[]): Sql => ({
  sql: `(${boxes.map(() => '(pl.lat BETWEEN ? AND ? AND pl.lng BETWEEN ? AND ?)').join(' OR ')})`,
  params: boxes.flatMap(({ south, north, west, east }) => [south, north, west, east]),
});

/** → the ID of a location, which is added if it is new; null for a record without a place. */
export function takePlace(db: Sqlite, kind: Kind, point: SearchDocument['place']): SqlValue {
  if (!kind.place || !point) return null;
  const { place } = tablesOf(kind);
  const { lat, lng } = point;
  const isTown = point.isTown ? 1 : 0;
  const key = [lat, lng, isTown];
  const stored = db.get(
    `SELECT id FROM ${place} WHERE lat = ? AND lng = ? AND is_town = ?`,
    ...key,
  );
  if (stored) return stored.id ?? null;
  const { x, y, z } = unitVector(point);
  const tile = tilePlace(point);
  const added = db.get(
    `INSERT INTO ${place} (lat, lng, is_town, x, y, z, tile, tile_lat, tile_lng)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    ...[...key, x, y, z],
    ...[tile.number, tile.lat, tile.lng],
  );
  return added?.id ?? null;
}

/** Removes locations that no record uses. */
export function dropUnused(db: Sqlite, kind: Kind, ids: readonly SqlValue[]): void {
  const { main, place } = tablesOf(kind);
  for (const id of new Set(ids)) {
    if (id === null) continue;
    const isUsed = `SELECT 1 FROM ${main} INDEXED BY ${indexBy(kind, 'place')} WHERE place = ?`;
    if (db.get(`${isUsed} LIMIT 1`, id)) continue;
    db.run(`DELETE FROM ${place} WHERE id = ?`, id);
  }
}
