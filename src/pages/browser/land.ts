/** Outlines of countries (Natural Earth). */
import type { FeatureCollection, Geometry, Position } from 'geojson';
import { geoJSON, type Map as LeafletMap } from 'leaflet/dist/leaflet-src.esm.js';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import coarse from 'world-atlas/countries-110m.json';
import { flatRing } from './flat.js';
import { openGround } from './ground.js';

type Countries = FeatureCollection<Geometry, { name: string }>;

const NOTICE = 'Natural Earth, GeoNames';

/** The outlines, loaded when they are needed. */
export interface Land {
  /** Draws them, and closer by the ground instead. */
  showOn: (map: LeafletMap) => void;
}

/** → outlines of which nothing is loaded yet. */
export function openLand(): Land {
  let loading: Promise<Countries | null> | null = null;
  const load = () => {
    loading ??= fetchCountries(coarse);
    return loading;
  };
  return {
    showOn(map) {
      const drawGround = openGround(map);
      const style = { className: 'land', weight: 1 };
      const layer = geoJSON(null, { pane: 'land', interactive: false, style });
      map.attributionControl.addAttribution(NOTICE);
      let turns = 0;
      const draw = async () => {
        const turn = ++turns;
        const countries = (await drawGround()) ? null : await load();
        // The map was moved meanwhile.
        if (turn !== turns) return;
        if (!countries) return layer.remove();
        if (layer.getLayers().length === 0) layer.addData(countries);
        layer.addTo(map).bringToBack();
      };
      map.on('moveend viewreset', () => void draw());
      map.whenReady(() => void draw());
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

/** The outlines are those of a globe. */
function flattened({ geometry, ...rest }: Countries['features'][number]) {
  const coordinates = polygonsOf(geometry).map((rings) => rings.map(flatRing));
  return { ...rest, geometry: { type: 'MultiPolygon' as const, coordinates } };
}

const polygonsOf = (geometry: Geometry): Position[][][] => {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
};
