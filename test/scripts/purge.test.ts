/** `npm run purge` beside a service, a backup after it, and erasing over HTTP. Contract 24.2. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Json } from '../support/app.js';
import { ask, runScript, type Service, serve, tempFolder } from '../support/process.js';
import { until } from '../support/until.js';

const MARK = 'zqxmarked';

async function send(service: Service, method: string, path: string, body?: Json): Promise<Json> {
  const { token } = service;
  const answer = await ask(`${service.api}${path}`, { method, token, ...(body ? { body } : {}) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}

/** → the IDs of an event, its venue and its organizer, all marked, two in the trash. */
async function givenMarked(service: Service): Promise<Record<string, number>> {
  const { id, venue, organizer } = await send(service, 'POST', '/events', {
    title: `Fair ${MARK}`,
    description: `${MARK} `.repeat(2000),
    start_date: '2026-05-01 10:00:00',
    end_date: '2026-05-01 12:00:00',
    venue: { venue: `Hall ${MARK}`, city: MARK },
    organizer: [{ organizer: `Org ${MARK}` }],
  });
  await send(service, 'PATCH', `/events/${id}`, { description: `other ${MARK}` });
  await send(service, 'DELETE', `/events/${id}`);
  await send(service, 'DELETE', `/venues/${venue.id}`);
  return { event: id, venue: venue.id, organizer: organizer[0].id };
}

it('purge erases the trash beside a service; no backup holds it', async () => {
  const service = await serve();
  const settings = { DATA_DIR: service.dataDir };
  const ids = await givenMarked(service);
  const kept = await send(service, 'POST', '/venues', { venue: 'Kept' });
  const purge = (...args: string[]) => runScript('purge', ['--trash', ...args], settings);

  const counted = await purge('--older-than', '0d', '--dry-run');
  expect([counted.stdout, counted.code]).toEqual([
    'event: 1 to erase\nvenue: 1 to erase\norganizer: 0 to erase\n',
    0,
  ]);
  const young = await purge('--older-than', '1d');
  expect(young.stdout).toBe('event: 0 erased\nvenue: 0 erased\norganizer: 0 erased\n');
  const events = await purge('--older-than', '0d', '--kind', 'event');
  expect([events.stdout, events.code]).toEqual(['event: 1 erased\n', 0]);
  await send(service, 'DELETE', `/organizers/${ids.organizer}`);
  const done = await purge('--older-than', '0d');
  expect([done.stdout, done.code]).toEqual([
    'event: 0 erased\nvenue: 1 erased\norganizer: 1 erased\n',
    0,
  ]);

  const hasMark = async () => {
    const backup = join(tempFolder(), 'b.sqlite');
    expect((await runScript('backup', [backup], settings)).code).toBe(0);
    return readFileSync(backup, 'latin1').toLowerCase().includes(MARK);
  };
  expect(await hasMark()).toBe(false);
  const answer = await ask(`${service.api}/events/${ids.event}`, { token: service.token });
  expect(answer.status).toBe(404);
  expect((await send(service, 'GET', `/venues/${kept.id}`)).venue).toBe('Kept');
  expect((await runScript('check-sync', [], settings)).code).toBe(0);

  // What other records showed is cleared by upkeep.
  const first = await givenMarked(service);
  for (const route of ['event', 'venue', 'organizer']) {
    await send(service, 'DELETE', `/${route}s/${first[route]}?force=true`);
  }
  expect(await hasMark()).toBe(false);
  const hall = await send(service, 'POST', '/venues', { venue: `Hall ${MARK}`, address: MARK });
  const dates = { start_date: '2026-05-01 10:00:00', end_date: '2026-05-01 12:00:00' };
  await send(service, 'POST', '/events', { title: 'Fair', ...dates, venue: hall.id });
  await send(service, 'DELETE', `/venues/${hall.id}?force=true`);
  await until(async () => !(await hasMark()));
  expect((await service.stop()).code).toBe(0);
}, 150_000);

it('purge wants to be told what and how old', async () => {
  const settings = { DATA_DIR: tempFolder() };
  expect((await runScript('purge', ['--older-than', '1d'], settings)).stderr).toContain('--trash');
  expect((await runScript('purge', ['--trash'], settings)).stderr).toContain('--older-than');
  const wrong = await runScript('purge', ['--trash', '--older-than', 'soon'], settings);
  expect(wrong.stderr).toContain('A time is 90s, 30m, 1h or 7d, and at most 36500d.');
  const none = await runScript('purge', ['--trash', '--older-than', '1d'], settings);
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('There is no file')]);
});
