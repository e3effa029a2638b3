/** The events of the view as markers: counts by map tile, each a button with a name. */
import {
  CRS,
  divIcon,
  type LatLng,
  type LatLngTuple,
  type LayerGroup,
  type LeafletKeyboardEvent,
  type Map as LeafletMap,
  latLngBounds,
  layerGroup,
  type Marker,
  marker,
  point,
} from 'leaflet/dist/leaflet-src.esm.js';
import { withoutArea } from './area-params.js';
import { type Cluster, mergeOverlaps, sizeOf, type Tile } from './merged.js';
import type { View } from './results.js';
import { askAllTiles, askTiles, cornerOf, TILE_PX, WORLD_ZOOM } from './tiles.js';
import { countedFor, wordFor } from './words.js';

/** The record that all events of a tile have. */
interface Only {
  slug: string;
  name: string;
}

/** The deepest counted zoom. */
const DEEPEST = 16;

/** Pixels between a marker with the focus and the edge of the map. */
const EDGE = point(32, 32);

/** The surroundings of the markers. */
interface Surroundings {
  element: HTMLElement;
  pane: HTMLElement;
  view: View;
}

/** The markers of a map. */
export type Markers = ReturnType<typeof openMarkers>;

/** → the markers of a map, none yet. */
export function openMarkers(map: LeafletMap, { element, pane, view }: Surroundings) {
  const { api = '', linked = '', pages = '' } = element.dataset;
  const group = layerGroup().addTo(map);
  const status = pane.querySelector('#map-status');
  let loading: AbortController | null = null;
  let locating: AbortController | null = null;
  let places: LatLngTuple[] = [];
  const callbacks: (() => void)[] = [];
  const announce = (text: string) => {
    if (status && status.textContent !== text) status.textContent = text;
  };
  const onlyIn = ({ tiles }: Cluster): Only | undefined => {
    const all = tiles.map((tile) => (tile as unknown as Record<string, Only | undefined>)[linked]);
    return all.every((one) => one?.slug === all[0]?.slug) ? all[0] : undefined;
  };
  const open = (cluster: Cluster) => {
    const only = onlyIn(cluster);
    if (only) return location.assign(`${pages}${encodeURIComponent(only.slug)}/`);
    const { tiles } = cluster;
    if (map.getZoom() >= map.getMaxZoom()) return void view.show(urlOf(tiles));
    // The marker is replaced by others: the focus is kept on the map.
    element.focus();
    const zoom = Math.min(map.getZoom() + 2, map.getMaxZoom());
    map.setView(map.unproject(point(cluster.x, cluster.y)), zoom);
  };

  return {
    /** Shows the markers of the view. */
    async refresh(): Promise<void> {
      loading?.abort();
      const own = new AbortController();
      loading = own;
      const zoom = Math.min(DEEPEST, Math.max(WORLD_ZOOM, Math.floor(map.getZoom() / 2) * 2 + 2));
      try {
        const { box, west } = boxIn(map, zoom);
        const tiles = await askTiles(api, { zoom, box, signal: own.signal });
        // A later request may have replaced this one.
        if (own.signal.aborted) return;
        const placed = tiles.map((tile) => ({ ...tile, lng: lngFrom(west, tile.lng) }));
        const clusters = mergeOverlaps(placed, ({ lat, lng }) => map.project([lat, lng]));
        const markers = clusters.map((cluster) =>
          markerOf(cluster, {
            at: map.unproject(point(cluster.x, cluster.y)),
            name: nameOf(cluster, onlyIn(cluster)),
            open: () => open(cluster),
          }),
        );
        swap(map, group, markers);
        places = tiles.map(({ lat, lng }) => [lat, lng]);
        for (const callback of callbacks) callback();
        element.dataset.zoom = String(map.getZoom());
        announce('');
      } catch {
        if (!own.signal.aborted) announce(wordFor('map.failed'));
      }
    },
    /** → the positions of events, in the whole world. */
    async all(): Promise<LatLngTuple[]> {
      locating?.abort();
      locating = new AbortController();
      const tiles = await askAllTiles(api, locating.signal);
      return tiles.map(({ lat, lng }) => [lat, lng]);
    },
    /** Calls back whenever markers are shown. */
    onShown: (callback: () => void) => callbacks.push(callback),
    /** → the position of the marker nearest to a point, or null. */
    nearest: (to: LatLng): LatLngTuple | null =>
      places.toSorted((one, other) => to.distanceTo(one) - to.distanceTo(other))[0] ?? null,
  };
}

