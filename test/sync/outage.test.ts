/**
 * The index is down, slow or hanging: writes continue and never wait long, item queries answer,
 * lists are 503, and everything written meanwhile reaches the index afterwards.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { indexUnavailable } from '../../src/errors.js';
import { limits } from '../../src/limits.js';
import { drain } from '../../src/sync/drain.js';
import { overTwoPairs, pairNamed, takeEngines } from '../support/adapters.js';
import { AGES_MS, catchUp, disagreements, owedIds } from '../support/agree.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { givenEvent, givenTerm, givenVenue } from '../support/factories.js';
import { type FaultProxy, openProxy, type ProxyMode, throughProxy } from '../support/proxy.js';
import { until } from '../support/until.js';
import { breakIndex, down } from './faulty.js';

/** The time of a write apart from its wait for the index, on a busy machine, ms. */
const MARGIN_MS = 2500;

const patch = (app: TestApp, path: string, body: Json) =>
  app.given({ request: `PATCH ${path}`, body });
const remove = (app: TestApp, path: string) => app.given({ request: `DELETE ${path}` });

overTwoPairs('done while the index is down', (pair) => {
  let app: TestApp;
  beforeEach(async () => {
    app = await openTestApp(pair);
  });
  afterEach(() => app.close());
  const list = async (path: string): Promise<Json> => app.given({ request: `GET ${path}` });
  /** As an anonymous reader sees them. */
  const titles = async (query = ''): Promise<string[]> => {
    const { body } = await app.call({ request: `GET /events?${query}` });
    return body.events.map(({ title }: Json) => title).sort();
  };

  it('trash, restore, status, permanent removal and changed links reach it afterwards', async () => {
    const venue = await givenVenue(app, { venue: 'Hall', city: 'Rome' });
    const tag = await givenTerm(app, 'tags', 'Gone');
    const category = await givenTerm(app, 'categories', 'Gone too');
    const links = { venue: venue.id, tags: [tag.id], categories: [category.id] };
    const kept = await givenEvent(app, { title: 'Kept', ...links });
    const trashed = await givenEvent(app, { title: 'Trashed', ...links });
    const restored = await givenEvent(app, { title: 'Restored' });
    const drafted = await givenEvent(app, { title: 'Drafted', ...links });
    const published = await givenEvent(app, { title: 'Published', status: 'draft', ...links });
    await remove(app, `/events/${restored.id}`);
    expect(await titles()).toEqual(['Drafted', 'Kept', 'Trashed']);
    const mend = breakIndex(app.deps, down);
    await remove(app, `/events/${trashed.id}`);
    await patch(app, `/events/${restored.id}`, { status: 'publish' });
    await patch(app, `/events/${drafted.id}`, { status: 'draft' });
    await patch(app, `/events/${published.id}`, { status: 'publish' });
    await remove(app, `/tags/${tag.id}`);
    await remove(app, `/categories/${category.id}`);
    await patch(app, `/venues/${venue.id}`, { city: 'Bonn' });
    const created = await givenEvent(app, { title: 'Created' });
    expect(await titles()).toEqual(['Drafted', 'Kept', 'Trashed']);
    expect(await owedIds(app.deps, 'event')).toContain(created.id);
    expect(await owedIds(app.deps, 'tag')).toContain(tag.id);
    app.clock.nowMs += AGES_MS;
    expect(await drain(app.deps)).toBe(false);
    const item = await list(`/events/${kept.id}`);
    expect([item.venue.city, item.tags, item.categories]).toEqual(['Bonn', [], []]);
    mend();
    app.clock.nowMs += AGES_MS;
    await catchUp(app.deps);
    expect(await titles()).toEqual(['Created', 'Kept', 'Published', 'Restored']);
    expect(await titles('city=bonn')).toEqual(['Kept', 'Published']);
    expect((await list('/tags?hide_empty=false')).total).toBe(0);
    expect((await list('/categories?hide_empty=false')).total).toBe(0);
    expect(await disagreements(app.deps)).toEqual([]);
  });

  it('a load stores its rows, and they reach it afterwards', async () => {
    const fail = async () => {
      throw indexUnavailable(null);
    };
    const mend = breakIndex(app.deps, () => ({ put: fail, search: fail, refresh: fail }));
    const here = { geo_lat: 48.1, geo_lng: 11.5 };
    const { text } = await app.call({
      request: 'POST /venues/bulk',
      as: 'admin',
      type: 'application/x-ndjson',
      body: ['Blue Note', 'The Blue Note']
        .map((venue) => JSON.stringify({ venue, ...here }))
        .join('\n'),
    });
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { line: 1, status: 'created' },
      { line: 2, status: 'created' },
      { complete: true, summary: { created: 2 } },
    ]);
    mend();
    app.clock.nowMs += AGES_MS;
    await catchUp(app.deps);
    await app.deps.index.refresh();
    expect((await list('/venues?hide_empty=false')).total).toBe(2);
    expect(await disagreements(app.deps)).toEqual([]);
  });

  it('a hundred writes without an index: one failure, none waits, all arrive', async () => {
    let tries = 0;
    const mend = breakIndex(app.deps, () => ({
      put: async () => {
        tries++;
        throw new Error('connection refused');
      },
    }));
    for (let n = 0; n < 5; n++) await givenEvent(app, { title: `First ${n}` });
    expect(tries).toBe(1);
    await Promise.all(Array.from({ length: 95 }, (_, n) => givenEvent(app, { title: `E ${n}` })));
    expect(tries).toBe(1);
    mend();
    app.clock.nowMs += AGES_MS;
    await catchUp(app.deps);
    expect((await list('/events')).total).toBe(100);
    expect(await disagreements(app.deps)).toEqual([]);
  });
});

