/** Towns of 15,000 inhabitants and more, by their names, from GeoNames (CC BY 4.0). */
import { isOneLetterAway, mayBeMisspelled } from '../text/one-letter.js';
import { COMMA, foldPlace } from '../text/text.js';
import { namesFrom, numbersOf, type Town, townCount, townNumber } from './town-table.js';

/**
 * → the towns of the name that pass `isMeant`, the largest first. Names are compared folded
 * (foldPlace), in any language of the table.
 */
export function townsNamed(name: string, isMeant: (town: Town) => boolean): Town[] {
  return numbersOf(foldPlace(name)).map(townNumber).filter(isMeant);
}

/** → the towns with the name as their main name; all of them if no town has. */
export function mainlyNamed(name: string, towns: Town[]): Town[] {
  const folded = foldPlace(name);
  const main = towns.filter((town) => foldPlace(town.name) === folded);
  return main.length > 0 ? main : towns;
}

/** A town is meant without a region if it is so many times as large as the next of its name. */
const TIMES_AS_LARGE = 10;

/** → the likely town among namesakes without a region, the largest first, or null. */
export function likelyMeant([town, next]: readonly Town[]): Town | null {
  if (!town || (next && town.population < TIMES_AS_LARGE * next.population)) return null;
  return town;
}

/** → whether the town is in the state of this name or code. */
export function isState(town: Town, state: string): boolean {
  const folded = foldPlace(state);
  // A code may have dots: D.C.
  return town.region.names.has(folded) || town.region.names.has(folded.replaceAll(' ', ''));
}

/**
 * → towns similar to a text without a match, the largest first: namesakes elsewhere, else towns
 * whose name is one letter away.
 */
export function townsLike(text: string): Town[] {
  const [name = ''] = text.split(COMMA);
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

/** Names of the table that a beginning is looked for in, and towns that are given. */
const [NAMES_READ, BEGINNING_MAX] = [3000, 20];

/**
 * → towns with a name that begins with a text, main names first, then the largest, at most 20: many
 * have an obscure name somewhere.
 */
export function townsBeginning(text: string): Town[] {
  const folded = foldPlace(text);
  if (folded.length < 2) return [];
  const numbers = new Set<number>();
  let read = 0;
  for (const line of namesFrom(folded)) {
    if (!line.name.startsWith(folded) || read++ === NAMES_READ) break;
    for (const number of line.numbers) numbers.add(number);
  }
  const towns = [...numbers].sort((a, b) => a - b).map(townNumber);
  const isMain = ({ name }: Town) => foldPlace(name).startsWith(folded);
  return [...towns.filter(isMain), ...towns.filter((town) => !isMain(town))].slice(
    0,
    BEGINNING_MAX,
  );
}

/** → all towns, the largest first. */
export const allTowns = (): Town[] =>
  Array.from({ length: townCount() }, (_, at) => townNumber(at));

/** → other towns of a town's name, with or without an addition, the largest first. */
export function townsBeside({ name, label }: Town, count: number): Town[] {
  const folded = foldPlace(name);
  const isNamed = (other: Town) => foldPlace(other.name).startsWith(folded);
  const namesakes = numbersOf(folded).map(townNumber).filter(isNamed);
  return namesakes.filter((other) => other.label !== label).slice(0, count);
}
