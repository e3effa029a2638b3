/** Reads one page of a list query with one request; several shards may need a second. */
import { createHash } from 'node:crypto';
import { kinds } from '../../kinds/index.js';
import { distanceM, type Point } from '../../lib/place/geo.js';
import { limits } from '../../limits.js';
import type { Hit, SearchPage, SearchQuery } from '../port.js';
import { dayAggregations, readDays } from './calendar.js';
import type { Clause } from './clause.js';
import { relevanceClauses, toFilter } from './dsl.js';
import {
  branchAggregations,
  facetAggregations,
  isCutOff,
  readBranches,
  readFacets,
} from './facets.js';
import { aliasOf, type Cluster } from './indices.js';
import { ranked } from './rank.js';
import { isByRelevance, type Order, orderOf, type SortValues } from './sort.js';

/** → the page: hits in order, total, facets; `shardValues`: see `facetAggregations`. */
export async function readPage(
  site: Cluster,
  query: SearchQuery,
  shardValues?: number,
): Promise<SearchPage> {
  const order = orderOf(query);
  const { body } = await site.engine.request({
    method: 'POST',
    path: `/${aliasOf(site.settings.prefix, query.kind)}/_search`,
    query: paramsOf(query),
    body: bodyOf(query, order, shardValues),
  });
  const { hits, aggregations = {} } = body as RawAnswer;
  if (shardValues === undefined && isCutOff(aggregations)) {
    return readPage(site, query, limits.facetShardValues);
  }
  const total = hits.total.value;
  const facets = query.facets.length > 0 ? readFacets(query, aggregations) : {};
  const all = hits.hits.map((hit) => toHit(query, order, hit));
  const days =
    query.days && readDays(query, aggregations, (hit: RawHit) => toHit(query, ALONE, hit));
  const branches = readBranches(query, aggregations);
  return { total, facets, branches, ...(days ? { days } : {}), ...cutPage(query, all, total) };
}

/**
 * → the parameters of the request. By relevance, all shards count words together, and the pages of
 * a walk ask the same copies of the shards. Decision: relevance over Elasticsearch is its BM25.
 */
export function paramsOf({ sort, text }: SearchQuery): Record<string, string | boolean> {
  const params = { allow_partial_search_results: false };
  if (sort.by !== 'relevance' || !text) return params;
  const preference = createHash('sha256').update(text.words.join(' ')).digest('hex');
  return { ...params, search_type: 'dfs_query_then_fetch', preference };
}

/** → the body of the request. */
export function bodyOf(query: SearchQuery, order: Order, shardValues?: number): Clause {
  const fields = docValuesOf(query);
  const aggs = {
    ...facetAggregations(query, shardValues),
    ...branchAggregations(query),
    ...dayAggregations(query, sourceOf(query)),
  };
  return {
    query: scored(query),
    sort: order.sort,
    _source: sourceOf(query),
    track_total_hits: true,
    ...windowOf(query, order),
    ...(fields.length > 0 ? { docvalue_fields: fields } : {}),
    ...(Object.keys(aggs).length > 0 ? { aggs } : {}),
  };
}

/** → the query, with the scores that its order reads. */
function scored(query: SearchQuery): Clause {
  const { bool } = toFilter(query);
  if (query.sort.by === 'best') return ranked(query, bool);
  if (query.sort.by === 'include') return { bool: { ...bool, should: listed(query.sort) } };
  if (!query.text || !isByRelevance(query)) return { bool };
  return { bool: { ...bool, should: relevanceClauses(kinds[query.kind], query.text) } };
}

/** → clauses that score a record by its place in a list of IDs, from 1 on. */
const listed = ({ ids = [] }: SearchQuery['sort']): Clause[] =>
  [...new Set(ids)].map((id, at) => ({
    constant_score: { filter: { term: { id } }, boost: at + 1 },
  }));

/** The hits to read: with a cursor one more than the page has, to learn whether more follow. */
const windowOf = ({ from, limit }: SearchQuery, order: Order): Clause =>
  'after' in from
    ? { search_after: order.valuesOf(from.after), size: limit + 1 }
    : { from: from.offset, size: limit };

/** → the fields to read of a record: its answer, and its answers in the requested languages. */
const sourceOf = ({ languages = [] }: SearchQuery): string[] => [
  ...['answer', 'full_answer'],
  ...languages.map((tag) => `others.${tag}`),
];

/** The fields read of each hit besides its answer. */
function docValuesOf({ kind: name, geo }: SearchQuery): string[] {
  const kind = kinds[name];
  return [
    ...(kind.place && geo?.point ? ['lat', 'lng', 'tile.number'] : []),
    ...(kind.family.hasStatus ? [] : ['usage.published']),
  ];
}

interface StoredAnswer {
  answer: string;
  full_answer?: string;
}

interface RawHit {
  _source: StoredAnswer & { others?: Record<string, StoredAnswer> };
  sort: SortValues;
  fields?: {
    lat?: number[];
    lng?: number[];
    'tile.number'?: number[];
    'usage.published'?: number[];
  };
}

interface RawAnswer {
  hits: { total: { value: number }; hits: RawHit[] };
  aggregations?: Record<string, unknown>;
}

/** Hits of days need no sort values for a cursor. */
const ALONE: Pick<Order, 'keysOf'> = { keysOf: () => [] };

function toHit({ isFull, geo }: SearchQuery, order: Pick<Order, 'keysOf'>, hit: RawHit): Hit {
  const { _source: source, sort, fields } = hit;
  const place = placeOf(fields);
  const shown = ({ answer, full_answer: full }: StoredAnswer) => (isFull && full) || answer;
  const texts = Object.entries(source.others ?? {}).map(([tag, text]) => [tag, shown(text)]);
  return {
    id: Number(sort.at(-1)),
    keys: order.keysOf(sort),
    answer: shown(source),
    ...(texts.length > 0 ? { others: Object.fromEntries(texts) } : {}),
    count: fields?.['usage.published']?.[0] ?? 0,
    distanceM: geo?.point && place ? distanceM(geo.point, place) : null,
    ...(geo?.point && place && !fields?.['tile.number'] ? { isOfTown: true } : {}),
  };
}

function placeOf(fields: RawHit['fields']): Point | null {
  const [lat, lng] = [fields?.lat?.[0], fields?.lng?.[0]];
  return lat === undefined || lng === undefined ? null : { lat, lng };
}

function cutPage({ from, limit }: SearchQuery, all: Hit[], total: number) {
  if ('after' in from) return { hits: all.slice(0, limit), hasMore: all.length > limit };
  return { hits: all, hasMore: from.offset + all.length < total };
}
