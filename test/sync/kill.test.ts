/**
 * Service processes killed by SIGKILL in the middle of their work, and how another process
 * continues it. Every step in turn: crash.test.ts without processes, test/faults with them.
 */
import { expect, it } from 'vitest';
import type { StoredRecord } from '../../src/kinds/record.js';
import { limits } from '../../src/limits.js';
import type { Deps } from '../../src/records/deps.js';
import { makeRecord, makeSnapshot } from '../contracts/builders.js';
import { inserts, UNLEASED } from '../contracts/record-store.js';
import {
  type EnginePair,
  openPair,
  pairNamed,
  type TakenEngines,
  takeEngines,
} from '../support/adapters.js';
import { ask, runScript, type Service, serve } from '../support/process.js';
import { until } from '../support/until.js';

const TOKEN = 'a-token-of-this-test';
const ALL = 'start_date=2000-01-01&end_date=2100-01-01&per_page=1';
const total = async (service: Service, query: string): Promise<number> =>
  (await ask(`${service.api}/events?${ALL}&${query}`)).body.total;

/** Events in the store that embed one venue. Their outbox entries are already finished. */
async function givenHolders({ store }: Deps, count: number): Promise<number> {
  const [first = 0] = await store.nextIds('post', count + 1);
  const fields = { city: 'Rome', country: 'Italy' };
  const venue = makeRecord('venue', first, { title: 'Hall', fields });
  await write(store, [venue]);
  const relations = { venue: [makeSnapshot(venue)] };
  for (let done = 0; done < count; done += limits.batchRecords) {
    const ids = Array.from(
      { length: Math.min(limits.batchRecords, count - done) },
      (_, at) => first + 1 + done + at,
    );
    const records = ids.map((id) => ({ ...makeRecord('event', id, { relations }), author: 1 }));
    await write(store, records);
  }
  return first;
}

async function write({ write, outbox }: Deps['store'], records: StoredRecord[]): Promise<void> {
  const { conflicts, entries } = await write(inserts(...records), UNLEASED);
  expect(conflicts).toEqual([]);
  await outbox.finish(entries);
}

/** Opens the engines in addition to the service. */
const openBeside = (pair: EnginePair, engines: TakenEngines) =>
  openPair(pair, { engines, overrides: { now: () => Date.now() } });

/** Changes the venue in a process that is killed when the first events have its snapshot. */
async function changeAndDie(settings: Record<string, string>, venue: number): Promise<void> {
  const killed = await serve({ ...settings, ADMIN_TOKEN: TOKEN });
  const url = `${killed.api}/venues/${venue}`;
  const changed = await ask(url, { token: TOKEN, method: 'PATCH', body: { city: 'Bonn' } });
  expect([changed.status, changed.body.city]).toEqual([200, 'Bonn']);
  await until(async () => (await total(killed, 'city=bonn')) > 0);
  killed.child.kill('SIGKILL');
  expect((await killed.ended).signal).toBe('SIGKILL');
}

/** Lets the leases of a killed process end at once: nobody waits half a minute for them. */
async function endLeases(pair: EnginePair, engines: TakenEngines) {
  const { deps, close } = await openBeside(pair, engines);
  const { outbox } = deps.store;
  await outbox.renew(await outbox.list({ afterId: null, limit: 1000 }), { untilMs: 0 });
  await close();
}

it('a venue of 2,000 events: answered early; killed halfway, all get the copy', async () => {
  const pair = pairNamed('sqlite + sqlite');
  const count = 2000;
  const engines = await takeEngines(pair);
  const { deps, close } = await openBeside(pair, engines);
  const venue = await givenHolders(deps, count);
  await close();
  await changeAndDie(engines.settings, venue);
  await endLeases(pair, engines);
  const next = await serve({ ...engines.settings, ADMIN_TOKEN: TOKEN });
  const early = await total(next, 'city=bonn');
  expect(early).toBeGreaterThan(0);
  expect(early).toBeLessThan(count);
  // Other requests are answered all the time, not only at the end.
  let answers = 0;
  await until(async () => {
    const { status } = await ask(`${next.api}/venues/${venue}`);
    expect(status).toBe(200);
    return ++answers % 10 === 0 && (await total(next, 'city=bonn')) === count;
  }, 120_000);
  expect(answers).toBeGreaterThan(20);
  expect(await total(next, 'city=rome')).toBe(0);
  await until(async () => (await ask(new URL('/health', next.api).href)).body.sync.unindexed === 0);
  const checked = await runScript('check-sync', [], engines.settings);
  expect(checked.stdout).toContain('agree; 0 waiting');
  await next.stop();
  await engines.release();
}, 180_000);
