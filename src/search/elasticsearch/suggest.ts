/**
 * Suggestions. From each of its words on, a suggested text is indexed as a keyword, composed with
 * its type and the whole text. The terms enum gives the keywords with the typed prefix in order;
 * one search then selects those that an anonymous reader may see.
 */
import { allKinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import { groupBy } from '../../lib/batches.js';
import { searchText, sortKey } from '../../lib/words.js';
import type { EntrySummary, Suggestion } from '../port.js';
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
  const options = { sought, limit, nowSeconds };
  const [lead, rest] = await Promise.all(
    ['lead', 'rest'].map((field) => readOffered(site, field, options)),
  );
  const first = new Map<string, Found>();
  for (const one of [...(lead ?? []), ...(rest ?? [])]) {
    const key = `${one.type}\n${one.text}`;
    if (!first.has(key)) first.set(key, one);
  }
  const counted = await toSuggestions(site, [...first.values()], nowSeconds);
  return counted.filter(({ count }) => count !== 0).slice(0, limit);
}

const givers = allKinds.filter((kind) => kind.suggests !== undefined);

/** Keywords read at a time: most are offered, but a listing may have a long past. */
const READ_AT_A_TIME = [50, 200, 800, 3200];

/** → suggestions whose keywords begin with the text, in order; `limit` if there are so many. */
async function readOffered(
  site: Site,
  field: string,
  { sought, limit, nowSeconds }: { sought: string; limit: number; nowSeconds: number },
): Promise<Found[]> {
  const begin = cutSuggestion(sought);
  const offered: Found[] = [];
  let after: string | undefined;
  for (const size of READ_AT_A_TIME) {
    const keys = await readKeys(site, { field, string: begin, size, search_after: after });
    const found = await readPublic(site, field, { keys, nowSeconds });
    // A keyword holds the beginning of a text alone.
    const isWhole = ({ text }: Found) =>
      sought === begin || ` ${searchText(text)}`.includes(` ${sought}`);
    offered.push(...found.filter(isWhole));
    if (offered.length >= limit || keys.length < size) break;
    after = keys.at(-1);
  }
  return offered;
}

const pathTo = (prefix: string, endpoint: string): string =>
  `/${givers.map(({ name }) => aliasOf(prefix, name)).join(',')}/${endpoint}`;

/** → keywords in order, also of entries that nobody may see. */
async function readKeys({ engine, settings: { prefix } }: Site, body: object): Promise<string[]> {
  const path = pathTo(prefix, '_terms_enum');
  const { body: answer } = await engine.request({ method: 'POST', path, body });
  return (answer as { terms: string[] }).terms;
}

/** → those of the keywords that entries have which are public and not over, in order. */
async function readPublic(
  { engine, settings: { prefix } }: Site,
  field: string,
  { keys, nowSeconds }: { keys: readonly string[]; nowSeconds: number },
): Promise<Found[]> {
  if (keys.length === 0) return [];
  const filter = [
    { terms: { [field]: keys } },
    { range: { public_from: { lte: nowSeconds } } },
    { range: { suggests_until: { gte: nowSeconds } } },
  ];
  const terms = { field, include: keys, size: keys.length, order: { _key: 'asc' } };
  const answer = await engine.request({
    method: 'POST',
    path: pathTo(prefix, '_search'),
    query: { allow_partial_search_results: false },
    body: {
      size: 0,
      track_total_hits: false,
      query: { bool: { filter } },
      // Few entries match, so no global table of all values is needed.
      aggs: {
        values: {
          terms: { ...terms, execution_hint: 'map' },
          aggs: { id: { min: { field: 'id' } } },
        },
      },
    },
  });
  const { aggregations } = answer.body as {
    aggregations: { values: { buckets: { key: string; id: { value: number } }[] } };
  };
  return aggregations.values.buckets.map(({ key, id }) => {
    const [, type = '', text = ''] = key.split(PART);
    return { type, text, id: id.value };
  });
}

async function toSuggestions(
  site: Site,
  found: Found[],
  nowSeconds: number,
): Promise<Suggestion[]> {
  const names = found.filter(({ type }) => isPlaceName(type));
  const records = found.filter((one) => !names.includes(one));
  const [counts, entries] = await Promise.all([
    countNames(site, names, nowSeconds),
    readEntries(site, records),
  ]);
  return found.map(({ type, text, id }) => {
    if (isPlaceName(type)) return { type, text, count: counts.get(`${type}\n${text}`) ?? 0 };
    const { slug = '', count = 0 } = entries.get(`${type}\n${id}`) ?? {};
    // Kinds with relations are not linked by other records, so they have no usage.
    const isHolder = (giverOf(type)?.relations.length ?? 0) > 0;
    return { type, text, id, slug, ...(isHolder ? {} : { count }) };
  });
}

const giverOf = (type: string): Kind | undefined => givers.find((kind) => kind.suggests?.[type]);

/** Whether a suggestion is a field value, not a record; then events with the value are counted. */
const isPlaceName = (type: string): boolean => giverOf(type)?.name !== type;

/** → the entries of suggested records, by type and ID. */
async function readEntries(site: Site, found: Found[]): Promise<Map<string, EntrySummary>> {
  const read = async (type: string, ones: Found[]) => {
    const kind = giverOf(type);
    if (!kind) return [];
    const entries = await lookUp(site, kind.name, { ids: ones.map(({ id }) => id) });
    return entries.map((entry) => [`${type}\n${entry.id}`, entry] as const);
  };
  const byType = [...groupBy(found, ({ type }) => type)];
  return new Map((await Promise.all(byType.map(([type, ones]) => read(type, ones)))).flat());
}

/** Counts the public events with each of the values, in one request; 0 where all are over. */
async function countNames(
  { engine, settings: { prefix } }: Site,
  names: Found[],
  nowSeconds: number,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const holder = allKinds.find((kind) => kind.relations.length > 0);
  if (names.length === 0 || !holder) return counts;
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
  return counts;
}
