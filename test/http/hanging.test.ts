/**
 * Engines that stand still behind a network that takes everything and answers nothing: they are met
 * a few times, then requests are refused at once until one that tries is answered. Contract 23.
 */
import { request } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { remainingMs } from '../../src/lib/deadline.js';
import { openMetrics } from '../../src/lib/metrics.js';
import { limits } from '../../src/limits.js';
import { pairNamed, takeEngines } from '../support/adapters.js';
import { type Call, openTestApp, type TestApp, tokenOf } from '../support/app.js';
import { givenVenue } from '../support/factories.js';
import { linesOf } from '../support/metrics.js';
import { type FaultProxy, openProxy, throughProxy } from '../support/proxy.js';
import { PREFIX } from '../support/shared.js';

afterEach(() => {
  vi.restoreAllMocks();
});

interface Given {
  app: TestApp;
  proxy: FaultProxy;
  /** → calls of the engine: not answered in time, and not made. */
  counts: () => Promise<{ late: number; refused: number }>;
}

/** Opens the app with a proxy before one engine, and requests that wait a second. */
async function withHanging(engine: 'index' | 'store', work: (given: Given) => Promise<void>) {
  const pair = pairNamed(engine === 'index' ? 'sqlite + elasticsearch' : 'mongo + sqlite');
  const variable = engine === 'index' ? 'ELASTICSEARCH_URL' : 'MONGO_URL';
  const engines = await takeEngines(pair);
  const direct = engines.settings[variable] ?? '';
  const proxy = await openProxy(direct);
  const proxied = throughProxy(direct, proxy);
  // The driver must not find a way past the proxy.
  const alone = `${proxied}${proxied.includes('?') ? '&' : '?'}directConnection=true`;
  const url = engine === 'index' ? proxied : alone;
  const settings = { ...engines.settings, [variable]: url, REQUEST_SECONDS: '1' };
  const metrics = openMetrics();
  const app = await openTestApp(pair, {
    engines: { ...engines, settings },
    overrides: { metrics },
  });
  const counts = async () => {
    const text = await metrics.text();
    const count = (name: string) => linesOf(text, name)[`engine="${engine}"`] ?? 0;
    return {
      late: count('marquee_engine_timeouts_total'),
      refused: count('marquee_refused_calls_total'),
    };
  };
  try {
    await work({ app, proxy, counts });
  } finally {
    await proxy.set('pass');
    await app.close();
    await proxy.close();
    await engines.release();
  }
}

const why = (name: string) => {
  const { unavailable } = pairNamed(name);
  return unavailable === null ? '' : ` (skipped: ${unavailable})`;
};

