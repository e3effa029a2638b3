/**
 * Engines that stand still behind a network that takes everything and answers nothing: so many
 * requests wait for them, further ones are refused at once, and requests that need only the other
 * engine go on. Contract 23.
 */
import { expect, it } from 'vitest';
import { openMetrics } from '../../src/lib/metrics.js';
import { limits } from '../../src/limits.js';
import { pairNamed, takeEngines } from '../support/adapters.js';
import { type Call, openTestApp, type TestApp } from '../support/app.js';
import { givenVenue } from '../support/factories.js';
import { linesOf } from '../support/metrics.js';
import { type FaultProxy, openProxy, throughProxy } from '../support/proxy.js';
import { until } from '../support/until.js';

interface Given {
  app: TestApp;
  proxy: FaultProxy;
  /** → calls of the engine that were not made. */
  refused: () => Promise<number>;
}

/** Opens the app with a proxy before one engine. */
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
  const settings = { ...engines.settings, [variable]: url };
  const metrics = openMetrics();
  const app = await openTestApp(pair, {
    engines: { ...engines, settings },
    overrides: { metrics },
  });
  const refused = async () =>
    linesOf(await metrics.text(), 'marquee_refused_calls_total')[`engine="${engine}"`] ?? 0;
  try {
    await work({ app, proxy, refused });
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
  withHanging('index', async ({ app, proxy, refused }) => {
    const { id } = await givenVenue(app);
    let sent = 0;
    // Each list is another one, so that none shares an answer.
    const list = () => app.call({ request: `GET /venues?city=town-${++sent}` });
    expect((await list()).status).toBe(200);
    await proxy.set('hang');
    const crowd = Promise.all(Array.from({ length: limits.waitingCalls + 5 }, list));
    await until(async () => (await refused()) === 5);
    const late = await list();
    expect([late.status, late.body.code]).toEqual([503, 'search_index_unavailable']);
    expect(late.headers.get('retry-after')).not.toBeNull();
    expect(await (await fetch(`${app.url}/health`)).text()).toContain('"index":"failing"');
    expect((await app.call({ request: `GET /venues/${id}` })).status).toBe(200);
    const body = { venue: 'Written meanwhile' };
    expect((await app.call({ request: 'POST /venues', as: 'editor', body })).status).toBe(201);
    for (const { status, body } of await crowd) {
      expect([status, body.code]).toEqual([503, 'search_index_unavailable']);
    }
    await proxy.set('pass');
    for (let round = 0; round < 3; round++) expect((await list()).status).toBe(200);
  }),
);

const ofStore = why('mongo + sqlite');
it.skipIf(ofStore !== '')(`the store: items and writes, users too; lists go on${ofStore}`, () =>
  withHanging('store', async ({ app, proxy, refused }) => {
    const { id } = await givenVenue(app);
    await proxy.set('hang');
    let sent = 0;
    const item = (): Call => ({ request: `GET /venues/${id}?x=${++sent}` });
    const crowd = Promise.all(
      Array.from({ length: limits.waitingCalls + 5 }, () => app.call(item())),
    );
    await until(async () => (await refused()) >= 5);
    const body = { venue: 'Refused' };
    for (const call of [item(), { request: 'POST /venues', as: 'editor', body } as const]) {
      const { status, body } = await app.call(call);
      expect([status, body.code], call.request).toEqual([503, 'record_store_unavailable']);
    }
    expect((await app.call({ request: 'GET /venues?per_page=9' })).status).toBe(200);
    for (const { status, body } of await crowd) {
      expect([status, body.code]).toEqual([503, 'record_store_unavailable']);
    }
    await proxy.set('pass');
    await until(async () => (await app.call(item())).status === 200);
    // The driver's monitor may notice its own timeout only now, and ends what runs at that moment.
    const later = { venue: 'Written afterwards' };
    const write = () => app.call({ request: 'POST /venues', as: 'editor', body: later });
    await until(async () => (await write()).status === 201);
    const { total, venues } = await app.given({ request: 'GET /venues' });
    expect([total, venues.some((one: { venue: string }) => one.venue === 'Refused')]).toEqual([
      2,
      false,
    ]);
  }),
);
