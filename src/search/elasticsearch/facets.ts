/**
 * Facets: counts over the whole filtered set, the highest first, ties by name. Linked records are
 * counted by a value composed of name and ID, so that Elasticsearch orders ties by name. Linked
 * records that are not public, or only from a certain time on, are counted separately. The tiles of
 * a zoom are intervals of the tile numbers, so a histogram of the numbers counts them.
 */
import { kinds } from '../../kinds/index.js';
import { type Facet, type Kind, TILES_FACET } from '../../kinds/kind.js';
import { tilesPer } from '../../lib/place/tiles.js';
import { limits } from '../../limits.js';
import { type FacetValue, tileValues } from '../facets.js';
import type { SearchPage, SearchQuery } from '../port.js';
import type { Clause } from './clause.js';
import { readLinkKey } from './entry.js';
import { labelFacets, pathOf } from './mapping.js';

const NOW = 'now_';
const LATER = 'later_';

/**
 * → the aggregations for the requested facets. `shardValues`: how many values each shard returns;
 * absent: few, which is enough where there is one shard, and each of them costs time.
 */
export function facetAggregations(query: SearchQuery, shardValues?: number): Clause {
  const order = [{ _count: 'desc' }, { _key: 'asc' }];
  const terms = (field: string, size: number, more: Clause = {}): Clause => ({
    terms: { field, size, shard_size: shardValues, order, ...more },
  });
  const kind = kinds[query.kind];
  return Object.fromEntries(
    query.facets.flatMap((name): [string, Clause][] => {
      if (name === TILES_FACET) return tileAggregation(query).map((tiles) => [NOW + name, tiles]);
      const facet = kind.facets?.[name];
      if (!facet) return [];
      const { field, target, valuesMax = limits.facetValues } = facet;
      if (!target) {
        // With one more: to exclude the blank value costs more than to count it.
        const counted = terms(pathOf(field), valuesMax + 1);
        const label = { terms: { field: `label.${field}`, size: 1, order: { _key: 'asc' } } };
        const isLabelled = labelFacets(kind).includes(field);
        return [[NOW + name, isLabelled ? { ...counted, aggs: { label } } : counted]];
      }
      const now = terms(`facet.${field}`, limits.facetValues);
      if (!kinds[target].family.hasStatus) return [[NOW + name, now]];
      // Only their values show which of them are public by now, so more are read than shown.
      const later = query.isFull
        ? terms(`facet_later.${field}`, limits.facetValues)
        : terms(`facet_later.${field}`, limits.facetDated, { include: DATED });
      return [
        [NOW + name, now],
        [LATER + name, later],
      ];
    }),
  );
}

const BELOW = 'below_';

/** → the branches of the facets that are asked for. */
const branchesIn = ({ facets, branches = {} }: SearchQuery) =>
  Object.entries(branches).filter(([facet]) => facets.includes(facet));

/** → the aggregations for the branches of the query: each counts a record once. */
export function branchAggregations(query: SearchQuery): Clause {
  return Object.fromEntries(
    branchesIn(query).map(([facet, list]) => {
      const path = pathOf(kinds[query.kind].facets?.[facet]?.field ?? facet);
      const filters = list.map(({ id, ids }) => [id, { terms: { [path]: ids } }]);
      return [BELOW + facet, { filters: { filters: Object.fromEntries(filters) } }];
    }),
  );
}

/** → the records in each branch, by facet. */
export function readBranches(
  query: SearchQuery,
  answered: Record<string, unknown>,
): SearchPage['branches'] {
  return Object.fromEntries(
    branchesIn(query).map(([facet]) => {
      const { buckets } = answered[BELOW + facet] as {
        buckets: Record<string, { doc_count: number }>;
      };
      const counts = Object.entries(buckets).map(
        ([id, bucket]) => [Number(id), bucket.doc_count] as const,
      );
      return [facet, new Map(counts.filter(([, count]) => count > 0))];
    }),
  );
}

/** Matches composed values that end in a time. */
const DATED = '.*\u0001-?[0-9]+';

