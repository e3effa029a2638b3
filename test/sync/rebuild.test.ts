/** Restarts: interrupted rebuilds, and settings changed between two runs. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqlite } from '../../src/lib/sqlite.js';
import type { Rebuild } from '../../src/search/port.js';
import { readSync } from '../../src/service/health.js';
import { checkSync } from '../../src/sync/check.js';
import { drain } from '../../src/sync/drain.js';
import { prepareIndex } from '../../src/sync/inspect.js';
import { isStampStale } from '../../src/sync/push.js';
import { rebuild } from '../../src/sync/rebuild.js';
import { overTwoPairs, type TakenEngines, takeEngines } from '../support/adapters.js';
import { AGES_MS } from '../support/agree.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { elasticsearchUrl } from '../support/elasticsearch.js';
import { givenEvent, givenTerm, givenVenue } from '../support/factories.js';
import { breakIndex } from './faulty.js';

/** Makes the index one that was never built, as another layout of its tables does. */
async function loseIndex({ deps }: TestApp, { settings }: TakenEngines): Promise<void> {
  const { ELASTICSEARCH_PREFIX: prefix, DATA_DIR: folder = '' } = settings;
  if (prefix === undefined) {
    const db = openSqlite(join(folder, 'marquee.sqlite'), { busyTimeoutMs: 1000 });
    db.run("UPDATE ix_meta SET value = 'old' WHERE name = 'layout'");
    db.close();
    return;
  }
  const url = `${elasticsearchUrl()}/${prefix}-*`;
  const found = await (await fetch(`${url}?expand_wildcards=all`)).json();
  for (const name of Object.keys(found as object)) {
    await fetch(`${elasticsearchUrl()}/${name}`, { method: 'DELETE' });
  }
  expect(await deps.index.stamp()).toBeNull();
}

