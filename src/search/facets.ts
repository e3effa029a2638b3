/**
 * Facets as every engine answers them, and counts by map tile, which are the same on all of them.
 * Contract 15, 27.
 */
import type { Point } from '../lib/place/geo.js';
import { tileAt, tileNumber } from '../lib/place/tiles.js';

/** The number of records with one value. */
export interface FacetValue {
  value: string;
  count: number;
  id?: number;
  slug?: string;
  name?: string;
  tile?: TileContent;
}

/** The content of a map tile; the value is its name, `z/x/y`. */
export interface TileContent {
  /** The mean of the places counted, degrees, each place as often as it is counted. */
  lat: number;
  lng: number;
  /** The linked record that all records of the tile have; absent: there are several. */
  only?: { id: number; slug: string; name: string };
}

/** Degrees in a unit of stored coordinates: about 0.1 m. */
const UNITS_PER_DEGREE = 1e6;

/** A place as stored for the facet. Sums of integers are the same in any order. */
interface TilePlace {
  /** Of its tile (lib/place/tiles.ts). */
  number: number;
  /** Microdegrees. */
  lat: number;
  lng: number;
}

/** → the stored data of a place. */
export const tilePlace = (place: Point): TilePlace => ({
  number: tileNumber(place),
  lat: Math.round(place.lat * UNITS_PER_DEGREE),
  lng: Math.round(place.lng * UNITS_PER_DEGREE),
});

/** An engine's counts of a tile. */
interface TileCount {
  /** The number of the tile at the zoom asked for. */
  number: number;
  count: number;
  /** Sums over the records, microdegrees. */
  lat: number;
  lng: number;
  only: TileContent['only'];
}

/** → the facet: the highest counts first, ties from west to east, then from north to south. */
export function tileValues(zoom: number, counted: readonly TileCount[]): FacetValue[] {
  return counted
    .map((tile) => ({ ...tile, ...tileAt(tile.number, zoom) }))
    .sort((a, b) => b.count - a.count || a.x - b.x || a.y - b.y)
    .map(({ x, y, count, lat, lng, only }) => ({
      value: `${zoom}/${x}/${y}`,
      count,
      tile: { lat: mean(lat, count), lng: mean(lng, count), ...(only ? { only } : {}) },
    }));
}

// Adding 0 makes -0 a 0.
const mean = (sum: number, count: number): number => Math.round(sum / count) / UNITS_PER_DEGREE + 0;
