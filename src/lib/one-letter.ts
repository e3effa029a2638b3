/** Which words may be others with one letter wrong. Contract 3.2. */

/** Shortest word that is taken for another, in characters. */
const LETTERS_MIN = 4;

/** → whether a search word is long enough to be misspelled, and not a number. */
export const mayBeMisspelled = (word: string): boolean =>
  Array.from(word).length >= LETTERS_MIN && !/^\p{N}+$/u.test(word);

/**
 * → whether one word becomes the other by one change behind the first letter: a letter more, a
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
