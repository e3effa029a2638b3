/**
 * Map tiles: the squares of the Web Mercator projection, z/x/y as map programs number them. At zoom
 * z the world is 2^z tiles wide and high, x counted from 180° W, y from the north. Contract 27.
 */
import { type Box, boxesOf, type Point } from './geo.js';

/** The deepest zoom of stored tile numbers: tiles of about 600 m at the equator. */
export const TILE_ZOOM = 16;

/** The latitude at which the projection ends, degrees; points beyond are in the last row. */
const LAT_MAX = 85.0511287798066;

/**
 * → the number of the point's tile at TILE_ZOOM, below 2^32. The bits of x and y alternate (Morton
 * order), so that `floor(number / tilesPer(z))` is the number of its tile at zoom z.
 */
export function tileNumber({ lat, lng }: Point): number {
  const [x, y] = [columnOf(lng, TILE_ZOOM), rowOf(lat, TILE_ZOOM)];
  let number = 0;
  for (let bit = TILE_ZOOM - 1; bit >= 0; bit--) {
    // Without shifts, which have 32 bits with a sign.
    number = number * 4 + ((y >> bit) & 1) * 2 + ((x >> bit) & 1);
  }
  return number;
}

/** → the number of tiles of TILE_ZOOM in a tile of another zoom. */
export const tilesPer = (zoom: number): number => 4 ** (TILE_ZOOM - zoom);

/** → `{x, y}` of a tile number of this zoom. */
export function tileAt(number: number, zoom: number): { x: number; y: number } {
  let [x, y] = [0, 0];
  for (let bit = 0, rest = number; bit < zoom; bit++, rest = Math.floor(rest / 4)) {
    x += (rest % 2) * 2 ** bit;
    y += (Math.floor(rest / 2) % 2) * 2 ** bit;
  }
  return { x, y };
}

/** → the number of tiles that a box touches. */
export function tilesIn(box: Box, zoom: number): number {
  const rows = rowOf(box.south, zoom) - rowOf(box.north, zoom) + 1;
  const columns = boxesOf(box)
    .map(({ west, east }) => columnOf(east, zoom) - columnOf(west, zoom) + 1)
    .reduce((sum, count) => sum + count, 0);
  return rows * Math.min(columns, 2 ** zoom);
}

function columnOf(lng: number, zoom: number): number {
  return within(((lng + 180) / 360) * 2 ** zoom, zoom);
}

function rowOf(lat: number, zoom: number): number {
  const radians = (Math.max(-LAT_MAX, Math.min(LAT_MAX, lat)) * Math.PI) / 180;
  return within((0.5 - Math.asinh(Math.tan(radians)) / (2 * Math.PI)) * 2 ** zoom, zoom);
}

const within = (at: number, zoom: number): number =>
  Math.max(0, Math.min(2 ** zoom - 1, Math.floor(at)));
