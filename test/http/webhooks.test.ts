/** Webhooks: who may, what is sent, and that nothing is lost between. Source: Contract 31. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDeliveries, RETRY_SECONDS } from '../../src/service/webhooks/deliver.js';
import { prepareChanges } from '../../src/sync/number.js';
import { overTwoPairs, pairNamed } from '../support/adapters.js';
import { catchUp } from '../support/agree.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { eventPayload, givenVenue } from '../support/factories.js';
import { listening } from '../support/host.js';
import { until } from '../support/until.js';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

let received: Received[] = [];
let respond: (response: ServerResponse) => void;
const taken = (response: ServerResponse) => response.writeHead(204).end();

const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  received.push({ headers: request.headers, body });
  respond(response);
});
let url: string;
beforeAll(async () => {
  url = `${await listening(server)}/in`;
});
afterAll(() => server.close());

let app: TestApp;
beforeEach(() => {
  received = [];
  respond = taken;
});
afterEach(() => app?.close());

const open = async (pair: Parameters<typeof openTestApp>[0], settings: Record<string, string>) => {
  app = await openTestApp(pair, { settings });
  await prepareChanges(app.deps);
};
const openAny = (pair = pairNamed('sqlite + sqlite')) => open(pair, { OUTBOUND: 'any' });
const add = (body: object = {}) =>
  app.given({ request: 'POST /webhooks', as: 'admin', body: { url, ...body } });
const read = (id: number) => app.given({ request: `GET /webhooks/${id}`, as: 'admin' });
/** Does the work of upkeep. */
async function deliver(deps = app.deps): Promise<void> {
  await catchUp(deps);
  const deliveries = openDeliveries(deps);
  await deliveries.begin();
  await deliveries.done();
}
const changesIn = ({ body }: Received): Json[] => JSON.parse(body).data.changes;
const told = () =>
  received.flatMap(changesIn).map(({ kind, id, state }) => `${kind} ${id} ${state}`);
const idsOf = (some: Received[]) => some.map(({ headers }) => headers['webhook-id']);

const isSignedBy = ({ headers, body }: Received, secret: string): boolean => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const own = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(own);
};

overTwoPairs('webhooks', (pair) => {
  it('31 are told of what changes, signed, and of nothing twice', async () => {
    await openAny(pair);
    const before = await givenVenue(app, { venue: 'Before' });
    await catchUp(app.deps);
    const { id, secret, ...shown } = await add({ description: 'Portal' });
    expect(shown).toMatchObject({ url, kinds: [], enabled: true, disabled_reason: '' });
    expect(JSON.stringify(await read(id))).not.toContain(secret);
    await deliver();
    expect(received).toEqual([]);
    const body = eventPayload({ title: 'New', venue: before.id });
    const event = await app.given({ request: 'POST /events', as: 'editor', body });
    await deliver();
    expect(told()).toEqual([`event ${event.id} updated`]);
    const [first] = received as [Received];
    expect(isSignedBy(first, secret)).toBe(true);
    expect(first.headers['webhook-timestamp']).toBe(`${Math.floor(app.clock.nowMs / 1000)}`);
    expect(JSON.parse(first.body)).toEqual({
      type: 'records.changed',
      timestamp: new Date(app.clock.nowMs).toISOString(),
      data: { changes: [expect.objectContaining({ modified: expect.any(Number) })] },
    });
    await app.given({ request: `DELETE /events/${event.id}`, as: 'editor' });
    await app.given({ request: `PATCH /venues/${before.id}`, body: { venue: 'After' } });
    await deliver();
    await deliver();
    expect(told().slice(1).sort()).toEqual([
      `event ${event.id} deleted`,
      `venue ${before.id} updated`,
    ]);
    const { deliveries } = await app.given({ request: `GET /webhooks/${id}/deliveries` });
    expect(deliveries.map(({ id: own }: Json) => own).reverse()).toEqual(idsOf(received));
    expect(deliveries[0]).toMatchObject({ status: 204, delivered: true, attempt: 1, reason: '' });
    expect((await read(id)).after).toBe((await app.deps.store.changes.position()).last);
  });

  it('31 a try that failed is repeated with the same ID and bytes', async () => {
    await openAny(pair);
    const { id } = await add();
    await givenVenue(app, { venue: 'Hall' });
    respond = (response) => response.writeHead(500).end();
    await deliver();
    await givenVenue(app, { venue: 'Barn' });
    await deliver();
    expect(received).toHaveLength(1);
    expect((await read(id)).last_delivery).toMatchObject({
      status: 500,
      delivered: false,
      reason: 'the endpoint answered 500',
    });
    respond = taken;
    app.clock.nowMs += 6001;
    await deliver();
    const [one, two, three] = received as [Received, Received, Received];
    expect(two.body).toBe(one.body);
    expect(idsOf([two])).toEqual(idsOf([one]));
    expect(idsOf([three])).not.toEqual(idsOf([one]));
    expect(changesIn(three)).toHaveLength(1);
  });

  it('31 a process that dies or sleeps costs a repeat, never a gap', async () => {
    await openAny(pair);
    const { id } = await add();
    for (const step of ['webhook:claimed', 'webhook:sent']) {
      received = [];
      const venue = await givenVenue(app, { venue: step });
      const failPoint = (name: string) => {
        if (name === step) throw new Error(step);
      };
      await deliver({ ...app.deps, failPoint });
      const sent = received.length;
      // Another process does nothing while the first may be at it.
      await deliver();
      expect(received).toHaveLength(sent);
      app.clock.nowMs += 30_001;
      await deliver();
      expect(told()).toContain(`venue ${venue.id} updated`);
      expect(new Set(idsOf(received)).size).toBe(1);
    }
    expect((await read(id)).after).toBe((await app.deps.store.changes.position()).last);
  });

  it('31 two processes at once tell everything, in order, once', async () => {
    await openAny(pair);
    await add();
    const rows = Array.from({ length: 230 }, (_, at) => JSON.stringify({ venue: `Hall ${at}` }));
    await app.call({
      request: 'POST /venues/bulk',
      as: 'admin',
      type: 'application/x-ndjson',
      body: rows.join('\n'),
    });
    await catchUp(app.deps);
    await Promise.all([deliver(), deliver(), deliver()]);
    await deliver();
    expect(received.map((one) => changesIn(one).length)).toEqual([100, 100, 30]);
    const numbers = received.flatMap(changesIn).map(({ modified }) => modified);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  });
});

