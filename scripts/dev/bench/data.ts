/** A listing for measurements: events at real venues, chosen alike at every run. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** First words of titles; each is a category. */
export const STYLES = 'Jazz Rock Folk Techno Poetry Comedy Chess Yoga Robotics'.split(' ');
/** Second words of titles. */
const FORMS = 'night festival workshop market tasting meetup concert lecture'.split(' ');
/** Words of titles and descriptions; each is a category, too. */
export const WORDS = (
  'music evening local friends garden river history kitchen people stories summer winter dance ' +
  'light craft open street young master guest city north south'
).split(' ');
/** A word in about half of the events. */
export const COMMON_WORD = 'community';
/** A word in 1 of 5000 events. */
export const RARE_WORD = 'theremin';

const ORGANIZERS = 2000;
/** Days from now on in which the events start. */
const DAYS = 700;

/** → numbers from 0 to 1 (exclusive), the same sequence for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** → choices from lists. `skewed`: later items are chosen less often. */
export function pickFrom(random: () => number) {
  const at = <T>(items: readonly T[], power: number): T =>
    items[Math.floor(items.length * random() ** power)] as T;
  return {
    pick: <T>(items: readonly T[]): T => at(items, 1),
    skewed: <T>(items: readonly T[]): T => at(items, 3),
  };
}

/** Writes events at these venues as lines that the loader reads. */
export async function writeEvents(
  path: string,
  count: number,
  venues: readonly { id: number }[],
): Promise<void> {
  const file = createWriteStream(path);
  for (let n = 0; n < count; n++) {
    if (!file.write(`${JSON.stringify(eventOf(n, venues))}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}

function eventOf(n: number, venues: readonly { id: number }[]) {
  const random = randomFrom(n);
  const { pick, skewed } = pickFrom(random);
  const style = pick(STYLES);
  const start = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000);
  start.setUTCDate(start.getUTCDate() + Math.floor(random() * DAYS));
  start.setUTCHours(8 + Math.floor(random() * 14));
  const words = Array.from({ length: 60 }, () => pick(WORDS));
  if (random() < 0.5) words.push(COMMON_WORD);
  if (n % 5000 === 0) words.push(RARE_WORD);
  return {
    external_id: `bench:${n}`,
    title: `${style} ${pick(FORMS)} ${skewed(WORDS)}`,
    description: words.join(' '),
    start_date: start.toISOString(),
    end_date: new Date(start.getTime() + 5_400_000).toISOString(),
    timezone: 'UTC',
    categories: [style, WORDS[n % WORDS.length]],
    tags: random() < 0.5 ? [`${pick(WORDS)} ${pick(FORMS)}`] : [],
    organizer: [{ organizer: `Organizer ${n % ORGANIZERS}` }],
    venue: skewed(venues).id,
  };
}
