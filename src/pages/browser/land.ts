/** Outlines of countries (Natural Earth), and which of them a point is in. */
import type { Feature, FeatureCollection, Geometry, Position } from 'geojson';
import { type GeoJSON, geoJSON, type Map as LeafletMap } from 'leaflet/dist/leaflet-src.esm.js';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import fine from 'world-atlas/countries-50m.json';
import coarse from 'world-atlas/countries-110m.json';

type Countries = FeatureCollection<Geometry, { name: string }>;

/** The zoom from which on the finer outlines are shown. */
const FINE_ZOOM = 5;

const NOTICE = 'Outlines: Natural Earth';

/** The outlines, loaded when they are needed. */
export interface Land {
  /** Draws them, the finer ones from a zoom on. */
  showOn: (map: LeafletMap) => void;
  /** → the name of the country at a point; null: the sea, or the outlines cannot be had. */
  nameAt: (lat: number, lng: number) => Promise<string | null>;
}

/** → outlines of which nothing is loaded yet. */
export function openLand(): Land {
  const loaded = new Map<string, Promise<Countries | null>>();
  const load = (name: string) => {
    const known = loaded.get(name) ?? fetchCountries(name);
    loaded.set(name, known);
    return known;
  };
  return {
    showOn(map) {
      let shown: { name: string; layer: GeoJSON } | null = null;
      const draw = async () => {
        const name = map.getZoom() >= FINE_ZOOM ? fine : coarse;
        if (shown?.name === name || (shown && name === coarse)) return;
        const countries = await load(name);
        if (!countries || shown?.name === name) return;
        const style = { className: 'land', weight: 1 };
        const layer = geoJSON(countries, { interactive: false, attribution: NOTICE, style });
        layer.addTo(map).bringToBack();
        shown?.layer.remove();
        shown = { name, layer };
      };
      map.on('zoomend viewreset', () => void draw());
      map.whenReady(() => void draw());
    },
    async nameAt(lat, lng) {
      const countries = await load(coarse);
      const country = countries?.features.find((one) => isInside(one, lat, lng));
      return country?.properties.name ?? null;
    },
  };
}

async function fetchCountries(name: string): Promise<Countries | null> {
  try {
    const answer = await fetch(new URL(name, import.meta.url));
    const topology: Topology<{ countries: GeometryCollection<{ name: string }> }> =
      await answer.json();
    const { features, ...rest } = feature(topology, topology.objects.countries);
    return { ...rest, features: features.map(flattened) };
  } catch {
    // The markers are of use without land below them.
    return null;
  }
}

/**
 * The outlines are those of a globe. On the map, a ring goes on beyond 180° instead of jumping to
 * the other side, and one around a pole is closed along the edge of the map.
 */
function flattened({ geometry, ...rest }: Countries['features'][number]) {
  const coordinates = polygonsOf(geometry).map((rings) => rings.map(flatRing));
  return { ...rest, geometry: { type: 'MultiPolygon' as const, coordinates } };
}

function flatRing(ring: Position[]): Position[] {
  let shift = 0;
  const flat = ring.map(([lng = 0, lat = 0], at) => {
    const step = lng - (ring[at - 1]?.[0] ?? lng);
    if (Math.abs(step) > HALF_TURN) shift -= Math.sign(step) * 2 * HALF_TURN;
    return [lng + shift, lat];
  });
  const [first = [], last = []] = [flat[0], flat.at(-1)];
  if (shift === 0) return flat;
  const pole = Math.sign(first[1] ?? 0) * POLE;
  return [...flat, [last[0] ?? 0, pole], [first[0] ?? 0, pole]];
}

const HALF_TURN = 180;
const POLE = 90;

const polygonsOf = (geometry: Geometry): Position[][][] => {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
};

/** By even and odd crossings over all rings: a hole is crossed twice. */
function isInside({ geometry }: Feature, lat: number, lng: number): boolean {
  const rings = polygonsOf(geometry).flat();
  const isAt = (degrees: number) =>
    rings.filter((ring) => crossings(ring, lat, degrees) % 2 === 1).length % 2 === 1;
  // A country may go on beyond 180°.
  return isAt(lng) || isAt(lng + 2 * HALF_TURN) || isAt(lng - 2 * HALF_TURN);
}

/** → how often a line to the east of the point crosses the ring. */
function crossings(ring: Position[], lat: number, lng: number): number {
  let count = 0;
  for (const [at, [x2 = 0, y2 = 0]] of ring.entries()) {
    const [x1 = 0, y1 = 0] = ring.at(at - 1) ?? [];
    if (y1 > lat === y2 > lat) continue;
    if (lng < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) count++;
  }
  return count;
}
