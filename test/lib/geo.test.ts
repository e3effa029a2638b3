// Properties of the sphere arithmetic: boxes lose no place, chords and haversine agree.
// Every rule is checked against `distanceM`, which is itself checked against known distances.

import { describe, expect, it, test } from 'vitest';
import {
  type Box,
  boxesOf,
  chordSquared,
  chordToM,
  distanceIn,
  distanceM,
  EARTH_RADIUS_M,
  latitudesAround,
  type Point,
  unitVector,
} from '../../src/lib/place/geo.js';
import { fc } from '../support/seed.js';

const HALF_TURN_M = Math.PI * EARTH_RADIUS_M;
const RADIANS = Math.PI / 180;
const METRE_DEGREES = 1 / (EARTH_RADIUS_M * RADIANS);

const latitude = fc.oneof(
  fc.double({ min: -90, max: 90, noNaN: true }),
  fc.constantFrom(-90, -89.99999, 0, 89.99999, 90),
);
const longitude = fc.oneof(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.constantFrom(-180, -179.9999999, 0, 179.9999999, 180),
);
const point: fc.Arbitrary<Point> = fc.record({ lat: latitude, lng: longitude });
const radius = fc.oneof(
  fc.double({ min: 0, max: 20_040_000, noNaN: true }),
  fc.double({ min: -9, max: 7.3, noNaN: true }).map((exponent) => 10 ** exponent),
  fc.constantFrom(0, 1e-9, 1, 40_000, HALF_TURN_M / 2, HALF_TURN_M, 20_040_000),
);

/** The place `metres` away from `from` in direction `bearing` (degrees). */
function travel(from: Point, metres: number, bearing: number): Point {
  const angle = metres / EARTH_RADIUS_M;
  const lat = from.lat * RADIANS;
  const turn = bearing * RADIANS;
  const sine = Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(turn);
  const toLat = Math.asin(Math.max(-1, Math.min(1, sine)));
  const y = Math.sin(turn) * Math.sin(angle) * Math.cos(lat);
  const x = Math.cos(angle) - Math.sin(lat) * Math.sin(toLat);
  const lng = from.lng + Math.atan2(y, x) / RADIANS;
  const wrapped = lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng;
  return { lat: toLat / RADIANS, lng: wrapped };
}

function chordBetween(a: Point, b: Point): number {
  const u = unitVector(a);
  const v = unitVector(b);
  return (u.x - v.x) ** 2 + (u.y - v.y) ** 2 + (u.z - v.z) ** 2;
}

/** Near the antipode, doubles cannot tell arcs apart by their chord; see `chordSquared`. */
const toleranceM = (distance: number): number => (distance > HALF_TURN_M - 25_000 ? 0.5 : 1e-6);

describe('distanceM', () => {
  test.each<[string, Point, Point, number]>([
    ['the same place', { lat: 40.7, lng: -74 }, { lat: 40.7, lng: -74 }, 0],
    ['the same meridian', { lat: 10, lng: 180 }, { lat: 10, lng: -180 }, 0],
    ['a quarter', { lat: 0, lng: 0 }, { lat: 90, lng: 77 }, HALF_TURN_M / 2],
    ['pole to pole', { lat: 90, lng: 12 }, { lat: -90, lng: 99 }, HALF_TURN_M],
    ['antipodes', { lat: 30, lng: 20 }, { lat: -30, lng: -160 }, HALF_TURN_M],
    ['1 m from it', { lat: 30, lng: 20 }, { lat: -30 + METRE_DEGREES, lng: -160 }, HALF_TURN_M - 1],
    ['London to Paris', { lat: 51.5, lng: -0.12 }, { lat: 48.85, lng: 2.35 }, 343_000],
  ])('%s', (_name, a, b, expected) => {
    const slack = expected === 343_000 ? 1500 : 1e-6;
    expect(Math.abs(distanceM(a, b) - expected)).toBeLessThan(slack);
    expect(distanceM(b, a)).toBeCloseTo(distanceM(a, b), 6);
  });
});

