/** Markers that would overlap on the map become one. Contract 27.2. */

/** A tile of the facet. Contract 27.1. */
export interface Tile {
  value: string;
  count: number;
  lat: number;
  lng: number;
  /** The town nearby. */
  town?: string;
}

/** The tiles of a marker, by number of events. */
export interface Cluster {
  tiles: Tile[];
  count: number;
  /** The mean of the places, in pixels of the map. */
  x: number;
  y: number;
}

/** Pixels of a marker by the digits of its count. */
const SIZES = [32, 36, 42, 48, 56];

/** → the diameter of a marker, pixels. */
export const sizeOf = (count: number): number =>
  SIZES[String(count).length - 1] ?? SIZES.at(-1) ?? 0;

/** → clusters that do not overlap; `place` gives the pixels of a tile. */
export function mergeOverlaps(
  tiles: readonly Tile[],
  place: (tile: Tile) => { x: number; y: number },
): Cluster[] {
  let clusters = tiles.map((tile): Cluster => {
    return { tiles: [tile], count: tile.count, ...place(tile) };
  });
  // A merged marker may touch another.
  for (let before = 0; before !== clusters.length; ) {
    before = clusters.length;
    clusters = mergeOnce(clusters);
  }
  return clusters;
}

function mergeOnce(clusters: readonly Cluster[]): Cluster[] {
  const merged: Cluster[] = [];
  for (const one of clusters) {
    const at = merged.findIndex((other) => isTouching(one, other));
    const other = merged[at];
    if (other) merged[at] = joined(other, one);
    else merged.push(one);
  }
  return merged;
}

const isTouching = (one: Cluster, other: Cluster): boolean =>
  Math.hypot(one.x - other.x, one.y - other.y) < (sizeOf(one.count) + sizeOf(other.count)) / 2;

function joined(one: Cluster, other: Cluster): Cluster {
  const count = one.count + other.count;
  const mean = (a: number, b: number) => (a * one.count + b * other.count) / count;
  const tiles = [...one.tiles, ...other.tiles].sort((a, b) => b.count - a.count);
  return { tiles, count, x: mean(one.x, other.x), y: mean(one.y, other.y) };
}
