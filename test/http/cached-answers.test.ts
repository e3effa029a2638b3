/**
 * Anonymous readers with the same request share an answer for a while. No reader gets an answer
 * from before a write of the same process. Contract 13.
 */
import { request } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { indexUnavailable, storeUnavailable } from '../../src/errors.js';
import { kinds } from '../../src/kinds/index.js';
import { openDeps } from '../../src/open.js';
import { removeRecord } from '../../src/records/remove.js';
import { overTwoPairs } from '../support/adapters.js';
import { openTestApp, type TestApp } from '../support/app.js';
import { givenEvent } from '../support/factories.js';
import { PREFIX, rawCall } from '../support/shared.js';
import { until } from '../support/until.js';

const LIST = 'GET /events?start_date=2026-01-01&end_date=2027-01-01';
const PATH = PREFIX + LIST.slice('GET '.length);
const CROWD = 20;
const PLAIN = { 'accept-encoding': 'identity' };

/** Holds back the searches of an app and counts them. */
function holdSearches(app: TestApp) {
  const { deps } = app;
  const { search } = deps.index;
  const held = { searches: 0, fault: null as Error | null, release: () => {} };
  const released = new Promise<void>((resolve) => {
    held.release = resolve;
  });
  deps.index.search = async (query) => {
    held.searches++;
    await released;
    if (held.fault) throw held.fault;
    return search(query);
  };
  return held;
}

/** Sends `count` requests. → their pending answers, once all requests have arrived. */
async function heard<T>(app: TestApp, count: number, send: () => T): Promise<T[]> {
  const before = app.arrivals();
  const answers = Array.from({ length: count }, send);
  await until(() => app.arrivals() === before + count);
  return answers;
}

