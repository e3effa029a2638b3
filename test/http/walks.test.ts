/**
 * Cursor walks while a record is renamed, and past a window: each other record is met once. Contract
 * 13. Walks in every order while records change: contracts/search-index-walks.ts.
 */
import { expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import { chunksOf } from '../../src/lib/batches.js';
import { embeddedPair } from '../support/adapters.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { eventPayload } from '../support/factories.js';
import { loadRows } from '../support/load-rows.js';
import { runScenarios } from '../support/scenarios.js';

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

// Each engine walks so far in its contract.
it('13 deep: a walk meets each of more than 10,000 records once, totals exact', async () => {
  const app = await openTestApp(embeddedPair);
  try {
    await loadMany(app);
    await walkDeep(app);
  } finally {
    await app.close();
  }
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
