/**
 * Further meanings of the words of a search: days, a price, a town. The page offers this search as
 * a link, and changes nothing by itself. Words come from the catalogues for days, and from a table
 * for some languages. Contract 26.1.
 */

import { townsCalled } from '../../lib/place/towns-called.js';
import { withoutEnd } from '../../lib/text/text.js';
import type { Deps } from '../../records/deps.js';
import { clockOf } from '../event/days.js';
import { type PageState, withChanges } from '../event/state.js';
import { DAY_NAMES, type DayName, toDays } from '../event/when.js';
import { rounded } from '../town/near.js';
import { ownTown, placeOf } from '../town/place.js';
import type { Language } from '../words/language.js';
import { headingFor } from './heading.js';

/** The words of a language, lower-case; longer ones are looked for first. */
interface Words {
  days: Readonly<Partial<Record<DayName, readonly string[]>>>;
  free: readonly string[];
  /** Before the number of a price. */
  upTo: readonly string[];
  /** Before the name of a town. */
  in: readonly string[];
}

const WORDS: Readonly<Record<string, Words>> = {
  en: {
    days: {
      tonight: ['this evening'],
      weekend: ['at the weekend', 'on the weekend', 'weekend'],
      week: ['in the next days', 'this week'],
    },
    free: ['free of charge', 'free entry', 'for free', 'free'],
    upTo: ['less than', 'up to', 'under', 'below', 'max'],
    in: ['around', 'near', 'in'],
  },
  de: {
    days: {
      tonight: ['heute abend', 'heute nacht'],
      weekend: ['am wochenende', 'dieses wochenende', 'wochenende'],
      week: ['in den nächsten tagen', 'diese woche'],
    },
    free: ['eintritt frei', 'freier eintritt', 'kostenlose', 'kostenlos', 'gratis', 'umsonst'],
    upTo: ['höchstens', 'maximal', 'unter', 'bis', 'max'],
    in: ['in der nähe von', 'nahe', 'bei', 'in'],
  },
  fr: {
    days: { tonight: ['ce soir'], weekend: ['ce week-end', 'ce weekend'], week: ['cette semaine'] },
    free: ['entrée libre', 'gratuite', 'gratuit'],
    upTo: ["jusqu'à", 'moins de', 'maximum'],
    in: ['près de', 'à'],
  },
};

/** Names of the currencies that people write in words. */
const CURRENCIES: Readonly<Record<string, string>> = {
  EUR: 'euros?',
  USD: 'dollars?|bucks',
  GBP: 'pounds?|quid',
  CHF: 'franken|francs?|fr\\.?',
};

/** Most words of a town's name. */
const TOWN_WORDS = 3;

/** A search by meaning. */
export interface Meant {
  href: string;
  /** The heading of its page. */
  title: string;
}

/** → the search that the words of another one mean; null: they are words alone. */
export async function meantBy(
  deps: Deps,
  { state, titles, language }: { state: PageState; titles: Titles; language: Language },
): Promise<Meant | null> {
  const changes = await changesOf(deps, state, language);
  if (!changes) return null;
  const meant = withChanges(state, changes);
  const [place, clock] = [await placeOf(deps, meant), clockOf(deps, meant)];
  const { config } = deps;
  const title = headingFor({ language, state: meant, clock, titles, place, config });
  return { href: state.link(changes), title };
}

/** Titles of the records that filters name, by parameter. */
type Titles = Readonly<Record<string, string>>;

/** → the changes of a link for the meaning of the words; null for plain words. */
async function changesOf(
  deps: Deps,
  state: PageState,
  language: Language,
): Promise<Record<string, string | null> | null> {
  const { filters, when } = state;
  const words = WORDS[language.tag.split('-', 1)[0] ?? ''];
  let rest = (filters.search ?? '').normalize();
  const changes: Record<string, string | null> = {};
  /** Takes the first of some phrases out of the text. → the match of the pattern. */
  const take = (pattern: string): RegExpExecArray | null => {
    const found = new RegExp(`${BEGIN}(?:${pattern})${END}`, 'iu').exec(rest);
    if (found) {
      const { index, 0: text } = found;
      rest = `${rest.slice(0, index)} ${rest.slice(index + text.length)}`;
    }
    return found;
  };
  if (rest === '') return null;
  if (when.is === 'any' && !when.isRunning) {
    const day = DAY_NAMES.toReversed().find((name) => take(phrasesOf(name, words, language)));
    if (day) Object.assign(changes, toDays(day));
  }
  if (words && !filters.is_free && !filters.cost_max) {
    const price = take(priceIn(words, deps.config));
    const amount = price?.slice(1).find((group) => group !== undefined);
    if (amount !== undefined) changes.cost_max = amount.replace(',', '.');
    else if (take(either(words.free))) changes.is_free = 'true';
  }
  if (words && !filters.geoloc_lat && !filters.geoloc_bbox) {
    const town = await townIn(deps, rest, words);
    if (town) {
      rest = town.rest;
      Object.assign(changes, { geoloc_lat: rounded(town.lat), geoloc_lng: rounded(town.lng) });
    }
  }
  if (Object.keys(changes).length === 0) return null;
  const search = rest.replace(/\s+/g, ' ').trim();
  // Without words there is no order by them.
  if (search === '' && filters.orderby === 'relevance') changes.orderby = null;
  return { ...changes, search: search === '' ? null : search };
}

const BEGIN = '(?<![\\p{L}\\p{N}])';
const END = '(?![\\p{L}\\p{N}])';

const either = (phrases: readonly string[]): string => phrases.map(escaped).join('|');

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function phrasesOf(name: DayName, words: Words | undefined, { text }: Language): string {
  return either([text(`days.${name}`).toLowerCase(), ...(words?.days[name] ?? [])]);
}

/** → a pattern of a price in the currency of the site; the amount is its only group with a text. */
function priceIn({ upTo }: Words, { currencySymbol, currencyCode }: Deps['config']): string {
  const names = CURRENCIES[currencyCode];
  const sign = `(?:${either([currencySymbol, currencyCode])}${names ? `|${names}` : ''})`;
  const amount = '(\\d{1,6}(?:[.,]\\d{1,2})?)';
  return `(?:${either(upTo)})\\s*(?:${sign}\\s*${amount}|${amount}\\s*${sign})`;
}

/** → the town after a word such as `in`, and the text without both; or null. */
async function townIn(deps: Deps, text: string, words: Words) {
  const found = new RegExp(`${BEGIN}(?:${either(words.in)})\\s+(\\S.*)$`, 'iu').exec(text);
  const behind = found?.[1]?.split(/\s+/) ?? [];
  for (let count = Math.min(TOWN_WORDS, behind.length); count > 0; count--) {
    // A year is no postal code of the town before it.
    if (/^(?:19|20)\d\d$/.test(behind[count - 1] ?? '')) continue;
    const name = withoutEnd(behind.slice(0, count).join(' '), '.,;!?');
    const town = townsCalled(name)[0] ?? (await ownTown(deps, name));
    const rest = [text.slice(0, found?.index), ...behind.slice(count)].join(' ');
    if (town) return { lat: town.lat, lng: town.lng, rest };
  }
  return null;
}
