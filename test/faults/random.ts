/** Random choices: the same sequence for the same seed. */
import { randomFrom } from '../../scripts/dev/bench/data.js';

/** Makes choices. */
export type Choose = ReturnType<typeof chooseFrom>;

/** → the choices of one part of a run, independent of those of other parts. */
export function chooseFrom(seed: number, part: string) {
  const number = randomFrom(
    [...part].reduce((sum, sign) => sum * 31 + sign.charCodeAt(0), seed) | 0,
  );
  return {
    /** → a whole number from `least` to `most`, both included. */
    between: (least: number, most: number) => least + Math.floor(number() * (most - least + 1)),
    /** → true with this probability. */
    chance: (probability: number) => number() < probability,
    /** → one of the items. Throws when there is none. */
    of: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new Error('nothing to choose from');
      return items[Math.floor(number() * items.length)] as T;
    },
  };
}
