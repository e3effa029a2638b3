/**
 * Towns as people name them, and by their coordinates: those of 15,000 inhabitants and more, from
 * GeoNames (CC BY 4.0).
 */
import { countryCode } from './countries.js';
import { isOneLetterAway, mayBeMisspelled } from './one-letter.js';
import { foldPlace } from './text.js';
import { namesFrom, numbersOf, type Town, townCount, townNumber } from './town-table.js';

/** The town to find: names as a source writes them. */
export interface TownQuery {
  city: string | undefined;
  state?: string | undefined;
  country?: string | undefined;
}

/**
 * → the towns of the name that pass `isMeant`, the largest first. Names are compared folded
 * (foldPlace), in any language of the table.
 */
export function townsNamed(name: string, isMeant: (town: Town) => boolean): Town[] {
  return numbersOf(foldPlace(name)).map(townNumber).filter(isMeant);
}

/** → those of the towns that have the name as their main name; all of them where none has. */
export function mainlyNamed(name: string, towns: Town[]): Town[] {
  const folded = foldPlace(name);
  const main = towns.filter((town) => foldPlace(town.name) === folded);
  return main.length > 0 ? main : towns;
}

/**
 * → the largest town of the name in the country and state; null when the table has none. A country
 * or state that is given must match, by name or code: a town of the same name elsewhere is wrong.
 * A town that is also called so counts only where none has it as its main name.
 */
export function findTown({ city = '', state = '', country = '' }: TownQuery): Town | null {
  const code = country === '' ? null : countryCode(country);
  if (country !== '' && code === null) return null;
  const inCountry = (town: Town) => code === null || town.country === code;
  const inState = (town: Town) => state === '' || isState(town, state);
  const towns = townsNamed(city, (town) => inCountry(town) && inState(town));
  return mainlyNamed(city, towns)[0] ?? null;
}

/** → whether the town is in the state of this name or code. */
export function isState(town: Town, state: string): boolean {
  const folded = foldPlace(state);
  // A code may have dots: D.C.
  return town.regionNames.has(folded) || town.regionNames.has(folded.replaceAll(' ', ''));
}

/**
 * → the towns that a visitor names, `Berlin`, `Portland, OR` or `London Ontario`, in any of their
 * names, the largest first. Before all others come the one whose label the text is, and cities
 * that it is the main name of: Cancún is called so in no language but its own, and still Changchun,
 * which is larger, is `Cancun` in some. Behind the name stands a state or country, by name or code;
 * one that is both means either.
 */
export function townsCalled(text: string): Town[] {
  const parts = text.split(',').flatMap((part) => part.trim() || []);
  // A comma may also be part of the name: `Washington, D.C.`
  for (let count = 1; count <= parts.length; count++) {
    const regions = parts.slice(count);
    const isMeant = (town: Town) => regions.every((region) => isIn(town, region));
    const towns = townsNamed(parts.slice(0, count).join(' '), isMeant);
    if (towns.length > 0) return likeliestFirst(towns, text);
  }
  return parts.length === 1 ? inRegionBehind(text.trim().split(/\s+/u)) : [];
}

/** From so many inhabitants on a main name comes before any other. */
const CITY_FROM = 200_000;

function likeliestFirst(towns: Town[], text: string): Town[] {
  const folded = foldPlace(text);
  const rank = ({ label, name, population }: Town) => {
    if (foldPlace(label) === folded) return 0;
    return population >= CITY_FROM && folded.startsWith(foldPlace(name)) ? 1 : 2;
  };
  return towns.sort((one, other) => rank(one) - rank(other));
}

/** Most words of a region behind the name of a town: `New South Wales`. */
const REGION_WORDS = 3;

/** → the towns of a name that is followed by its region; the longest name counts. */
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

/**
 * → towns that may be meant by a text that names none, the largest first: those of the name
 * elsewhere, else those whose name is one letter away.
 */
export function townsLike(text: string): Town[] {
  const [name = ''] = text.split(',');
  const elsewhere = townsNamed(name, () => true);
  if (elsewhere.length > 0) return elsewhere;
  const folded = foldPlace(name);
  if (!mayBeMisspelled(folded)) return [];
  const [first = ''] = folded;
  const numbers = new Set<number>();
  for (const line of namesFrom(first)) {
    if (!line.name.startsWith(first)) break;
    if (isOneLetterAway(folded, line.name)) for (const number of line.numbers) numbers.add(number);
  }
  return [...numbers].sort((a, b) => a - b).map(townNumber);
}

/** → all towns, the largest first. */
export const allTowns = (): Town[] =>
  Array.from({ length: townCount() }, (_, at) => townNumber(at));

/** → other towns of a town's name, with or without an addition, the largest first. */
export function townsBeside({ name, label }: Town, count: number): Town[] {
  const folded = foldPlace(name);
  const isNamed = (other: Town) => foldPlace(other.name).startsWith(folded);
  const others = numbersOf(folded).map(townNumber).filter(isNamed);
  return others.filter((other) => other.label !== label).slice(0, count);
}
