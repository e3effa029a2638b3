/**
 * Nearest first: the page is read from growing circles around the point, so that a page of ten does
 * not sort all records within 5,000 km. Decision: nearest first walks outward.
 */
import { chordToM } from '../../lib/geo.js';
import type { SearchQuery } from '../port.js';

/** Radius of the first circle, m, and the factor to the next. */
const FIRST_M = 1000;
const GROWTH = 2;

/** → the query in smaller circles, without online records; empty for other orders. */
export function ringsOf(query: SearchQuery): SearchQuery[] {
  const { point, radiusM } = query.geo ?? {};
  const { by, direction } = query.sort;
  if (by !== 'distance' || direction !== 'asc' || !point || radiusM === undefined) return [];
  if ('after' in query.from && query.from.after.isOnline) return [];
  const rings: SearchQuery[] = [];
  for (let ringM = Math.max(FIRST_M, reachedM(query) * GROWTH); ringM < radiusM; ringM *= GROWTH) {
    rings.push({ ...query, geo: { ...query.geo, point, radiusM: ringM, orOnline: false } });
  }
  return rings;
}

/** → how far the pages before this one reached, m. */
function reachedM({ from }: SearchQuery): number {
  return 'after' in from ? chordToM(Number(from.after.key)) : 0;
}