interface MarkerOf {
  at: LatLng;
  name: string;
  open: () => void;
}

/** → the marker of tiles, which opens them by mouse and by keyboard. */
function markerOf({ tiles, count }: Cluster, { at, name, open }: MarkerOf) {
  const size = sizeOf(count);
  const icon = divIcon({ className: 'count', html: String(count), iconSize: [size, size] });
  const options = { icon, title: name, riseOnHover: true, autoPanOnFocus: false };
  const own = marker(at, options);
  own.on('click', open);
  own.on('keypress', (event) => {
    const { originalEvent } = event as LeafletKeyboardEvent;
    if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return;
    originalEvent.preventDefault();
    open();
  });
  own.on('add', () => {
    const element = own.getElement();
    element?.setAttribute('aria-label', name);
    if (element) element.dataset.tile = tiles[0]?.value;
  });
  return own;
}

/** Replaces markers. The focus moves to the marker of the same tile, else to the map. */
function swap(map: LeafletMap, group: LayerGroup, markers: Marker[]): void {
  const { activeElement } = document;
  const focused = activeElement?.matches('#map .count') ? (activeElement as HTMLElement) : null;
  group.clearLayers();
  for (const one of markers) group.addLayer(one);
  const elements = markers.map((one) => one.getElement());
  if (focused) {
    const same = elements.find((element) => element?.dataset.tile === focused.dataset.tile);
    (same ?? map.getContainer()).focus({ preventScroll: true });
  }
  // Only later focuses move the map: a replacing marker must not.
  for (const one of markers) one.getElement()?.addEventListener('focus', () => bringIn(map, one));
}

/** By keyboard, a marker at the edge is brought into view. */
function bringIn(map: LeafletMap, one: Marker): void {
  if (!one.getElement()?.matches(':focus-visible')) return;
  map.panInside(one.getLatLng(), { padding: EDGE });
}

function nameOf({ tiles, count }: Cluster, only: Only | undefined): string {
  if (only) return countedFor('map.at', count, only.name);
  const town = tiles.find((tile) => tile.town)?.town;
  return town ? countedFor('map.near', count, town) : countedFor('map.some', count);
}

/**
 * → the view as a box of whole tiles: their counts do not change while the map moves a little; and
 * the longitude where it begins on the map, which may be beyond 180°.
 */
function boxIn(map: LeafletMap, zoom: number): { box: string; west: number } {
  const bounds = map.getBounds();
  const count = 2 ** zoom;
  const tileOf = (corner: ReturnType<typeof bounds.getNorthWest>) => {
    const { x, y } = CRS.EPSG3857.latLngToPoint(corner, zoom).divideBy(TILE_PX).floor();
    return point(x, Math.max(0, Math.min(count - 1, y)));
  };
  const first = tileOf(bounds.getNorthWest());
  const end = tileOf(bounds.getSouthEast());
  const { lat: north } = cornerOf(0, first.y, zoom);
  const { lat: south } = cornerOf(0, end.y + 1, zoom);
  const isAround = end.x - first.x >= count - 1;
  const lngOf = (x: number) => cornerOf(x, 0, zoom).lng;
  const [west, east] = isAround
    ? [-180, 180]
    : [lngOf(turned(first.x, count)), lngOf(turned(end.x, count) + 1)];
  // The first and the last row reach to the poles.
  const box = [west, end.y === count - 1 ? -90 : south, east, first.y === 0 ? 90 : north].join();
  return { box, west: isAround ? -180 : lngOf(first.x) };
}

/** → the number within one turn of so many steps. */
const turned = (at: number, steps: number): number => ((at % steps) + steps) % steps;

/** → where a longitude is on a map that begins at `west`. */
function lngFrom(west: number, lng: number): number {
  if (lng < west) return lng + 360;
  return lng > west + 360 ? lng - 360 : lng;
}

/** → the URL of a search in tiles that are neighbours. */
function urlOf(tiles: readonly Tile[]): URL {
  const corners = tiles.flatMap(({ value }) => {
    const [zoom = 0, x = 0, y = 0] = value.split('/').map(Number);
    return [cornerOf(x, y, zoom), cornerOf(x + 1, y + 1, zoom)];
  });
  const box = latLngBounds(corners);
  const url = withoutArea(new URL(location.href));
  url.searchParams.set('geoloc_bbox', box.toBBoxString());
  return url;
}
