/** Filters by coordinates: the locations in a circle and a box, read once into `temp.ix_near`. */
import type { Kind } from '../../kinds/kind.js';
import {
  type Box,
  boxesAround,
  boxesOf,
  chordSquared,
  type GeoFilter,
  type Point,
  unitVector,
} from '../../lib/geo.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { formulaOf } from '../order.js';
import type { SearchQuery } from '../port.js';
import { setSteps } from './rank.js';
import { type Sql, tablesOf } from './tables.js';
import { allOf } from './where.js';

/** The area of a filter: boxes that hold it, and the exact test of a location `pl`. */
interface Area {
  boxes: Box[];
  test: Sql;
}

/**
 * Reads the locations in the area of a list into `temp.ix_near`, each with its squared chord to the
 * point; all of them if the list is ordered by distance and has no area. → the number of locations
 * in the area; null: there is none.
 */
export function readNear(db: Sqlite, kind: Kind, query: SearchQuery): number | null {
  const { geo, sort } = query;
  db.run('DELETE FROM temp.ix_near');
  if (!geo || !kind.place) return null;
  const { place } = tablesOf(kind);
  const areas = areasOf(geo);
  const [first] = areas;
  if (!first && sort.by !== 'distance' && sort.by !== 'day') return null;
  const found = first ? boxIds(kind, first.boxes) : { sql: `SELECT id FROM ${place}`, params: [] };
  const exact = allOf(areas.map(({ test }) => test));
  const chord = geo.point ? chordTo(geo.point) : { sql: 'NULL', params: [] };
  const count = db.run(
    `INSERT INTO temp.ix_near (id, chord) SELECT pl.id, ${chord.sql} FROM (${found.sql}) g
     CROSS JOIN ${place} pl ON pl.id = g.id WHERE ${exact.sql}`,
    ...chord.params,
    ...found.params,
    ...exact.params,
  );
  if (sort.by === 'best') setSteps(db, formulaOf(query));
  return first ? count : null;
}

/** → the test of row `e` by coordinates; those of the area are in `temp.ix_near`. */
export function geoTest(kind: Kind, geo: GeoFilter): Sql {
  const tests = [
    ...(geo.hasPlace === undefined ? [] : [`+e.place IS ${geo.hasPlace ? 'NOT ' : ''}NULL`]),
    ...(areasOf(geo).length > 0 ? ['+e.place IN (SELECT id FROM temp.ix_near)'] : []),
  ];
  const sql = tests.join(' AND ') || '1';
  const online = onlineTest(kind, geo);
  return { sql: online ? `((${sql}) OR ${online})` : sql, params: [] };
}

/** → the test for the online records that a list adds behind all others; null: it adds none. */
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

function areasOf({ point, radiusM, box }: GeoFilter): Area[] {
  return [
    ...(point && radiusM !== undefined ? [circle(point, radiusM)] : []),
    ...(box ? [boxArea(boxesOf(box))] : []),
  ];
}

function circle(point: Point, radiusM: number): Area {
  const chord = chordTo(point);
  return {
    boxes: boxesAround(point, radiusM),
    // Negated twice, because the driver binds numbers between 0 and 2.2e-16 as 0.
    test: { sql: `${chord.sql} <= -?`, params: [...chord.params, -chordSquared(radiusM)] },
  };
}

function boxArea(boxes: Box[]): Area {
  const one = '(pl.lat BETWEEN ? AND ? AND pl.lng BETWEEN ? AND ?)';
  return {
    boxes,
    test: {
      sql: `(${boxes.map(() => one).join(' OR ')})`,
      params: boxes.flatMap((box) => [box.south, box.north, box.west, box.east]),
    },
  };
}

// The index of the pairs has all that this reads. UNION removes duplicates.
function boxIds(kind: Kind, boxes: Box[]): Sql {
  const { place } = tablesOf(kind);
  return {
    sql: boxes
      .map(() => `SELECT id FROM ${place} WHERE lat BETWEEN ? AND ? AND lng BETWEEN ? AND ?`)
      .join(' UNION '),
    params: boxes.flatMap((box) => [box.south, box.north, box.west, box.east]),
  };
}