overTwoPairs('restarts', (pair) => {
  let engines: TakenEngines;
  let app: TestApp;
  const open = async (settings: Record<string, string> = {}) => {
    app = await openTestApp(pair, { engines, settings });
  };
  const reopen = async (settings: Record<string, string> = {}) => {
    await app.close();
    await open(settings);
  };
  beforeEach(async () => {
    engines = await takeEngines(pair);
    await open();
  });
  afterEach(async () => {
    await app.close();
    await engines.release();
  });
  // The first opening added the users; an anonymous reader needs none.
  const list = async (path = '/events'): Promise<Json> => {
    const answer = await app.call({ request: `GET ${path}` });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };

  test('a new index takes over once its copies are made', async () => {
    const steps: string[] = [];
    const { index } = app.deps;
    const begin = index.rebuild;
    index.rebuild = async (...args) => {
      const build = await begin(...args);
      return {
        ...build,
        finish: async (options) => {
          steps.push(options?.isPatient ? 'asked' : 'told');
          return steps.length > 1 && build.finish(options);
        },
      };
    };
    await rebuild(app.deps);
    index.rebuild = begin;
    expect(steps).toEqual(['asked', 'asked']);
  });

  test('rebuild: lists give the same answers, including counts, order and trash', async () => {
    const venue = await givenVenue(app, { geo_lat: 50, geo_lng: 8, city: 'Mainz' });
    const parent = await givenTerm(app, 'categories', 'Parent');
    const child = await givenTerm(app, 'categories', 'Child', { parent: parent.id });
    const tag = await givenTerm(app, 'tags', 'Short-lived');
    for (let n = 1; n <= 5; n++) {
      await givenEvent(app, {
        title: `Jazz ${n}`,
        venue: venue.id,
        categories: [child.id],
        tags: [tag.id],
      });
    }
    const trashed = await givenEvent(app, { title: 'Jazz trashed', venue: venue.id });
    await app.given({ request: `DELETE /events/${trashed.id}` });
    await app.given({ request: `DELETE /tags/${tag.id}` });
    const paths = [
      '/events?search=jazz&facets=categories,venue,city,month&orderby=relevance',
      '/events?geoloc_lat=50&geoloc_lng=8.01&orderby=distance',
      `/events?categories=${parent.id}`,
      '/venues?has_events=true',
      '/categories',
      '/tags?hide_empty=false',
      '/events/suggest?q=ma',
    ];
    const before = [];
    for (const path of paths) before.push(await list(path));
    expect(before[0].total).toBe(5);
    expect(await rebuild(app.deps)).toBe(9);
    for (const [at, path] of paths.entries()) expect(await list(path)).toEqual(before[at]);
  });

  test('a stopped rebuild is left to the next run, which starts over', async () => {
    for (const name of ['One', 'Two', 'Three']) await givenTerm(app, 'tags', name);
    let batches = 0;
    const stopped = { isStopped: () => batches > 0, onProgress: () => batches++ };
    expect(await rebuild(app.deps, stopped)).toBeNull();
    expect((await app.deps.store.outbox.backlog()).rebuilding).not.toBeNull();
    expect(await rebuild(app.deps)).toBe(3);
    expect((await list('/tags?hide_empty=false')).total).toBe(3);
    expect((await app.deps.store.outbox.backlog()).rebuilding).toBeNull();
  });

  test('a rebuild interrupted under other settings starts again', async () => {
    await givenVenue(app);
    await givenEvent(app, { title: 'There' });
    const mend = breakIndex(app.deps, (real) => ({
      rebuild: async (stamp) => {
        const build = await real.rebuild(stamp);
        const put: Rebuild['put'] = async (entries) => {
          if (entries.some(({ kind }) => kind === 'venue')) throw new Error('killed');
          return build.put(entries);
        };
        return { ...build, put };
      },
    }));
    app.deps.site = { ...app.deps.site, siteTimeZone: 'Asia/Tokyo' };
    await expect(rebuild(app.deps)).rejects.toThrow();
    mend();
    expect((await app.deps.store.outbox.backlog()).rebuilding).not.toBeNull();
    await reopen();
    // With the old settings it starts again: the index in progress holds entries of both.
    expect(await rebuild(app.deps)).toBe(2);
    expect(await isStampStale(app.deps)).toBe(false);
    const checked = await checkSync(app.deps, { isRepair: false });
    expect(checked.differing).toBe(0);
    expect([(await list()).total, (await list('/venues')).total]).toEqual([1, 1]);
  });

  test.each([
    [{ SITE_TIMEZONE: 'Asia/Tokyo' }, (event: Json) => event.modified, '2026-03-10 21:00:00'],
    [{ CURRENCY_SYMBOL: '€' }, (event: Json) => event.cost, '€5'],
    [{ CURRENCY_POSITION: 'postfix' }, (event: Json) => event.cost, '5$'],
  ])('%j changed between runs: the index is stale, and correct once rebuilt', async (...args) => {
    const [settings, pick, expected] = args;
    await givenEvent(app, { cost: '5' });
    expect(await isStampStale(app.deps)).toBe(false);
    await reopen(settings as Record<string, string>);
    expect(await isStampStale(app.deps)).toBe(true);
    await rebuild(app.deps);
    expect(await isStampStale(app.deps)).toBe(false);
    const [event] = (await list()).events;
    expect(pick(event)).toBe(expected);
  });

  test('without an index the service does not wait: items answer, lists are 503 until it is built', async () => {
    const event = await givenEvent(app, { title: 'There' });
    await loseIndex(app, engines);
    await app.close();
    app = await openTestApp(pair, { engines, isUnbuilt: true });
    await prepareIndex(app.deps);
    const refused = await app.call({ request: 'GET /events' });
    expect([refused.status, refused.body.code]).toEqual([503, 'search_index_unavailable']);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    const item = await app.given({ request: `GET /events/${event.id}` });
    expect(item.title).toBe('There');
    expect(await readSync(app.deps)).toMatchObject({ rebuilding: true, rebuilt: 0 });
    const added = await givenEvent(app, { title: 'Added' });
    await rebuild(app.deps);
    app.clock.nowMs += AGES_MS;
    await drain(app.deps);
    const ids = (await list()).events.map(({ id }: Json) => id);
    expect(ids.sort()).toEqual([event.id, added.id].sort());
  });

  test('BASE_URL and SITE_URL appear in list answers at once, without a rebuild', async () => {
    const { id } = await givenEvent(app, { venue: (await givenVenue(app)).id });
    await reopen({ BASE_URL: 'https://api.new:8443/base', SITE_URL: 'https://new.example/site' });
    expect(await isStampStale(app.deps)).toBe(false);
    const { events, rest_url } = await list();
    const api = 'https://api.new:8443/base/vendor/events/v1';
    expect(rest_url.startsWith(`${api}/events/?`)).toBe(true);
    expect(events[0]).toMatchObject({
      rest_url: `${api}/events/${id}`,
      url: 'https://new.example/site/event/spring-fair/',
      global_id: `new.example/site?id=${id}`,
      venue: { url: 'https://new.example/site/venue/town-hall/' },
    });
    const { json_ld: _, ...item } = (await app.call({ request: `GET /events/${id}` })).body;
    expect(events[0].url).toBe(item.url);
    expect(events[0].global_id).toBe(item.global_id);
  });

  test('a future event is listed as published from its date on', async () => {
    const tag = await givenTerm(app, 'tags', 'Later');
    await givenEvent(app, { date: '2026-03-10 13:00:00', tags: [tag.id] });
    expect((await list()).total).toBe(0);
    app.clock.nowMs += 3600_000;
    const { events, total } = await list();
    expect([total, events[0].status]).toEqual([1, 'publish']);
  });
});
