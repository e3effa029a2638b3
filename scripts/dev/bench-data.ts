/** A large listing for measurements: events at real venues, chosen alike at every run. */

import { loadBatch } from '../../src/import/batch.js';
import type { LoadEntry } from '../../src/import/entry.js';
import { openPushBehind } from '../../src/import/write.js';
import { kinds } from '../../src/kinds/index.js';
import { limits } from '../../src/limits.js';
import type { OpenDeps } from '../../src/open.js';
import { openPushThread } from '../../src/push-thread.js';
import { drain } from '../../src/records/upkeep/drain.js';
import { workOff } from '../../src/records/upkeep/outbox.js';
import { scriptCaller } from '../support.js';

/** First words of titles; each is a category. */
export const STYLES = [
  'Jazz',
  'Rock',
  'Folk',
  'Techno',
  'Poetry',
  'Comedy',
  'Chess',
  'Yoga',
  'Robotics',
];
/** Second words of titles. */
export const FORMS = [
  'night',
  'festival',
  'workshop',
  'market',
  'tasting',
  'meetup',
  'concert',
  'lecture',
];
/** Words of titles and descriptions. */
export const WORDS = [
  'music evening local friends garden river history kitchen people stories summer winter dance',
  'light craft open street young master guest city north south',
].flatMap((line) => line.split(' '));
/** A word in about half of the events. */
export const COMMON_WORD = 'community';
/** A word in one of 5000 events. */
export const RARE_WORD = 'theremin';

/**
 * → pseudo-random numbers from 0 to 1 (exclusive), the same sequence for the same seed
 * (mulberry32).
 */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Loads `count` events at the stored venues, within 24 months from now. → seconds taken. */
export async function loadEvents(deps: OpenDeps, count: number): Promise<number> {
  const venues = await deps.store.scan('venue', { afterId: 0, limit: 20_000 });
  const random = randomFrom(42);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const thread = openPushThread(deps.config, (work) => workOff(deps, work));
  const behind = openPushBehind(deps, thread.work);
  const options = { caller: await scriptCaller(deps), push: behind.push };
  const start = performance.now();
  for (let at = 0; at < count; at += limits.batchRecords) {
    const size = Math.min(limits.batchRecords, count - at);
    const batch = Array.from({ length: size }, (_, n): LoadEntry => {
      const day = Math.floor(random() * 700);
      const hour = 8 + Math.floor(random() * 14);
      const date = new Date(deps.now() + day * 86_400_000).toISOString().slice(0, 10);
      const style = pick(STYLES);
      return {
        externalId: `bench:${at + n}`,
        payload: {
          title: `${style} ${pick(FORMS)} ${pick(WORDS)}`,
          description: describe(random, pick, at + n),
          start_date: `${date} ${String(hour).padStart(2, '0')}:00:00`,
          end_date: `${date} ${String(hour + 1).padStart(2, '0')}:30:00`,
          categories: [style],
          venue: pick(venues).id,
        },
      };
    });
    await loadBatch(deps, kinds.event, batch, options);
    if (at % 20_000 === 0) process.stderr.write(`${at} of ${count} events\n`);
  }
  await behind.done();
  await drain(deps);
  const seconds = (performance.now() - start) / 1000;
  await thread.close();
  return seconds;
}

/** → the description of event `n`: some hold the common word, few the rare one. */
export function describe(
  random: () => number,
  pick: (items: readonly string[]) => string,
  n: number,
): string {
  const words = Array.from({ length: 60 }, () => pick(WORDS));
  if (random() < 0.5) words.push(COMMON_WORD);
  if (n % 5000 === 0) words.push(RARE_WORD);
  return words.join(' ');
}
