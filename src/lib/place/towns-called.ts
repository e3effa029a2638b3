/** Towns as visitors and files write them. */
import { countryCode } from '../countries.js';
import { COMMA, foldPlace } from '../text/text.js';
import { isPostalCode, readCodes } from './postal-codes.js';
import { townsOfForm } from './town-forms.js';
import type { Town } from './town-table.js';
import { isState, mainlyNamed, townsNamed } from './towns.js';

/**
 * → the towns that a visitor names, `Berlin`, `Portland, OR` or `London Ontario`, by any of their
 * names, the largest first. Before all others come the town with the text as its label, and cities
 * with the text as their main name: otherwise Cancún would come after the larger Changchun, which
 * some languages call `Cancun`. A state or country may follow, by name or code; an ambiguous text
 * means either. A postal code with them has the form of the town's country, and no other effect.
 * Last, the name may have another form than in the table.
 */
export function townsCalled(text: string): Town[] {
  const towns = townsWithoutCode(text);
  if (towns.length > 0) return towns;
  for (const { code, rest } of readCodes(text)) {
    const there = townsWithoutCode(rest).filter(({ country }) => isPostalCode(code, country));
    if (there.length > 0) return there;
  }
  return [];
}

function townsWithoutCode(text: string): Town[] {
  const parts = text.split(COMMA).flatMap((part) => part.trim() || []);
  // A comma may also be part of the name: `Washington, D.C.`
  for (let count = 1; count <= parts.length; count++) {
    const regions = parts.slice(count);
    const isMeant = (town: Town) => regions.every((region) => isIn(town, region));
    const towns = townsNamed(parts.slice(0, count).join(' '), isMeant);
    if (towns.length > 0) return likeliestFirst(towns, parts.join(', '));
  }
  const [only = '', ...others] = parts;
  const towns = others.length === 0 ? inRegionBehind(only.split(/\s+/u)) : [];
  const isMeant = (town: Town) => others.every((region) => isIn(town, region));
  return towns.length > 0 ? towns : townsOfForm(only, isMeant);
}

/** From so many inhabitants on a main name comes before any other. */
const CITY_FROM = 200_000;

function likeliestFirst(towns: Town[], text: string): Town[] {
  const folded = foldPlace(text);
  const rank = ({ label, name, population }: Town) => {
    if (foldPlace(label) === folded) return 0;
    return population >= CITY_FROM && folded.startsWith(foldPlace(name)) ? 1 : 2;
  };
  return towns.sort((a, b) => rank(a) - rank(b));
}

/** Most words of a region after the name of a town: `New South Wales`. */
const REGION_WORDS = 3;

/** → the towns of a name followed by its region; the longest name counts. */
function inRegionBehind(words: string[]): Town[] {
  for (let count = 1; count <= Math.min(REGION_WORDS, words.length - 1); count++) {
    const region = words.slice(-count).join(' ');
    const towns = townsNamed(words.slice(0, -count).join(' '), (town) => isIn(town, region));
    if (towns.length > 0) return towns;
  }
  return [];
}

const isIn = (town: Town, region: string): boolean =>
  isState(town, region) || town.country === countryCode(region);

/** The town to find: names as a source writes them. */
interface TownQuery {
  city: string | undefined;
  state?: string | undefined;
  country?: string | undefined;
}

/** → the towns that a file means by a name, the largest first; only main names if any match. */
export function townsWritten(city: string, isMeant: (town: Town) => boolean): Town[] {
  const towns = mainlyNamed(city, townsNamed(city, isMeant));
  return towns.length > 0 ? towns : townsOfForm(city, isMeant);
}

/**
 * → the largest town of the name in the country and state; null when unknown. A given country or
 * state must match, by name or code: a town of the same name elsewhere is wrong. A town with the
 * name as a further name counts only if no town has it as its main name.
 */
export function findTown({ city = '', state = '', country = '' }: TownQuery): Town | null {
  const code = country === '' ? null : countryCode(country);
  if (country !== '' && code === null) return null;
  const inCountry = (town: Town) => code === null || town.country === code;
  const inState = (town: Town) => state === '' || isState(town, state);
  return townsWritten(city, (town) => inCountry(town) && inState(town))[0] ?? null;
}
