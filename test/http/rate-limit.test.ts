/** Limits on requests, the addresses they count, request IDs. Contract 21. */
import { parseList } from 'structured-headers';
import { afterEach, describe, expect, it } from 'vitest';
import { pairNamed, takeEngines } from '../support/adapters.js';
import { type Answer, openTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let cleanUp: (() => Promise<void>) | null = null;
afterEach(async () => {
  await app.close();
  await cleanUp?.();
  cleanUp = null;
});

const open = async (settings: Record<string, string>) => {
  app = await openTestApp(pairNamed('sqlite + sqlite'), { settings });
};
const from = (address: string) => ({ 'X-Forwarded-For': address });
const headerOf = ({ headers }: Answer, name: string) =>
  parseList(headers.get(name) ?? '').map(([value, parameters]) => [
    value,
    Object.fromEntries(parameters),
  ]);

describe('limits on requests', () => {
  it('anonymous requests are counted and refused, cached answers too', async () => {
    await open({ RATE_LIMIT: 'anonymous=3/600' });
    for (const left of [2, 1, 0]) {
      const answer = await app.call({ request: 'GET /venues' });
      expect(answer.status).toBe(200);
      expect(headerOf(answer, 'ratelimit-policy')).toEqual([['anonymous', { q: 3, w: 600 }]]);
      expect(headerOf(answer, 'ratelimit')).toEqual([
        ['anonymous', { r: left, t: expect.any(Number) }],
      ]);
    }
    const refused = await app.call({
      request: 'GET /venues',
      headers: { Origin: 'https://a.test' },
    });
    expect([refused.status, refused.body.code]).toEqual([429, 'rest_too_many_requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(590);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(refused.headers.get('access-control-expose-headers')).toContain('RateLimit');
    // Users have a limit of their own, here none, and health is never refused.
    expect((await app.call({ request: 'GET /venues', as: 'editor' })).status).toBe(200);
    expect((await fetch(`${app.url}/ready`)).status).toBe(200);
  });

  it('a user is counted whatever the address, writes apart from reads', async () => {
    await open({ RATE_LIMIT: 'token=2/600,write=1/600', TRUST_PROXY: '1' });
    const read = (as: string, address: string) =>
      app.call({ request: 'GET /venues', as, headers: from(address) });
    expect((await read('editor', '192.0.2.1')).status).toBe(200);
    expect((await read('editor', '192.0.2.2')).status).toBe(200);
    expect((await read('editor', '192.0.2.3')).status).toBe(429);
    expect((await read('author', '192.0.2.3')).status).toBe(200);
    const write = (title: string) =>
      app.call({ request: 'POST /tags', as: 'editor', body: { name: title } });
    expect((await write('one')).status).toBe(201);
    expect((await write('two')).status).toBe(429);
    expect((await app.call({ request: 'GET /tags?hide_empty=false' })).body.total).toBe(1);
  });

  it('addresses: of IPv6 the network counts, and only proxies that are trusted are believed', async () => {
    await open({ RATE_LIMIT: 'anonymous=1/600', TRUST_PROXY: '1' });
    const read = async (address: string) =>
      (await app.call({ request: 'GET /tags', headers: from(address) })).status;
    expect(await read('2001:db8:1:2::1')).toBe(200);
    expect(await read('2001:db8:1:2:ffff::9')).toBe(429);
    expect(await read('2001:db8:1:3::1')).toBe(200);
    // What the caller itself put before the address that the proxy added does not count.
    expect(await read('203.0.113.5, 192.0.2.9')).toBe(200);
    expect(await read('203.0.113.6, 192.0.2.9')).toBe(429);
    await app.close();
    await open({ RATE_LIMIT: 'anonymous=1/600' });
    expect(await read('192.0.2.1')).toBe(200);
    expect(await read('192.0.2.2')).toBe(429);
  });

  it('an empty Authorization header and writes without a limit of their own count, too', async () => {
    await open({ RATE_LIMIT: 'anonymous=2/600' });
    const read = { request: 'GET /tags', headers: { Authorization: '' } };
    expect((await app.call(read)).status).toBe(200);
    expect((await app.call({ request: 'POST /tags', body: { name: 'x' } })).status).toBe(401);
    expect((await app.call(read)).status).toBe(429);
  });

  it('wrong tokens are limited by address; right ones and other requests go on', async () => {
    await open({ RATE_LIMIT: 'anonymous=2/600' });
    const guess = (text: string) =>
      app.call({ request: 'GET /tags', headers: { Authorization: `Bearer ${text}` } });
    expect((await guess('a')).status).toBe(401);
    expect((await guess('b')).status).toBe(401);
    expect((await guess('c')).status).toBe(429);
    expect((await app.call({ request: 'GET /tags', as: 'editor' })).status).toBe(200);
    expect((await app.call({ request: 'GET /tags' })).status).toBe(200);
  });
});

describe('shared counts', () => {
  const pair = pairNamed('mongo + sqlite');
  const settings = { RATE_LIMIT: 'anonymous=3/600', RATE_LIMIT_SHARED: 'true' };
  const read = async (one: TestApp) => (await one.call({ request: 'GET /tags' })).status;

  it.skipIf(pair.unavailable !== null)(
    `processes over MongoDB count together${pair.unavailable ? ` (skipped: ${pair.unavailable})` : ''}`,
    async () => {
      const engines = await takeEngines(pair);
      app = await openTestApp(pair, { engines, settings });
      const other = await openTestApp(pair, { engines, settings });
      cleanUp = async () => {
        await other.close();
        await engines.release();
      };
      expect([await read(app), await read(other), await read(app)]).toEqual([200, 200, 200]);
      expect([await read(app), await read(other)]).toEqual([429, 429]);
    },
  );

  it.each([
    ['fail', () => Promise.reject(new Error('down'))],
    ['hang', () => new Promise<never>(() => undefined)],
  ])('when they %s, this process counts', async (_, findOneAndUpdate) => {
    const collection = () => ({ findOneAndUpdate, createIndex: async () => '' });
    const overrides = { countsIn: { collection } };
    app = await openTestApp(pairNamed('sqlite + sqlite'), { settings, overrides });
    for (let request = 0; request < 3; request++) expect(await read(app)).toBe(200);
    expect(await read(app)).toBe(429);
  });
});

describe('request IDs', () => {
  it('are taken when they are well-formed, else made; each answer has its own', async () => {
    await open({});
    const idOf = async (given?: string) => {
      const headers: Record<string, string> = given ? { 'X-Request-Id': given } : {};
      return (await app.call({ request: 'GET /tags', headers })).headers.get('x-request-id');
    };
    expect(await idOf('abc.D-1_2')).toBe('abc.D-1_2');
    const made = [await idOf(), await idOf('a b'), await idOf('x'.repeat(65)), await idOf()];
    expect(new Set(made).size).toBe(4);
    for (const id of made) expect(id).toMatch(/^[\da-f-]{36}$/);
    const failed = await app.call({ request: 'GET /nothing', headers: { 'X-Request-Id': 'e1' } });
    expect([failed.status, failed.headers.get('x-request-id')]).toEqual([404, 'e1']);
  });
});
