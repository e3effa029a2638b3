/** Random choices: the same sequence for the same seed. */
import { randomFrom } from '../../scripts/dev/bench/data.js';

/** Makes choices. */
export interface Choose {
  /** → a number from 0 to 1 (exclusive). */
  number(): number;
  /** → a whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** → true with this probability. */
  chance(probability: number): boolean;
  /** → one of the items. Throws when there is none. */
  of<T>(items: readonly T[]): T;
}

/** → the choices of one part of a run, independent of those of other parts. */
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
