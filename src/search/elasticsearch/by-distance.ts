/**
 * The order by distance, made exact. Elasticsearch tells places apart to some centimetres; those
 * nearer to each other stand in no order of its own. So the hits of a page are put in order by the
 * exact chord, and where a page would end among such places, all of them are looked at: up to
 * `limits.distanceRun` of them, beyond which their order is Elasticsearch's.
 */
import { limits } from '../../limits.js';
import type { SearchQuery } from '../port.js';
import { type Asked, type Asking, PIT_GONE, type RawHit } from './ask.js';
import { chordFrom, marginM } from './geo.js';
import type { Place } from './walks.js';

/** Asks the engine; `isMixedAt` tells whether several places are about so far away. */
export interface Asker {
  ask(asking: Omit<Asking, 'order'>): Promise<Asked | typeof PIT_GONE>;
  isMixedAt(engineM: number, widthM: number): Promise<boolean>;
}

/** A page in order, and where the next one is looked for. */
export interface Ordered {
  asked: Asked;
  hits: RawHit[];
  place: Place;
  hasMore: boolean;
}

/** → a page from a place in the order. */
export async function pageFrom(
  asker: Asker,
  query: SearchQuery,
  place: Place,
  asking: Omit<Asking, 'order' | 'size'>,
): Promise<Ordered | typeof PIT_GONE> {
  const end = place.skip + query.limit;
  const at = (size: number) => ({ ...asking, after: place.after, size: inWindow(size, asking) });
  const asked = await asker.ask(at(end + 1));
  if (asked === PIT_GONE) return asked;
  if (await isClean(asker, asked.hits, end)) {
    const hits = sorted(query, asked.hits.slice(0, end)).slice(place.skip);
    const last = asked.hits[end - 1];
    const next = { after: last ? last.sort : place.after, skip: 0 };
    return { asked, hits, place: next, hasMore: asked.hits.length > end };
  }
  const more = await asker.ask(at(end + limits.distanceRun));
  if (more === PIT_GONE) return more;
  const whole = sorted(query, more.hits.slice(0, gapFrom(more.hits, end)));
  const begin = gapBefore(more.hits, end);
  const after = (at: number) => more.hits[at - 1]?.sort ?? place.after;
  const isLong = end - begin > limits.distanceRun;
  return {
    asked: { ...more, facets: asked.facets },
    hits: whole.slice(place.skip, end),
    place: isLong ? { after: after(end), skip: 0 } : { after: after(begin), skip: end - begin },
    hasMore: more.hits.length > end,
  };
}

/** → a page after so many records. */
export async function pageAt(asker: Asker, query: SearchQuery, offset: number): Promise<Ordered> {
  const start = await startOf(asker, offset);
  const asking = { from: start, withFacets: true };
  const page = await pageFrom(asker, query, { after: null, skip: offset - start }, asking);
  if (page === PIT_GONE) throw new Error('a list was asked of no point in time');
  return page;
}

/** → where the run begins that the record at an offset belongs to. */
async function startOf(asker: Asker, offset: number): Promise<number> {
  if (offset === 0) return 0;
  const around = await asker.ask({ from: offset - 1, size: inWindow(2, { from: offset - 1 }) });
  if (around === PIT_GONE || (await isClean(asker, around.hits, 1))) return offset;
  const from = Math.max(0, offset - limits.distanceRun);
  const before = await asker.ask({ from, size: offset - from + 1 });
  return before === PIT_GONE ? offset : from + gapBefore(before.hits, offset - from);
}

const inWindow = (size: number, { from = 0 }: { from?: number }): number =>
  Math.max(0, Math.min(size, limits.resultWindow - from));

/** → whether the hits before `at` are surely nearer (or farther) than those from there on. */
async function isClean(asker: Asker, hits: readonly RawHit[], at: number): Promise<boolean> {
  if (at === 0 || hits.length <= at || isGap(hits, at)) return true;
  const engineM = distanceAt(hits, at);
  return !(await asker.isMixedAt(engineM, 2 * marginM(engineM)));
}

const distanceAt = (hits: readonly RawHit[], at: number): number => Number(hits[at]?.sort[0]);

function isGap(hits: readonly RawHit[], at: number): boolean {
  const [before, after] = [distanceAt(hits, at - 1), distanceAt(hits, at)];
  return Math.abs(after - before) > 2 * marginM(Math.min(before, after));
}

/** → the first gap from `at` on; the end where there is none. */
function gapFrom(hits: readonly RawHit[], at: number): number {
  for (let gap = at; gap < hits.length; gap++) if (isGap(hits, gap)) return gap;
  return hits.length;
}

/** → the last gap up to `at`; 0 where there is none. */
function gapBefore(hits: readonly RawHit[], at: number): number {
  for (let gap = Math.min(at, hits.length - 1); gap > 0; gap--) if (isGap(hits, gap)) return gap;
  return 0;
}

function sorted(query: SearchQuery, hits: readonly RawHit[]): RawHit[] {
  const sign = query.sort.direction === 'asc' ? 1 : -1;
  const chord = query.geo?.point ? chordFrom(query.geo.point) : () => 0;
  return hits
    .map((hit) => ({ hit, far: hit.place ? chord(hit.place) : 0, id: Number(hit.sort.at(1)) }))
    .sort((a, b) => sign * (a.far - b.far || a.id - b.id))
    .map(({ hit }) => hit);
}
