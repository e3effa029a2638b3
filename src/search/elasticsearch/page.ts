/**
 * One page of a list query. The first page of a walk is answered as the list is now and costs
 * nothing more than any list; its cursor names the records it answered. From the second page on a
 * walk reads a point in time opened after the first one: each record that was there throughout is
 * met once, however much moves meanwhile. Distance orders know only records with a place.
 */
import { limits } from '../../limits.js';
import type { Hit, SearchPage, SearchQuery } from '../port.js';
import { type Asking, ask, isMixedAt, PIT_GONE, type RawHit } from './ask.js';
import { type Asker, type Ordered, pageAt, pageFrom } from './by-distance.js';
import type { Engine } from './client.js';
import { chordFrom, metresOf } from './geo.js';
import type { Pits } from './pits.js';
import { type Order, orderOf } from './sort.js';
import { type Place, readWalk, type Walk, writeWalk } from './walks.js';

/** What answering lists takes. */
export interface Reading {
  engine: Engine;
  prefix: string;
  pits: Pits;
}

/** → the page. */
export async function readPage(reading: Reading, query: SearchQuery): Promise<SearchPage> {
  if (query.sort.by === 'include') return includedPage(reading, query);
  const { from } = query;
  return 'offset' in from
    ? firstPage(reading, query, from.offset)
    : laterPage(reading, query, from.after);
}

async function firstPage(
  reading: Reading,
  query: SearchQuery,
  offset: number,
): Promise<SearchPage> {
  // Taken before the list is asked: a view opened meanwhile is as good as a later one.
  const opened = reading.pits.opened();
  const order = orderOf(query);
  const asker = askerOf(reading, query, order);
  const isFar = offset >= limits.resultWindow;
  const { asked, hits, place } = isFar
    ? await countOnly(asker)
    : isByDistance(query)
      ? await pageAt(asker, query, offset)
      : await plainPage(asker, offset, query.limit);
  const met = hits.map(idOf);
  const hasMore = hits.length > 0 && offset + hits.length < asked.total;
  const walk: Walk = {
    process: reading.pits.process,
    opened,
    met,
    isWhole: offset === 0,
    pit: null,
    // What this page met is left out of the next ones, so it is not skipped besides.
    place:
      isByDistance(query) && offset > 0
        ? { after: place.after, skip: Math.max(0, place.skip - hits.length) }
        : null,
  };
  return {
    total: asked.total,
    hits: hits.map((hit) => toHit(query, order, hit)),
    hasMore,
    walk: hasMore ? writeWalk(walk) : '',
    facets: asked.facets,
  };
}

async function plainPage(asker: Asker, from: number, limit: number): Promise<Ordered> {
  const size = Math.min(limit, limits.resultWindow - from);
  const asked = await asker.ask({ from, size, withFacets: true });
  if (asked === PIT_GONE) throw new Error('a list was asked of no point in time');
  return { asked, hits: asked.hits, place: BEGINNING, hasMore: false };
}

const countOnly = (asker: Asker): Promise<Ordered> => plainPage(asker, 0, 0);

async function laterPage(
  reading: Reading,
  query: SearchQuery,
  after: { key: Hit['key']; id: number; walk: string },
): Promise<SearchPage> {
  const { pits } = reading;
  const order = orderOf(query);
  const walk = readWalk(after.walk);
  const isSecond = walk !== null && walk.pit === null;
  const begin: Place =
    walk?.place ??
    (isSecond && walk.isWhole
      ? BEGINNING
      : { after: order.positionOf(after.key, after.id), skip: 0 });
  const except = walk?.met ?? [];
  const read = async (pit: string) =>
    pageIn(askerOf(reading, query, order, pit), query, begin, { pit, except, withFacets: true });
  let pit = await viewOf(reading, query, walk);
  let page = await read(pit);
  if (page === PIT_GONE) {
    pits.drop(pit);
    pit = await pits.take(query.kind, pits.opened());
    page = await read(pit);
  }
  if (page === PIT_GONE) throw new Error('a point in time just opened is not there');
  const { asked, hits, place, hasMore } = page;
  const next: Walk = {
    ...(walk ?? { process: pits.process, opened: 0, met: [], isWhole: false }),
    pit,
    place: isByDistance(query) ? place : null,
  };
  return {
    total: asked.total,
    hits: hits.map((hit) => toHit(query, order, hit)),
    hasMore,
    walk: hasMore ? writeWalk(next) : '',
    facets: asked.facets,
  };
}

