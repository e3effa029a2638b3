/** Words that may be others with a wrong letter. Contract 3.2. */
import { BEHIND, prefixEnd } from './words.js';

/** Shortest word that may be misspelled, in characters. */
const LETTERS_MIN = 4;

/** → whether a search word is long enough to be misspelled, and not a number. */
export const mayBeMisspelled = (word: string): boolean =>
  Array.from(word).length >= LETTERS_MIN && !/^\p{N}+$/u.test(word);

/**
 * → whether a word becomes the other by a single change after the first letter: a letter more, a
 * letter less, another letter, or two neighbours swapped. Letters are code points.
 */
export function isOneLetterAway(word: string, other: string): boolean {
  const [a, b] = [Array.from(word), Array.from(other)];
  if (a[0] !== b[0] || Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const isRest = (from: number, otherFrom: number) =>
    a.slice(from).join('') === b.slice(otherFrom).join('');
  if (a.length > b.length) return isRest(at + 1, at);
  if (a.length < b.length) return isRest(at, at + 1);
  if (at === a.length) return false;
  const isSwap = a[at] === b[at + 1] && a[at + 1] === b[at];
  return isRest(at + 1, at + 1) || (isSwap && isRest(at + 2, at + 2));
}

/** → the first word of an ordered vocabulary at or after a text and before another; or null. */
type Vocabulary = (from: string, to: string) => string | null;

/**
 * → the words of a vocabulary that are one letter away from a word. Each step is one seek, so their
 * number does not grow with the vocabulary.
 */
export function oneLetterAway(word: string, vocabulary: Vocabulary): string[] {
  const letters = Array.from(word);
  const from = (at: number) => letters.slice(at).join('');
  const seek = (start: string, end: string) => (end === '' ? null : vocabulary(start, end));
  const near = new Set<string>();
  const take = (other: string) => {
    if (other !== word && seek(other, other + BEHIND) === other) near.add(other);
  };
  for (let at = 1; at < letters.length; at++) {
    const head = letters.slice(0, at).join('');
    take(head + from(at + 1));
    take(head + (letters[at + 1] ?? '') + letters[at] + from(at + 2));
    // Every letter that follows the head in some word, in place of the next one or before it.
    for (let next = seek(head + BEHIND, prefixEnd(head)); next !== null; ) {
      const [letter = ''] = next.slice(head.length);
      take(head + letter + from(at + 1));
      take(head + letter + from(at));
      next = seek(prefixEnd(head + letter), prefixEnd(head));
    }
  }
  return [...near];
}
