/** The access path by coordinates: locations from the R*Tree, an exact test, their records. */
import type { Kind } from '../../kinds/kind.js';
import {
  type Box,
  boxesAround,
  boxesOf,
  chordSquared,
  type GeoFilter,
  unitVector,
} from '../../lib/geo.js';
import type { AccessPath, Conditions, Sql } from './conditions.js';
import { tablesOf } from './tables.js';

/**
 * → the squared chord between row `alias` and a point. It grows with the distance and needs no
 * trigonometry.
 */
export function chordTo(point: { lat: number; lng: number }, alias: string): Sql {
  const { x, y, z } = unitVector(point);
  const squared = (axis: string) => `(${alias}${axis} - ?) * (${alias}${axis} - ?)`;
  return {
    sql: `(${squared('x')} + ${squared('y')} + ${squared('z')})`,
    params: [x, x, y, y, z, z],
  };
}

/** Adds the tests and access paths of a geo filter. */
export function addGeo(kind: Kind, geo: GeoFilter, { tests, paths }: Conditions): void {
  if (geo.hasPlace !== undefined) {
    tests.push({ sql: `e.place IS ${geo.hasPlace ? 'NOT ' : ''}NULL`, params: [] });
  }
  if (geo.point && geo.radiusM !== undefined) {
    const chord = chordTo(geo.point, 'pl.');
    const within = {
      // Negated twice, because the driver binds numbers between 0 and 2.2e-16 as 0.
      sql: `${chord.sql} <= -?`,
      params: [...chord.params, -chordSquared(geo.radiusM)],
    };
    paths.push(placePath(kind, boxesAround(geo.point, geo.radiusM), within));
  }
  if (geo.box) {
    const boxes = boxesOf(geo.box);
    const one = '(pl.lat BETWEEN ? AND ? AND pl.lng BETWEEN ? AND ?)';
    const inside = {
      sql: `(${boxes.map(() => one).join(' OR ')})`,
      params: boxes.flatMap((box) => [box.south, box.north, box.west, box.east]),
    };
    paths.push(placePath(kind, boxes, inside));
  }
}

/** An access path to the records at locations that are in the boxes and pass the exact test. */
function placePath(kind: Kind, boxes: Box[], exact: Sql): AccessPath {
  const { main, place } = tablesOf(kind);
  const found = boxIds(kind, boxes);
  const places: Sql = {
    sql: `SELECT pl.id FROM (${found.sql}) g CROSS JOIN ${place} pl ON pl.id = g.id
      WHERE ${exact.sql}`,
    params: [...found.params, ...exact.params],
  };
  return {
    ids: found,
    from: {
      sql: `(${places.sql}) d CROSS JOIN ${main} e ON e.place = d.id`,
      params: places.params,
    },
    test: { sql: `e.place IN (${places.sql})`, params: places.params },
    rowsEach: (db) => {
      const sizes = db.get(
        `SELECT (SELECT max(id) FROM ${main}) AS rows, (SELECT max(id) FROM ${place}) AS places`,
      );
      return Math.max(1, Number(sizes?.rows ?? 0) / Math.max(1, Number(sizes?.places ?? 0)));
    },
  };
}

// An R*Tree has 32-bit floats rounded outwards, so it finds every location in the boxes and some
// near them, which the exact test excludes. UNION removes duplicates.
function boxIds(kind: Kind, boxes: Box[]): Sql {
  const { geo } = tablesOf(kind);
  return {
    sql: boxes
      .map(
        () => `SELECT id FROM ${geo} WHERE north >= ? AND south <= ? AND east >= ? AND west <= ?`,
      )
      .join(' UNION '),
    params: boxes.flatMap((box) => [box.south, box.north, box.west, box.east]),
  };
}
