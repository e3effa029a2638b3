/** Rings of a globe on a flat map. */
import type { Position } from 'geojson';

/**
 * → a ring that goes on beyond 180° instead of jumping to the other side; one around a pole is
 * closed along the edge of the map.
 */
export function flatRing(ring: Position[]): Position[] {
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