/** → whether shards left out values that may be missing in the merged counts. */
export const isCutOff = (answered: Record<string, unknown>): boolean =>
  Object.values(answered).some(
    (facet) => (facet as { doc_count_error_upper_bound?: number }).doc_count_error_upper_bound,
  );

interface Bucket {
  /** Numeric fields have numeric keys. */
  key: string;
  doc_count: number;
  label?: { buckets: { key: string }[] };
}

/** → the requested facets, by name. */
export function readFacets(
  query: SearchQuery,
  answered: Record<string, unknown>,
): Record<string, FacetValue[]> {
  const kind = kinds[query.kind];
  const buckets = (name: string) => (answered[name] as { buckets: Bucket[] } | undefined)?.buckets;
  return Object.fromEntries(
    query.facets.map((name) => {
      if (name === TILES_FACET) return [name, readTiles(query, answered[NOW + name])];
      const current = buckets(NOW + name) ?? [];
      const facet = kind.facets?.[name];
      if (facet && !facet.target) return [name, columnValues(kind, facet, current)];
      const later = (buckets(LATER + name) ?? []).filter(({ key }) => isOpen(query, key));
      const all = later.length === 0 ? current : [...current, ...later].sort(inOrder);
      return [name, all.slice(0, limits.facetValues).map(toLinkValue)];
    }),
  );
}

function isOpen({ isFull, nowSeconds }: SearchQuery, key: string): boolean {
  const { publicFrom } = readLinkKey(key);
  return isFull || (publicFrom !== null && publicFrom <= nowSeconds);
}

const inOrder = (a: Bucket, b: Bucket): number =>
  b.doc_count - a.doc_count || Buffer.compare(Buffer.from(a.key), Buffer.from(b.key));

function columnValues(
  { indexFields }: Kind,
  { field, valuesMax = limits.facetValues }: Facet,
  counted: readonly Bucket[],
): FacetValue[] {
  const blank = indexFields[field]?.type === 'integer' ? '0' : '';
  return counted
    .map(({ key, doc_count: count, label }) => ({ key: String(key), count, label }))
    .filter(({ key }) => key !== blank)
    .slice(0, valuesMax)
    .map(({ key, count, label }) => ({ value: label?.buckets[0]?.key ?? key, count }));
}

function toLinkValue({ key, doc_count: count }: Bucket): FacetValue {
  const { id, slug, name } = readLinkKey(key);
  return { value: String(id), id, slug, name, count };
}

/** → the aggregation for the query's zoom; none without a zoom. */
function tileAggregation({ kind: name, tilesZoom: zoom }: SearchQuery): Clause[] {
  const { tiles } = kinds[name];
  if (zoom === undefined || tiles === undefined) return [];
  return [
    {
      histogram: { field: 'tile.number', interval: tilesPer(zoom), min_doc_count: 1 },
      aggs: {
        lat: { sum: { field: 'tile.lat' } },
        lng: { sum: { field: 'tile.lng' } },
        // Two values suffice to see that the tile has several.
        only: { terms: { field: `facet.${tiles}`, size: 2 } },
      },
    },
  ];
}

interface TileBucket {
  key: number;
  doc_count: number;
  lat: { value: number };
  lng: { value: number };
  only: { buckets: { key: string; doc_count: number }[] };
}

/** → the facet from the answer of the aggregation. */
function readTiles({ tilesZoom: zoom }: SearchQuery, answered: unknown): FacetValue[] {
  if (zoom === undefined || answered === undefined) return [];
  const { buckets } = answered as { buckets: TileBucket[] };
  const counted = buckets.map(({ key, doc_count: count, lat, lng, only }) => ({
    number: key / tilesPer(zoom),
    count,
    lat: lat.value,
    lng: lng.value,
    only: onlyOf(only.buckets, count),
  }));
  return tileValues(zoom, counted);
}

function onlyOf([first, second]: TileBucket['only']['buckets'], count: number) {
  if (!first || second || first.doc_count !== count) return undefined;
  const { id, slug, name } = readLinkKey(first.key);
  return { id, slug, name };
}
