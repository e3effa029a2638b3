/**
 * A service process stopped (SIGSTOP) in the middle of a push for longer than its claim: another
 * one does its work, and the first one changes nothing when it wakes. A process told to end
 * (SIGTERM) while the index hangs also ends.
 */
import { expect, it } from 'vitest';
import type { Caller } from '../../src/access/roles.js';
import { kinds } from '../../src/kinds/index.js';
import { limits } from '../../src/limits.js';
import { removeRecord } from '../../src/records/remove.js';
import { updateRecord } from '../../src/records/save.js';
import { type EnginePair, enginePairs, openPair, takeEngines } from '../support/adapters.js';
import { AGES_MS, catchUp, disagreements } from '../support/agree.js';
import { eventPayload } from '../support/factories.js';
import { ask, serve } from '../support/process.js';
import { openProxy, throughProxy } from '../support/proxy.js';
import { until } from '../support/until.js';

const TOKEN = 'a-token-of-this-test';
const caller: Caller = { id: 1, name: 'admin', role: 'administrator' };

const pairs = enginePairs.filter(({ engines }) => engines.includes('elasticsearch'));
const names = pairs.map((pair) => {
  const reason = pair.unavailable === null ? '' : ` (skipped: ${pair.unavailable})`;
  return { name: `${pair.name}${reason}`, pair };
});
async function stopBeyondClaim(pair: EnginePair): Promise<void> {
  const engines = await takeEngines(pair);
  const url = engines.settings.ELASTICSEARCH_URL ?? '';
  const proxy = await openProxy(url);
  const other = await openPair(pair, { engines, overrides: { now: () => Date.now() + AGES_MS } });
  const { deps } = other;
  const slow = await serve({
    ...engines.settings,
    ELASTICSEARCH_URL: throughProxy(url, proxy),
    ADMIN_TOKEN: TOKEN,
  });
  try {
    const create = (title: string) =>
      ask(`${slow.api}/events`, { token: TOKEN, body: eventPayload({ title }) });
    await proxy.set('hang');
    const [changed, removed] = await Promise.all([create('Old'), create('Gone')]);
    expect([changed.status, removed.status]).toEqual([201, 201]);
    slow.child.kill('SIGSTOP');
    await catchUp(deps);
    const keyOf = (id: number) => ({ id, sent: String(id) });
    const payload = { title: 'Newer' };
    await updateRecord(deps, kinds.event, { key: keyOf(changed.body.id), payload, caller });
    await removeRecord(deps, kinds.event, { key: keyOf(removed.body.id), caller });
    await catchUp(deps);
    expect(await disagreements(deps)).toEqual([]);
    // What it sent arrives only now, and it reads the answers.
    await proxy.set('pass');
    slow.child.kill('SIGCONT');
    const list = `${slow.api}/events?start_date=2000-01-01&end_date=2100-01-01`;
    await until(async () => {
      const { status, body } = await ask(list);
      return status === 200 && body.total === 1 && body.events[0].title === 'Newer';
    });
    // It takes part again, and finishes.
    expect((await create('Next')).status).toBe(201);
    await until(async () => (await deps.store.outbox.backlog()).unindexed === 0);
    await catchUp(deps);
    expect(await disagreements(deps)).toEqual([]);
  } finally {
    slow.child.kill('SIGCONT');
    await slow.stop();
    await other.close();
    await proxy.close();
    await engines.release();
  }
}

async function endWhileHanging(pair: EnginePair): Promise<void> {
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
}

for (const [at, { name, pair }] of names.entries()) {
  const test = it.skipIf(pair.unavailable !== null);
  test(`stopped beyond its claim, over ${name}`, () => stopBeyondClaim(pair));
  // The store does not matter here, and this takes long.
  if (at === 0)
    test(`told to end while the index hangs, over ${name}`, () => endWhileHanging(pair));
}
