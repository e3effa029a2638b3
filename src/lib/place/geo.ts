// Distances and boxes on the sphere: haversine distances in metres, chords between unit vectors
// (which queries compare without trigonometry), and latitude/longitude boxes around a circle.
// Distances are great-circle distances with the mean radius 6,371,008.8 m, the same on every
// engine. Contract 11.

/** Mean earth radius in metres. Contract 11. */
export const EARTH_RADIUS_M = 6_371_008.8;

/** Metres in one unit of `geoloc_unit`. Contract 11. */
export const metersIn = { km: 1000, mi: 1609.344, m: 1 } as const;

/** The units a caller may ask for: `km`, `mi`, `m`. */
export type DistanceUnit = keyof typeof metersIn;

/** → whether a value is the name of a unit. */
export const isDistanceUnit = (value: unknown): value is DistanceUnit =>
  typeof value === 'string' && Object.hasOwn(metersIn, value);

/** Coordinates in degrees: lat -90…90, lng -180…180. */
export interface Point {
  lat: number;
  lng: number;
}

/** A box in degrees, edges included. Boxes returned by this file always have west ≤ east. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** A list filter by coordinates. */
export interface GeoFilter {
  /** True: only records with coordinates; false: only records without. */
  hasPlace?: boolean;
  point?: Point;
  /** Metres from `point`. */
  radiusM?: number;
  /** West > east: the box crosses the antimeridian. */
  box?: Box;
  /** True: or online. Online records have no place, and come last in every order. */
  orOnline?: boolean;
}

const RADIANS = Math.PI / 180;
const HALF_TURN_M = Math.PI * EARTH_RADIUS_M;
/** Above any squared chord on the unit sphere, including rounding errors (4 + a few 1e-15). */
const BEYOND_ALL_CHORDS = 4.000001;
/** Degrees added on both sides, about 4.5 m: more than rounding errors come to. */
const PADDING_DEGREES = 4e-5;

/**
 * Great-circle distance between two points in metres, by the haversine formula. It is as accurate
 * near the antipode as near the point itself, because the haversines of the arc and of its
 * supplement are both computed instead of subtracting one from 1.
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

/** → the point as a vector of length 1: x to (0°, 0°), y to (0°, 90° E), z to the north pole. */
export function unitVector(point: Point) {
  const lat = point.lat * RADIANS;
  const lng = point.lng * RADIANS;
  return {
    x: Math.cos(lat) * Math.cos(lng),
    y: Math.cos(lat) * Math.sin(lng),
    z: Math.sin(lat),
  };
}

/**
 * The squared chord (unit sphere, 0…4) that corresponds to a great-circle radius in metres, to
 * compare with (ax-bx)² + (ay-by)² + (az-bz)². It grows with the radius; from half the
 * circumference on it is slightly above 4, so that everything is inside. The comparison agrees with
 * `distanceM` to within 1 µm; within 25 km of the antipode, where a chord hardly changes with the
 * arc, to within 0.5 m.
 */
export function chordSquared(radiusM: number): number {
  if (radiusM >= HALF_TURN_M) return BEYOND_ALL_CHORDS;
  return (2 * Math.sin(radiusM / (2 * EARTH_RADIUS_M))) ** 2;
}

/** The great-circle distance, in metres, of a squared chord: the inverse of `chordSquared`. */
export function chordToM(chord: number): number {
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(Math.max(0, chord)) / 2));
}

/**
 * → the latitudes between which every point within `radiusM` metres of a point is. They are padded
 * for rounding errors: the caller must still check the distance.
 */
export function latitudesAround(point: Point, radiusM: number): { south: number; north: number } {
  const reach = radiusM / EARTH_RADIUS_M / RADIANS + PADDING_DEGREES;
  return { south: point.lat - reach, north: point.lat + reach };
}

/**
 * A box as given by a caller → boxes with west ≤ east and exact edges (no padding): one, or two
 * when it crosses the antimeridian (west > east). A box that ends on the antimeridian also covers
 * points with the other sign of that meridian, because 180 and -180 are the same line.
 */
export function boxesOf(box: Box): Box[] {
  if (box.west > box.east)
    return [
      { ...box, east: 180 },
      { ...box, west: -180 },
    ];
  if (box.west === -180 && box.east < 180) return [box, { ...box, west: 180, east: 180 }];
  if (box.east === 180 && box.west > -180) return [box, { ...box, west: -180, east: -180 }];
  return [box];
}

/**
 * A distance in metres as shown in `unit`: rounded to whole metres first, then converted, so
 * 12,345.4 m is 12.345 km. Miles are rounded to 6 decimals (1.6 mm), which keeps whole metres
 * distinct and hides floating-point noise.
 */
export function distanceIn(unit: DistanceUnit, metres: number): number {
  const inUnit = Math.round(metres) / metersIn[unit];
  return unit === 'mi' ? Math.round(inUnit * 1e6) / 1e6 : inUnit;
}
