/**
 * Near-duplicates of what a load creates: records of a similar name close by, among those stored
 * and those created shortly before. They are listed, nothing more. Source: Contract 16.3.
 */
import type { Kind } from '../../kinds/kind.js';
import type { StoredRecord } from '../../kinds/record.js';
import { type Box, distanceM, type GeoFilter, type Point } from '../../lib/geo.js';
import { likeness } from '../../lib/likeness.js';
import { limits } from '../../limits.js';
import type { SearchQuery } from '../../search/port.js';
import { type Deps, nowSeconds } from '../deps.js';

/** A record that may be the same as one just created; `likeness` is 0 to 1. */
export interface Near {
  id: number;
  title: string;
  likeness: number;
  distanceM: number;
}

/** Looks for near-duplicates. */
export interface NearFinder {
  /** → those of each of these new records, the most similar first. */
  look(created: readonly StoredRecord[]): Promise<Near[][]>;
}

/** Names at least this alike are listed, so many for one record. */
const LIKE = 0.7;
const LISTED = 3;

/** A record as it is compared. */
interface Neighbour {
  id: number;
  title: string;
  point: Point;
}

/** → a finder for one load. A kind without places, or whose records are no duplicates, has none. */
export function openNear(deps: Deps, kind: Kind): NearFinder {
  const { place } = kind;
  if (!place || !kind.duplicateFields) return { look: async (created) => created.map(() => []) };
  const toNeighbour = (record: StoredRecord): Neighbour | null => {
    const point = record.status === 'trash' ? null : place(record);
    return point && { id: record.id, title: record.title, point };
  };
  const read = async (geo: GeoFilter): Promise<Neighbour[] | null> => {
    const records = await readWithin(deps, kind, geo);
    return records?.flatMap((record) => toNeighbour(record) ?? []) ?? null;
  };
  const neighbours = openNeighbours(read);
  return {
    async look(created) {
      const found: Near[][] = [];
      for (const record of created) {
        const own = toNeighbour(record);
        found.push(own ? nearest(own, await neighbours.around(own.point)) : []);
        if (own) neighbours.add(own);
      }
      return found;
    },
  };
}

function nearest(own: Neighbour, others: readonly Neighbour[]): Near[] {
  return others
    .filter(({ id }) => id !== own.id)
    .map(({ id, title, point }) => ({ id, title, distanceM: distanceM(own.point, point) }))
    .filter((other) => other.distanceM <= limits.nearVenueM)
    .map((other) => ({ ...other, likeness: likeness(own.title, other.title) }))
    .filter((near) => near.likeness >= LIKE)
    .sort((one, other) => other.likeness - one.likeness || one.id - other.id)
    .slice(0, LISTED)
    .map((near) => ({
      ...near,
      likeness: Math.round(near.likeness * 100) / 100,
      distanceM: Math.round(near.distanceM),
    }));
}

/** Records that a region may have; one with more is read in parts. */
const REGION_RECORDS = 1000;

/** → stored records, as the index knows them; null: there are too many. */
async function readWithin(deps: Deps, kind: Kind, geo: GeoFilter): Promise<StoredRecord[] | null> {
  const query: SearchQuery = {
    kind: kind.name,
    where: [],
    visible: [],
    text: null,
    geo,
    sort: geo.point
      ? { by: 'distance', direction: 'asc' }
      : { by: 'field', field: 'title', direction: 'asc' },
    from: { offset: 0 },
    limit: REGION_RECORDS,
    facets: [],
    nowSeconds: nowSeconds(deps),
    isFull: true,
  };
  const { hits, hasMore } = await deps.index.search(query);
  if (hasMore && !geo.point) return null;
  const ids = hits.map(({ id }) => id);
  return ids.length > 0 ? deps.store.find(kind.name, 'id', ids) : [];
}

/**
 * Degrees of the regions that are read at once. A load reads the whole world if it has few records,
 * else parts of it; in the smallest parts that have many, it asks around each point.
 */
