/** Choices that a seed makes: the same row for the same seed. Used by workers and faults. */
import { randomFrom } from '../bench-data.js';

/** Makes choices. */
export interface Choose {
  /** → a number from 0 to 1. */
  number(): number;
  /** → a whole number from `least` to `most`. */
  between(least: number, most: number): number;
  /** → whether something of this probability comes true. */
  chance(probability: number): boolean;
  /** → one of the items. Throws when there is none. */
  of<T>(items: readonly T[]): T;
}

/** → choices of one part of a run, independent of those of the others. */
export function chooseFrom(seed: number, part: string): Choose {
  const number = randomFrom(
    [...part].reduce((sum, sign) => sum * 31 + sign.charCodeAt(0), seed) | 0,
  );
  return {
    number,
    between: (least, most) => least + Math.floor(number() * (most - least + 1)),
    chance: (probability) => number() < probability,
    of: (items) => {
      if (items.length === 0) throw new Error('nothing to choose from');
      return items[Math.floor(number() * items.length)] as (typeof items)[number];
    },
  };
}
