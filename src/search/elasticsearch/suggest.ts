/**
 * Suggestions. A suggested text is indexed as keywords, from each of its words on, with its type,
 * its key and the whole text. The terms enum gives the keywords with the typed prefix in order; a
 * search then selects the public keywords.
 */
import { allKinds } from '../../kinds/index.js';
import { searchText } from '../../lib/text/words.js';
import { cutStart, isBegunBy } from '../document.js';
import type { Offer } from '../port.js';
import { PART } from './entry.js';
import { aliasOf, type Cluster } from './indices.js';

/** → suggestions that begin with the text, then suggestions with a later word that does. */
export async function suggest(
  site: Cluster,
  text: string,
  limit: number,
  nowSeconds: number,
): Promise<Offer[]> {
  const sought = searchText(text);
  if (sought === '' || limit <= 0) return [];
  const first = new Map<string, Offer>();
  for (const field of ['lead', 'rest']) {
    // Most texts are begun by enough suggestions.
    if (first.size >= limit) break;
    for (const offer of await readOffered(site, field, { sought, limit, nowSeconds })) {
      if (!first.has(keyOf(offer))) first.set(keyOf(offer), offer);
    }
  }
  return [...first.values()].slice(0, limit);
}

const keyOf = ({ type, key }: Offer): string => `${type}\n${key}`;

const givers = allKinds.filter((kind) => kind.suggests !== undefined);

/** Keywords read after the first: most are offered, but a listing may have a long past. */
const THEN_READ = [50, 200, 800, 3200];

/**
 * → suggestions whose keywords begin with the text, in order. Spellings of a value are adjacent: a
 * suggestion after `limit` is read, too, so that no value lacks spellings.
 */
async function readOffered(
  site: Cluster,
  field: string,
  { sought, limit, nowSeconds }: { sought: string; limit: number; nowSeconds: number },
): Promise<Offer[]> {
  const begin = cutStart(sought);
  const offered = new Map<string, Offer>();
  let after: string | undefined;
  for (const size of [limit + 1, ...THEN_READ]) {
    const keys = await readKeys(site, { field, string: begin, size, search_after: after });
    const visible = await readPublic(site, field, { keys, nowSeconds });
    for (const offer of visible) {
      if (!isBegunBy(offer.text, sought)) continue;
      offered.set(keyOf(offer), together(offer, offered.get(keyOf(offer))));
    }
    if (offered.size > limit || keys.length < size) break;
    after = keys.at(-1);
  }
  return [...offered.values()].slice(0, limit);
}

/** → two offers of a key as one, in the spelling with the most events. */
function together(offer: Offer, earlier: Offer = offer): Offer {
  if (earlier === offer) return offer;
  const isLess =
    offer.count < earlier.count || (offer.count === earlier.count && earlier.id < offer.id);
  return { ...(isLess ? earlier : offer), count: offer.count + earlier.count };
}

const pathTo = (prefix: string, endpoint: string): string =>
  `/${givers.map(({ name }) => aliasOf(prefix, name)).join(',')}/${endpoint}`;

/** → keywords in order, also of entries that nobody may see. */
async function readKeys(
  { engine, settings: { prefix } }: Cluster,
  body: object,
): Promise<string[]> {
  const path = pathTo(prefix, '_terms_enum');
  const { body: answer } = await engine.request({ method: 'POST', path, body });
  return (answer as { terms: string[] }).terms;
}

/** → the offers of keywords from public entries that are not over, in order. */
async function readPublic(
  { engine, settings: { prefix } }: Cluster,
  field: string,
  { keys, nowSeconds }: { keys: readonly string[]; nowSeconds: number },
): Promise<Offer[]> {
  if (keys.length === 0) return [];
  const filter = [
    { terms: { [field]: keys } },
    { range: { public_from: { lte: nowSeconds } } },
    { range: { suggests_until: { gte: nowSeconds } } },
  ];
  const answer = await engine.request({
    method: 'POST',
    path: pathTo(prefix, '_search'),
    query: { allow_partial_search_results: false },
    body: {
      size: 0,
      track_total_hits: false,
      query: { bool: { filter } },
      aggs: {
        values: {
          // Counting terms would read all keywords of each entry.
          filters: { filters: keys.map((key) => ({ term: { [field]: key } })) },
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
  return keys.flatMap((key, at) => {
    const { doc_count: entries, id, count } = aggregations.values.buckets[at] as Bucket;
    const [, type = '', name = '', text = ''] = key.split(PART);
    return entries === 0 ? [] : [{ type, key: name, text, id: id.value, count: count.value }];
  });
}

interface Bucket {
  doc_count: number;
  id: { value: number };
  count: { value: number };
}
