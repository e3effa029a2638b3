/** The events of the view as markers: counts by map tile, each a button with a name. */
import {
  CRS,
  divIcon,
  type LatLngTuple,
  type LeafletKeyboardEvent,
  type Map as LeafletMap,
  layerGroup,
  marker,
  point,
} from 'leaflet/dist/leaflet-src.esm.js';
import type { Land } from './land.js';
import type { View } from './results.js';

/** A tile of the facet. Contract 27.1. */
interface Tile {
  value: string;
  count: number;
  lat: number;
  lng: number;
}

/** The record that all events of a tile have. */
interface Only {
  slug: string;
  name: string;
}

/** Pixels of a tile in Leaflet's projection, and the deepest zoom that is counted. */
const TILE_PX = 256;
const DEEPEST = 16;

/** The zoom at which the whole world is counted, to find where events are. */
const WORLD_ZOOM = 4;
const WORLD = '-180,-90,180,90';

/** Pixels of a marker by the digits of its count. */
const SIZES = [32, 36, 42, 48, 56];

const FAILED = 'The map cannot show events at the moment.';

/** What the markers stand in. */
interface Surroundings {
  element: HTMLElement;
  pane: HTMLElement;
  land: Land;
  view: View;
}

/** The markers of a map. */
export interface Markers {
  /** Shows those of the view. */
  refresh: () => Promise<void>;
  /** → where events are, in the whole world. */
  all: () => Promise<LatLngTuple[]>;
}

/** → the markers of a map, none yet. */
export function openMarkers(map: LeafletMap, { element, pane, land, view }: Surroundings): Markers {
  const { api = '', linked = '', pages = '' } = element.dataset;
  const group = layerGroup().addTo(map);
  const status = pane.querySelector('#map-status');
  let loading: AbortController | null = null;
  let turn = 0;

  const fetchTiles = (zoom: number, box: string): Promise<Tile[]> => {
    loading?.abort();
    loading = new AbortController();
    return askTiles(api, { zoom, box, signal: loading.signal });
  };
  const tell = (text: string) => {
    if (status && status.textContent !== text) status.textContent = text;
  };
  const onlyIn = (tile: Tile) => (tile as unknown as Record<string, Only | undefined>)[linked];
  const open = (tile: Tile) => {
    const { value, lat, lng } = tile;
    const only = onlyIn(tile);
    if (only) return location.assign(`${pages}${encodeURIComponent(only.slug)}/`);
    if (map.getZoom() >= map.getMaxZoom()) return void view.show(urlOf(value));
    // The marker is replaced by others: the focus stays on the map.
    element.focus();
    map.setView([lat, lng], Math.min(map.getZoom() + 2, map.getMaxZoom()));
  };

  return {
    async refresh() {
      const zoom = Math.min(DEEPEST, Math.floor(map.getZoom() / 2) * 2 + 2);
      try {
        const own = ++turn;
        const tiles = await fetchTiles(zoom, boxIn(map, zoom));
        const names = await Promise.all(tiles.map((tile) => nameOf(tile, onlyIn(tile), land)));
        // Other markers may have been asked for meanwhile.
        if (own !== turn) return;
        const isFocused = document.activeElement?.matches('#map .count') === true;
        group.clearLayers();
        for (const [at, tile] of tiles.entries()) {
          group.addLayer(markerOf(tile, names[at] ?? '', () => open(tile)));
        }
        if (isFocused) element.focus();
        element.dataset.zoom = String(zoom);
        tell('');
      } catch (fault) {
        if (!(fault instanceof DOMException && fault.name === 'AbortError')) tell(FAILED);
      }
    },
    async all() {
      const tiles = await fetchTiles(WORLD_ZOOM, WORLD).catch(() => []);
      return tiles.map(({ lat, lng }): LatLngTuple => [lat, lng]);
    },
  };
}

interface Question {
  zoom: number;
  box: string;
  signal: AbortSignal;
}

/** → the tiles of a box that have events of the list. */
async function askTiles(api: string, { zoom, box, signal }: Question): Promise<Tile[]> {
  const query = new URLSearchParams(document.querySelector<HTMLElement>('#results')?.dataset.query);
  const asked = { facets: 'tiles', tiles_zoom: String(zoom), geoloc_bbox: box };
  for (const [name, value] of Object.entries(asked)) query.set(name, value);
  query.set('per_page', '1');
  query.set('fields', 'id');
  const answer = await fetch(`${api}?${query}`, { signal });
  if (!answer.ok) throw new Error(answer.statusText);
  const { facets } = await answer.json();
  return facets.tiles;
}

/** → the marker of a tile, which opens it by mouse and by keyboard. */
function markerOf({ count, lat, lng }: Tile, name: string, open: () => void) {
  const size = SIZES[String(count).length - 1] ?? SIZES.at(-1) ?? 0;
  const icon = divIcon({ className: 'count', html: String(count), iconSize: [size, size] });
  const made = marker([lat, lng], { icon, title: name, riseOnHover: true });
  made.on('click', open);
  made.on('keypress', (event) => {
    const { originalEvent } = event as LeafletKeyboardEvent;
    if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return;
    originalEvent.preventDefault();
    open();
  });
  made.on('add', () => made.getElement()?.setAttribute('aria-label', name));
  return made;
}

async function nameOf({ count, lat, lng }: Tile, only: Only | undefined, land: Land) {
  const events = count === 1 ? '1 event' : `${count} events`;
  if (only) return `${events} at ${only.name}`;
  const country = await land.nameAt(lat, lng);
  return `${events} near ${country ?? `${lat.toFixed(2)}, ${lng.toFixed(2)}`}`;
}

/** → the view as a box of whole tiles: their counts do not change while the map moves a little. */
function boxIn(map: LeafletMap, zoom: number): string {
  const bounds = map.getBounds();
  const last = 2 ** zoom - 1;
  const tileOf = (corner: ReturnType<typeof bounds.getNorthWest>) => {
    const { x, y } = CRS.EPSG3857.latLngToPoint(corner, zoom).divideBy(TILE_PX).floor();
    return point(Math.max(0, Math.min(last, x)), Math.max(0, Math.min(last, y)));
  };
  const first = tileOf(bounds.getNorthWest());
  const end = tileOf(bounds.getSouthEast());
  const { lat: north, lng: west } = cornerOf(first.x, first.y, zoom);
  const { lat: south, lng: east } = cornerOf(end.x + 1, end.y + 1, zoom);
  // The first and the last row reach to the poles.
  return [west, end.y === last ? -90 : south, east, first.y === 0 ? 90 : north].join();
}

const cornerOf = (x: number, y: number, zoom: number) =>
  CRS.EPSG3857.pointToLatLng(point(x, y).multiplyBy(TILE_PX), zoom);

/** → the URL of a search in a tile. */
function urlOf(value: string): URL {
  const [zoom = 0, x = 0, y = 0] = value.split('/').map(Number);
  const { lat: north, lng: west } = cornerOf(x, y, zoom);
  const { lat: south, lng: east } = cornerOf(x + 1, y + 1, zoom);
  const url = new URL(location.href);
  for (const name of ['geoloc_lat', 'geoloc_lng', 'geoloc_radius', 'geoloc_unit', 'near', 'page']) {
    url.searchParams.delete(name);
  }
  url.searchParams.set('geoloc_bbox', [west, south, east, north].join());
  return url;
}