describe.each([
  'sqlite + elasticsearch',
  'mongo + elasticsearch',
])('network faults over %s', (n) => {
  const pair = pairNamed(n);
  const it_ = it.skipIf(pair.unavailable !== null);
  const why = pair.unavailable === null ? '' : ` (skipped: ${pair.unavailable})`;

  async function withProxy(
    work: (app: TestApp, proxy: FaultProxy) => Promise<void>,
  ): Promise<void> {
    const engines = await takeEngines(pair);
    const url = engines.settings.ELASTICSEARCH_URL ?? '';
    const proxy = await openProxy(url);
    const settings = { ...engines.settings, ELASTICSEARCH_URL: throughProxy(url, proxy) };
    const app = await openTestApp(pair, { engines: { ...engines, settings } });
    try {
      await work(app, proxy);
    } finally {
      await proxy.set('pass');
      await app.close();
      await proxy.close();
      await engines.release();
    }
  }

  /** → the result, and how long it took, ms. */
  async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
    const startMs = performance.now();
    const value = await work();
    return { value, ms: performance.now() - startMs };
  }

  async function arrives(app: TestApp, ids: readonly number[]): Promise<void> {
    await until(async () => {
      app.clock.nowMs += AGES_MS;
      return drain(app.deps);
    });
    const { total } = await app.given({ request: 'GET /events?per_page=1' });
    expect(total).toBe(ids.length);
    expect(await disagreements(app.deps)).toEqual([]);
  }

  it_.each<ProxyMode>(['refuse', 'reset'])(
    `%s: writes and items go on, lists say 503${why}`,
    (mode) =>
      withProxy(async (app, proxy) => {
        const ids = [(await givenEvent(app, { title: 'Before' })).id];
        await proxy.set(mode);
        // One minute, by the clock of the service.
        for (let second = 0; second < 60; second += 6) {
          app.clock.nowMs += 6000;
          const { value, ms } = await timed(() => givenEvent(app, { title: `At ${second}` }));
          expect(ms).toBeLessThan(MARGIN_MS);
          ids.push(value.id);
          await drain(app.deps);
          expect((await app.given({ request: `GET /events/${value.id}` })).title).toBe(
            `At ${second}`,
          );
        }
        const refused = await app.call({ request: 'GET /events' });
        expect([refused.status, refused.body.code]).toEqual([503, 'search_index_unavailable']);
        expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
        await proxy.set('pass');
        await arrives(app, ids);
      }),
  );

  it_.each<ProxyMode>(['hang', 'trickle'])(
    `%s: each write waits its bound at most; one push at a time${why}`,
    (mode) =>
      withProxy(async (app, proxy) => {
        const ids = [(await givenEvent(app, { title: 'Before' })).id];
        let underWay = 0;
        let most = 0;
        const { put } = app.deps.index;
        breakIndex(app.deps, () => ({
          put: async (entries) => {
            most = Math.max(most, ++underWay);
            return put(entries).finally(() => {
              underWay--;
            });
          },
        }));
        await proxy.set(mode);
        const first = await timed(() => givenEvent(app, { title: 'First' }));
        expect(first.ms).toBeLessThan(limits.pushWaitMs + MARGIN_MS);
        const next = await timed(() => givenEvent(app, { title: 'Next' }));
        expect(next.ms).toBeLessThan(limits.pushWaitMs + MARGIN_MS);
        ids.push(first.value.id, next.value.id);
        const beforeMs = performance.now();
        const item = await app.given({ request: `GET /events/${first.value.id}` });
        expect(item.title).toBe('First');
        expect(performance.now() - beforeMs).toBeLessThan(MARGIN_MS);
        // The pause is over and many writes come: they are pushed together.
        app.clock.nowMs += AGES_MS;
        const crowd = await timed(() =>
          Promise.all(
            Array.from({ length: 20 }, (_, at) => givenEvent(app, { title: `Crowd ${at}` })),
          ),
        );
        ids.push(...crowd.value.map(({ id }) => id));
        expect(most).toBe(1);
        await proxy.set('reset');
        await until(() => underWay === 0);
        await proxy.set('pass');
        await arrives(app, ids);
      }),
  );

  it_(`hang: a list waits no longer than its bound, then 503; afterwards 200${why}`, () =>
    withProxy(async (app, proxy) => {
      const { id } = await givenEvent(app);
      await proxy.set('hang');
      const { value, ms } = await timed(() => app.call({ request: 'GET /events' }));
      expect([value.status, value.body.code]).toEqual([503, 'search_index_unavailable']);
      expect(ms).toBeLessThan(limits.searchTimeoutMs + MARGIN_MS);
      await proxy.set('pass');
      const { events } = await app.given({ request: 'GET /events' });
      expect(events.map((event: Json) => event.id)).toEqual([id]);
    }),
  );
});
