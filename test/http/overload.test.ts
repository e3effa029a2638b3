/** What is refused under overload, and what goes on. Contract 23. */
import { type ClientRequest, request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.js';
import type { Context, State } from '../../src/http/context.js';
import { openOverload } from '../../src/http/middleware/overload.js';
import { noMetrics, openMetrics } from '../../src/lib/metrics.js';
import { limits } from '../../src/limits.js';
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

describe('the wait for a turn', () => {
  const LIST = '/vendor/events/v1/events/';
  const ITEM = `${LIST}7`;
  let nowMs = 0;
  const open = (maxInFlight = '512') => {
    nowMs = 0;
    const config = readConfig({ MAX_IN_FLIGHT: maxInFlight });
    const { admit, shed } = openOverload({ config, metrics: noMetrics, now: () => nowMs });
    return (path: string, work: () => void = () => undefined) => {
      const headers: Record<string, string> = {};
      const res = { setHeader: (name: string, value: string) => (headers[name] = value) };
      const given = { method: 'GET', path, req: { headers: {} }, res, state: {} as State };
      const ctx = given as unknown as Context;
      const next = async () => work();
      const answered = admit(ctx, () => shed(ctx, next)).then(
        () => 'yes',
        ({ code }: { code: string }) => (code === 'service_overloaded' ? 'no' : code),
      );
      return { answered, headers, isRefused: ctx.state.shed !== undefined };
    };
  };

  it.each([
    [200, 1000, 'yes yes'],
    [201, 1000, 'no yes'],
    [400, 1000, 'no yes'],
    [401, 1000, 'no no'],
    // After one slow request.
    [998, 999, 'yes yes'],
  ])('%i ms, and none waited %i ms ago: a list and an item %s', async (waitMs, busyMs, answers) => {
    const ask = open();
    let late = '';
    const first = ask(LIST, () => {
      nowMs = busyMs;
      late = [LIST, ITEM].map((path) => (ask(path).isRefused ? 'no' : 'yes')).join(' ');
    });
    nowMs = busyMs - waitMs;
    await Promise.all([first.answered, ask(LIST).answered]);
    expect(late).toBe(answers);
    // Nobody waits now.
    expect(await ask(LIST).answered).toBe('yes');
  });

  it('ends at once for probes, and for refusals as often as for others', async () => {
    const ask = open('2');
    const begun: string[] = [];
    const list = (name: string) => ask(LIST, () => begun.push(name)).answered;
    const refused = (name: string) => list(name).then((answer) => begun.push(`${name} ${answer}`));
    const all = [list('a'), list('b'), refused('c'), refused('d'), refused('e')];
    all.push(ask('/health', () => begun.push('probe')).answered);
    await Promise.all(all);
    expect(begun).toEqual(['probe', 'c no', 'a', 'd no', 'b', 'e no']);
  });

  it.each([
    [0, 1],
    [4, 4],
    [50, 10],
  ])('all else takes %i ms of a turn of the event loop, and requests %i', async (elseMs, ms) => {
    const ask = open();
    let isOver = false;
    let turns = 0;
    const work = () => {
      turns++;
      nowMs += elseMs;
      if (!isOver) setImmediate(work);
    };
    const requests = Array.from({ length: 100 }, () => ask(LIST, () => nowMs++).answered);
    setImmediate(work);
    await Promise.all(requests);
    isOver = true;
    expect(Math.abs(turns - 100 / ms)).toBeLessThanOrEqual(2);
  });

  it('is not for more requests than the bound: they are refused, and their connections', async () => {
    const ask = open('100000');
    const waiting = Array.from({ length: limits.waitingRequests }, () => ask(ITEM));
    const last = ask(ITEM);
    expect([last.headers, await last.answered]).toEqual([{ Connection: 'close' }, 'no']);
    for (const { answered, headers } of waiting) {
      expect([headers, await answered]).toEqual([{}, 'yes']);
    }
    expect(await ask(ITEM).answered).toBe('yes');
  });
});
