/** What is refused under overload, and what goes on. Contract 23. */
import { type ClientRequest, request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.js';
import type { Context } from '../../src/http/context.js';
import { openOverload } from '../../src/http/middleware/overload.js';
import { noMetrics, openMetrics } from '../../src/lib/metrics.js';
import { pairNamed } from '../support/adapters.js';
import { type Call, openTestApp, type TestApp } from '../support/app.js';
import { givenVenue } from '../support/factories.js';
import { linesOf } from '../support/metrics.js';
import { until } from '../support/until.js';

/** Sends a write whose body never ends. */
function holdRequest(url: string): ClientRequest {
  const headers = {
    Authorization: 'Bearer mq_of_editor_in_tests',
    'Content-Type': 'application/json',
    'Content-Length': 1000,
  };
  const path = `${url}/vendor/events/v1/venues`;
  const sent = request(path, { method: 'POST', headers, agent: false });
  sent.on('error', () => undefined);
  sent.write('{');
  return sent;
}

const PREFLIGHT = { Origin: 'https://a.test', 'Access-Control-Request-Method': 'GET' };

describe('requests in flight', () => {
  let app: TestApp;
  afterEach(() => app.close());

  it('anonymous lists are refused first, then other reads; the rest goes on', async () => {
    const metrics = openMetrics();
    const settings = { MAX_IN_FLIGHT: '2' };
    app = await openTestApp(pairNamed('sqlite + sqlite'), { settings, overrides: { metrics } });
    const { id } = await givenVenue(app);
    expect((await app.call({ request: 'GET /venues' })).status).toBe(200);
    // Bodies that do not end hold their requests.
    const held: ClientRequest[] = [];
    const hold = async (count: number) => {
      while (held.length < count) {
        const arrived = app.arrivals();
        held.push(holdRequest(app.url));
        await until(() => app.arrivals() > arrived);
      }
    };
    const calls = (round: number): Record<string, Call> => ({
      'a list': { request: `GET /venues?per_page=${round}` },
      suggestions: { request: `GET /events/suggest?q=a${round}` },
      'a list of a user': { request: `GET /venues?per_page=${round}`, as: 'editor' },
      'an item': { request: `GET /venues/${id}?round=${round}` },
      'a cached answer': { request: 'GET /venues' },
      'a write': { request: 'POST /venues', as: 'editor', body: {} },
      'an OPTIONS request': { request: 'OPTIONS /venues', headers: PREFLIGHT },
    });
    const statuses = async (round: number): Promise<Record<string, number>> => {
      const all: Record<string, number> = {};
      for (const [name, one] of Object.entries(calls(round))) {
        all[name] = (await app.call(one)).status;
      }
      return { ...all, health: (await fetch(`${app.url}/health`)).status };
    };
    const sound = {
      'a list': 200,
      suggestions: 200,
      'a list of a user': 200,
      'an item': 200,
      'a cached answer': 200,
      'a write': 400,
      'an OPTIONS request': 204,
      health: 200,
    };
    await hold(1);
    expect(await statuses(1)).toEqual(sound);
    await hold(2);
    const crowded = { ...sound, 'a list': 503, suggestions: 503 };
    expect(await statuses(2)).toEqual(crowded);
    await hold(4);
    expect(await statuses(4)).toEqual({ ...crowded, 'a list of a user': 503, 'an item': 503 });
    const refused = await app.call({ request: 'GET /venues?per_page=5' });
    expect(refused.body).toMatchObject({ code: 'service_overloaded', data: { status: 503 } });
    expect(['1', '2', '3']).toContain(refused.headers.get('retry-after'));
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(linesOf(await metrics.text(), 'marquee_shed_requests_total')).toEqual({
      'rank="list"': 5,
      'rank="item"': 2,
    });
    for (const one of held) one.destroy();
    await until(async () => (await statuses(6))['an item'] === 200);
  });
});

describe('delay of the event loop', () => {
  it.each([
    [0, 1, 1, 'yes yes'],
    [200, 1, 1, 'yes yes'],
    [201, 1, 1, 'no yes'],
    [400, 1, 1, 'no yes'],
    [401, 1, 1, 'no no'],
    [401, 0.5, 1, 'no no'],
    // Other programs have the processor: 20 requests a second are answered late, but answered.
    [401, 0.49, 20, 'yes yes'],
    [401, 0.49, 99, 'yes yes'],
    // Many requests in a container that may use little of it.
    [401, 0.1, 100, 'no no'],
  ])('a median of %i ms in the last second, %f of a processor, %i requests: %s', async (...row) => {
    const [delayMs, processorShare, requests, answers] = row;
    const measured = [{ delayMs, processorShare }];
    let nowMs = 0;
    const { shed, track } = openOverload(
      { config: readConfig({}), metrics: noMetrics, now: () => nowMs },
      () => measured.shift() ?? { delayMs: 0, processorShare: 0 },
    );
    // A list and an item.
    const ask = async (path: string) => {
      const ctx = { method: 'GET', path: `/vendor/events/v1${path}`, req: { headers: {} } };
      return shed(ctx as Context, async () => undefined).then(
        () => 'yes',
        ({ code }: { code: string }) => (code === 'service_overloaded' ? 'no' : code),
      );
    };
    const both = async () => `${await ask('/events/')} ${await ask('/events/7')}`;
    expect(await both()).toBe('yes yes');
    for (let n = 0; n < requests; n++) {
      track(1);
      track(-1);
    }
    nowMs += 1000;
    expect(await both()).toBe(answers);
    nowMs += 1000;
    expect(await both()).toBe('yes yes');
  });
});
