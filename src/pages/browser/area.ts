/** The searched area, from the URL: a circle, a box, or the whole world. */
import {
  circle,
  type LatLngBounds,
  type LatLngTuple,
  type Layer,
  type Map as LeafletMap,
  latLng,
  latLngBounds,
  rectangle,
} from 'leaflet/dist/leaflet-src.esm.js';
import { AREA, withoutArea } from './area-params.js';

const METRES = { km: 1000, mi: 1609.344, m: 1 };

/** The map where nothing says another part of it. */
export const WORLD_VIEW = { center: [20, 0] as LatLngTuple, zoom: 1 };

/** Digits of a box: about 100 m. */
const DIGITS = 3;

/** → the area of a map. */
export function openArea(map: LeafletMap, { dataset }: HTMLElement) {
  let current: string | null = null;
  let bounds: LatLngBounds | null = null;
  let drawn: Layer | null = null;
  const textOf = (params: URLSearchParams) => AREA.map((name) => params.get(name)).join();
  const radiusKm = Number(dataset.radiusKm ?? 40);
  const style = { className: 'searched', weight: 1, interactive: false };
  return {
    /** Reads the URL and draws the area. → whether it is another one than before. */
    read(): boolean {
      const params = new URL(location.href).searchParams;
      const isOther = textOf(params) !== current;
      current = textOf(params);
      drawn?.remove();
      drawn = null;
      bounds = boxOf(params);
      if (bounds) drawn = rectangle(bounds, style);
      const [lat, lng] = [params.get('geoloc_lat'), params.get('geoloc_lng')];
      if (lat !== null && lng !== null) {
        const unit = METRES[(params.get('geoloc_unit') ?? 'km') as keyof typeof METRES] ?? 1000;
        const sent = params.get('geoloc_radius');
        const radius = sent === null ? radiusKm * METRES.km : Number(sent) * unit;
        const centre = latLng(Number(lat), Number(lng));
        bounds ??= centre.toBounds(radius * 2);
        drawn = circle(centre, { ...style, radius });
      }
      drawn?.addTo(map);
      return isOther;
    },
    /** Moves the map to it. → false: it is the whole world. */
    fit(): boolean {
      if (bounds) map.fitBounds(bounds, { maxZoom: map.getMaxZoom() });
      return bounds !== null;
    },
    /** Moves the map to these points, of which there is one or more, no closer than a zoom. */
    fitAll(points: LatLngTuple[], maxZoom: number): void {
      map.fitBounds(latLngBounds(points), { maxZoom, padding: [24, 24] });
    },
    /** → the URL of a search in the visible part of the map, which becomes the current area. */
    here(): URL {
      const url = withoutArea(new URL(location.href));
      url.searchParams.set('geoloc_bbox', boxText(map.getBounds()));
      current = textOf(url.searchParams);
      return url;
    },
  };
}

function boxOf(params: URLSearchParams): LatLngBounds | null {
  const parts = params.get('geoloc_bbox')?.split(',').map(Number) ?? [];
  const [west = 0, south = 0, east = 0, north = 0] = parts;
  if (parts.length !== 4 || !parts.every(Number.isFinite)) return null;
  if (west <= east) return latLngBounds([south, west], [north, east]);
  // A box across 180° is drawn at the nearer edge of the map.
  const shift = west + east > 0 ? -360 : 0;
  return latLngBounds([south, west + shift], [north, east + 360 + shift]);
}

function boxText(bounds: LatLngBounds): string {
  const rounded = (degrees: number) => Number(degrees.toFixed(DIGITS));
  const lngOf = (degrees: number) => rounded(latLng(0, degrees).wrap().lng);
  const latOf = (degrees: number) => rounded(Math.max(-90, Math.min(90, degrees)));
  const [west, east] = [bounds.getWest(), bounds.getEast()];
  const isAround = east - west >= 360;
  return [
    isAround ? -180 : lngOf(west),
    latOf(bounds.getSouth()),
    isAround ? 180 : lngOf(east),
    latOf(bounds.getNorth()),
  ].join();
}