describe('webhooks', () => {
  it('31 are disabled after the last retry, and go on where they were', async () => {
    await openAny();
    const { id } = await add();
    const venue = await givenVenue(app, { venue: 'Hall' });
    respond = (response) => response.writeHead(302, { location: '/elsewhere' }).end();
    await deliver();
    for (const [at, seconds] of RETRY_SECONDS.entries()) {
      app.clock.nowMs += seconds * 0.79 * 1000;
      await deliver();
      expect(received).toHaveLength(at + 1);
      app.clock.nowMs += seconds * 0.42 * 1000;
      await deliver();
      expect(received).toHaveLength(at + 2);
    }
    expect(new Set(idsOf(received)).size).toBe(1);
    expect(await read(id)).toMatchObject({
      enabled: false,
      disabled_reason: 'after 10 tries: the endpoint answered 302',
    });
    const health = await (await fetch(`${app.url}/health`)).json();
    expect(health.sync.webhooks_failing).toBe(1);
    respond = taken;
    await deliver();
    expect(received).toHaveLength(10);
    await app.given({ request: `PATCH /webhooks/${id}`, body: { enabled: true } });
    await deliver();
    expect(told().at(-1)).toBe(`venue ${venue.id} updated`);
    expect(await read(id)).toMatchObject({ enabled: true, disabled_reason: '' });
  });

  it('31 heed 410 and Retry-After', async () => {
    await openAny();
    const { id } = await add();
    await givenVenue(app, { venue: 'Hall' });
    respond = (response) => response.writeHead(503, { 'retry-after': '3600' }).end();
    await deliver();
    app.clock.nowMs += 3_599_000;
    await deliver();
    expect(received).toHaveLength(1);
    app.clock.nowMs += 1000;
    respond = (response) => response.writeHead(410).end();
    await deliver();
    expect(received).toHaveLength(2);
    expect((await read(id)).disabled_reason).toBe('after 2 tries: the endpoint answered 410');
  });

  it('31 a pause that is asked for is heeded for a day at the most', async () => {
    await openAny();
    const { id } = await add();
    await givenVenue(app, { venue: 'Hall' });
    const atMs = () => app.clock.nowMs;
    for (const [after, seconds] of [
      [() => '999999999', 86_400],
      [() => new Date(atMs() + 7_200_000).toUTCString(), 7200],
    ] as const) {
      respond = (response) => response.writeHead(429, { 'retry-after': after() }).end();
      await deliver();
      const { next_try_utc } = await read(id);
      expect(Date.parse(`${next_try_utc}Z`) - atMs()).toBeLessThanOrEqual(seconds * 1000 + 1000);
      app.clock.nowMs += seconds * 1000 - 1000;
      const before = received.length;
      await deliver();
      expect(received).toHaveLength(before);
      app.clock.nowMs += 2000;
    }
  });

  it('31 a receiver that never ends or never answers holds up nobody', async () => {
    await openAny();
    const { id } = await add();
    await givenVenue(app, { venue: 'Hall' });
    respond = (response) => {
      const timer = setInterval(() => response.write('x'.repeat(60_000)), 1);
      response.on('close', () => clearInterval(timer));
    };
    await deliver();
    expect((await read(id)).last_delivery).toMatchObject({ status: 200, delivered: true });
    respond = (response) => response.destroy();
    await givenVenue(app, { venue: 'Barn' });
    await deliver();
    expect((await read(id)).last_delivery).toMatchObject({ status: null, delivered: false });
  });

  it('31 a slow receiver has its time, while another one is told', async () => {
    await openAny();
    const [slow, quick] = [await add({ url: `${url}?slow` }), await add()];
    await givenVenue(app, { venue: 'Hall' });
    await catchUp(app.deps);
    const timers = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation(() => AbortSignal.any([over.signal]));
    const over = new AbortController();
    // The first answer never comes, the second one never ends.
    respond = (response) => {
      if (!response.req.url?.endsWith('slow')) taken(response);
      else if (received.length > 2) response.writeHead(200).flushHeaders();
    };
    const deliveries = openDeliveries(app.deps);
    await deliveries.begin();
    await until(async () => (await read(quick.id)).last_delivery?.delivered);
    expect((await read(slow.id)).last_delivery).toBeNull();
    over.abort();
    await deliveries.done();
    expect((await read(slow.id)).last_delivery).toMatchObject({
      delivered: false,
      reason: 'no answer in time',
    });
    timers.mockRestore();
  });

  it('31 a URL that OUTBOUND no longer allows is not asked', async () => {
    await openAny();
    const { id } = await add();
    await givenVenue(app, { venue: 'Hall' });
    await deliver({ ...app.deps, outbound: { allowIPAddressList: ['127.0.0.1'] } });
    expect(received).toEqual([]);
    expect((await read(id)).last_delivery.reason).toContain('its URL may not be asked');
  });

  it('31 of some kinds pass over the others', async () => {
    await openAny();
    const { id } = await add({ kinds: 'event,tag' });
    await givenVenue(app, { venue: 'Hall' });
    await deliver();
    expect(received).toEqual([]);
    expect((await read(id)).after).toBe((await app.deps.store.changes.position()).last);
    const event = await app.given({
      request: 'POST /events',
      body: eventPayload({ title: 'New' }),
    });
    await deliver();
    expect(told()).toEqual([`event ${event.id} updated`]);
  });

  it('31 replay, rotate and test', async () => {
    await openAny();
    const { id, secret } = await add();
    const venue = await givenVenue(app, { venue: 'Hall' });
    await deliver();
    const replay = (after: unknown) =>
      app.call({ request: `POST /webhooks/${id}/replay`, as: 'admin', body: { after } });
    const { last } = await app.deps.store.changes.position();
    expect((await replay(last + 1)).body.data.params).toEqual({
      after: `Invalid parameter. The last number is ${last}.`,
    });
    expect((await replay(0)).status).toBe(200);
    await deliver();
    expect(told()).toEqual([`venue ${venue.id} updated`, `venue ${venue.id} updated`]);
    expect(new Set(idsOf(received)).size).toBe(2);
    const body = { overlap_hours: 2 };
    const rotated = await app.given({ request: `POST /webhooks/${id}/rotate`, body });
    const test = () => app.given({ request: `POST /webhooks/${id}/test` });
    expect(await test()).toMatchObject({ delivered: true, attempt: 0, changes: 0 });
    const isSigned = () => {
      const last = received.at(-1) as Received;
      return [secret, rotated.secret].map((one) => isSignedBy(last, one));
    };
    expect(isSigned()).toEqual([true, true]);
    expect(JSON.parse(received.at(-1)?.body ?? '').type).toBe('webhook.test');
    app.clock.nowMs += 2 * 3_600_000;
    await test();
    expect(isSigned()).toEqual([false, true]);
    expect((await read(id)).after).toBe(last);
    respond = (response) => response.writeHead(500).end();
    for (let at = 0; at < 100; at += 1) await test();
    const { deliveries } = await app.given({ request: `GET /webhooks/${id}/deliveries` });
    expect(deliveries).toHaveLength(100);
    // A test that fails is no failure of the webhook.
    const health = await (await fetch(`${app.url}/health`)).json();
    expect(health.sync.webhooks_failing).toBe(0);
    expect(await read(id)).toMatchObject({ after: last, enabled: true, next_try_utc: null });
    const hours = { overlap_hours: 169 };
    const refused = await app.call({
      request: `POST /webhooks/${id}/rotate`,
      as: 'admin',
      body: hours,
    });
    expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([
      400,
      ['overlap_hours'],
    ]);
  });

  it('31 a new space sends everything once more', async () => {
    await openAny();
    await add();
    const venue = await givenVenue(app, { venue: 'Hall' });
    await deliver();
    await app.deps.store.changes.restart();
    await deliver();
    await deliver();
    expect(told()).toEqual([`venue ${venue.id} updated`, `venue ${venue.id} updated`]);
  });

  it('31 a host that resolves to a private address later is not reached', async () => {
    await open(pairNamed('sqlite + sqlite'), {});
    const lookup: LookupFunction = (_name, options, done) => {
      if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
      else done(null, '127.0.0.1', 4);
    };
    const { port } = server.address() as AddressInfo;
    const body = { url: `https://hooks.example.com:${port}/in` };
    const { id } = await app.given({ request: 'POST /webhooks', body });
    await givenVenue(app, { venue: 'Hall' });
    await deliver({ ...app.deps, outbound: { lookup } });
    expect(received).toEqual([]);
    const { last_delivery } = await read(id);
    expect(last_delivery).toMatchObject({ status: null, delivered: false });
    expect(last_delivery.reason).toContain('not public');
  });
});
