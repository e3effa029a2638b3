/**
 * The formula of the order `best`: a sum of stairs with whole weights, which every engine computes
 * alike and a person can check. Contract 12.
 */

/** How much each part counts, 0 to 9. */
export interface Weights {
  text: number;
  distance: number;
  soon: number;
}

/** The default weights. */
export const WEIGHTS: Readonly<Weights> = { text: 4, distance: 3, soon: 3 };

/** The highest step, and the most points of one search word. */
export const STEPS = 15;
/** The points of a featured event. */
export const FEATURED = 2;
/** Added to the score of all records except the last group: more than any score. */
export const ABOVE_LAST = 65_536;
/** The start with half the value of now, in seconds from now. */
export const SOON_PIVOT = 3 * 86_400;

/** → the weights in a text such as `distance:5,soon:2`; null when invalid. */
export function parseWeights(text: string): Weights | null {
  const pairs = text
    .split(',')
    .map((part) => /^(text|distance|soon):(\d)$/.exec(part.trim()) ?? [])
    .map(([, name = '', weight]): [string, number] => [name, Number(weight)]);
  const sent = Object.fromEntries(pairs);
  const isGood = pairs.every(([name]) => name !== '') && Object.keys(sent).length === pairs.length;
  return isGood ? { ...WEIGHTS, ...sent } : null;
}

/**
 * → the greatest x of each step, from step 1 on: the curve pivot / (pivot + x) in 16 stairs. A step
 * is the number of bounds that x does not exceed.
 */
export const stepBounds = (pivot: number): number[] =>
  Array.from({ length: STEPS }, (_, at) => (pivot * (STEPS - at)) / (at + 1));

/** → the step of x, 0 to 15. */
export const stepOf = (x: number, pivot: number): number =>
  stepBounds(pivot).filter((bound) => x <= bound).length;

/** → the pivot of distances within a radius, in its unit. */
export const distancePivot = (radius: number): number => radius / 8;

/** → the points of a search word, by the level of the heaviest text it is in, 0 and up. */
export const wordPoints = (level: number): number => Math.max(1, STEPS - 3 * level);
