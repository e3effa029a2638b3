/**
 * Near-duplicates of what a load creates: records of a similar name close by, among those stored
 * and those created shortly before. They are listed, nothing more. Source: Contract 16.3.
 */
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { type Box, distanceM, type GeoFilter, type Point } from '../lib/geo.js';
import { likeness } from '../lib/likeness.js';
import { openMemory } from '../lib/memory.js';
import { limits } from '../limits.js';
import { type Deps, nowSeconds } from '../records/deps.js';
import type { SearchQuery } from '../search/port.js';

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

/**
 * → a finder for one load. A kind without places, or whose records are no duplicates, has none.
 * `remembered`: how many records at most are held in memory.
 */
export function openNear(deps: Deps, kind: Kind, remembered: number = REMEMBERED): NearFinder {
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
  const cells = openCells(read, remembered);
  return {
    async look(created) {
      const found: Near[][] = [];
      for (const record of created) {
        const own = toNeighbour(record);
        found.push(own ? nearest(own, await cells.around(own.point)) : []);
        if (own) cells.add(own);
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

/** Records that are read for a cell; a cell with more is asked around each point. */
const CELL_RECORDS = 1000;

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
    limit: CELL_RECORDS,
    facets: [],
    nowSeconds: nowSeconds(deps),
    isFull: true,
  };
  const { hits, hasMore } = await deps.index.search(query);
  if (hasMore && !geo.point) return null;
  const ids = hits.map(({ id }) => id);
  return ids.length > 0 ? deps.store.find(kind.name, 'id', ids) : [];
}

/** Degrees of a cell: some 50 km from north to south. */
const CELL_DEGREES = 0.5;
/** Degrees around a cell that belong to it as well: more than the distance that is near. */
const MARGIN_DEGREES = 0.005;
/** Records remembered: some 25 MB. */
const REMEMBERED = 200_000;
/** The most of one cell. */
const OF_ONE_CELL = 5000;

interface Cell {
  neighbours: Neighbour[];
  /** Whether the stored records are among them; `dense`: there are too many of these. */
  state: 'unread' | 'read' | 'dense';
}

/**
 * → cells of places, each read once: most rows of a file are near others. What the load creates is
 * added, as the index has it some batches later only.
 */
function openCells(read: (geo: GeoFilter) => Promise<Neighbour[] | null>, remembered: number) {
  // Reading a cell again and again would take longer than asking around each point.
  const forgotten = new Set<string>();
  const cells = openMemory<string, Cell>({
    maxSize: remembered,
    sizeCalculation: ({ neighbours }) => neighbours.length + 1,
    dispose: (_cell, key, reason) => {
      if (reason === 'evict') forgotten.add(key);
    },
  });
  const cellAt = (key: string): Cell =>
    cells.get(key) ?? { neighbours: [], state: forgotten.has(key) ? 'dense' : 'unread' };
  return {
    async around(point: Point): Promise<Neighbour[]> {
      const key = keyOf(point);
      let cell = cellAt(key);
      if (cell.state === 'unread') {
        const stored = await read({ box: boxOf(point) });
        const neighbours = uniqueById([...(stored ?? []), ...cell.neighbours]);
        cell = { neighbours, state: stored ? 'read' : 'dense' };
        cells.set(key, cell);
      }
      if (cell.state === 'read') return cell.neighbours;
      const stored = (await read({ point, radiusM: limits.nearVenueM })) ?? [];
      return uniqueById([...stored, ...cell.neighbours]);
    },
    add(neighbour: Neighbour): void {
      for (const key of keysAround(neighbour.point)) {
        const { neighbours, state } = cellAt(key);
        // A dense cell would only grow: its last records are those the index may not have.
        const most = state === 'dense' ? CELL_RECORDS : OF_ONE_CELL;
        // The memory takes the size of another object only.
        cells.set(key, { neighbours: [...neighbours, neighbour].slice(-most), state });
      }
    },
  };
}

const uniqueById = (all: readonly Neighbour[]): Neighbour[] => [
  ...new Map(all.map((one) => [one.id, one])).values(),
];

const indexOf = (degrees: number): number => Math.floor(degrees / CELL_DEGREES);
const keyOf = ({ lat, lng }: Point): string => `${indexOf(lat)} ${indexOf(lng)}`;

/** Degrees from west to east as long as the margin from south to north; half a cell at most. */
const marginAt = (lat: number): number =>
  Math.min(MARGIN_DEGREES / Math.max(Math.cos((lat * Math.PI) / 180), 0.001), CELL_DEGREES / 2);

/** → the cells that a point belongs to: its own, and others whose margin it is in. */
function keysAround({ lat, lng }: Point): Set<string> {
  const keys = new Set<string>();
  for (const south of [-MARGIN_DEGREES, MARGIN_DEGREES]) {
    for (const west of [-marginAt(lat), marginAt(lat)]) {
      keys.add(keyOf({ lat: lat + south, lng: lng + west }));
    }
  }
  return keys;
}

/** → the box of the cell of a point, with its margin. */
function boxOf({ lat, lng }: Point): Box {
  const [south, west] = [indexOf(lat) * CELL_DEGREES, indexOf(lng) * CELL_DEGREES];
  const margin = marginAt(lat);
  return {
    south: Math.max(south - MARGIN_DEGREES, -90),
    north: Math.min(south + CELL_DEGREES + MARGIN_DEGREES, 90),
    west: Math.max(west - margin, -180),
    east: Math.min(west + CELL_DEGREES + margin, 180),
  };
}
