/** One letter wrong: the pairs of words that Contract 3.2 takes for each other. */
import { describe, expect, test } from 'vitest';
import { isOneLetterAway, mayBeMisspelled } from '../../src/lib/text/one-letter.js';
import { fc } from '../support/seed.js';

/** → every word that one change behind the first letter makes of a word; letters of `alphabet`. */
function changesOf(word: string, alphabet: string[]): Set<string> {
  const letters = Array.from(word);
  const made = new Set<string>();
  for (let at = 1; at <= letters.length; at++) {
    const [head, rest] = [letters.slice(0, at), letters.slice(at)];
    for (const letter of alphabet) {
      made.add([...head, letter, ...rest].join(''));
      if (rest.length > 0) made.add([...head, letter, ...rest.slice(1)].join(''));
    }
    if (rest.length > 0) made.add([...head, ...rest.slice(1)].join(''));
    const [one = '', other = '', ...after] = rest;
    if (rest.length > 1) made.add([...head, other, one, ...after].join(''));
  }
  made.delete(word);
  return made;
}

describe('one letter away', () => {
  test.each([
    ['pyhton', 'python', true],
    ['pthon', 'python', true],
    ['pythhon', 'python', true],
    ['pithon', 'python', true],
    ['pythom', 'python', true],
    ['pytho', 'python', true],
    ['python', 'python', false],
    ['jython', 'python', false],
    ['ypthon', 'python', false],
    ['pyhtno', 'python', false],
    ['pton', 'python', false],
    ['pxhton', 'python', false],
    ['𝒜bcd', '𝒜bd', true],
    ['жара', 'жабра', true],
  ])('%s, %s: %s', (word, other, expected) => {
    expect(isOneLetterAway(word, other)).toBe(expected);
    expect(isOneLetterAway(other, word)).toBe(expected);
  });

  test('equal to trying every change', () => {
    const alphabet = ['a', 'b', '𝒜'];
    const word = fc
      .array(fc.constantFrom(...alphabet), { minLength: 1, maxLength: 6 })
      .map((letters) => letters.join(''));
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(isOneLetterAway(one, other)).toBe(changesOf(one, alphabet).has(other));
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    ['jaz', false],
    ['jazz', true],
    ['2026', false],
    ['٢٠٢٦', false],
    ['20th2', true],
    ['𝒜𝒜𝒜', false],
  ])('%s may be misspelled: %s', (word, expected) => {
    expect(mayBeMisspelled(word)).toBe(expected);
  });
});