/** → the view that a walk reads; a cursor that is none of ours opens none of its own. */
function viewOf({ pits }: Reading, { kind }: SearchQuery, walk: Walk | null): Promise<string> {
  if (walk === null) return pits.takeAny(kind);
  if (walk.pit !== null) return Promise.resolve(walk.pit);
  const isOurs = walk.process === pits.process && walk.opened <= pits.opened();
  return pits.take(kind, isOurs ? walk.opened : pits.opened());
}

async function pageIn(
  asker: Asker,
  query: SearchQuery,
  begin: Place,
  asking: Omit<Asking, 'order' | 'size'>,
): Promise<Ordered | typeof PIT_GONE> {
  if (isByDistance(query)) return pageFrom(asker, query, begin, asking);
  const asked = await asker.ask({ ...asking, after: begin.after, size: query.limit + 1 });
  if (asked === PIT_GONE) return asked;
  const hits = asked.hits.slice(0, query.limit);
  return { asked, hits, place: begin, hasMore: asked.hits.length > query.limit };
}

const BEGINNING: Place = { after: null, skip: 0 };

/** The order of a list of IDs: all of them that are there, put in order here. */
async function includedPage(reading: Reading, query: SearchQuery): Promise<SearchPage> {
  const order = orderOf({ ...query, sort: { by: 'field', field: 'id', direction: 'asc' } });
  const asker = askerOf(reading, query, order);
  const asked = await asker.ask({ size: limits.resultWindow, withFacets: true });
  if (asked === PIT_GONE) throw new Error('a list was asked of no point in time');
  const places = new Map((query.sort.ids ?? []).map((id, at) => [id, at]));
  const sign = query.sort.direction === 'asc' ? 1 : -1;
  const keyOf = (hit: RawHit) => places.get(idOf(hit)) ?? -1;
  const all = [...asked.hits].sort((a, b) => sign * (keyOf(a) - keyOf(b) || idOf(a) - idOf(b)));
  const { from } = query;
  const last = 'after' in from ? Number(from.after.key) : null;
  const rest = 'offset' in from ? all.slice(from.offset) : all.filter(isBehind);
  const hits = rest.slice(0, query.limit);
  return {
    total: asked.total,
    hits: hits.map((hit) => ({ ...toHit(query, order, hit), key: keyOf(hit) })),
    hasMore: hits.length > 0 && rest.length > hits.length,
    walk: '',
    facets: asked.facets,
  };

  function isBehind(hit: RawHit): boolean {
    return last === null || sign * (keyOf(hit) - last) > 0;
  }
}

function askerOf({ engine, prefix }: Reading, query: SearchQuery, order: Order, pit?: string) {
  const asker: Asker = {
    ask: (asking) => ask({ engine, prefix }, query, { ...asking, order }),
    isMixedAt: (engineM, widthM) => isMixedAt({ engine, prefix }, query, { engineM, widthM, pit }),
  };
  return asker;
}

const isByDistance = ({ sort, geo }: SearchQuery): boolean =>
  sort.by === 'distance' && geo?.point !== undefined;

const idOf = (hit: RawHit): number => Number(hit.sort.at(hit.sort.length > 1 ? 1 : 0));

function toHit(query: SearchQuery, order: Order, hit: RawHit): Hit {
  const point = query.geo?.point;
  return {
    id: idOf(hit),
    body: query.isFull ? (hit.full ?? hit.body) : hit.body,
    distanceM: point && hit.place ? metresOf(chordFrom(point)(hit.place)) : null,
    key: order.keyOf(hit.sort),
  };
}
