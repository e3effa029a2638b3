/**
 * A typed search → the words, phrases and exclusions that engines look for, each with the texts of
 * which one suffices. Engines translate these and know no rule of words. Contract 3.2.
 */
import type { Kind } from '../kinds/kind.js';
import { formsIn } from '../lib/text/stems.js';
import { readSearch, withoutQuotes } from '../lib/text/typed-search.js';
import { formsOf } from '../lib/text/word-forms.js';
import { foldText, isUnspaced, SPELLED, STEMMED, sortKey, words } from '../lib/text/words.js';
import { limits } from '../limits.js';
import type { Alternative, TextQuery } from './conditions.js';

/** → the search of a text in lists of the kind, on a site of these languages. */
export function toText(kind: Kind, search: string, languages: readonly string[]): TextQuery {
  const { searchMode: mode } = kind;
  if (mode === 'substring') return { mode, words: [sortKey(withoutQuotes(search))] };
  const pieces = readSearch(search);
  const left = { words: limits.searchWords, letters: limits.searchLetters };
  const sought: Sought[] = [];
  for (const piece of pieces.filter(({ isLeftOut }) => !isLeftOut)) {
    const found = piece.isQuoted ? phraseIn(piece.text) : wordsIn(piece.text, languages);
    sought.push(...withinLimits(found, left));
  }
  const alternatives = new Map<string, Alternative[]>();
  for (const { word, ways } of withoutLinks(sought)) {
    alternatives.set(word, [...(alternatives.get(word) ?? []), ...ways]);
  }
  const without = pieces
    .filter(({ isLeftOut }) => isLeftOut)
    .slice(0, limits.searchWords)
    .flatMap((piece) => leftOut(piece.text, piece.isQuoted ? null : languages));
  return { mode, words: [...alternatives.keys()], alternatives, without };
}

/** A word or phrase of a search, and the texts of which one suffices. */
interface Sought {
  word: string;
  ways: Alternative[];
  /** It counts as one word with the letters before it, which are written without a space. */
  isJoined?: boolean;
  /** It may have neighbours: a word of letters as it is typed. */
  isPlain?: boolean;
}

/** → the first words of a search, of letters without spaces the first different ones. */
function withinLimits(found: readonly Sought[], left: { words: number; letters: number }) {
  return found.filter((one) => {
    if (!one.isJoined) left.words -= 1;
    if (isUnspaced(one.word)) left.letters -= 1;
    return left.words >= 0 && (left.letters >= 0 || !isUnspaced(one.word));
  });
}

/** Words that join two others: they need not be found. */
const LINKS: ReadonlySet<string> = new Set(['and', 'n', 'und', 'et', 'y']);

const withoutLinks = (sought: readonly Sought[]): readonly Sought[] =>
  sought.filter(({ word }, at) => !LINKS.has(word) || at === 0 || at === sought.length - 1);

function phraseIn(text: string): Sought[] {
  const side = words(text).slice(0, limits.searchWords);
  return side.length === 0 ? [] : [{ word: `"${side.join(' ')}"`, ways: [{ words: side }] }];
}

