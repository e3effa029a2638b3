/** A small map of one place, to look at: streets where there are tiles, else outlines. */
import { circleMarker } from 'leaflet/dist/leaflet-src.esm.js';
import { openLand } from './land.js';
import { loadStyle, newLeaflet, STREETS_ZOOM, showGround } from './map.js';

/** How close the map is with streets, and with outlines. */
const [STREETS, OUTLINES] = [15, 9];

/** Draws the map in its element. */
export async function openPlace(element: HTMLElement): Promise<void> {
  const { style = '', tiles, lat, lng } = element.dataset;
  await loadStyle(style);
  const at: [number, number] = [Number(lat), Number(lng)];
  const map = newLeaflet(element, tiles ? STREETS_ZOOM : OUTLINES);
  map.setView(at, tiles ? STREETS : OUTLINES);
  showGround(map, openLand(), element.dataset);
  circleMarker(at, { className: 'here', radius: 9, interactive: false }).addTo(map);
}
