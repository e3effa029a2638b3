/**
 * Near-duplicates of what a load creates: records of a similar name close by, among those stored
 * and those created shortly before. They are listed, nothing more. Source: Contract 16.3.
 */
import type { Kind } from '../../kinds/kind.js';
import type { StoredRecord } from '../../kinds/record.js';
import { distanceM, type Point } from '../../lib/geo.js';
import { likeness } from '../../lib/likeness.js';
import { openMemory } from '../../lib/memory.js';
import { limits } from '../../limits.js';
import type { SearchQuery } from '../../search/port.js';
import { type Deps, nowSeconds } from '../deps.js';

/** A record that may be the same as one just created. */
export interface Near {
  id: number;
  title: string;
  /** 0 to 1. */
  likeness: number;
  distanceM: number;
}

/** Looks for near-duplicates. */
export interface NearFinder {
  /** → those of each of these new records, the most similar first. */
  look(created: readonly StoredRecord[]): Promise<Near[][]>;
}

/** Names at least this alike are listed. */
const LIKE = 0.7;
/** Neighbours that are looked at, and near-duplicates that are listed, for one record. */
const NEIGHBOURS = 50;
const LISTED = 3;

/** → a finder for one load. A kind without places, or whose records are no duplicates, has none. */
export function openNear(deps: Deps, kind: Kind): NearFinder {
  const { place } = kind;
  if (!place || !kind.duplicateFields) return { look: async (created) => created.map(() => []) };
  const recent = openRecent(place);
  const among = async (record: StoredRecord): Promise<Near[]> => {
    const point = place(record);
    if (!point) return [];
    const stored = await readAround(deps, kind, point);
    const all = new Map([...stored, ...recent.around(point)].map((one) => [one.id, one]));
    all.delete(record.id);
    return [...all.values()]
      .map((other) => toNear(record.title, point, { ...other, point: place(other) }))
      .filter((near) => near.likeness >= LIKE && near.distanceM <= limits.nearVenueM)
      .sort((one, other) => other.likeness - one.likeness || one.id - other.id)
      .slice(0, LISTED);
  };
  return {
    async look(created) {
      const found: Near[][] = [];
      for (const record of created) {
        found.push(await among(record));
        recent.add(record);
      }
      return found;
    },
  };
}

function toNear(title: string, from: Point, other: StoredRecord & { point: Point | null }): Near {
  return {
    id: other.id,
    title: other.title,
    likeness: Math.round(likeness(title, other.title) * 100) / 100,
    distanceM: other.point ? Math.round(distanceM(from, other.point)) : Number.POSITIVE_INFINITY,
  };
}

/** → stored records around a point, as the index knows them; it may be some batches behind. */
async function readAround(deps: Deps, kind: Kind, point: Point): Promise<StoredRecord[]> {
  const query: SearchQuery = {
    kind: kind.name,
    where: [],
    visible: [],
    text: null,
    geo: { point, radiusM: limits.nearVenueM },
    sort: { by: 'distance', direction: 'asc' },
    from: { offset: 0 },
    limit: NEIGHBOURS,
    facets: [],
    nowSeconds: nowSeconds(deps),
    isFull: true,
  };
  const { hits } = await deps.index.search(query);
  const ids = hits.map(({ id }) => id);
  const records = ids.length > 0 ? await deps.store.find(kind.name, 'id', ids) : [];
  return records.filter(({ status }) => status !== 'trash');
}

/** Degrees of a cell, north to south: wider than the distance at which records are near. */
const CELL_DEGREES = 0.01;
/** Cells of recent records that are remembered: some MB. */
const CELLS = 5000;

/** → the last records of this load, by place: the index gets them some batches later. */
function openRecent(place: NonNullable<Kind['place']>) {
  const cells = openMemory<string, StoredRecord[]>({ max: CELLS });
  const cellOf = ({ lat, lng }: Point): [number, number] => {
    const row = Math.floor(lat / CELL_DEGREES);
    const width = CELL_DEGREES / Math.max(Math.cos((row * CELL_DEGREES * Math.PI) / 180), 0.001);
    return [row, Math.floor(lng / width)];
  };
  const around = (point: Point): StoredRecord[] => {
    const found: StoredRecord[] = [];
    for (const step of [-1, 0, 1]) {
      const [row, column] = cellOf({ ...point, lat: point.lat + step * CELL_DEGREES });
      for (const side of [-1, 0, 1]) found.push(...(cells.get(`${row} ${column + side}`) ?? []));
    }
    return found;
  };
  return {
    around,
    add(record: StoredRecord): void {
      const point = place(record);
      if (!point) return;
      const key = cellOf(point).join(' ');
      cells.set(key, [...(cells.get(key) ?? []), record].slice(-NEIGHBOURS));
    },
  };
}
