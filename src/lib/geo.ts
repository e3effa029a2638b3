// Distances and boxes on the sphere: haversine metres, unit vectors with chords (a comparison
// that needs no trigonometry in a query), and the latitude/longitude boxes that hold a circle.
// Called by both search engines and the presenter, so that all agree who is "near".
// Rule: great-circle distance with the mean radius 6,371,008.8 m. Spec: beyond.md, section 1.

/** Mean earth radius in metres. Spec: beyond.md, section 1. */
export const EARTH_RADIUS_M = 6_371_008.8;

/** Metres in one unit of `geoloc_unit`. Spec: beyond.md, section 1. */
export const metersIn = { km: 1000, mi: 1609.344, m: 1 } as const;

/** The units a caller may ask for: `km`, `mi`, `m`. */
export type DistanceUnit = keyof typeof metersIn;

/** → whether a value names a unit. */
export const isDistanceUnit = (value: unknown): value is DistanceUnit =>
  typeof value === 'string' && Object.hasOwn(metersIn, value);

/** A place in degrees: lat -90…90, lng -180…180. */
export interface Point {
  lat: number;
  lng: number;
}

/** A box in degrees, edges included. In what this file returns, west ≤ east always. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Where records of a list are. */
export interface GeoFilter {
  /** True: only records with coordinates; false: only those without. */
  hasPlace?: boolean;
  point?: Point;
  /** Metres; goes with the point. */
  radiusM?: number;
  /** West > east crosses the antimeridian. */
  box?: Box;
}

/** A place on the unit sphere: x to (0°, 0°), y to (0°, 90° E), z to the north pole. */
export interface UnitVector {
  x: number;
  y: number;
  z: number;
}

const RADIANS = Math.PI / 180;
const HALF_TURN_M = Math.PI * EARTH_RADIUS_M;
/** Above any squared chord that rounding can produce on the unit sphere (4 and a few 1e-15). */
const BEYOND_ALL_CHORDS = 4.000001;
/**
 * Degrees added on every side of a box (about 4.5 m). Near 180 a 32-bit float is known to
 * 1.53e-5 degrees; a coordinate and an edge may each be off by that, in opposite directions.
 */
const PADDING_DEGREES = 4e-5;

/**
 * Great-circle distance between two places, metres, by haversine. It is as exact near the
 * antipode as near the place itself: the haversines of the arc and of the rest of the half
 * turn are both computed, instead of taking one from 1.
 */
export function distanceM(a: Point, b: Point): number {
  const latA = a.lat * RADIANS;
  const latB = b.lat * RADIANS;
  const halfLng = ((b.lng - a.lng) * RADIANS) / 2;
  const cosines = Math.cos(latA) * Math.cos(latB);
  const near = Math.sin((latB - latA) / 2) ** 2 + cosines * Math.sin(halfLng) ** 2;
  const far = Math.sin((latB + latA) / 2) ** 2 + cosines * Math.cos(halfLng) ** 2;
  return 2 * EARTH_RADIUS_M * Math.atan2(Math.sqrt(near), Math.sqrt(far));
}

/** The place as a vector of length 1 → {x, y, z}. */
export function unitVector(point: Point): UnitVector {
  const lat = point.lat * RADIANS;
  const lng = point.lng * RADIANS;
  return {
    x: Math.cos(lat) * Math.cos(lng),
    y: Math.cos(lat) * Math.sin(lng),
    z: Math.sin(lat),
  };
}

/**
 * The squared chord (unit sphere, 0…4) that corresponds to a great-circle radius in metres,
 * to compare with (ax-bx)² + (ay-by)² + (az-bz)². It grows with the radius; from half the
 * circumference on it lies slightly above 4, so that everything is in. The comparison agrees
 * with `distanceM` to better than 1 µm; within 25 km of the antipode, where a chord hardly
 * changes with the arc, to 0.5 m.
 */
export function chordSquared(radiusM: number): number {
  if (radiusM >= HALF_TURN_M) return BEYOND_ALL_CHORDS;
  return (2 * Math.sin(radiusM / (2 * EARTH_RADIUS_M))) ** 2;
}

/** The great-circle distance in metres of a squared chord; the inverse of `chordSquared`. */
export function chordToM(chord: number): number {
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(Math.max(0, chord)) / 2));
}

/**
 * The boxes that hold every place within `radiusM` metres of a point: one; two where the circle
 * crosses the antimeridian; all longitudes where it holds a pole. They are a little too large
 * (padded against 32-bit floats, which an R*Tree stores), so candidates still need the distance.
 */
export function boxesAround(point: Point, radiusM: number): Box[] {
  const angle = radiusM / EARTH_RADIUS_M;
  const reach = angle / RADIANS + PADDING_DEGREES;
  const south = Math.max(-90, point.lat - reach);
  const north = Math.min(90, point.lat + reach);
  if (south === -90 || north === 90) return [{ west: -180, south, east: 180, north }];
  // No pole is inside, so angle + |lat| < 90° and the quotient stays below 1.
  const sine = Math.sin(angle) / Math.cos(point.lat * RADIANS);
  const lngReach = Math.asin(Math.min(1, sine)) / RADIANS + PADDING_DEGREES;
  const west = point.lng - lngReach;
  const east = point.lng + lngReach;
  if (west < -180) return split({ west: west + 360, south, east, north });
  if (east > 180) return split({ west, south, east: east - 360, north });
  return [{ west, south, east, north }];
}

/**
 * A box as given by a caller → boxes with west ≤ east, edges exact (no padding): one, or two when
 * it crosses the antimeridian (west > east). A box that ends on the antimeridian also holds the
 * places that write that meridian with the other sign (180 and -180 are one line).
 */
export function boxesOf(box: Box): Box[] {
  if (box.west > box.east) return split(box);
  if (box.west === -180 && box.east < 180) return [box, { ...box, west: 180, east: 180 }];
  if (box.east === 180 && box.west > -180) return [box, { ...box, west: -180, east: -180 }];
  return [box];
}

/**
 * A distance in metres as answered in `unit`: rounded to whole metres first, then converted, so
 * 12,345.4 m is 12.345 km. Miles are rounded to 6 decimals (1.6 mm), which keeps whole metres
 * apart and hides binary noise.
 */
export function distanceIn(unit: DistanceUnit, metres: number): number {
  const inUnit = Math.round(metres) / metersIn[unit];
  return unit === 'mi' ? Math.round(inUnit * 1e6) / 1e6 : inUnit;
}

function split({ west, south, east, north }: Box): Box[] {
  return [
    { west, south, east: 180, north },
    { west: -180, south, east, north },
  ];
}
