/**
 * GET /health and GET /ready when all is well, while the index is down, and while the record
 * store cannot be reached.
 */
import { expect, it } from 'vitest';
import { limits } from '../../src/limits.js';
import { drain } from '../../src/sync/drain.js';
import { embeddedPair, overTwoPairs, pairNamed, takeEngines } from '../support/adapters.js';
import { AGES_MS } from '../support/agree.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { givenEvent, givenVenue } from '../support/factories.js';
import { openProxy, type ProxyMode, throughProxy } from '../support/proxy.js';
import { until } from '../support/until.js';
import { breakIndex, down } from '../sync/faulty.js';

/** Extra time for timers and a busy machine, ms. */
const MARGIN_MS = 2000;

async function probe(app: TestApp, path: string, method = 'GET') {
  const startMs = performance.now();
  const answer = await fetch(`${app.url}${path}`, { method });
  const text = await answer.text();
  const body: Json = text === '' ? null : JSON.parse(text);
  return { status: answer.status, headers: answer.headers, body, ms: performance.now() - startMs };
}

/** Waits until the backlog, which is read once a second, has the expected values. */
const untilSync = (app: TestApp, wanted: Json) =>
  until(async () => {
    const { sync } = (await probe(app, '/health')).body;
    return JSON.stringify(sync) === JSON.stringify(wanted);
  }, limits.backlogEveryMs + MARGIN_MS);

const SOUND = {
  unindexed: 0,
  snapshots: 0,
  lag_seconds: 0,
  set_aside: 0,
  rebuilding: false,
  index: 'answering',
  change_lag_seconds: 0,
  webhooks_failing: 0,
};

it('a probe that succeeds is logged at debug, one that fails as any request', async () => {
  const levels: string[] = [];
  const keep = (level: string) => (_fields: object, message: string) => {
    if (message === 'request') levels.push(level);
  };
  const log = {
    debug: keep('debug'),
    info: keep('info'),
    warn: keep('warn'),
    error: keep('error'),
  };
  const overrides = { log: { ...log, close: async () => undefined } };
  const app = await openTestApp(embeddedPair, { overrides });
  try {
    for (const path of ['/health', '/ready', '/vendor/events/v1/venues']) await probe(app, path);
    app.deps.isStopping = true;
    expect((await probe(app, '/ready')).status).toBe(503);
    expect(levels).toEqual(['debug', 'debug', 'info', 'info']);
  } finally {
    await app.close();
  }
});

overTwoPairs('health', (pair) => {
  const withApp = async (work: (app: TestApp) => Promise<void>) => {
    const app = await openTestApp(pair);
    try {
      await work(app);
    } finally {
      await app.close();
    }
  };

  it('200 and 200 when all is well, never cached; other methods are not routes', () =>
    withApp(async (app) => {
      const health = await probe(app, '/health');
      expect([health.status, health.body]).toEqual([200, { status: 'live', sync: SOUND }]);
      const ready = await probe(app, '/ready');
      expect([ready.status, ready.body]).toEqual([200, { status: 'ready' }]);
      for (const path of ['/health', '/ready']) {
        expect((await probe(app, path)).headers.get('cache-control')).toBe('no-store');
        expect((await probe(app, path, 'HEAD')).status).toBe(200);
        expect((await probe(app, path, 'POST')).status).toBe(404);
      }
    }));

  it('counts a write that could not be pushed from its answer on', () =>
    withApp(async (app) => {
      expect((await probe(app, '/health')).body.sync.unindexed).toBe(0);
      const mend = breakIndex(app.deps, down);
      await givenEvent(app);
      expect((await probe(app, '/health')).body.sync.unindexed).toBe(1);
      mend();
    }));

  it('shows backlog, its age and refused entries, while the index is down and after', () =>
    withApp(async (app) => {
      const venue = await givenVenue(app);
      const mend = breakIndex(app.deps, down);
      await givenEvent(app, { title: 'One', venue: venue.id });
      app.clock.nowMs += 90_000;
      await givenEvent(app, { title: 'Two' });
      // Both events, and the venue, whose count changed.
      // SQLite numbers changes in the write itself.
      const change_lag_seconds = pair.engines.includes('mongo') ? 90 : 0;
      const late = { unindexed: 3, lag_seconds: 90, change_lag_seconds };
      await untilSync(app, { ...SOUND, ...late, index: 'failing' });
      expect((await probe(app, '/ready')).status).toBe(200);
      mend();
      const refuse = breakIndex(app.deps, (real) => ({
        put: async (entries) => {
          const results = await real.put(entries.filter(({ kind }) => kind !== 'venue'));
          const refused = entries.filter(({ kind }) => kind === 'venue');
          const no = { outcome: 'refused', reason: 'no' } as const;
          return [...results, ...refused.map(({ kind, id }) => ({ kind, id, ...no }))];
        },
      }));
      app.clock.nowMs += AGES_MS;
      await drain(app.deps);
      await untilSync(app, { ...SOUND, set_aside: 1 });
      refuse();
      app.clock.nowMs += AGES_MS;
      await drain(app.deps);
      await untilSync(app, SOUND);
    }));
});

const mongoPair = pairNamed('mongo + sqlite');
const { unavailable } = mongoPair;

it.skipIf(unavailable !== null)(
  `a store that cannot be reached: live, but not ready${unavailable ? ` (skipped: ${unavailable})` : ''}`,
  async () => {
    const engines = await takeEngines(mongoPair);
    const url = engines.settings.MONGO_URL ?? '';
    const proxy = await openProxy(url);
    // The driver must not find a way past the proxy.
    const proxied = throughProxy(url, proxy);
    const through = `${proxied}${proxied.includes('?') ? '&' : '?'}directConnection=true`;
    const settings = { ...engines.settings, MONGO_URL: through };
    const app = await openTestApp(mongoPair, { engines: { ...engines, settings } });
    try {
      expect((await probe(app, '/ready')).status).toBe(200);
      for (const mode of ['hang', 'refuse'] as ProxyMode[]) {
        await proxy.set(mode);
        const ready = await probe(app, '/ready');
        expect([ready.status, ready.body?.code], mode).toEqual([503, 'record_store_unavailable']);
        expect(ready.headers.get('retry-after')).not.toBeNull();
        expect(ready.ms).toBeLessThan(limits.readyTimeoutMs + MARGIN_MS);
        const health = await until(async () => {
          const answer = await probe(app, '/health');
          expect(answer.status).toBe(200);
          expect(answer.ms).toBeLessThan(limits.readyTimeoutMs + MARGIN_MS);
          return answer.body.sync === null ? answer : null;
        });
        expect(health.body.status).toBe('live');
        await proxy.set('pass');
        await until(async () => (await probe(app, '/ready')).status === 200);
      }
    } finally {
      await proxy.set('pass');
      await app.close();
      await proxy.close();
      await engines.release();
    }
  },
);
