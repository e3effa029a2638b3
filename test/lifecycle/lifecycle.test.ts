/** Lives of events, by their seed; `npm run lifecycle` lives more of them. */
import { describe, expect, it } from 'vitest';
import { enginePairs } from '../support/adapters.js';
import { live, shorten, stepsOf } from './life.js';
import { pending } from './pending.js';
import { tellStory } from './stories.js';

/**
 * How many lives and stories, and steps of each, by the pair of engines. Servers take ten times as
 * long; `npm run lifecycle` lives over them.
 */
const COUNTS: Record<string, [lives: number, stories: number, steps: number]> = {
  'sqlite + sqlite': [2, 2, 40],
  'mongo + elasticsearch': [0, 1, 30],
};

const SEED = 1;

for (const pair of enginePairs.filter(({ name }) => name in COUNTS)) {
  const [lives, stories, steps] = COUNTS[pair.name] ?? [0, 0, 0];
  // The quick suite lives one life; CI lives all of them.
  const most = process.env.QUICK === undefined ? Number.POSITIVE_INFINITY : 1;
  const seedsOf = (count: number) =>
    Array.from({ length: Math.min(count, most) }, (_, at) => SEED + at);
  describe.skipIf(pair.unavailable !== null)(`a life over ${pair.name}`, () => {
    it.each(seedsOf(lives))('of seed %i keeps to the contract', async (seed) => {
      const failure = await live(pair, stepsOf(seed, steps, pending), pending);
      const shortest = failure && (await shorten(pair, failure, pending));
      expect(shortest, `npm run lifecycle -- --seed ${seed} --seeds 1`).toBeNull();
    });
    it.each(
      seedsOf(stories),
    )('a story of seed %i changes nothing beside what it is about', async (seed) => {
      expect(await tellStory(pair, seed, steps)).toBeNull();
    });
  });
}
