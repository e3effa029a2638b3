/**
 * Names of towns in another form than in the table: shortened additions (`Frankfurt a. M.`,
 * `Mülheim/Ruhr`), names in two languages (`Bozen/Bolzano`), districts after a large town
 * (`Köln-Ehrenfeld`).
 */
import { foldPlace } from '../text/text.js';
import { namesFrom, type Town, townNumber } from './town-table.js';
import { likelyMeant, mainlyNamed, townsNamed } from './towns.js';

type IsMeant = (town: Town) => boolean;

/** Longest name of a town, characters: a longer text would be read in too many ways. */
const NAME_CHARS = 200;

/** → the towns that are meant, the largest first; none where it would be a guess. */
export function townsOfForm(text: string, isMeant: IsMeant): Town[] {
  if (text.length > NAME_CHARS) return [];
  for (const read of [shortened, inTwoLanguages, districtOf]) {
    const towns = read(text, isMeant);
    if (towns.length > 0) return towns;
  }
  return [];
}

/** Words between a name and its addition, and their first letters. */
const BETWEEN = new Set(
  'a am an auf b bei d den der die i im in la le les o ob on s sous sur u unter upon v vor'.split(
    ' ',
  ),
);

function withoutBetween(folded: string): string[] {
  const words = folded.split(' ');
  return words.filter((word, at) => at === 0 || at === words.length - 1 || !BETWEEN.has(word));
}

/** Fewest letters of a name, and names of the table that are compared at most. */
const [NAME_LETTERS, NAMES_READ] = [3, 5000];

function shortened(text: string, isMeant: IsMeant): Town[] {
  if (!/[./(]|\s\p{L}\s/u.test(text)) return [];
  const [first = '', ...additions] = withoutBetween(foldPlace(text));
  if (additions.length === 0 || first.length < NAME_LETTERS) return [];
  const numbers = new Set<number>();
  let left = NAMES_READ;
  for (const line of namesFrom(`${first} `)) {
    if (!line.name.startsWith(`${first} `) || left-- === 0) break;
    const [, ...whole] = withoutBetween(line.name);
    const isSame =
      whole.length === additions.length &&
      whole.every((word, at) => isShort(additions[at] ?? '', word));
    if (isSame) for (const number of line.numbers) numbers.add(number);
  }
  return [...numbers]
    .sort((a, b) => a - b)
    .map(townNumber)
    .filter((town) => foldPlace(town.name).startsWith(first) && isMeant(town));
}

/** Longest part of a word whose letters need not be its first ones: `Opf` is `Oberpfalz`. */
const LETTERS_MAX = 3;

function isShort(part: string, word: string): boolean {
  if (word.startsWith(part)) return true;
  if (part.length > LETTERS_MAX || part[0] !== word[0]) return false;
  let at = 0;
  for (const letter of word) if (letter === part[at]) at += 1;
  return at === part.length;
}

function inTwoLanguages(text: string, isMeant: IsMeant): Town[] {
  const [one = '', other, ...more] = text.split('/');
  if (other === undefined || more.length > 0) return [];
  const labels = new Set(townsNamed(other, isMeant).map(({ label }) => label));
  return townsNamed(one, isMeant).filter(({ label }) => labels.has(label));
}

/** A name and its addition. Further hyphens belong to the name: `Paris-en-Champagne`. */
const ADDITION =
  /^([^-/(]{3,}?)(?: ?[-/(] ?| (?:a|am|an|b|bei|i|im|in)(?:\. ?| ))([^-/'’]+?)\)?$/iu;

/** Inhabitants of a town whose districts are called by it. */
const LARGE = 100_000;

function districtOf(text: string, isMeant: IsMeant): Town[] {
  // Runs of white space would be read in every way of dividing them.
  const [, name = ''] = ADDITION.exec(text.trim().replace(/\s+/gu, ' ')) ?? [];
  const town = likelyMeant(mainlyNamed(name, townsNamed(name, isMeant)));
  return town && town.population >= LARGE ? [town] : [];
}
