/** Suggestions for a text typed so far. Source: Contract 15. */
import { invalidParams } from '../errors.js';
import { allKinds, holdersOf } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { JsonObject, KindName } from '../kinds/record.js';
import type { Offer, SearchIndex } from '../search/port.js';
import { nowSeconds } from '../time/now.js';
import { validate } from '../validation/compile.js';
import type { Deps } from './deps.js';

/** A suggestion as it is answered; a value such as a city has no ID, an event no count. */
export interface Suggestion {
  type: string;
  text: string;
  id?: number;
  slug?: string;
  count?: number;
}

/**
 * → suggestions from public records only, whoever asks. Throws `rest_missing_callback_param`,
 * `rest_invalid_param`, `search_index_unavailable`.
 */
export async function suggestRecords(deps: Deps, raw: JsonObject): Promise<Suggestion[]> {
  const { values, issues } = validate('queries/suggest.json', raw, 'query');
  if (issues.length > 0) throw invalidParams(issues);
  const limit = Number(values.limit);
  const offers = await deps.index.suggest(String(values.q), limit, nowSeconds(deps));
  const slugs = await slugsOf(deps.index, offers);
  return offers.map(({ type, text, id, count }) => {
    const slug = slugs.get(`${type} ${id}`);
    if (slug === undefined) return { type, text, count };
    // Only records that others link have a count.
    const isLinked = holdersOf(type as KindName).length > 0;
    return { type, text, id, slug, ...(isLinked ? { count } : {}) };
  });
}

/** → the slugs of suggested records, by type and ID; values have none. */
async function slugsOf(index: SearchIndex, offers: readonly Offer[]): Promise<Map<string, string>> {
  const read = async ({ name }: Kind) => {
    const ids = offers.flatMap(({ type, id }) => (type === name ? [id] : []));
    const entries = await index.lookUp(name, { ids });
    return entries.map(({ id, slug }) => [`${name} ${id}`, slug] as const);
  };
  return new Map((await Promise.all(allKinds.map(read))).flat());
}