describe('chords', () => {
  it('give the same result as haversine', () => {
    fc.assert(
      fc.property(point, point, radius, (a, b, radiusM) => {
        const distance = distanceM(a, b);
        if (Math.abs(distance - radiusM) < toleranceM(distance)) return;
        expect(chordBetween(a, b) <= chordSquared(radiusM)).toBe(distance <= radiusM);
      }),
      { numRuns: 5000 },
    );
  });

  it('give the same result as haversine close to the edge', () => {
    const near = fc.double({ min: -3, max: 3, noNaN: true });
    const bearing = fc.double({ min: 0, max: 360, noNaN: true });
    fc.assert(
      fc.property(point, radius, near, bearing, (a, radiusM, offset, turn) => {
        const b = travel(a, Math.max(0, radiusM + offset), turn);
        const distance = distanceM(a, b);
        if (Math.abs(distance - radiusM) < toleranceM(distance)) return;
        expect(chordBetween(a, b) <= chordSquared(radiusM)).toBe(distance <= radiusM);
      }),
      { numRuns: 5000 },
    );
  });

  it('grow with the radius and convert back into metres', () => {
    fc.assert(
      fc.property(radius, radius, (r, s) => {
        expect(chordSquared(Math.min(r, s))).toBeLessThanOrEqual(chordSquared(Math.max(r, s)));
        const back = chordToM(chordSquared(r));
        expect(Math.abs(back - Math.min(r, HALF_TURN_M))).toBeLessThan(toleranceM(r));
      }),
      { numRuns: 2000 },
    );
  });

  it('include everything from half the circumference on', () => {
    expect(chordSquared(HALF_TURN_M)).toBeGreaterThan(4);
    expect(chordSquared(20_040_000)).toBeGreaterThan(4);
    fc.assert(
      fc.property(point, (a) => {
        const opposite = { lat: -a.lat, lng: a.lng > 0 ? a.lng - 180 : a.lng + 180 };
        expect(chordBetween(a, opposite)).toBeLessThanOrEqual(chordSquared(HALF_TURN_M));
      }),
    );
  });
});

describe('latitudesAround', () => {
  it('contains every place within the radius, and little more', () => {
    const share = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(1));
    const bearing = fc.oneof(
      fc.double({ min: 0, max: 360, noNaN: true }),
      fc.constantFrom(0, 90, 180, 270),
    );
    fc.assert(
      fc.property(point, radius, share, bearing, (center, radiusM, part, turn) => {
        const place = travel(center, Math.min(radiusM, HALF_TURN_M) * part, turn);
        if (distanceM(center, place) > radiusM) return;
        const { south, north } = latitudesAround(center, radiusM);
        expect(south <= place.lat && place.lat <= north).toBe(true);
      }),
      { numRuns: 10_000 },
    );
    expect(latitudesAround({ lat: 60, lng: 10 }, 10_000).north).toBeLessThan(60.0901);
  });
});

describe('boxesOf', () => {
  const south = -10;
  const north = 10;
  test.each([
    ['an ordinary box', '1 2', '1 2'],
    ['the world', '-180 180', '-180 180'],
    ['across', '170 -170', '170 180, -180 -170'],
    ['ending at 180', '170 180', '170 180, -180 -180'],
    ['beginning at -180', '-180 -170', '-180 -170, 180 180'],
    ['the line itself', '180 -180', '180 180, -180 -180'],
  ])('%s', (_name, given, expected) => {
    const boxes = `${given}, ${expected}`.split(', ').map((edges) => {
      const [west = 0, east = 0] = edges.split(' ').map(Number);
      return { west, south, east, north };
    });
    expect(boxesOf(boxes[0] as Box)).toEqual(boxes.slice(1));
  });
});

describe('distanceIn', () => {
  test.each<['km' | 'mi' | 'm', number, number]>([
    ['km', 12_345.4, 12.345],
    ['km', 0, 0],
    ['km', 499.5, 0.5],
    ['m', 12_345.5, 12_346],
    ['m', 0.4, 0],
    ['mi', 1609.344, 0.999786],
    ['mi', 160_934.4, 99.999751],
    ['mi', 40_000, 24.854848],
  ])('%s of %d m', (unit, metres, expected) => {
    expect(distanceIn(unit, metres)).toBe(expected);
  });
});
