/** Several origins in CORS_ORIGIN: each is answered with its own name, cached answers included. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { overPairs } from '../support/adapters.js';
import { openTestApp, type TestApp } from '../support/app.js';

overPairs('several CORS origins', (pair) => {
  let app: TestApp;
  beforeAll(async () => {
    const settings = { CORS_ORIGIN: 'https://a.test, https://b.test' };
    app = await openTestApp(pair, { settings });
  });
  afterAll(() => app.close());

  it.each(['GET /venues', 'GET /venues/1', 'OPTIONS /venues'])('%s', async (request) => {
    const allowed = async (origin: string | null) => {
      const headers = { 'Access-Control-Request-Method': 'GET', ...(origin && { Origin: origin }) };
      const answer = await app.call({ request, headers });
      expect(answer.headers.get('vary')).toContain('Origin');
      return answer.headers.get('access-control-allow-origin');
    };
    // The second round is answered from the cache.
    for (let round = 0; round < 2; round++) {
      expect(await allowed('https://a.test')).toBe('https://a.test');
      expect(await allowed('https://b.test')).toBe('https://b.test');
      expect(await allowed('https://c.test')).toBeNull();
      expect(await allowed(null)).toBeNull();
    }
  });
});