overTwoPairs('cached answers', (pair) => {
  let app: TestApp;
  beforeEach(async () => {
    app = await openTestApp(pair, { settings: { KEEP_ANSWERS_SECONDS: '5' } });
    // Long enough to be compressed.
    await givenEvent(app, { title: 'First', description: 'word '.repeat(500) });
  });
  afterEach(() => app.close());

  const ask = (count: number, headers = {}) =>
    heard(app, count, () => app.call({ request: LIST, headers }));

  it('a known ETag gives 304 until something changes', async () => {
    const ask = (headers: Record<string, string> = {}) =>
      rawCall(app, { path: PATH, headers: { ...PLAIN, ...headers } });
    const first = await ask();
    const known = { 'if-none-match': String(first.headers.etag) };
    for (const _ of ['made', 'cached or made']) {
      const { status, text, headers } = await ask(known);
      expect([status, text, headers.etag]).toEqual([304, '', first.headers.etag]);
    }
    // A client that asks for a new answer gets one.
    expect((await ask({ ...known, 'cache-control': 'no-cache' })).text).toBe(first.text);
    expect((await ask({ 'if-none-match': '"another"' })).text).toBe(first.text);
    await givenEvent(app, { title: 'Second' });
    const changed = await ask(known);
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(first.headers.etag);
  });

  it('one search answers many parallel requests, each in full', async () => {
    const held = holdSearches(app);
    const asked = await ask(CROWD);
    expect(held.searches).toBe(1);
    held.release();
    const answers = await Promise.all(asked);
    expect(held.searches).toBe(1);
    const [first] = answers;
    expect(first?.body.events).toHaveLength(1);
    for (const { status, text, headers } of answers) {
      expect(status).toBe(200);
      expect(text).toBe(first?.text);
      // Each request has a date and an ID of its own.
      const own = { date: null, 'x-request-id': null };
      expect({ ...Object.fromEntries(headers), ...own }).toEqual({
        ...Object.fromEntries(first?.headers ?? []),
        ...own,
      });
    }
  });

  it('whether the service is ready is asked anew each time', async () => {
    const ready = async () => (await fetch(`${app.url}/ready`)).status;
    expect(await ready()).toBe(200);
    app.deps.store.ping = () => Promise.reject(storeUnavailable(null));
    expect(await ready()).toBe(503);
  });

  it('a request sent after a write was answered sees the write', async () => {
    const held = holdSearches(app);
    const early = await ask(3);
    await givenEvent(app, { title: 'Second' });
    const late = await ask(3);
    held.release();
    await Promise.all(early);
    for (const { body } of await Promise.all(late)) expect(body.events).toHaveLength(2);
    expect(held.searches).toBe(2);
  });

  it('each request gets the encoding it accepts', async () => {
    const held = holdSearches(app);
    const plain = await ask(CROWD, PLAIN);
    const packed = await ask(CROWD, { 'accept-encoding': 'gzip' });
    held.release();
    const texts = new Set((await Promise.all([...plain, ...packed])).map(({ text }) => text));
    expect(texts.size).toBe(1);
    const encodings = async (answers: typeof plain) =>
      new Set((await Promise.all(answers)).map(({ headers }) => headers.get('content-encoding')));
    expect(await encodings(plain)).toEqual(new Set([null]));
    expect(await encodings(packed)).toEqual(new Set(['gzip']));
  });

  it('a client that already has the answer gets 304', async () => {
    const etag = String((await app.call({ request: LIST, headers: PLAIN })).headers.get('etag'));
    await givenEvent(app, { title: 'Second', status: 'draft' });
    const held = holdSearches(app);
    const others = await ask(3, PLAIN);
    // Not with fetch, which also asks for a new answer.
    const headers = { ...PLAIN, accept: '*/*', 'if-none-match': etag };
    const known = await heard(app, CROWD, () => rawCall(app, { path: PATH, headers }));
    held.release();
    for (const { status, text, headers } of await Promise.all(known)) {
      expect([status, text, headers.etag]).toEqual([304, '', etag]);
    }
    for (const { status } of await Promise.all(others)) expect(status).toBe(200);
    expect(held.searches).toBe(1);
  });

  it('all waiting requests get a fault, and the next one asks again', async () => {
    const held = holdSearches(app);
    held.fault = indexUnavailable(new Error('down'));
    const asked = await ask(CROWD);
    held.release();
    for (const { status, headers } of await Promise.all(asked)) {
      expect(status).toBe(503);
      expect(headers.get('retry-after')).not.toBeNull();
    }
    expect(held.searches).toBe(1);
    held.fault = null;
    expect((await app.call({ request: LIST })).status).toBe(200);
  });

  it('when the first client disconnects, the others still get answers', async () => {
    const held = holdSearches(app);
    const leave = () => {
      const call = request(app.url + PATH, { headers: PLAIN, agent: false });
      call.on('error', () => undefined).end();
      return call;
    };
    const [first] = await heard(app, 1, leave);
    const asked = await ask(CROWD, PLAIN);
    first?.destroy();
    // By the time another request is answered, the disconnect has been noticed.
    await app.call({ request: 'GET /' });
    held.release();
    for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
    expect(held.searches).toBe(2);
  });

  it('requests with a token are not shared', async () => {
    const held = holdSearches(app);
    const own = Array.from({ length: 3 }, () => app.call({ request: LIST, as: 'admin' }));
    await until(() => held.searches === 3);
    held.release();
    for (const { status, headers } of await Promise.all(own)) {
      expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    }
  });

  it('an answer is cached for KEEP_ANSWERS_SECONDS, whatever the clock changes', async () => {
    const { search } = app.deps.index;
    let searches = 0;
    app.deps.index.search = (query) => {
      searches++;
      return search(query);
    };
    const made = async (laterMs: number, request: string) => {
      app.clock.nowMs += laterMs;
      expect((await app.call({ request })).status).toBe(200);
      return searches;
    };
    for (const request of [LIST, 'GET /events?start_date=now']) {
      searches = 0;
      expect(await made(0, request)).toBe(1);
      expect(await made(5000, request)).toBe(1);
      expect(await made(1, request)).toBe(2);
    }
  });

  it('shows a publication and a write of another process within that time', async () => {
    const date = '2026-03-10 12:20:30';
    const { id } = await givenEvent(app, { title: 'Later', date });
    const status = async () => (await app.call({ request: `GET /events/${id}` })).status;
    app.clock.nowMs += 20 * 60_000 + 29_999;
    expect(await status()).toBe(403);
    app.clock.nowMs += 5001;
    expect(await status()).toBe(200);
    const total = async () => (await app.call({ request: LIST })).body.total;
    expect(await total()).toBe(2);
    // Other dependencies over the same data are like another process. Its writes are shown at once.
    const { now, log, config } = app.deps;
    const { elasticsearch } = config;
    const shown = elasticsearch && { ...elasticsearch, refresh: 'true' as const };
    const other = await openDeps({ ...config, elasticsearch: shown }, { now, log });
    const caller = { id: 1, name: 'other', role: 'administrator' as const };
    await removeRecord(other, kinds.event, { key: { id }, caller, isForced: true });
    await other.close();
    app.clock.nowMs += 5001;
    expect(await total()).toBe(1);
  });

  it('CACHE_CONTROL is for what anonymous callers read', async () => {
    await app.close();
    app = await openTestApp(pair, { settings: { CACHE_CONTROL: 'public, max-age=60' } });
    const sent = async (request: string, as?: string) => {
      const { headers } = await app.call({ request, ...(as ? { as } : {}) });
      return headers.get('cache-control');
    };
    for (const _ of ['made', 'cached']) expect(await sent(LIST)).toBe('public, max-age=60');
    expect(await sent(LIST, 'admin')).toBe('private, no-store');
    expect(await sent('GET /events/999')).toBe('no-cache');
    expect(await sent('GET /events?page=x')).toBe('no-cache');
    expect(await sent('POST /events')).toBe('no-cache');
  });

  it('KEEP_ANSWERS_SECONDS=0 caches nothing', async () => {
    await app.close();
    app = await openTestApp(pair, { settings: { KEEP_ANSWERS_SECONDS: '0' } });
    const held = holdSearches(app);
    const asked = await ask(3);
    held.release();
    await Promise.all(asked);
    expect(held.searches).toBe(3);
  });
});
