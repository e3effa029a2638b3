/**
 * The ground of the map: land, shores and borders in one file for the world; closer, with towns by
 * their size, in files for 10° by 10° that are loaded as they come into sight. Contract 27.2.
 */
import {
  divIcon,
  type LatLngTuple,
  type Layer,
  type Map as LeafletMap,
  layerGroup,
  marker,
  type Point,
  polygon,
  polyline,
} from 'leaflet/dist/leaflet-src.esm.js';

/** The zoom from which on the world is not enough. */
const GROUND_ZOOM = 5;

/** A tile as scripts/dev/ground.ts writes it. */
interface Tile {
  land: number[][];
  lines: number[][];
  towns: [name: string, x: number, y: number, thousands: number][];
  /** Languages with names of its towns in a file of their own. */
  languages: string[];
}

/** Degrees of a tile, tiles in a row, and parts of a degree in its numbers. */
const [STEP, COLUMNS, PRECISION] = [10, 36, 1000];

/** The layers, from below; the place of a search is between shores and towns. */
const PANES = ['land', 'shores', 'towns'];

/** Pixels of a label: its height, a letter, a letter of Chinese or Japanese, and the dot. */
const [LABEL_PX, LETTER_PX, WIDE_PX, DOT_PX] = [18, 7, 13, 14];

/** Most labels, and thousands of people from which on they are bold. */
const [LABELS_MAX, LARGE] = [80, 500];

const NOTICE = 'Natural Earth, GeoNames';

/** Draws the ground of the view, and anew whenever the map moves. */
export function drawGround(map: LeafletMap): void {
  const loaded = new Map<string, Promise<Tile | null>>();
  const shown = new Map<string, Layer>();
  const labels = layerGroup().addTo(map);
  for (const name of PANES) map.createPane(name);
  // The list and the markers say it in words.
  map.getPane('towns')?.setAttribute('aria-hidden', 'true');
  map.attributionControl.addAttribution(NOTICE);
  let turns = 0;
  const load = ({ name }: Place) => {
    const tile = loaded.get(name) ?? fetchTile(name);
    loaded.set(name, tile);
    return tile;
  };
  const draw = async () => {
    const turn = ++turns;
    let places = map.getZoom() < GROUND_ZOOM ? [WORLD] : placesIn(map);
    let tiles = await Promise.all(places.map(load));
    if (tiles.includes(null)) [places, tiles] = [[WORLD], [await load(WORLD)]];
    // The map was moved meanwhile.
    if (turn !== turns) return;
    const keys = new Set(places.map(({ key }) => key));
    for (const [key, layer] of shown) {
      if (!keys.has(key)) layer.remove();
      if (!keys.has(key)) shown.delete(key);
    }
    const towns: Shifted[] = [];
    for (const [at, place] of places.entries()) {
      const tile = tiles[at];
      const { key, shift } = place;
      // The markers are of use without land below them.
      if (!tile) continue;
      if (!shown.has(key)) shown.set(key, layersOf(tile, place).addTo(map));
      towns.push(...tile.towns.map((town) => ({ town, shift })));
    }
    labels.clearLayers();
    for (const label of labelsOf(map, towns)) labels.addLayer(label);
  };
  map.on('moveend viewreset', () => void draw());
  map.whenReady(() => void draw());
}

interface Place {
  /** Its column and row, which may be beyond 180°. */
  key: string;
  /** In the name of its file: a number, or `world`. */
  name: string;
  /** The shift beyond 180°, degrees. */
  shift: number;
}

/** The outlines of all countries, without towns. */
const WORLD: Place = { key: 'world', name: 'world', shift: 0 };

/** → the visible tiles; there is no tile beyond the poles. */
function placesIn(map: LeafletMap): Place[] {
  const bounds = map.getBounds();
  const from = (degrees: number) => Math.floor(degrees / STEP);
  const places: Place[] = [];
  for (let x = from(bounds.getWest()); x <= from(bounds.getEast()); x++) {
    for (let y = from(bounds.getSouth()); y <= from(bounds.getNorth()); y++) {
      const column = (((x + COLUMNS / 2) % COLUMNS) + COLUMNS) % COLUMNS;
      const name = String((y + 90 / STEP) * COLUMNS + column);
      const shift = Math.floor((x * STEP + 180) / 360) * 360;
      places.push({ key: `${x}/${y}`, name, shift });
    }
  }
  return places;
}

/** → a tile, empty on the open sea; null: it cannot be had. */
async function fetchTile(name: string): Promise<Tile | null> {
  const isSea = name !== WORLD.name && GROUND.tiles[Number(name)] !== '1';
  if (isSea) return { land: [], lines: [], towns: [], languages: [] };
  const tile: Tile | null = await fetchFile(name);
  const [language = ''] = document.documentElement.lang.split('-');
  if (!tile?.languages.includes(language)) return tile;
  const names: string[] = (await fetchFile(`${name}-${language}`)) ?? [];
  for (const [at, town] of tile.towns.entries()) town[0] = names[at] || town[0];
  return tile;
}

async function fetchFile(name: string) {
  try {
    const answer = await fetch(new URL(`ground-${name}-${GROUND.hash}.json`, import.meta.url));
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

function layersOf(tile: Tile, place: Place): Layer {
  const unpack = (numbers: number[]) => pointsOf(numbers, place.shift);
  // Land without tiles ends at its shores.
  const lines = place === WORLD ? [...tile.lines, ...tile.land] : tile.lines;
  const land = { pane: 'land', className: 'land', interactive: false, stroke: false };
  const shore = { pane: 'shores', className: 'shore', interactive: false, weight: 1 };
  return layerGroup([polygon(tile.land.map(unpack), land), polyline(lines.map(unpack), shore)]);
}

/** → latitudes and longitudes from differences. */
function pointsOf(numbers: number[], shift: number): LatLngTuple[] {
  const points: LatLngTuple[] = [];
  let [x, y] = [shift * PRECISION, 0];
  for (let at = 0; at < numbers.length; at += 2) {
    x += numbers[at] ?? 0;
    y += numbers[at + 1] ?? 0;
    points.push([y / PRECISION, x / PRECISION]);
  }
  return points;
}

interface Shifted {
  town: Tile['towns'][number];
  shift: number;
}

/** → labels of the largest towns in sight, none over another. */
function labelsOf(map: LeafletMap, towns: Shifted[]): Layer[] {
  const bounds = map.getBounds();
  const placed: { at: Point; width: number }[] = [];
  const labels: Layer[] = [];
  towns.sort((one, other) => other.town[3] - one.town[3]);
  for (const { town, shift } of towns) {
    const [name, x, y, thousands] = town;
    const place: LatLngTuple = [y / PRECISION, x / PRECISION + shift];
    if (!bounds.contains(place)) continue;
    const at = map.latLngToContainerPoint(place);
    const width = DOT_PX + name.length * (/[\u3040-\u9fff]/.test(name) ? WIDE_PX : LETTER_PX);
    const isFree = placed.every(
      (other) =>
        Math.abs(other.at.y - at.y) >= LABEL_PX ||
        at.x >= other.at.x + other.width ||
        other.at.x >= at.x + width,
    );
    if (!isFree) continue;
    placed.push({ at, width });
    const text = document.createElement('bdi');
    text.textContent = name;
    const className = thousands >= LARGE ? 'town large' : 'town';
    const icon = divIcon({ className, html: text, iconSize: [0, 0] });
    labels.push(marker(place, { icon, pane: 'towns', interactive: false, keyboard: false }));
    if (labels.length === LABELS_MAX) break;
  }
  return labels;
}
