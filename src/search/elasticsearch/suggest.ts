/**
 * Suggestions: every beginning of a word is a value of a keyword field, composed with the type and
 * the text, so that the values that begin with what was typed are counted off in order.
 */
import { allKinds, kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { KindName } from '../../kinds/record.js';
import { searchText, sortKey } from '../../lib/words.js';
import { limits } from '../../limits.js';
import type { Suggestion } from '../port.js';
import type { Clause } from './clause.js';
import { cutSuggestion, PART } from './entry.js';
import type { Site } from './indices.js';
import { countsOf } from './lookups.js';
import { pathOf } from './mapping.js';
import { aliasOf } from './names.js';

interface Found {
  type: string;
  text: string;
  id: number;
}

/** → suggestions that begin with the text first, then those that hold a word that does. */
export async function suggest(
  site: Site,
  text: string,
  limit: number,
  nowSeconds: number,
): Promise<Suggestion[]> {
  const sought = searchText(text);
  if (sought === '' || limit <= 0) return [];
  const found = new Map<string, Found>();
  for (const field of ['lead', 'rest']) {
    if (found.size >= limit) break;
    for (const one of await valuesOf(site, field, { sought, nowSeconds })) {
      const key = `${one.type}\n${one.text}`;
      if (found.size < limit && !found.has(key)) found.set(key, one);
    }
  }
  const suggestions = await toSuggestions(site, [...found.values()], nowSeconds);
  return suggestions.filter(({ count }) => count !== 0);
}

const givers = allKinds.filter((kind) => kind.suggests !== undefined);

/** → what the values that begin with the text suggest, in their order. */
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
          // Few entries match: they are read one by one, and no table of all values is made.
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

/** Signs that mean something in Lucene's expressions; search words hold none of most of them. */
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
    // What holds others is not held itself: there is nothing to count.
    if (kind === undefined || kind.relations.length > 0) return { type, text, id };
    return { type, text, id, count: counts.get(`${type}\n${id}`) ?? 0 };
  });
}

const giverOf = (type: string): Kind | undefined => givers.find((kind) => kind.suggests?.[type]);

/** A suggestion that names no record but a value of one: how many events have it is counted. */
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
    const held = await countsOf(
      site,
      kind,
      ones.map(({ id }) => id),
    );
    for (const { type, id } of ones) counts.set(`${type}\n${id}`, held.get(id) ?? 0);
  });
  await Promise.all([...perKind, countNames(site, names, { counts, nowSeconds })]);
  return counts;
}

/** Counts the public events that have a value, in one request. */
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
  const { hiddenField } = kinds[holder.name];
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
      aggs: { names: { filters: { filters } } },
    },
  });
  const { aggregations } = answer.body as {
    aggregations: { names: { buckets: { doc_count: number }[] } };
  };
  for (const [at, { type, text }] of names.entries()) {
    counts.set(`${type}\n${text}`, aggregations.names.buckets[at]?.doc_count ?? 0);
  }
}
