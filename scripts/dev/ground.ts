/**
 * Makes the ground of the map: a file for each 10° by 10°, with land, shores, borders (Natural
 * Earth, 1:10,000,000) and towns (GeoNames), files with the names of its towns by language, and one
 * for the world (1:110,000,000) without towns. The bound of a file drops its smallest towns.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import { presimplify, simplify } from 'topojson-simplify';
import type { GeometryCollection, MultiPolygon, Topology } from 'topojson-specification';
import { NAME_LANGUAGES, nameIn, TOWNS_FILE, type Town } from '../../src/lib/place/town-table.js';
import { allTowns } from '../../src/lib/place/towns.js';

/** The files, and their data for the script of the map. */
interface Ground {
  folder: string;
  /** In the names of the files. */
  hash: string;
  /** `0` or `1` for each tile, from the south-west to the east, row by row. */
  tiles: string;
}

const atlas = (name: string) => createRequire(import.meta.url).resolve(`world-atlas/${name}`);
const FINE_FILE = atlas('countries-10m.json');
const WORLD_FILE = atlas('countries-110m.json');

/** Degrees of a tile, and tiles in a row and a column. */
const STEP = 10;
const [COLUMNS, ROWS] = [360 / STEP, 180 / STEP];
/** The smallest distinct parts of a degree: about 100 m. */
const PRECISION = 1000;
/** Points that change an outline by less are dropped, square degrees. */
const AREA_MIN = 5e-5;
/** The extent of land beyond its tile, degrees: no gap shows between two. */
const OVERLAP = 0.02;
/** Largest file, compressed, and largest file of the world, bytes. */
const [BYTES_MAX, WORLD_BYTES_MAX] = [25_000, 40_000];

interface Tile {
  /** Rings of land: longitude and latitude of the first point, then differences. */
  land: number[][];
  /** Lines of shores and borders, in the same way; of the world, borders alone. */
  lines: number[][];
  /** The largest first. */
  towns: Town[];
}

/** → the files in a folder below `dist`, made anew after a change of their sources. */
export function makeGround(dist: string): Ground {
  const sources = [FINE_FILE, WORLD_FILE, TOWNS_FILE, fileURLToPath(import.meta.url)];
  const hashed = createHash('sha256');
  for (const path of sources) hashed.update(readFileSync(path));
  const hash = hashed.digest('hex').slice(0, 8).toUpperCase();
  const folder = join(dist, 'ground');
  // Written last: with it, all files are there.
  const stamp = join(folder, `tiles-${hash}.txt`);
  if (!existsSync(stamp)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const tiles = makeTiles();
    const pathOf = (name: string) => join(folder, `ground-${name}-${hash}.json`);
    for (const [number, tile] of tiles) writeTile(pathOf, String(number), tile);
    writeTile(pathOf, 'world', makeWorld(), WORLD_BYTES_MAX);
    const has = Array.from({ length: COLUMNS * ROWS }, (_, at) => (tiles.has(at) ? '1' : '0'));
    writeFileSync(stamp, has.join(''));
  }
  return { folder, hash, tiles: readFileSync(stamp, 'utf8') };
}

function makeTiles(): Map<number, Tile> {
  const tiles = new Map<number, Tile>();
  const tileOf = (number: number): Tile => {
    const tile = tiles.get(number) ?? { land: [], lines: [], towns: [] };
    tiles.set(number, tile);
    return tile;
  };
  const world = simplify(presimplify(readWorld(FINE_FILE)), AREA_MIN) as World;
  for (const line of mesh(world, world.objects.countries).coordinates) {
    for (const [number, run] of runsOf(line)) tileOf(number).lines.push(packed(run));
  }
  for (const ring of landRings(world)) {
    for (const [number, part] of partsOf(ring)) tileOf(number).land.push(packed(part));
  }
  for (const town of allTowns()) tileOf(numberAt([town.lng, town.lat])).towns.push(town);
  return tiles;
}

type World = Topology<{ countries: GeometryCollection; land: GeometryCollection<MultiPolygon> }>;

const readWorld = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as World;

function makeWorld(): Tile {
  const world = readWorld(WORLD_FILE);
  const borders = mesh(world, world.objects.countries, (one, other) => one !== other);
  const land = landRings(world).map(packed);
  return { land, lines: borders.coordinates.map(packed), towns: [] };
}

function landRings(world: World): Position[][] {
  const { features } = feature(world, world.objects.land);
  return features.flatMap(({ geometry }) => {
    if (geometry?.type !== 'MultiPolygon') throw new Error('The land is no polygon.');
    return geometry.coordinates.flat().map(flatRing);
  });
}

/**
 * → a ring of a globe that continues beyond 180° instead of jumping to the other side; a ring
 * around a pole is closed along the edge of the map.
 */
function flatRing(ring: Position[]): Position[] {
  let shift = 0;
  const flat = ring.map(([lng = 0, lat = 0], at) => {
    const step = lng - (ring[at - 1]?.[0] ?? lng);
    if (Math.abs(step) > 180) shift -= Math.sign(step) * 360;
    return [lng + shift, lat];
  });
  const [first = [], last = []] = [flat[0], flat.at(-1)];
  if (shift === 0) return flat;
  const pole = Math.sign(first[1] ?? 0) * 90;
  return [...flat, [last[0] ?? 0, pole], [first[0] ?? 0, pole]];
}

