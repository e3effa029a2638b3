/** How alike two names are. */
import { foldText, words } from './words.js';

/**
 * → 0 (nothing in common) to 1 (the same letters in the same words): the share of pairs of letters
 * that both names have (Sørensen–Dice), case and accents folded. Word order does not matter.
 */
export function likeness(one: string, other: string): number {
  const [a, b] = [pairsOf(one), pairsOf(other)];
  if (a.length + b.length === 0) return foldText(one) === foldText(other) ? 1 : 0;
  const left = new Map<string, number>();
  for (const pair of a) left.set(pair, (left.get(pair) ?? 0) + 1);
  let shared = 0;
  for (const pair of b) {
    const count = left.get(pair) ?? 0;
    if (count === 0) continue;
    left.set(pair, count - 1);
    shared++;
  }
  return (2 * shared) / (a.length + b.length);
}

/** → the pairs of neighbouring letters in each word; a word of one letter is a pair of its own. */
function pairsOf(name: string): string[] {
  return words(name).flatMap((word) => {
    const letters = [...word];
    if (letters.length < 2) return [word];
    return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
  });
}
