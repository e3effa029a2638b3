/** Asks for the counts of events by map tile. Contract 27.1. */
import { CRS, point } from 'leaflet/dist/leaflet-src.esm.js';
import type { Tile } from './merged.js';

/** Pixels of a tile in Leaflet's projection. */
export const TILE_PX = 256;

/** The zoom at which the whole world is counted: with larger tiles, markers would be in oceans. */
export const WORLD_ZOOM = 4;
const WORLD = '-180,-90,180,90';

/** Zooms of tiles that may be asked for, and the most tiles of a box: its edges touch others. */
const [ZOOMS, TILES_MAX] = [[16, 14, 12, 10, 8, 6], 400];

/** → the box of tiles of the world, and the closest zoom for it; null when none is closer. */
function closerBox(tiles: readonly Tile[]): { zoom: number; box: string } | null {
  const at = tiles.map(({ value }) => value.split('/').map(Number));
  const [xs, ys] = [at.map(([, x = 0]) => x), at.map(([, , y = 0]) => y)];
  const [west, east] = [Math.min(...xs), Math.max(...xs) + 1];
  const [north, south] = [Math.min(...ys), Math.max(...ys) + 1];
  const count = (east - west) * (south - north);
  const zoom = ZOOMS.find((one) => count * 4 ** (one - WORLD_ZOOM) <= TILES_MAX);
  if (tiles.length === 0 || zoom === undefined) return null;
  const [first, last] = [cornerOf(west, north, WORLD_ZOOM), cornerOf(east, south, WORLD_ZOOM)];
  return { zoom, box: [first.lng, last.lat, last.lng, first.lat].join() };
}

interface Question {
  zoom: number;
  box: string;
  signal: AbortSignal;
}

/** → the tiles of a box that have events of the list. */
export async function askTiles(api: string, { zoom, box, signal }: Question): Promise<Tile[]> {
  const query = new URLSearchParams(document.querySelector<HTMLElement>('#results')?.dataset.query);
  const params = { facets: 'tiles', tiles_zoom: String(zoom), geoloc_bbox: box };
  for (const [name, value] of Object.entries(params)) query.set(name, value);
  query.set('lang', document.documentElement.lang);
  query.set('per_page', '1');
  query.set('fields', 'id');
  const answer = await fetch(`${api}?${query}`, { signal });
  if (!answer.ok) throw new Error(answer.statusText);
  const { facets } = await answer.json();
  return facets.tiles;
}

/** → tiles with all events of the list, as close as can be asked at once; none where it fails. */
export async function askAllTiles(api: string, signal: AbortSignal): Promise<Tile[]> {
  const world = { zoom: WORLD_ZOOM, box: WORLD, signal };
  const tiles = await askTiles(api, world).catch((): Tile[] => []);
  const closer = closerBox(tiles);
  // The events of a large tile are somewhere in it, not in its middle.
  return closer ? askTiles(api, { ...closer, signal }).catch(() => tiles) : tiles;
}

/** → the corner of a tile in the north-west. */
export const cornerOf = (x: number, y: number, zoom: number) =>
  CRS.EPSG3857.pointToLatLng(point(x, y).multiplyBy(TILE_PX), zoom);
