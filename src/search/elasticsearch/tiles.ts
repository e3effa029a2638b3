/**
 * The facet `tiles` on Elasticsearch. The tiles of a zoom are intervals of the tile numbers, so a
 * histogram of the numbers counts them.
 */
import { kinds } from '../../kinds/index.js';
import { tilesPer } from '../../lib/tiles.js';
import { type FacetValue, tileValues } from '../facets.js';
import type { SearchQuery } from '../port.js';
import type { Clause } from './clause.js';
import { readLinkKey } from './entry.js';

/** → the aggregation for the query's zoom; none without a zoom. */
export function tileAggregation({ kind: name, tilesZoom: zoom }: SearchQuery): Clause[] {
  const { tiles } = kinds[name];
  if (zoom === undefined || tiles === undefined) return [];
  return [
    {
      histogram: { field: 'tile.number', interval: tilesPer(zoom), min_doc_count: 1 },
      aggs: {
        lat: { sum: { field: 'tile.lat' } },
        lng: { sum: { field: 'tile.lng' } },
        // Two values tell that the tile has several.
        only: { terms: { field: `facet.${tiles}`, size: 2 } },
      },
    },
  ];
}

interface Bucket {
  key: number;
  doc_count: number;
  lat: { value: number };
  lng: { value: number };
  only: { buckets: { key: string; doc_count: number }[] };
}

/** → the facet from the answer of the aggregation. */
export function readTiles({ tilesZoom: zoom }: SearchQuery, answered: unknown): FacetValue[] {
  if (zoom === undefined || answered === undefined) return [];
  const { buckets } = answered as { buckets: Bucket[] };
  const counted = buckets.map(({ key, doc_count: count, lat, lng, only }) => ({
    number: key / tilesPer(zoom),
    count,
    lat: lat.value,
    lng: lng.value,
    only: onlyOf(only.buckets, count),
  }));
  return tileValues(zoom, counted);
}

function onlyOf([first, second]: Bucket['only']['buckets'], count: number) {
  if (!first || second || first.doc_count !== count) return undefined;
  const { id, slug, name } = readLinkKey(first.key);
  return { id, slug, name };
}
