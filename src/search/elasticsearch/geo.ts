/**
 * Places. Elasticsearch rounds coordinates to a centimetre and measures with approximate functions
 * on a slightly smaller globe. So a circle is asked for a little wider, the few places near its
 * edge are named in the same answer and measured exactly, and those outside are asked away.
 * Boxes are tests on the exact coordinates.
 */
import {
  boxesOf,
  chordSquared,
  chordToM,
  EARTH_RADIUS_M,
  type Point,
  unitVector,
} from '../../lib/geo.js';
import { limits } from '../../limits.js';
import type { GeoQuery } from '../port.js';
import type { Clause } from './clause.js';

/** The radius Elasticsearch measures with, metres. */
const ENGINE_RADIUS_M = 6_371_008.7714;
const HALF_TURN_M = Math.PI * EARTH_RADIUS_M;
const SCALE = ENGINE_RADIUS_M / EARTH_RADIUS_M;

/**
 * How far Elasticsearch's distance may be from the exact one, metres: more than twice what was
 * seen over 40,000 places (0.011; below 10 m 0.10; within a kilometre of the antipode 0.38). Ours
 * is itself known to 0.5 within 25 km of the antipode only.
 */
export function marginM(distanceM: number): number {
  if (distanceM > HALF_TURN_M - 26_000) return 2;
  return distanceM < 10 ? 0.3 : 0.03;
}

/** → an exact distance as Elasticsearch says it, metres. */
const toEngineM = (distanceM: number): number => distanceM * SCALE;

/** → Elasticsearch's point. */
export const enginePoint = ({ lat, lng }: Point) => ({ lat, lon: lng });

/** → the clauses of a place, a circle (a little too wide) and a box (exact). */
export function geoFilter(geo: GeoQuery): Clause[] {
  const clauses: Clause[] = [];
  if (geo.hasPlace !== undefined) {
    const exists = { exists: { field: 'place' } };
    clauses.push(geo.hasPlace ? exists : { bool: { must_not: [exists] } });
  }
  if (geo.point && geo.radiusM !== undefined) {
    const outerM = geo.radiusM + marginM(geo.radiusM);
    clauses.push(
      outerM >= HALF_TURN_M ? { exists: { field: 'place' } } : circle(geo.point, toEngineM(outerM)),
    );
  }
  if (geo.box) {
    const should = boxesOf(geo.box).map((box) => ({
      bool: {
        filter: [
          { range: { lat: { gte: box.south, lte: box.north } } },
          { range: { lng: { gte: box.west, lte: box.east } } },
        ],
      },
    }));
    clauses.push({ bool: { should, minimum_should_match: 1 } });
  }
  return clauses;
}

/** → a clause that holds within so many of Elasticsearch's metres. */
export const circle = (point: Point, engineM: number): Clause => ({
  geo_distance: { distance: `${engineM}m`, point: enginePoint(point) },
});

/** → an aggregation of the places near the circle's edge, or null where there is no edge. */
export function ringAggregation(geo: GeoQuery | null): Clause | null {
  if (!geo?.point || geo.radiusM === undefined || geo.radiusM >= HALF_TURN_M) return null;
  const innerM = geo.radiusM - marginM(geo.radiusM);
  const places = { terms: { field: 'place', size: limits.ringPlaces } };
  return {
    filter:
      innerM > 0
        ? { bool: { must_not: [circle(geo.point, toEngineM(innerM))] } }
        : { match_all: {} },
    aggs: { places },
  };
}

/** → those of the places (as `lat,lng`) that lie outside the circle by the exact measure. */
export function outside(geo: GeoQuery, places: readonly string[]): string[] {
  const { point, radiusM } = geo;
  if (!point || radiusM === undefined) return [];
  const most = chordSquared(radiusM);
  const chord = chordFrom(point);
  return places.filter((place) => {
    const [lat, lng] = place.split(',').map(Number);
    return chord({ lat: lat ?? 0, lng: lng ?? 0 }) > most;
  });
}

/** → what measures the squared chord from a point: as search/sqlite does, to the last bit. */
export function chordFrom(point: Point): (place: Point) => number {
  const from = unitVector(point);
  return (place) => {
    const to = unitVector(place);
    return (
      (to.x - from.x) * (to.x - from.x) +
      (to.y - from.y) * (to.y - from.y) +
      (to.z - from.z) * (to.z - from.z)
    );
  };
}

/** → metres of a squared chord. */
export const metresOf = (chord: number): number => chordToM(chord);
