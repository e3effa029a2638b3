/**
 * Suggestions. From each of its words on, a suggested text is indexed as a keyword, composed with
 * its type and the whole text. The terms enum gives the keywords with the typed prefix in order;
 * one search then selects those that an anonymous reader may see.
 */
import { allKinds } from '../../kinds/index.js';
import { searchText } from '../../lib/words.js';
import { cutStart, isBegunBy } from '../document.js';
import type { Offer } from '../port.js';
import { PART } from './entry.js';
import { aliasOf, type Site } from './indices.js';

/** → suggestions that begin with the text, then those with a later word that begins with it. */
export async function suggest(
  site: Site,
  text: string,
  limit: number,
  nowSeconds: number,
): Promise<Offer[]> {
  const sought = searchText(text);
  if (sought === '' || limit <= 0) return [];
  const options = { sought, limit, nowSeconds };
  const [lead, rest] = await Promise.all(
    ['lead', 'rest'].map((field) => readOffered(site, field, options)),
  );
  const first = new Map<string, Offer>();
  for (const one of [...(lead ?? []), ...(rest ?? [])]) {
    const key = `${one.type}\n${one.text}`;
    if (!first.has(key)) first.set(key, one);
  }
  return [...first.values()].slice(0, limit);
}

const givers = allKinds.filter((kind) => kind.suggests !== undefined);

/** Keywords read at a time: most are offered, but a listing may have a long past. */
const READ_AT_A_TIME = [50, 200, 800, 3200];

/** → suggestions whose keywords begin with the text, in order; `limit` if there are so many. */
async function readOffered(
  site: Site,
  field: string,
  { sought, limit, nowSeconds }: { sought: string; limit: number; nowSeconds: number },
): Promise<Offer[]> {
  const begin = cutStart(sought);
  const offered: Offer[] = [];
  let after: string | undefined;
  for (const size of READ_AT_A_TIME) {
    const keys = await readKeys(site, { field, string: begin, size, search_after: after });
    const visible = await readPublic(site, field, { keys, nowSeconds });
    offered.push(...visible.filter(({ text }) => isBegunBy(text, sought)));
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
): Promise<Offer[]> {
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
          aggs: {
            id: { min: { field: 'id' } },
            count: { sum: { field: 'usage.published' } },
          },
        },
      },
    },
  });
  const { aggregations } = answer.body as {
    aggregations: { values: { buckets: Bucket[] } };
  };
  return aggregations.values.buckets.map(({ key, id, count }) => {
    const [, type = '', text = ''] = key.split(PART);
    return { type, text, id: id.value, count: count.value };
  });
}

interface Bucket {
  key: string;
  id: { value: number };
  count: { value: number };
}
