/**
 * Two listings, one of which follows the other through random changes while its runs are ended in
 * the middle: at the end both show the same. Contract 30, 32.
 */
import { afterEach, expect, it } from 'vitest';
import { FOLLOW_FAIL_POINT } from '../../src/sources/feed/follow.js';
import { runSource } from '../../src/sources/run.js';
import { readSource } from '../../src/sources/source.js';
import { embeddedPair, overPairs, pairNamed } from '../support/adapters.js';
import { catchUp, disagreements } from '../support/agree.js';
import type { Json } from '../support/app.js';
import { follow, type Marquee, openMarquee, ran, shown } from '../support/marquees.js';
import { SEED } from '../support/seed.js';
import { differences } from '../support/shown.js';

const open: Marquee[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** → numbers below `of` by a seed (mulberry32). */
function randomOf(seed: number): (of: number) => number {
  let state = seed;
  return (of) => {
    state = (state + 0x6d2b79f5) | 0;
    let one = Math.imul(state ^ (state >>> 15), 1 | state);
    one = (one + Math.imul(one ^ (one >>> 7), 61 | one)) ^ one;
    return ((((one ^ (one >>> 14)) >>> 0) / 2 ** 32) * of) | 0;
  };
}

const WORDS = [
  'Jazz',
  'Chess',
  'Market',
  'Reading',
  'Dance',
  'Film',
  'Yoga',
  'Quiz',
  'Choir',
  'Fair',
];
const day = (at: number) => `2026-0${4 + (at % 5)}-${String(1 + (at % 27)).padStart(2, '0')}`;

/** → the rows of a load: venues, organizers and terms come with the events. */
function rowsOf(count: number): Json[] {
  return Array.from({ length: count }, (_, at) => ({
    external_id: `seed:${at}`,
    title: `${WORDS[at % 10]} ${at}`,
    start_date: `${day(at)} 19:00:00`,
    end_date: `${day(at)} 21:00:00`,
    excerpt: `About ${at}`,
    cost: at % 3 === 0 ? String(at) : '',
    ...(at % 4 === 0
      ? {}
      : { venue: { external_id: `seed:${at % 40}`, venue: `Hall ${at % 40}` } }),
    ...(at % 5 === 0 ? { organizer: { organizer: `Club ${at % 15}` } } : {}),
    categories: [WORDS[at % 7], WORDS[at % 3]],
    tags: [`tag ${at % 11}`],
    ...(at % 20 === 0 ? { recurrence: `FREQ=WEEKLY;COUNT=${3 + (at % 4)}` } : {}),
  }));
}

type Step = (one: Marquee, random: (of: number) => number) => Promise<unknown>;

const pick = async (one: Marquee, route: string, random: (of: number) => number): Promise<Json> => {
  await catchUp(one.deps);
  const range = route === 'events' ? '&start_date=2026-01-01' : '';
  const request = `GET /${route}?per_page=50&hide_empty=false${range}&page=`;
  const { total_pages } = await one.given({ request: `${request}1` });
  const page = await one.given({ request: `${request}${1 + random(Math.max(1, total_pages))}` });
  return page[route][random(page[route].length)];
};

const change = (one: Marquee, route: string, id: number, body: Json) =>
  one.given({ request: `PATCH /${route}/${id}`, body });

const steps: Record<string, Step> = {
  edit: async (one, random) => {
    const event = await pick(one, 'events', random);
    const at = random(1000);
    const bodies: Json[] = [
      { title: `Title ${at}` },
      { excerpt: at % 2 ? '' : `Excerpt ${at}`, featured: at % 2 === 1 },
      { start_date: `${day(at)} 18:30:00`, end_date: `${day(at)} 22:00:00` },
      { venue: [] },
      { venue: { venue: `New hall ${at % 7}`, city: 'Ghent' } },
      { categories: [WORDS[at % 10]], tags: [] },
      { event_status: at % 2 ? 'cancelled' : 'scheduled' },
      { status: 'draft' },
      { cost: `${at}`, online_url: 'https://meet.example/1', attendance_mode: 'hybrid' },
    ];
    return change(one, 'events', event.id, bodies[random(bodies.length)]);
  },
  following: async (one, random) => {
    const { events } = await one.given({
      request: 'GET /events?recurring=true&start_date=2026-01-01&per_page=50',
    });
    const date = events[random(events.length)];
    if (!date) return null;
    const bodies = [{ title: `Part ${random(100)}` }, { venue: { venue: 'Part hall' } }];
    return change(one, 'events', date.id, { scope: 'following', ...bodies[random(2)] });
  },
  all: async (one, random) => {
    const event = await pick(one, 'events', random);
    const id = event.recurrence?.series_id ?? event.id;
    return change(one, 'events', id, { excerpt: `All ${random(1000)}` });
  },
  recur: async (one, random) => {
    const event = await pick(one, 'events', random);
    if (event.recurrence) return null;
    return change(one, 'events', event.id, { recurrence: `FREQ=DAILY;COUNT=${2 + random(4)}` });
  },
  trash: async (one, random) => {
    const { id } = await pick(one, 'events', random);
    const force = random(3) === 0 ? '?force=true' : '';
    return one.given({ request: `DELETE /events/${id}${force}` });
  },
  restore: async (one, random) => {
    const request = `GET /events?status=${['trash', 'draft'][random(2)]}&start_date=2026-01-01`;
    const { body } = await one.call({ request, as: 'admin' });
    const event = body.events?.[random(body.events.length)];
    // A date of a series that is in the trash is not restored alone.
    const answer =
      event &&
      (await one.call({
        ...{ request: `PATCH /events/${event.id}`, as: 'admin', body: { status: 'publish' } },
      }));
    return answer;
  },
  venue: async (one, random) => {
    const { id } = await pick(one, 'venues', random);
    return change(one, 'venues', id, { city: `City ${random(9)}`, venue: `Place ${random(99)}` });
  },
  venueGone: async (one, random) => {
    const { id } = await pick(one, 'venues', random);
    return one.given({ request: `DELETE /venues/${id}` });
  },
  merge: async (one, random) => {
    const [kept, dropped] = [await pick(one, 'venues', random), await pick(one, 'venues', random)];
    if (kept.id === dropped.id) return null;
    return one.given({ request: `POST /venues/${kept.id}/merge`, body: { drop: [dropped.id] } });
  },
  rename: async (one, random) => {
    const route = ['categories', 'tags'][random(2)] ?? 'tags';
    const { id } = await pick(one, route, random);
    return change(one, route, id, { name: `Name ${random(999)}`, description: `D ${random(9)}` });
  },
  move: async (one, random) => {
    const [child, parent] = [
      await pick(one, 'categories', random),
      await pick(one, 'categories', random),
    ];
    const body = { parent: child.id === parent.id ? 0 : parent.id };
    // It may stand below the child.
    return one.call({ request: `PATCH /categories/${child.id}`, as: 'admin', body });
  },
  termGone: async (one, random) => {
    const { id } = await pick(one, 'tags', random);
    return one.given({ request: `DELETE /tags/${id}?force=true` });
  },
  add: async (one, random) => {
    const [row] = rowsOf(40).slice(random(40));
    const { external_id: _, ...body } = row;
    const venue = body.venue ? { venue: body.venue.venue } : [];
    return one.given({ request: 'POST /events', body: { ...body, venue } });
  },
};

/** How many events there are at first, and how many changes; FOLLOW_SIZE=large: 1,000 and 200. */
const LARGE = { events: 1000, changes: 200, pages: 100 };
const SIZES: Record<string, { events: number; changes: number; pages: number }> = {
  'sqlite + sqlite': { events: 40, changes: 24, pages: 20 },
  'mongo + elasticsearch': { events: 120, changes: 40, pages: 40 },
};
const large = process.env.FOLLOW_SIZE === 'large';

overPairs(
  'a listing that follows random changes',
  (pair) => {
    const { events, changes, pages } = large ? LARGE : (SIZES[pair.name] ?? LARGE);
    it(`32 equals the other after ${changes} changes of ${events} events, killed now and then`, {
      timeout: 1_800_000,
    }, async () => {
      const random = randomOf(SEED);
      const told: string[] = [];
      for (const name of ['a', 'b']) open.push(await openMarquee(pair, name));
      const [a, b] = open as [Marquee, Marquee];
      const body = rowsOf(events)
        .map((row) => JSON.stringify(row))
        .join('\n');
      const request = 'POST /events/bulk';
      await a.call({ request, as: 'admin', body, type: 'application/x-ndjson' });
      await catchUp(a.deps);
      const id = await follow(b, { feed: `${a.feed}?limit=${pages}` });
      /** Ends a run after some pages, as if its process was killed. */
      const killed = async () => {
        let left = 1 + random(4);
        const failPoint = (name: string) => {
          if (name === FOLLOW_FAIL_POINT && --left === 0) throw new Error('killed');
        };
        await runSource({ ...b.deps, failPoint }, await readSource(b.deps, id));
      };
      await killed();
      await ran(b, id);
      const unlike = async () => differences(await shown(a), await shown(b));
      expect(await unlike(), `seed ${SEED}`).toEqual([]);
      const names = Object.keys(steps);
      for (let at = 0; at < changes; at++) {
        const name = random(2) === 0 ? 'edit' : (names[random(names.length)] ?? 'edit');
        told.push(name);
        a.clock.nowMs += 1000;
        await steps[name]?.(a, random);
        if (random(12) > 0) continue;
        await catchUp(a.deps);
        await killed();
        if (random(2) === 0) await ran(b, id, { isAccepted: true });
      }
      await catchUp(a.deps);
      b.clock.nowMs = a.clock.nowMs;
      await killed();
      await ran(b, id, { isAccepted: true });
      expect(await unlike(), `seed ${SEED}: ${told.join(' ')}`).toEqual([]);
      const last = await ran(b, id);
      expect(last, `seed ${SEED}`).toMatchObject({
        created: 0,
        updated: 0,
        rejected: 0,
        missing: 0,
      });
      if (!large && pair === embeddedPair) expect(await disagreements(b.deps)).toEqual([]);
    });
  },
  [embeddedPair, pairNamed('mongo + elasticsearch')],
);
