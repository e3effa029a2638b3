/** Geo filters: circles by `geo_distance`, boxes by ranges of the exact coordinates. */
import {
  type Box,
  boxesOf,
  EARTH_RADIUS_M,
  type GeoFilter,
  type Point,
} from '../../lib/place/geo.js';
import { allOf, anyOf, type Clause, not } from './clause.js';

const HALF_TURN_M = Math.PI * EARTH_RADIUS_M;

/** → a point in Elasticsearch's format. */
export const enginePoint = ({ lat, lng }: Point) => ({ lat, lon: lng });

const IS_PLACED: Clause = { exists: { field: 'point' } };

/** Has exact coordinates: a record placed by its town has no tile. */
const IS_EXACT: Clause = { exists: { field: 'tile.number' } };

/** → the clause of a circle. */
export const circle = (point: Point, radiusM: number): Clause =>
  radiusM >= HALF_TURN_M
    ? IS_PLACED
    : { geo_distance: { distance: `${radiusM}m`, point: enginePoint(point) } };

/** → the clauses for the presence of coordinates, a circle and a box. */
export const geoFilter = ({ hasPlace, point, radiusM, box }: GeoFilter): Clause[] => [
  ...(hasPlace === undefined ? [] : [hasPlace ? IS_EXACT : not(IS_EXACT)]),
  ...(point && radiusM !== undefined ? [circle(point, radiusM)] : []),
  // Records in their town alone are in circles, and in no box.
  ...(box || (hasPlace === false && point) ? [IS_EXACT] : []),
  ...(box ? [anyOf(boxesOf(box).map(inBox))] : []),
];

const inBox = ({ south, north, west, east }: Box): Clause =>
  allOf([
    { range: { lat: { gte: south, lte: north } } },
    { range: { lng: { gte: west, lte: east } } },
  ]);