const ofIndex = why('sqlite + elasticsearch');
it.skipIf(ofIndex !== '')(`the index: lists; items and writes go on${ofIndex}`, () =>
  withHanging('index', async ({ app, proxy, counts }) => {
    const { id } = await givenVenue(app);
    let asked = 0;
    // Each list is another one, so that none shares an answer.
    const list = () => app.call({ request: `GET /venues?per_page=${++asked}` });
    expect((await list()).status).toBe(200);
    await proxy.set('hang');
    for (let late = 0; late < limits.timeOuts; late++) {
      const { status, body } = await list();
      expect([status, body.code]).toEqual([503, 'search_index_unavailable']);
    }
    expect(await counts()).toEqual({ late: limits.timeOuts, refused: 0 });
    const refused = await list();
    expect([refused.status, refused.body.code]).toEqual([503, 'search_index_unavailable']);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect(await counts()).toEqual({ late: limits.timeOuts, refused: 1 });
    expect(await (await fetch(`${app.url}/health`)).text()).toContain('"index":"failing"');
    expect((await app.call({ request: `GET /venues/${id}` })).status).toBe(200);
    const body = { venue: 'Written meanwhile' };
    expect((await app.call({ request: 'POST /venues', as: 'editor', body })).status).toBe(201);
    // After the pause one of many tries.
    app.clock.nowMs += limits.timeOutPauseMaxMs;
    const crowd = await Promise.all(Array.from({ length: 5 }, list));
    expect(crowd.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
    expect(await counts()).toEqual({ late: limits.timeOuts + 1, refused: 5 });
    await proxy.set('pass');
    app.clock.nowMs += limits.timeOutPauseMaxMs;
    for (let round = 0; round < 3; round++) expect((await list()).status).toBe(200);
  }),
);

const ofStore = why('mongo + sqlite');
it.skipIf(ofStore !== '')(`the store: items and writes, users too; lists go on${ofStore}`, () =>
  withHanging('store', async ({ app, proxy, counts }) => {
    const { id } = await givenVenue(app);
    const down = async (call: Call) => {
      const { status, body } = await app.call(call);
      expect([status, body.code], call.request).toEqual([503, 'record_store_unavailable']);
    };
    await proxy.set('hang');
    let asked = 0;
    const item = (): Call => ({ request: `GET /venues/${id}?x=${++asked}` });
    for (let late = 0; late < limits.timeOuts; late++) await down(item());
    expect(await counts()).toEqual({ late: limits.timeOuts, refused: 0 });
    await down(item());
    await down({ request: 'POST /venues', as: 'editor', body: { venue: 'Refused' } });
    const { late, refused } = await counts();
    expect(late).toBe(limits.timeOuts);
    expect(refused).toBeGreaterThanOrEqual(2);
    expect((await app.call({ request: 'GET /venues?per_page=9' })).status).toBe(200);
    await proxy.set('pass');
    app.clock.nowMs += limits.timeOutPauseMaxMs;
    expect((await app.call(item())).status).toBe(200);
    const body = { venue: 'Written afterwards' };
    expect((await app.call({ request: 'POST /venues', as: 'editor', body })).status).toBe(201);
    const { total, venues } = await app.given({ request: 'GET /venues' });
    expect([total, venues.some((one: { venue: string }) => one.venue === 'Refused')]).toEqual([
      2,
      false,
    ]);
  }),
);

const remote = pairNamed('sqlite + elasticsearch');
const title = 'each request has a deadline, to which its upload is added; loads have none';
it.skipIf(remote.unavailable !== null)(title, async () => {
  const left: number[] = [];
  const app = await openTestApp(remote, {
    settings: { REQUEST_SECONDS: '300' },
    overrides: {
      checkImage: async () => {
        left.push(remainingMs());
        return null;
      },
    },
  });
  try {
    const image = 'https://example.com/a.png';
    const row = { title: 'One', start_date: '2026-05-01', end_date: '2026-05-02', image };
    await app.call({ request: 'POST /events', as: 'editor', body: row });
    const type = 'application/x-ndjson';
    const body = JSON.stringify(row);
    await app.call({ request: 'POST /events/bulk', as: 'editor', type, body });
    expect(left).toEqual([expect.any(Number), Number.POSITIVE_INFINITY]);
    expect(left[0]).toBeLessThanOrEqual(300_000);
    await uploadSlowly(app, '/events', JSON.stringify(row));
    expect(left[2]).toBeGreaterThan(200_000);
    expect(left[2]).toBeLessThanOrEqual(300_000);
  } finally {
    await app.close();
  }
});

/** Sends a body that takes longer than any request may. */
const uploadSlowly = (app: TestApp, path: string, body: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${tokenOf('editor')}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Expect: '100-continue',
    };
    const call = request(app.url + PREFIX + path, { method: 'POST', headers });
    // The service has asked for the body.
    call.on('continue', () => {
      const now = performance.now.bind(performance);
      vi.spyOn(performance, 'now').mockImplementation(() => now() + 400_000);
      call.end(body);
    });
    call.on('response', (answer) => answer.resume().on('end', resolve));
    call.on('error', reject);
    call.flushHeaders();
  });
