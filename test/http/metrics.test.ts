/** What metrics tell: names, labels, and that nothing from outside becomes a label. Contract 23. */
import { request } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { answerProbe } from '../../src/http/health.js';
import { startMonitor } from '../../src/http/monitor.js';
import { routes } from '../../src/http/routes.js';
import { openMetrics } from '../../src/lib/metrics.js';
import { describeMetrics } from '../../src/service/health.js';
import { pairNamed } from '../support/adapters.js';
import { openTestApp, type TestApp } from '../support/app.js';
import { givenEvent } from '../support/factories.js';
import { linesOf } from '../support/metrics.js';
import { breakIndex, down } from '../sync/faulty.js';

let app: TestApp;
afterEach(() => app.close());

async function open(settings: Record<string, string> = {}) {
  const metrics = openMetrics();
  app = await openTestApp(pairNamed('sqlite + sqlite'), { settings, overrides: { metrics } });
  describeMetrics(app.deps, metrics);
  return metrics;
}

it('requests are counted by route, method and status', async () => {
  const metrics = await open();
  const { id } = await givenEvent(app);
  for (let round = 0; round < 3; round++) await app.call({ request: 'GET /events' });
  await app.call({ request: `GET /events/${id}.ics` });
  await app.call({ request: `HEAD /events/${id}` });
  await app.call({ request: 'GET /events/99999' });
  await app.call({ request: 'PUT /events/x', as: 'editor', body: {} });
  await app.call({ request: 'POST /events', as: 'editor', body: '{', type: 'application/json' });
  await fetch(`${app.url}/health`);
  const text = await metrics.text();
  const counted = {
    'method="POST",route="/events",status="201"': 1,
    'method="GET",route="/events",status="200"': 3,
    'method="GET",route="/events/{id}",status="200"': 1,
    'method="HEAD",route="/events/{id}",status="200"': 1,
    'method="GET",route="/events/{id}",status="404"': 1,
    'method="PUT",route="none",status="404"': 1,
    'method="POST",route="/events",status="400"': 1,
    'method="GET",route="/health",status="200"': 1,
  };
  expect(linesOf(text, 'http_requests_total')).toEqual(counted);
  expect(linesOf(text, 'http_request_duration_seconds_count')).toEqual(counted);
  expect(linesOf(text, 'http_requests_in_flight')).toEqual({ '': 0 });
  expect(linesOf(text, 'marquee_cached_answers_total')).toEqual({
    'cached="no"': 4,
    'cached="yes"': 2,
  });
});

it('nothing that a request sends becomes a label', async () => {
  const metrics = await open({ RATE_LIMIT: 'write=1/600' });
  const hostile = ['/events/12"}', '/events/by-slug/a%0Ab%22', '/%7Bid%7D', '/events.exe', '/a'];
  for (const path of hostile) await app.call({ request: `GET ${path}` });
  for (const method of ['PROPFIND', 'PURGE', 'QUERY']) {
    await new Promise((resolve) => {
      const sent = request(`${app.url}/vendor/events/v1/events`, { method }, (answer) =>
        answer.resume().on('end', resolve),
      );
      sent.on('error', resolve).end();
    });
  }
  const known = new Set<string>(['none', ...routes.map(({ path }) => path)]);
  const lines = Object.keys(linesOf(await metrics.text(), 'http_requests_total'));
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) {
    const [, method, route = ''] = /^method="(\w+)",route="([^"]*)",status="\d+"$/.exec(line) ?? [];
    expect(known, line).toContain(route);
    expect(['GET', 'other']).toContain(method);
  }
});

it('rows of a load and refused requests are counted', async () => {
  const metrics = await open({ RATE_LIMIT: 'anonymous=1/600' });
  const load = { as: 'editor', type: 'application/x-ndjson' };
  const rows = '{"venue":"One"}\n{"venue":"Two"}\n{"venue":""}\n';
  await app.call({ ...load, request: 'POST /venues/bulk', body: rows });
  for (let round = 0; round < 3; round++) await app.call({ request: 'GET /tags' });
  const text = await metrics.text();
  expect(linesOf(text, 'marquee_loaded_rows_total')).toEqual({
    'outcome="created"': 2,
    'outcome="rejected"': 1,
  });
  expect(linesOf(text, 'marquee_limited_requests_total')).toEqual({ 'limit="anonymous"': 2 });
});

it('the backlog is that of the store, and nothing while that does not answer', async () => {
  const metrics = await open();
  const mend = breakIndex(app.deps, down);
  await givenEvent(app);
  app.clock.nowMs += 90_000;
  const lag = async (name: string) => linesOf(await metrics.text(), name);
  expect(await lag('marquee_unindexed_records')).toEqual({ '': 1 });
  expect(await lag('marquee_sync_lag_seconds')).toEqual({ '': 90 });
  expect(await lag('marquee_set_aside_records')).toEqual({ '': 0 });
  expect(await lag('marquee_index_failing')).toEqual({ '': 1 });
  mend();
  app.deps.store = {
    ...app.deps.store,
    outbox: {
      ...app.deps.store.outbox,
      backlog: async () => {
        throw new Error('the store is gone');
      },
    },
  };
  expect(await lag('marquee_unindexed_records')).toEqual({});
  const build = Object.keys(await lag('marquee_build_info'));
  expect(build).toEqual([expect.stringContaining('store="sqlite",index="sqlite"')]);
});

it('are read at /metrics beside the probes; what cannot be read is 503, a taken port an error', async () => {
  const metrics = await open();
  const address = { host: '127.0.0.1', port: 0 };
  const state = { read: metrics.text };
  const monitored = {
    metrics: () => state.read(),
    probe: (path: string) => answerProbe(app.deps, path),
  };
  const { server, url } = await startMonitor(address, monitored);
  try {
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect(await answer.text()).toContain('# TYPE http_requests_total counter');
    expect((await fetch(new URL('/', url))).status).toBe(404);
    expect((await fetch(url, { method: 'POST' })).status).toBe(404);
    const health = await fetch(new URL('/health', url));
    expect(await health.json()).toMatchObject({ status: 'live', sync: { unindexed: 0 } });
    const ready = async () => (await fetch(new URL('/ready', url))).json();
    expect(await ready()).toEqual({ status: 'ready' });
    app.deps.isStopping = true;
    expect(await ready()).toMatchObject({ code: 'service_stopping', data: { status: 503 } });
    state.read = () => Promise.reject(new Error('no answer'));
    expect((await fetch(url)).status).toBe(503);
    const taken = { ...address, port: Number(new URL(url).port) };
    await expect(startMonitor(taken, monitored)).rejects.toThrow('METRICS_PORT: listen');
  } finally {
    server.close();
  }
});
