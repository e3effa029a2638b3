/**
 * Cursor walks while records are created, deleted, renamed and moved: each record that matches and
 * keeps its position throughout is met exactly once. Contract 13. SEED repeats a failed run.
 */
import { expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import { chunksOf } from '../../src/lib/batches.js';
import { type EnginePair, overPairs, overTwoPairs } from '../support/adapters.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { eventPayload, givenEvent, givenVenue } from '../support/factories.js';
import { loadRows } from '../support/load-rows.js';
import { runScenarios } from '../support/scenarios.js';
import { fc } from '../support/seed.js';

/** What may happen between two pages of a walk; `pick` chooses the record. */
interface Change {
  what: 'create' | 'trash' | 'rename' | 'move' | 'redate' | 'touch' | 'moveVenue' | 'changeVenue';
  pick: number;
  value: number;
}

const changes = fc.array(
  fc.record<Change>({
    what: fc.constantFrom(
      ...(['create', 'trash', 'rename', 'move', 'redate'] as const),
      ...(['touch', 'moveVenue', 'changeVenue'] as const),
    ),
    pick: fc.nat(1000),
    value: fc.nat(40),
  }),
  { maxLength: 5 },
);

const VENUES = 4;
/** The pages of a walk after which something changes. */
const CHANGED_PAGES = 20;

/** Values collide often, so that walks also cross ties. */
const startOf = (value: number) => `2026-04-${String(1 + (value % 9)).padStart(2, '0')} 09:00:00`;
const dateOf = (value: number) => `2026-02-${String(1 + (value % 9)).padStart(2, '0')} 09:00:00`;
const titleOf = (value: number) => `${'abcdÉ'[value % 5]}${value % 3}`;
const placeOf = (value: number) => ({ geo_lat: (value % 7) * 10, geo_lng: value });

const eventOf = (value: number, venues: number[]) => ({
  title: titleOf(value),
  excerpt: `a${value}`,
  start_date: startOf(value),
  end_date: startOf(value),
  date: dateOf(value + 3),
  venue: venues[value % VENUES],
});

/** Makes one change. → the event or venue whose position may have changed. */
async function change(
  app: TestApp,
  { what, pick, value }: Change,
  { ids, venues }: { ids: number[]; venues: number[] },
): Promise<{ event?: number; venue?: number | undefined }> {
  app.clock.nowMs += (value % 3) * 1000;
  const id = Number(ids[pick % ids.length]);
  const venue = venues[pick % VENUES];
  // Trashed records refuse some changes.
  const patch = (body: Json, path = `events/${id}`) =>
    app.call({ request: `PATCH /${path}`, as: 'admin', body });
  const makes: Record<Change['what'], () => Promise<Json>> = {
    create: () => givenEvent(app, eventOf(value, venues)),
    trash: () => app.call({ request: `DELETE /events/${id}`, as: 'admin' }),
    rename: () => patch({ title: titleOf(value) }),
    move: () => patch({ start_date: startOf(value), end_date: startOf(value + 1) }),
    redate: () => patch({ date: dateOf(value) }),
    touch: () => patch({ excerpt: `${'ab'[value % 2]} a${value}` }),
    moveVenue: () => patch(placeOf(value), `venues/${venue}`),
    changeVenue: () => patch({ venue }),
  };
  await makes[what]();
  if (what === 'create') return {};
  return what === 'moveVenue' ? { venue } : { event: id };
}

/** A run takes seconds when an engine is asked over the network. */
const runsOver = (pair: EnginePair): number => (pair.engines.length === 0 ? 4 : 1);

overTwoPairs('walks by cursor while records change', (pair) => {
  // Not by relevance: a write changes how relevant other records are.
  const orders = ['start_date', 'end_date', 'title', 'modified', 'date', 'distance'];
  const directions = orders.flatMap((orderby) => [
    [orderby, 'asc'],
    [orderby, 'desc'],
  ]);
  const walked = directions.filter((_, at) => pair.engines.length === 0 || at % 5 === 0);
  it.each(walked)(`13 walk by %s %s: what stays is met once`, async (orderby, order) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(40), { minLength: 4, maxLength: 12 }),
        fc.array(changes, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 3 }),
        async (values, steps, perPage) => {
          const app = await openTestApp(pair);
          const query = `orderby=${orderby}&order=${order}&per_page=${perPage}`;
          try {
            await checkWalk(app, query, { values, steps });
          } finally {
            await app.close();
          }
        },
      ),
      { numRuns: runsOver(pair), interruptAfterTimeLimit: 30_000 },
    );
  });
});