/** Words with signs of their own: R&B, C++, C#. */
const SIGNED = /(?<!\p{L})\p{L}+(?:&\p{L}+)+|(?<![\p{L}\p{N}])(?:[\p{L}\p{N}]+\+\+|\p{L}#)/gu;

/** → the words of a part of a search without signs. */
function wordsIn(text: string, languages: readonly string[]): Sought[] {
  const forms = formsOf(text);
  const sought: Sought[] = [];
  for (const token of foldText(text).split(/\s+/u)) {
    let end = 0;
    for (const { 0: signed, index } of token.matchAll(SIGNED)) {
      const word = signedWord(signed);
      if (word === null) continue;
      sought.push(...plainWords(token.slice(end, index), forms, languages));
      sought.push({ word: signed, ways: [word, SPELLED + word].map((one) => ({ words: [one] })) });
      end = index + signed.length;
    }
    sought.push(...plainWords(token.slice(end), forms, languages));
  }
  return joinNeighbours(sought);
}

/** → a word with signs, as a word of letters; null: its parts are words of their own. */
function signedWord(signed: string): string | null {
  if (!signed.includes('&')) return words(signed)[0] ?? null;
  const isShort = signed.split('&').some((part) => Array.from(part).length < 3);
  return isShort ? signed.replaceAll('&', 'n') : null;
}

function plainWords(
  token: string,
  forms: ReturnType<typeof formsOf>,
  languages: readonly string[],
): Sought[] {
  return words(token).map((word, at, all) => {
    if (isUnspaced(word)) {
      const isJoined = at > 0 && isUnspaced(all[at - 1] ?? '');
      return { word, ways: [{ words: [word], isBeginning: true }], isJoined };
    }
    return { word, ways: waysOf(word, [...(forms.get(word) ?? [])], languages), isPlain: true };
  });
}

/** Most single-word alternatives for a word. */
const WAYS_MAX = 16;

/** → a word and its spellings with all that begins with them, then its stems. */
function waysOf(word: string, spellings: string[], languages: readonly string[]): Alternative[] {
  const forms = [word, ...spellings].map((one) => formsIn(one, languages));
  const begun = [...new Set([word, ...spellings, ...forms.flatMap(({ singulars }) => singulars)])];
  const stems = [...new Set(forms.flatMap((form) => form.stems))];
  const ways: Alternative[] = [
    ...begun.flatMap((one) => [one, SPELLED + one]).map(beginning),
    ...stems.flatMap((stem) => [stem, STEMMED + stem]).map((one) => ({ words: [one] })),
  ];
  return [...ways.slice(0, WAYS_MAX), ...splitsOf(word)];
}

const beginning = (word: string): Alternative => ({ words: [word], isBeginning: true });

/** Letters of a word that may be two, and of the shortest of the two. */
const [SPLIT_MIN, SPLIT_MAX, PART_MIN] = [6, 24, 3];

/** → a word of letters as two words side by side in a title. */
function splitsOf(word: string): Alternative[] {
  const letters = Array.from(word);
  if (letters.length < SPLIT_MIN || letters.length > SPLIT_MAX || !/^\p{L}+$/u.test(word))
    return [];
  return letters.slice(PART_MIN, 1 - PART_MIN).map((_, at) => {
    const parts = [letters.slice(0, PART_MIN + at), letters.slice(PART_MIN + at)];
    return { words: parts.map((part) => part.join('')), isInTitle: true };
  });
}

/** → words of which two neighbours may also be written as one. */
const joinNeighbours = (sought: readonly Sought[]): Sought[] =>
  sought.map((one, at) => {
    const pairs = [
      [sought[at - 1], one],
      [one, sought[at + 1]],
    ].filter((pair) => pair.every((each) => each?.isPlain && /^\p{L}+$/u.test(each.word)));
    const joined = pairs.map((pair) => ({ words: [pair.map((each) => each?.word).join('')] }));
    return { ...one, ways: [...one.ways, ...joined] };
  });

/** → the texts that leave a record out, each as a whole; of a phrase the words side by side. */
function leftOut(text: string, languages: readonly string[] | null): Alternative[] {
  const side = words(text);
  const [first, ...more] = side;
  if (first === undefined) return [];
  if (languages === null || more.length > 0) {
    const joined = languages === null ? [] : [...formsOf(text).values()].flatMap((set) => [...set]);
    return [side, ...joined.flatMap((form) => [[form], [SPELLED + form]])].map((all) => ({
      words: all,
    }));
  }
  const whole = wordsIn(text, languages).flatMap(({ ways }) => ways);
  return whole.filter(({ isInTitle }) => !isInTitle).map(({ words: way }) => ({ words: way }));
}
