/** The script that manages webhooks. */
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pairNamed, takeEngines } from '../support/adapters.js';
import { openTestApp } from '../support/app.js';
import { givenVenue } from '../support/factories.js';
import { listening } from '../support/host.js';
import { runScript } from '../support/process.js';

const server = createServer((_, response) => response.writeHead(204).end());
let url: string;
beforeAll(async () => {
  url = `${await listening(server)}/in`;
});
afterAll(() => server.close());

it('adds, lists, tests, replays and removes webhooks; a secret is alone on its line', async () => {
  const pair = pairNamed('sqlite + sqlite');
  const engines = await takeEngines(pair);
  const app = await openTestApp(pair, { engines });
  await givenVenue(app, { venue: 'Hall' });
  await app.close();
  const run = (args: string[], settings = {}) =>
    runScript('webhooks', args, { ...engines.settings, OUTBOUND: 'any', ...settings });
  const refused = await run(['add', url], { OUTBOUND: 'public' });
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('url: Invalid')]);
  const added = await run(['add', url, '--kinds', 'event,venue', '--description', 'Portal']);
  expect(added.stdout).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/);
  const listed = await run(['list']);
  expect(listed.stdout).toContain(`1\t${url}\tevent,venue\tenabled\t`);
  expect(listed.stdout).not.toContain('whsec');
  expect(await run(['test', '1'])).toMatchObject({ code: 0, stdout: '' });
  const replay = ['replay', '1', '--after', '0'];
  const replayed = await run(replay);
  expect([replayed.code, replayed.stderr]).toEqual([
    ...[0, 'Webhook 1 gets all changes after 0 once more.\n'],
  ]);
  expect((await run(['list'])).stdout).toContain('\t0 of ');
  const again = await openTestApp(pair, { engines });
  await again.given({ request: 'PATCH /webhooks/1', body: { enabled: false } });
  await again.close();
  expect((await run(replay)).stderr).toContain('once more when it is enabled: PATCH /webhooks');
  expect((await run(['remove', '1'])).code).toBe(0);
  expect(await run(['test', '1'])).toMatchObject({
    code: 1,
    stderr: 'The webhook 1 does not exist.\n',
  });
  await engines.release();
});
