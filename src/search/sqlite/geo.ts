/** The access path by coordinates: locations from the R*Tree, an exact test, their records. */
import type { Kind } from '../../kinds/kind.js';
import type { Box, GeoFilter } from '../../lib/geo.js';
import { areasOf } from './areas.js';
import type { AccessPath, Conditions, Sql } from './conditions.js';
import { conjunction } from './plan.js';
import { tablesOf } from './tables.js';

/** Adds the tests and access paths of a geo filter. */
export function addGeo(kind: Kind, geo: GeoFilter, conditions: Conditions): void {
  const online = onlineTest(kind, geo);
  if (online === null) addPlaces(kind, geo, conditions);
  else conditions.paths.push(orOnline(kind, geo, online));
}

/** → the test for the online records that a list adds behind all others; null: it adds none. */
export const onlineTest = ({ onlineField }: Kind, geo: GeoFilter | null): string | null =>
  geo?.orOnline && onlineField ? `e.f_${onlineField} = 1` : null;

/** → an access path to the records that pass a geo filter, and to those that are online. */
function orOnline(kind: Kind, geo: GeoFilter, online: string): AccessPath {
  const near: Conditions = { tests: [], paths: [] };
  addPlaces(kind, geo, near);
  const [first, ...others] = near.paths;
  const from = first?.from ?? { sql: `${tablesOf(kind).main} e`, params: [] };
  const rest = conjunction([...near.tests, ...others.map(({ test }) => test)]);
  const whole = conjunction([...near.tests, ...near.paths.map(({ test }) => test)]);
  return {
    ids: {
      sql: `SELECT e.id AS id FROM ${from.sql} WHERE ${rest.sql}
        UNION SELECT e.id FROM ${tablesOf(kind).main} e WHERE ${online}`,
      params: [...from.params, ...rest.params],
    },
    test: { sql: `((${whole.sql}) OR ${online})`, params: whole.params },
  };
}

function addPlaces(kind: Kind, geo: GeoFilter, { tests, paths }: Conditions): void {
  if (geo.hasPlace !== undefined) {
    tests.push({ sql: `e.place IS ${geo.hasPlace ? 'NOT ' : ''}NULL`, params: [] });
  }
  for (const { boxes, test } of areasOf(geo)) paths.push(placePath(kind, boxes, test));
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
