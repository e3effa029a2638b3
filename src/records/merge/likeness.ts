/**
 * How alike two names are: the share of pairs of letters that both have (Sørensen–Dice), case and
 * accents folded. The order of words does not matter, and a missing letter or word matters little.
 */
import { words } from '../../lib/words.js';

/**
 * → the pairs of neighbouring letters in each word; a word of one letter is a pair of its own. A
 * pair that comes again is numbered, so that a set holds all.
 */
export function pairsOf(name: string): Set<string> {
  const pairs = new Set<string>();
  const times = new Map<string, number>();
  const add = (pair: string) => {
    const time = times.get(pair) ?? 0;
    times.set(pair, time + 1);
    pairs.add(time === 0 ? pair : `${pair} ${time}`);
  };
  for (const word of words(name)) {
    const letters = [...word];
    if (letters.length < 2) add(word);
    for (const [at, letter] of letters.slice(1).entries()) add(`${letters[at]}${letter}`);
  }
  return pairs;
}

/** → 0 (nothing in common) to 1 (the same pairs); 0 when both sets are empty. */
export function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const pair of small) if (large.has(pair)) shared++;
  return shared === 0 ? 0 : (2 * shared) / (one.size + other.size);
}

/**
 * → of how many of its rarest pairs a set must share at least one with another, to be this alike:
 * an index of these alone finds every such set ("prefix filtering").
 */
export function prefixLength(size: number, least: number): number {
  return size - Math.ceil((least / (2 - least)) * size) + 1;
}
