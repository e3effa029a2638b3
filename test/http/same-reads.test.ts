/** Anonymous readers who ask the same at once share an answer, and none gets one made too early. */
import { request } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { indexUnavailable } from '../../src/errors.js';
import { limits } from '../../src/limits.js';
import { overPairs } from '../support/adapters.js';
import { openTestApp, type TestApp } from '../support/app.js';
import { givenEvent } from '../support/factories.js';
import { PREFIX, rawCall } from '../support/shared.js';
import { until } from '../support/until.js';

const LIST = 'GET /events?start_date=2026-01-01&end_date=2027-01-01';
const PATH = PREFIX + LIST.slice('GET '.length);
const CROWD = 20;
const PLAIN = { 'accept-encoding': 'identity' };

/** Holds the searches of an app back, and counts them and the reads that came in. */
function holdSearches(app: TestApp) {
  const { deps } = app;
  const { search } = deps.index;
  const { version } = deps;
  const held = { reads: 0, searches: 0, fault: null as Error | null, release: () => {} };
  const released = new Promise<void>((resolve) => {
    held.release = resolve;
  });
  deps.version = () => {
    held.reads++;
    return version();
  };
  deps.index.search = async (query) => {
    held.searches++;
    await released;
    if (held.fault) throw held.fault;
    return search(query);
  };
  return held;
}

type Held = ReturnType<typeof holdSearches>;

/** Sends `count` requests. → their answers to come, once all have been heard. */
async function heard<T>(held: Held, count: number, send: () => T): Promise<T[]> {
  const before = held.reads;
  const answers = Array.from({ length: count }, send);
  await until(() => held.reads === before + count);
  return answers;
}

overPairs('the same read of many at once', (pair) => {
  // Over the file alone answers are kept, and there is nothing to wait for.
  const shared = it.skipIf(pair.engines.length === 0);
  let app: TestApp;
  beforeEach(async () => {
    app = await openTestApp(pair);
    // Long enough to be compressed.
    await givenEvent(app, { title: 'First', description: 'word '.repeat(500) });
  });
  afterEach(() => app.close());

  const ask = (held: Held, count: number, headers = {}) =>
    heard(held, count, () => app.call({ request: LIST, headers }));

  it('an ETag given back means 304 until something changes', async () => {
    const ask = (headers: Record<string, string> = {}) =>
      rawCall(app, { path: PATH, headers: { ...PLAIN, ...headers } });
    const first = await ask();
    const known = { 'if-none-match': String(first.headers.etag) };
    for (const _ of ['made', 'kept or made']) {
      const { status, text, headers } = await ask(known);
      expect([status, text, headers.etag]).toEqual([304, '', first.headers.etag]);
    }
    // Whoever asks for a new answer gets one.
    expect((await ask({ ...known, 'cache-control': 'no-cache' })).text).toBe(first.text);
    expect((await ask({ 'if-none-match': '"another"' })).text).toBe(first.text);
    await givenEvent(app, { title: 'Second' });
    const changed = await ask(known);
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(first.headers.etag);
  });

  shared('a crowd is answered by a few searches, each in full', async () => {
    const held = holdSearches(app);
    const asked = await ask(held, CROWD);
    expect(held.searches).toBe(limits.sameReads);
    held.release();
    const answers = await Promise.all(asked);
    expect(held.searches).toBe(limits.sameReads + 1);
    const [first] = answers;
    expect(first?.body.events).toHaveLength(1);
    for (const { status, text, headers } of answers) {
      expect(status).toBe(200);
      expect(text).toBe(first?.text);
      const told = Object.fromEntries(headers);
      expect({ ...told, date: null }).toEqual({
        ...Object.fromEntries(first?.headers ?? []),
        date: null,
      });
    }
  });

  shared('who asks after a write was answered sees it', async () => {
    const held = holdSearches(app);
    const early = await ask(held, limits.sameReads);
    await givenEvent(app, { title: 'Second' });
    const late = await ask(held, 3);
    held.release();
    await Promise.all(early);
    for (const { body } of await Promise.all(late)) expect(body.events).toHaveLength(2);
    expect(held.searches).toBe(limits.sameReads + 1);
  });

  shared('each gets the encoding it accepts', async () => {
    const held = holdSearches(app);
    const plain = await ask(held, CROWD, PLAIN);
    const packed = await ask(held, CROWD, { 'accept-encoding': 'gzip' });
    held.release();
    const texts = new Set((await Promise.all([...plain, ...packed])).map(({ text }) => text));
    expect(texts.size).toBe(1);
    const encodings = async (answers: typeof plain) =>
      new Set((await Promise.all(answers)).map(({ headers }) => headers.get('content-encoding')));
    expect(await encodings(plain)).toEqual(new Set([null]));
    expect(await encodings(packed)).toEqual(new Set(['gzip']));
  });

  shared('who knows the answer already is told so', async () => {
    const etag = String((await app.call({ request: LIST, headers: PLAIN })).headers.get('etag'));
    const held = holdSearches(app);
    // Not by fetch, which asks for a new answer besides.
    const headers = { 'if-none-match': etag };
    const known = await heard(held, CROWD, () => rawCall(app, { path: PATH, headers }));
    const others = await ask(held, CROWD, PLAIN);
    held.release();
    for (const { status, text, headers } of await Promise.all(known)) {
      expect([status, text, headers.etag]).toEqual([304, '', etag]);
    }
    for (const { status } of await Promise.all(others)) expect(status).toBe(200);
    expect(held.searches).toBe(2 * (limits.sameReads + 1));
  });

  shared('a fault is told to all, and is over with it', async () => {
    const held = holdSearches(app);
    held.fault = indexUnavailable(new Error('down'));
    const asked = await ask(held, CROWD);
    held.release();
    for (const { status, headers } of await Promise.all(asked)) {
      expect(status).toBe(503);
      expect(headers.get('retry-after')).not.toBeNull();
    }
    held.fault = null;
    expect((await app.call({ request: LIST })).status).toBe(200);
  });

  shared('one who was first and has gone takes no answer from the others', async () => {
    const held = holdSearches(app);
    const leave = () => {
      const call = request(app.url + PATH, { headers: PLAIN, agent: false });
      call.on('error', () => undefined).end();
      return call;
    };
    const running = await heard(held, limits.sameReads, leave);
    const waiting = await heard(held, 1, leave);
    const asked = await ask(held, CROWD, PLAIN);
    for (const call of [...running, ...waiting]) call.destroy();
    // By the time that another is answered, it is known that they have gone.
    await app.call({ request: 'GET /' });
    held.release();
    for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
    expect(held.searches).toBeLessThanOrEqual(2 * limits.sameReads + 1);
  });

  shared('callers with a token share nothing', async () => {
    const held = holdSearches(app);
    const own = Array.from({ length: 3 }, () => app.call({ request: LIST, as: 'admin' }));
    await until(() => held.searches === 3);
    held.release();
    for (const { status, headers } of await Promise.all(own)) {
      expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    }
    expect(held.reads).toBe(0);
  });
});