async function checkWalk(
  app: TestApp,
  query: string,
  { values, steps }: { values: number[]; steps: Change[][] },
): Promise<void> {
  const venues: number[] = [];
  for (let n = 0; n < VENUES; n += 1) {
    venues.push((await givenVenue(app, { venue: `V${n}`, ...placeOf(n * 9) })).id);
  }
  const ids: number[] = [];
  const venueOf = new Map<number, number | undefined>();
  for (const value of values) {
    app.clock.nowMs += (value % 2) * 1000;
    const { id } = await givenEvent(app, eventOf(value, venues));
    ids.push(id);
    venueOf.set(id, venues[value % VENUES]);
  }
  const path = `/events?${query}&geoloc_lat=10&geoloc_lng=10&geoloc_radius=20000`;
  const kept = new Set(ids);
  let step = 0;
  const met: number[] = [];
  for (let cursor = ''; step < 200; ) {
    const { status, text, body } = await app.call({ request: `GET ${path}${cursor}` });
    expect(status, text).toBe(200);
    met.push(...body.events.map((event: Json) => event.id));
    if (!body.next_cursor) break;
    cursor = `&cursor=${body.next_cursor}`;
    // If records were created at every page, the walk would never end: the changes stop.
    const made = step++ < CHANGED_PAGES ? steps[(step - 1) % steps.length] : [];
    for (const one of made ?? []) {
      const { event, venue } = await change(app, one, { ids, venues });
      for (const id of ids) if (id === event || venueOf.get(id) === venue) kept.delete(id);
    }
  }
  for (const id of kept)
    expect(
      met.filter((one) => one === id),
      `of ${met}`,
    ).toEqual([id]);
}

const MANY = 10_060;

/** Loads events with equal starts, which are ordered by their IDs. */
async function loadMany(app: TestApp): Promise<void> {
  const payloads = Array.from({ length: MANY }, (_, n) => ({
    externalId: `test:${n}`,
    payload: eventPayload({ title: `n${n}` }),
  }));
  const caller = { id: Number(app.userIds.admin), name: 'admin', role: 'administrator' } as const;
  for (const batch of chunksOf(payloads, 500)) {
    await loadRows(app.deps, kinds.event, batch, { caller });
  }
}

/** Renames the first record back and forth during a walk by name. → the others met. */
async function walkByName(app: TestApp, route: string, field: string): Promise<number[]> {
  const isPost = route === 'venues' || route === 'organizers';
  const more = isPost ? 'orderby=title' : 'orderby=name&hide_empty=0';
  const path = `/${route}?${more}&order=asc&per_page=2&fields=id`;
  const met: number[] = [];
  let cursor = '';
  for (let page = 0; page < 5; page += 1) {
    const { body } = await app.call({ request: `GET ${path}${cursor}` });
    met.push(...body[route].map((record: Json) => record.id));
    if (!body.next_cursor) break;
    cursor = `&cursor=${body.next_cursor}`;
    const first = met[0];
    const rename = (id: number | undefined, name: string) =>
      app.given({ request: `PATCH /${route}/${id}`, body: { [field]: name } });
    await rename(first, page % 2 ? 'aaa' : 'zzz');
  }
  return met.filter((id) => id !== met[0]);
}

runScenarios(
  'walks',
  [
    ...(
      [
        ['venues', 'venue'],
        ['organizers', 'organizer'],
        ['categories', 'name'],
        ['tags', 'name'],
      ] as const
    ).map(([route, field]) => ({
      name: `13 walk by name through ${route} while one is renamed: the others are met once`,
      given: async (app: TestApp) => {
        const ids = [];
        for (const name of ['a', 'b', 'c', 'd', 'e']) {
          ids.push((await app.given({ request: `POST /${route}`, body: { [field]: name } })).id);
        }
        return ids;
      },
      call: { request: `GET /${route}?hide_empty=0` },
      status: 200,
      check: async (_: Json, ids: Json, app: TestApp) =>
        expect(await walkByName(app, route, field)).toEqual(ids.slice(1)),
    })),
  ],
  /./,
);

overPairs('a walk of more than a window', (pair) => {
  // The record store only takes the load, which takes long in another process.
  const deep = it.skipIf(pair.engines.includes('mongo'));
  deep('13 deep: a walk meets each of more than 10,000 records once, totals exact', async () => {
    const app = await openTestApp(pair);
    try {
      await loadMany(app);
      await walkDeep(app);
    } finally {
      await app.close();
    }
  });
});

async function walkDeep(app: TestApp): Promise<void> {
  const get = (path: string) => app.given({ request: `GET ${path}` });
  const met = new Set<number>();
  let cursor = '';
  for (let pages = 0; ; pages += 1) {
    const body = await get(`/events?per_page=50&fields=id${cursor}`);
    expect(body.total).toBe(MANY);
    if (pages === 0) expect(body.total_pages).toBe(Math.ceil(MANY / 50));
    for (const { id } of body.events) met.add(id);
    if (!body.next_cursor) break;
    expect(met.size).toBe((pages + 1) * 50);
    cursor = `&cursor=${body.next_cursor}`;
  }
  expect(met.size).toBe(MANY);
  const last = await get('/events?per_page=50&page=200&fields=id');
  const { pathname, search } = new URL(last.next_rest_url);
  const beyond = await get(`/${pathname.split('/').at(-2)}${search}`);
  expect(beyond.events).toHaveLength(50);
  expect(beyond.events[0].id).toBe([...met][10_000]);
}
