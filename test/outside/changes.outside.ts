/**
 * The change feed, judged by OpenActive's validator, and the messages of webhooks, verified by the
 * standardwebhooks of PyPI. Contract 30, 31.
 */
import { spawnSync } from 'node:child_process';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { allKinds } from '../../src/kinds/index.js';
import { ask, serve } from '../support/process.js';
import { until } from '../support/until.js';
import { home } from './install.js';
import { hear, judgedBy } from './judging.js';

const LICENSE = 'https://creativecommons.org/licenses/by/4.0/';

judgedBy('rpde', 'the feeds of all kinds, also with deletions and several pages', async () => {
  const service = await serve({ CHANGES_LICENSE: LICENSE });
  const { api, token } = service;
  for (const { route } of allKinds) {
    const title = { events: 'title', venues: 'venue', organizers: 'organizer' }[route] ?? 'name';
    const times = { start_date: '2027-03-01 09:00:00', end_date: '2027-03-01 10:00:00' };
    const rows = Array.from({ length: 620 }, (_, at) => ({ [title]: `${route} ${at}`, ...times }));
    const body = rows.map((row) => JSON.stringify(row)).join('\n');
    const loaded = await fetch(`${api}/${route}/bulk`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-ndjson' },
      body,
    });
    await loaded.text();
    const { body: list } = await ask(`${api}/${route}?per_page=5&hide_empty=false`, {});
    for (const { id } of list[route])
      await ask(`${api}/${route}/${id}`, { token, method: 'DELETE' });
  }
  for (const { route } of allKinds) {
    const url = `${api}/${route}/changes`;
    const said = await hear(process.execPath, [join(home, 'rpde_judge.cjs'), url]);
    // It suggests another vocabulary for `data`, which the feed leaves open.
    // It judges the header of a last page before it knows that the page is the last one.
    const { pages = [], '': _, suggestion, warning = [], ...faults } = said;
    expect({ route, ...faults }).toEqual({ route });
    expect(warning.map(([, , text]) => text)).toEqual([expect.stringMatching(/max-age=5\b/)]);
    expect(suggestion).toHaveLength(1);
    // Two with items, the last one, and those of the questions that the validator makes up.
    expect(Number(pages[0]?.[1])).toBeGreaterThanOrEqual(3);
  }
  await service.stop();
});

judgedBy('standardwebhooks', 'messages, tests, and two secrets at a time', async () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const receiver = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    received.push({ headers: request.headers, body });
    response.writeHead(204).end();
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const service = await serve({ OUTBOUND: 'any' });
  const { api, token } = service;
  const { body: added } = await ask(`${api}/webhooks`, { token, body: { url } });
  await ask(`${api}/venues`, { token, body: { venue: 'Grüne Flotte – 東京' } });
  await until(() => received.length === 1);
  const { body: rotated } = await ask(`${api}/webhooks/${added.id}/rotate`, { token, body: {} });
  await ask(`${api}/webhooks/${added.id}/test`, { token, body: {} });
  const [first, second] = received;
  const lines = [
    { secret: added.secret, ...first },
    { secret: added.secret, ...second },
    { secret: rotated.secret, ...second },
    { secret: rotated.secret, ...first },
    { secret: added.secret, ...first, body: `${first?.body} ` },
  ];
  const { stdout, stderr } = spawnSync(
    join(home, 'python/bin/python'),
    [join(home, 'webhook_judge.py')],
    { input: lines.map((line) => JSON.stringify(line)).join('\n'), encoding: 'utf8' },
  );
  const [vector, ...verdicts] = stdout.trim().split('\n');
  const signer = new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  const moment = new Date(1614265330 * 1000);
  const own = signer.sign('msg_p5jXN8AQM9LWM0D4loKWxJek', moment, '{"test": 2432232314}');
  expect([vector, stderr]).toEqual([`vector\t${own}`, '']);
  expect(verdicts.map((line) => line.split('\t')[0])).toEqual([
    'ok',
    'ok',
    'ok',
    'refused',
    'refused',
  ]);
  receiver.close();
  await service.stop();
});
