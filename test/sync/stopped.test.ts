/** A service process told to end (SIGTERM) while the index hangs ends, and loses nothing. */
import { expect, it } from 'vitest';
import { limits } from '../../src/limits.js';
import { openPair, pairNamed, takeEngines } from '../support/adapters.js';
import { AGES_MS, catchUp, disagreements } from '../support/agree.js';
import { eventPayload } from '../support/factories.js';
import { ask, serve } from '../support/process.js';
import { openProxy, throughProxy } from '../support/proxy.js';

const TOKEN = 'a-token-of-this-test';
// The store does not matter here, and this takes long.
const pair = pairNamed('sqlite + elasticsearch');
const why = pair.unavailable === null ? '' : ` (skipped: ${pair.unavailable})`;

it.skipIf(pair.unavailable !== null)(`told to end while the index hangs${why}`, async () => {
  const engines = await takeEngines(pair);
  const url = engines.settings.ELASTICSEARCH_URL ?? '';
  const proxy = await openProxy(url);
  const settings = { ...engines.settings, ADMIN_TOKEN: TOKEN };
  const service = await serve({ ...settings, ELASTICSEARCH_URL: throughProxy(url, proxy) });
  try {
    await proxy.set('hang');
    const event = await ask(`${service.api}/events`, { token: TOKEN, body: eventPayload() });
    expect(event.status).toBe(201);
    const startMs = performance.now();
    const { code } = await service.stop();
    expect(code).toBe(0);
    expect(performance.now() - startMs).toBeLessThan(limits.stopTimeoutMs * 2);
    await proxy.set('pass');
    const laterMs = Date.now() + AGES_MS;
    const { deps, close } = await openPair(pair, { engines, overrides: { now: () => laterMs } });
    await catchUp(deps);
    expect(
      (await deps.index.versions('event', { afterId: 0, limit: 9 })).map(({ id }) => id),
    ).toEqual([event.body.id]);
    expect(await disagreements(deps)).toEqual([]);
    await close();
  } finally {
    await proxy.close();
    await engines.release();
  }
});
