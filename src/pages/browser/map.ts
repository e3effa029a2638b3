/**
 * The map of the list: Leaflet over outlines of countries or street tiles, with the events of the
 * view as markers. Contract 27.2.
 */
import {
  Control,
  circleMarker,
  control,
  type LatLngTuple,
  type Map as LeafletMap,
  map as newMap,
  tileLayer,
} from 'leaflet/dist/leaflet-src.esm.js';
import { openArea, WORLD_VIEW } from './area.js';
import { drawGround } from './ground.js';
import { type Markers, openMarkers } from './markers.js';
import type { View } from './results.js';
import { wordFor } from './words.js';

/** Outlines alone are of no use closer than this; streets are. */
const OUTLINES_ZOOM = 14;
const STREETS_ZOOM = 18;

/** How close the map of one place is, with streets and with outlines. */
const PLACE_ZOOMS = [15, 9] as const;

/** Opens the map in its pane. */
export async function openMap(pane: HTMLElement, view: View): Promise<void> {
  const element = pane.querySelector<HTMLElement>('#map');
  if (!element) return;
  const { style = '', tiles } = element.dataset;
  await loadStyle(style);
  const map = newLeaflet(element, tiles ? STREETS_ZOOM : OUTLINES_ZOOM);
  showGround(map, element.dataset);
  const area = openArea(map, element);
  const markers = openMarkers(map, { element, pane, view });
  if (!tiles) offerDirections(map, markers);
  let shown = 0;
  let isToFit = false;
  map.on('moveend', () => void markers.refresh());
  view.onShown(() => void showView());
  // A reopened popover may have another size.
  new ResizeObserver(() => map.invalidateSize()).observe(element);
  pane.querySelector('#search-here')?.addEventListener('click', () => {
    if (pane.matches(':popover-open')) pane.hidePopover();
    void view.show(area.here());
  });
  await showView();

  async function showView() {
    const turn = ++shown;
    isToFit = area.read() || isToFit;
    if (!isToFit) return markers.refresh();
    // Every move of the map shows the markers anew.
    if (!area.fit()) {
      const events = await markers.all();
      // Another view is shown meanwhile, and moves the map.
      if (turn !== shown) return;
      const points = events.length > 0 ? events : centreOf();
      if (points.length > 0) area.fitAll(points, tiles ? STREETS_ZOOM - 3 : CITY_ZOOM - 1);
    }
    isToFit = false;
  }
}

/** → the point of a list without events, if it has one. */
function centreOf(): LatLngTuple[] {
  const { centre } = document.querySelector<HTMLElement>('#results .map-button')?.dataset ?? {};
  const [lat, lng] = centre?.split(',').map(Number) ?? [];
  return lat === undefined || lng === undefined ? [] : [[lat, lng]];
}

/** The zoom of a city: from here on outlines show no way. */
const CITY_ZOOM = 11;

/** In a city, a link to the way to the marker nearest to the middle: outlines have no streets. */
function offerDirections(map: LeafletMap, markers: Markers): void {
  const link = document.createElement('a');
  link.className = 'directions';
  link.rel = 'noopener noreferrer';
  link.textContent = wordFor('event.directions');
  const place = new Control({ position: 'bottomright' });
  place.onAdd = () => link;
  markers.onShown(() => {
    const nearest = map.getZoom() >= CITY_ZOOM ? markers.nearest(map.getCenter()) : null;
    if (!nearest) return void place.remove();
    const to = new URLSearchParams({ to: nearest.join() });
    link.href = `https://www.openstreetmap.org/directions?${to}`;
    place.addTo(map);
  });
}

/** Draws a small map of one place, to look at, in its element. */
export async function openPlace(element: HTMLElement): Promise<void> {
  const { style = '', tiles, lat, lng } = element.dataset;
  await loadStyle(style);
  const [streets, outlines] = PLACE_ZOOMS;
  const map = newLeaflet(element, tiles ? STREETS_ZOOM : outlines);
  map.setView([Number(lat), Number(lng)], tiles ? streets : outlines);
  showGround(map, element.dataset);
  const look = { className: 'here', radius: 9, interactive: false };
  circleMarker([Number(lat), Number(lng)], look).addTo(map);
}

/** Shows streets where the settings name tiles, else the ground. */
function showGround(map: LeafletMap, { tiles, attribution }: DOMStringMap): void {
  if (tiles) {
    // Hosts of tiles refuse pages that do not say where they are.
    const options = { maxZoom: STREETS_ZOOM, referrerPolicy: 'origin' as const };
    tileLayer(tiles, { ...options, attribution: attribution ?? '' }).addTo(map);
  } else drawGround(map);
}

/** → a map of the world in an element, for mouse, touch and keys. */
function newLeaflet(element: HTMLElement, maxZoom: number): LeafletMap {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = newMap(element, {
    ...WORLD_VIEW,
    attributionControl: false,
    maxZoom,
    minZoom: 0,
    maxBounds: [
      [-90, -200],
      [90, 200],
    ],
    maxBoundsViscosity: 1,
    zoomAnimation: !isCalm,
    fadeAnimation: !isCalm,
    markerZoomAnimation: !isCalm,
    inertia: !isCalm,
    // Wheel zoom only while the map has focus.
    scrollWheelZoom: false,
  });
  const { panBy } = map;
  // Leaflet has no option for this one.
  if (isCalm) map.panBy = (offset) => panBy.call(map, offset, { animate: false });
  map.on('focus', () => map.scrollWheelZoom.enable());
  map.on('blur', () => map.scrollWheelZoom.disable());
  control.attribution({ prefix: false }).addTo(map);
  const isInMiles = element.dataset.unit === 'mi';
  control.scale({ metric: !isInMiles, imperial: isInMiles }).addTo(map);
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', wordFor('map.keys'));
  return map;
}

/** Loads the stylesheet of the map: pages without one need not. */
function loadStyle(href: string): Promise<unknown> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  const loaded = new Promise((resolve) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', resolve);
  });
  document.head.append(link);
  return loaded;
}