/** → the number of the tile that a point is in. */
function numberAt([lng = 0, lat = 0]: Position): number {
  const column = Math.floor((lng + 180) / STEP);
  const row = Math.min(ROWS - 1, Math.max(0, Math.floor((lat + 90) / STEP)));
  return row * COLUMNS + ((column + COLUMNS) % COLUMNS);
}

/** → the parts of a line by tile, each with its previous and next point. */
function* runsOf(line: Position[]): Generator<[number, Position[]]> {
  let from = 0;
  for (let at = 1; at <= line.length; at++) {
    const number = numberAt(line[from] ?? []);
    if (at < line.length && numberAt(line[at] ?? []) === number) continue;
    const run = line.slice(Math.max(0, from - 1), at + 1);
    const [first = []] = run;
    // A line that continues at the other side of the world ends there.
    const near = run.filter(([lng = 0]) => Math.abs(lng - (first[0] ?? 0)) < 180);
    if (near.length > 1) yield [number, near];
    from = at;
  }
}

/** → the parts of a ring by tile. A ring may go on beyond 180°. */
function* partsOf(ring: Position[]): Generator<[number, Position[]]> {
  const lngs = ring.map(([lng = 0]) => lng);
  const lats = ring.map(([, lat = 0]) => lat);
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)].map((lng) => Math.floor(lng / STEP));
  const [south, north] = [Math.min(...lats), Math.max(...lats)].map((lat) =>
    Math.floor(lat / STEP),
  );
  for (let x = west ?? 0; x <= (east ?? 0); x++) {
    const column = clipped(clipped(ring, 0, x * STEP, 1), 0, (x + 1) * STEP, -1);
    for (let y = south ?? 0; y <= (north ?? 0); y++) {
      const part = clipped(clipped(column, 1, y * STEP, 1), 1, (y + 1) * STEP, -1);
      const shift = Math.floor((x * STEP + 180) / 360) * 360;
      const number = numberAt([(x + 0.5) * STEP, (y + 0.5) * STEP]);
      const moved = part.map(([lng = 0, lat = 0]) => [lng - shift, lat]);
      if (part.length > 2) yield [number, moved];
    }
  }
}

/** → the ring on one side of a line, by Sutherland and Hodgman; axis 0 is the longitude. */
function clipped(ring: Position[], axis: 0 | 1, edge: number, sign: 1 | -1): Position[] {
  const limit = edge - sign * OVERLAP;
  const isIn = (point: Position) => ((point[axis] ?? 0) - limit) * sign >= 0;
  return ring.flatMap((point, at) => {
    const before = ring.at(at - 1) ?? point;
    if (isIn(before) === isIn(point)) return isIn(point) ? [point] : [];
    const share = (limit - (before[axis] ?? 0)) / ((point[axis] ?? 0) - (before[axis] ?? 0));
    const other = axis === 0 ? 1 : 0;
    const across = (before[other] ?? 0) + share * ((point[other] ?? 0) - (before[other] ?? 0));
    const crossing = axis === 0 ? [limit, across] : [across, limit];
    return isIn(point) ? [crossing, point] : [crossing];
  });
}

/** → the points as differences of whole parts of a degree, without equal points. */
function packed(points: Position[]): number[] {
  let [lastX, lastY] = [0, 0];
  return points.flatMap(([lng = 0, lat = 0], at) => {
    const [x, y] = [Math.round(lng * PRECISION), Math.round(lat * PRECISION)];
    const step = [x - lastX, y - lastY];
    [lastX, lastY] = [x, y];
    return at > 0 && step[0] === 0 && step[1] === 0 ? [] : step;
  });
}

/** Writes a tile, a large one without its smallest towns, and their names by language. */
function writeTile(
  pathOf: (name: string) => string,
  name: string,
  { land, lines, towns }: Tile,
  bytesMax = BYTES_MAX,
): void {
  for (let count = towns.length; ; count = Math.floor(count * 0.9)) {
    const kept = towns.slice(0, count);
    const names = namesByLanguage(kept);
    const tile = { land, lines, towns: kept.map(toRow), languages: [...names.keys()] };
    const bytes = gzipSync(JSON.stringify(tile), { level: 9 }).length;
    if (bytes > bytesMax && count > 0) continue;
    if (bytes > bytesMax) throw new Error(`${name}: ${bytes} bytes.`);
    writeJson(pathOf(name), tile);
    for (const [language, texts] of names) writeJson(pathOf(`${name}-${language}`), texts);
    return;
  }
}

/** → name, longitude and latitude in parts of a degree, thousands of people. */
function toRow({ name, lat, lng, population }: Town): [string, number, number, number] {
  const [x, y] = [Math.round(lng * PRECISION), Math.round(lat * PRECISION)];
  return [name, x, y, Math.round(population / 1000)];
}

/** → by language the names of the towns in their order, `""` for the main name. */
function namesByLanguage(towns: readonly Town[]): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const language of NAME_LANGUAGES) {
    const texts = towns.map((town) => {
      const name = nameIn(town, language);
      return name === town.name ? '' : name;
    });
    const count = texts.findLastIndex((text) => text !== '') + 1;
    if (count > 0) names.set(language, texts.slice(0, count));
  }
  return names;
}

/** Writes a value as JSON, and compressed. */
function writeJson(path: string, value: unknown): void {
  const text = JSON.stringify(value);
  writeFileSync(path, text);
  writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
}
