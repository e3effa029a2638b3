/**
 * One search request: a query body asked of the kind's index or of a point in time, with the
 * circle's edge made exact. What it answers is still in Elasticsearch's own order.
 */
import { kinds } from '../../kinds/index.js';
import { limits } from '../../limits.js';
import type { FacetValue, SearchQuery } from '../port.js';
import type { Clause } from './clause.js';
import { type Engine, isStatus } from './client.js';
import { toFilter } from './dsl.js';
import { facetAggregations, readFacets } from './facets.js';
import { circle, outside, ringAggregation } from './geo.js';
import { aliasOf } from './names.js';
import type { Order, Position } from './sort.js';

/** A hit as Elasticsearch answers it. */
export interface RawHit {
  sort: Position;
  body: string;
  full: string | null;
  place: { lat: number; lng: number } | null;
}

/** What is asked of the engine besides the list query. */
export interface Asking {
  order: Order;
  size: number;
  from?: number;
  after?: Position | null;
  /** Hits left out of the page, not of the total. */
  except?: readonly number[];
  pit?: string;
  withFacets?: boolean;
}

/** Hits in Elasticsearch's order, the exact total, facets if asked for. */
export interface Asked {
  total: number;
  hits: RawHit[];
  facets: Record<string, FacetValue[]>;
}

/** The point in time is no more, or was none. */
export const PIT_GONE = Symbol('pit gone');

/** Rounds until no place at the circle's edge is outside; one is usual, two if there is any. */
const EDGE_ROUNDS = 8;

/** → what the engine answers, or PIT_GONE. */
export async function ask(
  { engine, prefix }: { engine: Engine; prefix: string },
  query: SearchQuery,
  asking: Asking,
): Promise<Asked | typeof PIT_GONE> {
  const beyond: string[] = [];
  for (let round = 0; ; round++) {
    const body = await send({ engine, prefix }, query, bodyOf({ prefix, query, asking, beyond }));
    if (body === PIT_GONE) return body;
    const edge = body.aggregations?.ring?.places?.buckets ?? [];
    const found = query.geo
      ? outside(
          query.geo,
          edge.map(({ key }) => String(key)),
        )
      : [];
    if (found.length === 0 || round === EDGE_ROUNDS) return toAsked(query, asking, body);
    beyond.push(...found);
  }
}

async function send(
  { engine, prefix }: { engine: Engine; prefix: string },
  query: SearchQuery,
  body: Clause,
): Promise<RawAnswer | typeof PIT_GONE> {
  const path = 'pit' in body ? '/_search' : `/${aliasOf(prefix, query.kind)}/_search`;
  try {
    const answer = await engine.request({
      method: 'POST',
      path,
      query: { allow_partial_search_results: false },
      body,
    });
    return answer.body as RawAnswer;
  } catch (error) {
    // A view that expired, one of an index that is no more, or what never was one.
    if ('pit' in body && isStatus(error, 400, 404)) return PIT_GONE;
    throw error;
  }
}

/** → whether several places lie within `widthM` of a distance: their order is to be measured. */
export async function isMixedAt(
  { engine, prefix }: { engine: Engine; prefix: string },
  query: SearchQuery,
  { engineM, widthM, pit }: { engineM: number; widthM: number; pit: string | undefined },
): Promise<boolean> {
  const point = query.geo?.point;
  if (!point) return false;
  const { bool } = toFilter(query);
  bool.filter.push(circle(point, engineM + widthM));
  if (engineM > widthM) bool.must_not.push(circle(point, engineM - widthM));
  const aggs = { places: { terms: { field: 'place', size: 2 } } };
  const held = pit ? { pit: { id: pit } } : {};
  const body = { query: { bool }, size: 0, track_total_hits: false, aggs, ...held };
  const answer = await send({ engine, prefix }, query, body);
  if (answer === PIT_GONE) return true;
  const found = answer.aggregations as { places: { buckets: unknown[] } } | undefined;
  return (found?.places.buckets.length ?? 0) > 1;
}

/** What a body is made of. */
interface Making {
  prefix: string;
  query: SearchQuery;
  asking: Asking;
  /** Places that lie outside the circle after all. */
  beyond: string[];
}

/** → the body of a search request. */
export function bodyOf({ prefix, query, asking, beyond }: Making): Clause {
  const { order, size, from, after, except = [], pit } = asking;
  const { bool } = toFilter(query);
  if (beyond.length > 0) bool.must_not.push({ terms: { place: beyond } });
  // A cursor may name any view; only entries of this kind are answered.
  if (pit) bool.filter.push({ prefix: { _index: `${aliasOf(prefix, query.kind)}-` } });
  const aggs = aggregationsOf(query, asking);
  const isMeasured = kinds[query.kind].place !== undefined && query.geo?.point !== undefined;
  return {
    query: { bool: order.scores.length > 0 ? { ...bool, should: order.scores } : bool },
    sort: order.sort,
    size,
    track_total_hits: true,
    ...(from ? { from } : {}),
    ...(after ? { search_after: after } : {}),
    ...(except.length > 0 ? { post_filter: { bool: { must_not: [idsOf(except)] } } } : {}),
    ...(isMeasured ? { docvalue_fields: ['lat', 'lng'] } : {}),
    ...(Object.keys(aggs).length > 0 ? { aggs } : {}),
    ...(pit ? { pit: { id: pit, keep_alive: `${limits.pitSeconds}s` } } : {}),
  };
}

const idsOf = (ids: readonly number[]): Clause => ({ ids: { values: ids.map(String) } });

function aggregationsOf(query: SearchQuery, { except = [], withFacets }: Asking): Clause {
  const ring = ringAggregation(query.geo);
  return {
    ...(ring ? { ring } : {}),
    ...(except.length > 0 ? { met: { filter: idsOf(except) } } : {}),
    ...(withFacets ? facetAggregations(query) : {}),
  };
}

interface RawAnswer {
  hits: {
    total: { value: number };
    hits: {
      _source: { body: string; full?: string };
      sort: Position;
      fields?: { lat?: number[]; lng?: number[] };
    }[];
  };
  aggregations?: {
    ring?: { places?: { buckets: { key: string }[] } };
    met?: { doc_count: number };
  } & Record<string, unknown>;
}

function toAsked(query: SearchQuery, asking: Asking, { hits, aggregations }: RawAnswer): Asked {
  return {
    total: hits.total.value + (aggregations?.met?.doc_count ?? 0),
    hits: hits.hits.map(({ _source, sort, fields }) => ({
      // A point in time adds a part of its own.
      sort: sort.slice(0, asking.order.sort.length),
      body: _source.body,
      full: _source.full ?? null,
      place: placeOf(fields),
    })),
    facets: asking.withFacets ? readFacets(query, aggregations ?? {}) : {},
  };
}

function placeOf(fields: { lat?: number[]; lng?: number[] } | undefined) {
  const [lat, lng] = [fields?.lat?.[0], fields?.lng?.[0]];
  return lat === undefined || lng === undefined ? null : { lat, lng };
}
