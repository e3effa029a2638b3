/** The town nearest to a point: a scan of towns by latitude, outwards from the point's. */
import { remembered } from '../remember.js';
import { distanceM, type Point } from './geo.js';
import { type Town, townNumber } from './town-table.js';
import { allTowns } from './towns.js';

/** Metres in a degree of latitude; a little less, so that no town is missed. */
const METRES_PER_DEGREE = 110_000;

/** Where a town is, by its number. */
interface Place extends Point {
  number: number;
}

/** → the nearest town of so many inhabitants or more. */
export function nearestTown(point: Point, inhabitants: number): Town | null {
  const towns = townsFrom(inhabitants);
  let best: Place | null = null;
  let bestM = Number.POSITIVE_INFINITY;
  const start = firstNorthOf(towns, point.lat);
  for (const step of [1, -1]) {
    for (let at = step === 1 ? start : start - 1; ; at += step) {
      const town = towns[at];
      if (!town || Math.abs(town.lat - point.lat) * METRES_PER_DEGREE > bestM) break;
      const metres = distanceM(point, town);
      if (metres < bestM) [best, bestM] = [town, metres];
    }
  }
  return best && townNumber(best.number);
}

/** → the towns of so many inhabitants or more, from south to north. */
const townsFrom = remembered((inhabitants: number) => {
  // The largest come first, so that the position is the number.
  const large = allTowns().filter(({ population }) => population >= inhabitants);
  const towns = large.map(({ lat, lng }, number): Place => ({ lat, lng, number }));
  return towns.sort((a, b) => a.lat - b.lat);
});

function firstNorthOf(towns: readonly Place[], lat: number): number {
  let [from, to] = [0, towns.length];
  while (from < to) {
    const at = (from + to) >> 1;
    if ((towns[at]?.lat ?? 0) < lat) from = at + 1;
    else to = at;
  }
  return from;
}
