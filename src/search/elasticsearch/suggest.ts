/**
 * Suggestions. From each of its words on, a suggested text is indexed as a keyword, composed with
 * its type and the whole text. An aggregation returns the values with the typed prefix in order.
 */
import { allKinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { KindName } from '../../kinds/record.js';
import { searchText, sortKey } from '../../lib/words.js';
import { limits } from '../../limits.js';
import type { Suggestion } from '../port.js';
import type { Clause } from './clause.js';
import { cutSuggestion, PART } from './entry.js';
import type { Site } from './indices.js';
import { lookUp } from './lookups.js';
import { pathOf } from './mapping.js';
import { aliasOf } from './names.js';

interface Found {
  type: string;
  text: string;
  id: number;
}

/** → suggestions that begin with the text, then those with a later word that begins with it. */
export async function suggest(
  site: Site,
  text: string,
  limit: number,
  nowSeconds: number,
): Promise<Suggestion[]> {
  const sought = searchText(text);
  if (sought === '' || limit <= 0) return [];
  const known = new Set<string>();
  const suggestions: Suggestion[] = [];
  for (const field of ['lead', 'rest']) {
    if (suggestions.length >= limit) break;
    const values = await valuesOf(site, field, { sought, nowSeconds });
    const found = values.filter(({ type, text: value }) => {
      const key = `${type}\n${value}`;
      return !known.has(key) && known.add(key);
    });
    const counted = await toSuggestions(site, found, nowSeconds);
    suggestions.push(...counted.filter(({ count }) => count !== 0));
  }
  return suggestions.slice(0, limit);
}

const givers = allKinds.filter((kind) => kind.suggests !== undefined);

/** → suggestions from the values that begin with the text, in order. */
async function valuesOf(
  { engine, settings: { prefix } }: Site,
  field: string,
  { sought, nowSeconds }: { sought: string; nowSeconds: number },
): Promise<Found[]> {
  const begin = cutSuggestion(sought);
  const body = {
    size: 0,
    track_total_hits: false,
    query: {
      bool: {
        filter: [
          { prefix: { [field]: { value: begin } } },
          { range: { public_from: { lte: nowSeconds } } },
          { range: { suggests_until: { gte: nowSeconds } } },
        ],
      },
    },
    aggs: {
      values: {
        terms: {
          field,
          size: limits.suggestCandidates,
          order: { _key: 'asc' },
          include: `${escaped(begin)}.*`,
          // Few entries match, so no global table of all values is needed.
          execution_hint: 'map',
        },
        aggs: { id: { min: { field: 'id' } } },
      },
    },
  };
  const path = `/${givers.map(({ name }) => aliasOf(prefix, name)).join(',')}/_search`;
  const answer = await engine.request({
    method: 'POST',
    path,
    query: { allow_partial_search_results: false },
    body,
  });
  const { aggregations } = answer.body as {
    aggregations: { values: { buckets: { key: string; id: { value: number } }[] } };
  };
  return aggregations.values.buckets
    .map(({ key, id }) => {
      const [, type = '', text = ''] = key.split(PART);
      return { type, text, id: id.value };
    })
    .filter(({ text }) => sought === begin || ` ${searchText(text)}`.includes(` ${sought}`));
}

/** Escapes the special characters of Lucene's regular expressions. */
const escaped = (text: string): string => text.replace(/[.?+*|{}[\]()"\\#@&<>~^$-]/g, '\\$&');

async function toSuggestions(
  site: Site,
  found: Found[],
  nowSeconds: number,
): Promise<Suggestion[]> {
  const counts = await countAll(site, found, nowSeconds);
  return found.map(({ type, text, id }) => {
    const kind = giverOf(type);
    if (isPlaceName(type)) return { type, text, count: counts.get(`${type}\n${text}`) ?? 0 };
    // Kinds with relations are not linked by other records, so they have no usage.
    if (kind === undefined || kind.relations.length > 0) return { type, text, id };
    return { type, text, id, count: counts.get(`${type}\n${id}`) ?? 0 };
  });
}

const giverOf = (type: string): Kind | undefined => givers.find((kind) => kind.suggests?.[type]);

/** Whether a suggestion is a field value, not a record; then events with the value are counted. */
const isPlaceName = (type: string): boolean => giverOf(type)?.name !== type;

async function countAll(
  site: Site,
  found: Found[],
  nowSeconds: number,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const names = found.filter(({ type }) => isPlaceName(type));
  const byKind = new Map<KindName, Found[]>();
  for (const one of found) {
    const kind = giverOf(one.type);
    if (!kind || kind.relations.length > 0 || names.includes(one)) continue;
    byKind.set(kind.name, [...(byKind.get(kind.name) ?? []), one]);
  }
  const perKind = [...byKind].map(async ([kind, ones]) => {
    const ids = ones.map(({ id }) => id);
    const entries = await lookUp(site, kind, { ids });
    const byId = new Map(entries.map(({ id, count }) => [id, count]));
    for (const { type, id } of ones) counts.set(`${type}\n${id}`, byId.get(id) ?? 0);
  });
  await Promise.all([...perKind, countNames(site, names, { counts, nowSeconds })]);
  return counts;
}

/** Counts the public events with each of the values, in one request; 0 where all are over. */
async function countNames(
  { engine, settings: { prefix } }: Site,
  names: Found[],
  { counts, nowSeconds }: { counts: Map<string, number>; nowSeconds: number },
): Promise<void> {
  const holder = allKinds.find((kind) => kind.relations.length > 0);
  if (names.length === 0 || !holder) return;
  const filters = names.map(
    ({ type, text }): Clause => ({
      term: { [pathOf(type)]: sortKey(text) },
    }),
  );
  const { hiddenField, window } = holder;
  const end = pathOf(window?.end ?? '');
  const filter: Clause[] = [{ range: { public_from: { lte: nowSeconds } } }];
  if (hiddenField) filter.push({ term: { [pathOf(hiddenField)]: 0 } });
  const answer = await engine.request({
    method: 'POST',
    path: `/${aliasOf(prefix, holder.name)}/_search`,
    query: { allow_partial_search_results: false },
    body: {
      size: 0,
      track_total_hits: false,
      query: { bool: { filter } },
      aggs: { names: { filters: { filters }, aggs: { until: { max: { field: end } } } } },
    },
  });
  const { aggregations } = answer.body as {
    aggregations: { names: { buckets: { doc_count: number; until: { value: number } }[] } };
  };
  for (const [at, { type, text }] of names.entries()) {
    const bucket = aggregations.names.buckets[at];
    const isOver = (bucket?.until.value ?? 0) < nowSeconds;
    counts.set(`${type}\n${text}`, isOver ? 0 : (bucket?.doc_count ?? 0));
  }
}
