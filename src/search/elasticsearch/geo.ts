/** Geo filters: circles by `geo_distance`, boxes by ranges of the exact coordinates. */
import { boxesOf, EARTH_RADIUS_M, type GeoFilter, type Point } from '../../lib/geo.js';
import type { Clause } from './clause.js';

const HALF_TURN_M = Math.PI * EARTH_RADIUS_M;

/** → a point in Elasticsearch's format. */
export const enginePoint = ({ lat, lng }: Point) => ({ lat, lon: lng });

const IS_PLACED: Clause = { exists: { field: 'point' } };

/** → the clause of a circle. */
export const circle = (point: Point, radiusM: number): Clause =>
  radiusM >= HALF_TURN_M
    ? IS_PLACED
    : { geo_distance: { distance: `${radiusM}m`, point: enginePoint(point) } };

/** → the clauses for the presence of coordinates, a circle and a box. */
export function geoFilter({ hasPlace, point, radiusM, box }: GeoFilter): Clause[] {
  const clauses: Clause[] = [];
  if (hasPlace !== undefined) {
    clauses.push(hasPlace ? IS_PLACED : { bool: { must_not: [IS_PLACED] } });
  }
  if (point && radiusM !== undefined) {
    clauses.push(circle(point, radiusM));
  }
  if (box) {
    const should = boxesOf(box).map(({ south, north, west, east }) => ({
      bool: {
        filter: [
          { range: { lat: { gte: south, lte: north } } },
          { range: { lng: { gte: west, lte: east } } },
        ],
      },
    }));
    clauses.push({ bool: { should, minimum_should_match: 1 } });
  }
  return clauses;
}