const REGION_DEGREES = [360, 8, 0.5];
/** Degrees around a region or a cell that belong to it as well: more than what is near. */
const MARGIN_DEGREES = 0.005;
/** The margin from west to east grows towards the poles, up to this. */
const MARGIN_DEGREES_MAX = 0.25;
/** Degrees of the cells in which records are remembered: some 5 km from north to south. */
const CELL_DEGREES = 0.05;
/** Records remembered in all, some MB, and in one cell. */
const REMEMBERED = 50_000;
const CELL_REMEMBERED = REMEMBERED / 10;
/** The last records of the load, which the index may not have yet. */
const RECENT = (limits.pushesBehind + 2) * limits.batchRecords;

/**
 * → the records around a point. Each region is read once, as most rows of a file are near others.
 * What the load creates is added, as the index has it some batches later only.
 */
function openNeighbours(read: (geo: GeoFilter) => Promise<Neighbour[] | null>) {
  const regions = new Map<string, 'read' | 'dense'>();
  const cells = new Map<string, Map<number, Neighbour>>();
  let recent: Neighbour[] = [];
  let count = 0;
  const remember = (neighbour: Neighbour) => {
    count++;
    for (const key of cellsAround(neighbour.point)) {
      const cell = cells.get(key) ?? new Map<number, Neighbour>();
      cells.set(key, cell.set(neighbour.id, neighbour));
      const oldest = cell.size > CELL_REMEMBERED ? cell.keys().next().value : undefined;
      if (oldest !== undefined) cell.delete(oldest);
    }
  };
  const rememberAll = (some: readonly Neighbour[]) => {
    if (count + some.length > REMEMBERED) {
      for (const [key, state] of regions) if (state === 'read') regions.delete(key);
      cells.clear();
      count = 0;
      recent = recent.slice(-RECENT);
      recent.forEach(remember);
    }
    some.forEach(remember);
  };
  const cellOf = (point: Point): Neighbour[] => [
    ...(cells.get(keyOf(point, CELL_DEGREES))?.values() ?? []),
  ];
  return {
    async around(point: Point): Promise<Neighbour[]> {
      for (const degrees of REGION_DEGREES) {
        const key = `${degrees} ${keyOf(point, degrees)}`;
        if (!regions.has(key)) {
          const stored = await read({ box: boxOf(point, degrees) });
          rememberAll(stored ?? []);
          regions.set(key, stored ? 'read' : 'dense');
        }
        if (regions.get(key) === 'read') return cellOf(point);
      }
      const stored = (await read({ point, radiusM: limits.nearVenueM })) ?? [];
      return [...new Map([...stored, ...cellOf(point)].map((one) => [one.id, one])).values()];
    },
    add(neighbour: Neighbour): void {
      rememberAll([neighbour]);
      recent.push(neighbour);
      if (recent.length > 2 * RECENT) recent = recent.slice(-RECENT);
    },
  };
}

const indexOf = (degrees: number, size: number): number => Math.floor((degrees + 180) / size);
const keyOf = ({ lat, lng }: Point, size: number): string =>
  `${indexOf(lat, size)} ${indexOf(lng, size)}`;

/** Degrees from west to east as long as the margin from south to north; it has a bound. */
const marginAt = (lat: number): number =>
  Math.min(MARGIN_DEGREES / Math.max(Math.cos((lat * Math.PI) / 180), 0.001), MARGIN_DEGREES_MAX);

/** → the cells that a point belongs to: its own, and others whose margin it is in. */
function cellsAround({ lat, lng }: Point): string[] {
  const keys: string[] = [];
  const [west, east] = [lng - marginAt(lat), lng + marginAt(lat)];
  const [south, north] = [lat - MARGIN_DEGREES, lat + MARGIN_DEGREES];
  for (let y = indexOf(south, CELL_DEGREES); y <= indexOf(north, CELL_DEGREES); y++) {
    for (let x = indexOf(west, CELL_DEGREES); x <= indexOf(east, CELL_DEGREES); x++) {
      keys.push(`${y} ${x}`);
    }
  }
  return keys;
}

/** → the box of the region of a point, with its margin. */
function boxOf({ lat, lng }: Point, size: number): Box {
  const south = indexOf(lat, size) * size - 180;
  const west = indexOf(lng, size) * size - 180;
  const margin = marginAt(Math.min(Math.max(Math.abs(south), Math.abs(south + size)), 90));
  return {
    south: Math.max(south - MARGIN_DEGREES, -90),
    north: Math.min(south + size + MARGIN_DEGREES, 90),
    west: Math.max(west - margin, -180),
    east: Math.min(west + size + margin, 180),
  };
}
