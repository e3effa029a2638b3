/** Webhooks: who may have them, at which addresses, and how many. Source: Contract 31. */
import { afterEach, describe, expect, it } from 'vitest';
import { pairNamed } from '../support/adapters.js';
import { openTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
afterEach(() => app?.close());

const URL = 'http://127.0.0.1:9/in';
const open = async (settings: Record<string, string>) => {
  app = await openTestApp(pairNamed('sqlite + sqlite'), { settings });
};
const add = () => app.given({ request: 'POST /webhooks', as: 'admin', body: { url: URL } });

describe('webhooks', () => {
  it('31 are for administrators', async () => {
    await open({ OUTBOUND: 'any' });
    const { id } = await add();
    const requests = [
      ['GET /webhooks', 'POST /webhooks', `GET /webhooks/${id}`, `PATCH /webhooks/${id}`],
      [`DELETE /webhooks/${id}`, `GET /webhooks/${id}/deliveries`],
      ['rotate', 'replay', 'test'].map((what) => `POST /webhooks/${id}/${what}`),
    ].flat();
    for (const request of requests) {
      expect((await app.call({ request })).status, request).toBe(401);
      expect((await app.call({ request, as: 'editor' })).body.code, request).toBe('rest_forbidden');
    }
    const missing = await app.call({ request: 'GET /webhooks/99', as: 'admin' });
    expect([missing.status, missing.body.code]).toEqual([404, 'webhook-not-found']);
    await app.given({ request: `DELETE /webhooks/${id}` });
    expect((await app.given({ request: 'GET /webhooks' })).webhooks).toEqual([]);
    // Nobody takes another one for the one that was removed.
    expect((await add()).id).toBeGreaterThan(id);
  });

  it.each([
    'http://example.com/in',
    'https://127.0.0.1/in',
    'https://2130706433/in',
    'https://0x7f.1/in',
    'https://[::1]/in',
    'https://[::ffff:10.0.0.1]/in',
    'https://10.1.2.3/in',
    'https://169.254.169.254/latest',
    'https://100.64.0.1/in',
    'https://[fd00::1]/in',
    'https://224.0.0.1/in',
    'https://localhost/in',
    'https://me:secret@example.com/in',
    'ftp://example.com/in',
    'example.com',
    '',
    `https://example.com/${'x'.repeat(2048)}`,
  ])('31 refuses %s', async (target) => {
    await open({});
    const body = { url: target };
    const { status, body: answer } = await app.call({
      request: 'POST /webhooks',
      as: 'admin',
      body,
    });
    expect([status, Object.keys(answer.data.params)]).toEqual([400, ['url']]);
    expect((await app.given({ request: 'GET /webhooks' })).webhooks).toEqual([]);
  });

  it('31 there are 20 at the most, and all faults are told at once', async () => {
    await open({ OUTBOUND: 'any' });
    for (let at = 0; at < 20; at += 1) await add();
    const { status, body } = await app.call({
      request: 'POST /webhooks',
      as: 'admin',
      body: { url: 'x', kinds: 'event,moon', enabled: 'perhaps' },
    });
    expect(status).toBe(400);
    expect(Object.keys(body.data.params).sort()).toEqual(['enabled', 'kinds', 'url']);
    const full = await app.call({ request: 'POST /webhooks', as: 'admin', body: { url: URL } });
    expect(full.body.data.params.url).toContain('There are 20 webhooks already.');
  });
});
