/** Suggestions for a text typed so far. Source: Contract 15. */
import { visibleTo } from '../../access/roles.js';
import { invalidParams } from '../../errors.js';
import { allKinds, holdersOf } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { JsonObject, KindName } from '../../kinds/record.js';
import { ALL_LANGUAGES } from '../../kinds/texts.js';
import { groupBy } from '../../lib/batches.js';
import { labelIn } from '../../lib/place/town-table.js';
import { townsBeginning, townsNamed } from '../../lib/place/towns.js';
import { sortKey } from '../../lib/text/words.js';
import type { Offer, SearchIndex } from '../../search/port.js';
import { nowSeconds } from '../../time/now.js';
import { validate } from '../../validation/compile.js';
import { ONE_LANGUAGE, readLang } from '../../validation/texts.js';
import type { Deps } from '../deps.js';
import { namesIn, textsIn } from './names.js';

/** A suggestion as it is answered; a value such as a city has no ID, an event no count. */
interface Suggestion {
  type: string;
  text: string;
  id?: number;
  slug?: string;
  count?: number;
  /** Distinguishes records of the same name: the day of an event, a city, a parent. */
  detail?: string;
}

/** The default types: all but the towns of the table. */
const OF_RECORDS = ['event', 'venue', 'city', 'category'];

/** A town of the table; towns of the listing's venues are of the type `city`. */
const TOWN = 'town';

/** Suggestions that are read to choose some types of. */
const READ = 100;

/**
 * → suggestions from public records only, whoever asks. Throws `rest_missing_callback_param`,
 * `rest_invalid_param`, `search_index_unavailable`.
 */
export async function suggestRecords(deps: Deps, raw: JsonObject): Promise<Suggestion[]> {
  const { values, issues } = validate('queries/suggest.json', raw, 'query');
  const { lang, issues: ofLang } = readLang(values.lang, deps.site.languages);
  issues.push(...ofLang, ...(lang === ALL_LANGUAGES ? [ONE_LANGUAGE] : []));
  if (issues.length > 0) throw invalidParams(issues);
  const limit = Number(values.limit);
  const text = String(values.q);
  const types = (values.types as string[] | undefined) ?? OF_RECORDS;
  const isAll = OF_RECORDS.every((type) => types.includes(type));
  const found = await deps.index.suggest(text, isAll ? limit : READ, nowSeconds(deps));
  const isMany = deps.site.languages.length > 1;
  const read = isMany ? await offersIn(deps.index, found, lang) : found;
  const offers = read.filter(({ type }) => types.includes(type)).slice(0, limit);
  const [slugs, details, counts] = await Promise.all([
    slugsOf(deps.index, offers),
    detailsOf(deps.index, offers, lang),
    countsBelow(deps, offers),
  ]);
  const suggested = offers.map((offer) => {
    const { type, text, id } = offer;
    const slug = slugs.get(`${type} ${id}`);
    const count = counts.get(offer) ?? offer.count;
    if (slug === undefined) return { type, text, count };
    // Only records that others link have a count.
    const isLinked = holdersOf(type as KindName).length > 0;
    const detail = details.get(offer);
    return { type, text, id, slug, ...(isLinked ? { count } : {}), ...(detail ? { detail } : {}) };
  });
  if (!types.includes(TOWN) || suggested.length === limit) return suggested;
  const cities = offers.flatMap((offer) => (offer.type === 'city' ? [offer.text] : []));
  return [...suggested, ...townsFrom(text, cities, lang).slice(0, limit - suggested.length)];
}

/** → the offers, each record called as in the language, whichever of its texts was found. */
async function offersIn(
  index: SearchIndex,
  offers: readonly Offer[],
  lang: string,
): Promise<Offer[]> {
  const named = allKinds.map(async ({ name }) => {
    const ids = offers.flatMap(({ type, id }) => (type === name ? [id] : []));
    return [name as string, await namesIn(index, name, { ids, lang })] as const;
  });
  const names = new Map(await Promise.all(named));
  return offers.map((offer) => ({
    ...offer,
    text: names.get(offer.type)?.get(offer.id) ?? offer.text,
  }));
}

/** → by offer: a detail that distinguishes records of the same kind and name. */
async function detailsOf(
  index: SearchIndex,
  offers: readonly Offer[],
  lang: string,
): Promise<Map<Offer, string>> {
  const read = allKinds.map(async ({ name, toldApartBy, isTree, window }) => {
    const named = groupBy(
      offers.filter(({ type }) => type === name),
      ({ text }) => sortKey(text),
    );
    const alike = [...named.values()].filter(({ length }) => length > 1).flat();
    if (!toldApartBy) return [];
    const texts = await textsIn(index, name, toldApartBy, { ids: alike.map(({ id }) => id), lang });
    const parents = isTree
      ? await namesIn(index, name, { ids: [...texts.values()].map(Number), lang })
      : null;
    return alike.map((offer): [Offer, string] => {
      const text = texts.get(offer.id) ?? '';
      if (parents) return [offer, parents.get(Number(text)) ?? ''];
      return [offer, window ? text.slice(0, DAY_CHARS) : text];
    });
  });
  return new Map((await Promise.all(read)).flat());
}

const DAY_CHARS = 'YYYY-MM-DD'.length;

/** → by offer of a record that others are below: the number of events in its list. */
async function countsBelow(
  { index, terms, ...deps }: Deps,
  offers: readonly Offer[],
): Promise<Map<Offer, number>> {
  const counted = offers.map(async (offer): Promise<[Offer, number][]> => {
    const kind = allKinds.find(({ name, isTree }) => isTree && name === offer.type);
    const [holding] = kind ? holdersOf(kind.name) : [];
    if (!kind || !holding) return [];
    const values = await terms.withDescendants(kind.name, [offer.id]);
    if (values.length === 1) return [];
    const { total } = await index.search({
      kind: holding.holder.name,
      where: [{ test: 'anyOf', field: holding.relation.field, values }],
      visible: visibleTo(null, null),
      text: null,
      geo: null,
      sort: { by: 'field', field: 'id', direction: 'asc' },
      from: { offset: 0 },
      limit: 0,
      facets: [],
      nowSeconds: nowSeconds(deps),
      isFull: false,
    });
    return [[offer, total]];
  });
  return new Map((await Promise.all(counted)).flat());
}

/** → towns of the table that begin so, without the cities that are suggested already. */
function townsFrom(text: string, cities: readonly string[], lang: string): Suggestion[] {
  // The largest town of a name is mostly the listing's.
  const known = new Set(cities.map((city) => townsNamed(city, () => true)[0]?.label));
  const towns = townsBeginning(text).filter(({ label }) => !known.has(label));
  return towns.map((town) => ({ type: TOWN, text: labelIn(town, lang) }));
}
/** → the slugs of suggested records, by type and ID; values have no slug. */
async function slugsOf(index: SearchIndex, offers: readonly Offer[]): Promise<Map<string, string>> {
  const read = async ({ name }: Kind) => {
    const ids = offers.flatMap(({ type, id }) => (type === name ? [id] : []));
    const entries = await index.lookUp(name, { ids });
    return entries.map(({ id, slug }) => [`${name} ${id}`, slug] as const);
  };
  return new Map((await Promise.all(allKinds.map(read))).flat());
}
