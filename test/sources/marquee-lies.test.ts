/** A feed of another listing that lies about what it has. Contract 32.1. */
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { installationOf } from '../../src/service/installation.js';
import { embeddedPair } from '../support/adapters.js';
import type { Json } from '../support/app.js';
import { givenEvent } from '../support/factories.js';
import { listening } from '../support/host.js';
import { events, follow, openMarquee, ran } from '../support/marquees.js';

const other = (n: number): string => `marquee-${String(n).padStart(20, '0')}`;

it('32.1 a feed that lies takes over nothing of this listing', async () => {
  const b = await openMarquee(embeddedPair, 'b');
  onTestFinished(() => b.close());
  const ours = await givenEvent(b, { title: 'Ours' });
  const own = await installationOf(b.deps);
  await b.deps.store.keys.write('event', {
    writes: [{ key: 'crm:7', id: ours.id, how: 'claim' }],
  });
  const lies: Json[] = [
    { origin: { installation: 'crm', kind: 'event', id: 7 }, via: ['crm'] },
    { origin: { installation: own, kind: 'event', id: ours.id }, via: [own] },
    { origin: { installation: other(1), kind: 'event', id: 1 }, via: [other(1), own] },
    { origin: { installation: other(1), kind: 'event', id: -1 }, via: [other(1)] },
    { origin: { installation: other(1), kind: 'event', id: 2 }, via: ['x y'] },
    { origin: {}, via: [] },
    {
      origin: { installation: other(1), kind: 'event', id: 3 },
      via: Array.from({ length: 8 }, (_, n) => other(n)),
    },
    { origin: { installation: other(1), kind: 'event', id: 4 }, via: [other(1)], row: 'text' },
    { origin: { installation: other(1), kind: 'event', id: 5 }, via: [other(1)], row: {} },
  ];
  const row = {
    title: 'Lie',
    start_date: '2026-03-20 09:00:00',
    end_date: '2026-03-20 10:00:00',
  };
  const items = lies.map((lie, n) => ({
    ...{ state: 'updated', kind: 'event', id: n + 1, modified: n, row, ...lie },
  }));
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    const isEvents = pathname.includes('/events/') && !searchParams.has('end');
    const next = `http://${request.headers.host}${pathname}?end=1`;
    const body = { items: isEvents ? items : [], next, version: '1.0' };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const id = await follow(b, { feed: `${await listening(server)}/events/changes` });
  const run = await ran(b, id);
  server.closeAllConnections();
  server.close();
  expect(run).toMatchObject({ created: 0, updated: 0, missing: 0 });
  expect(run.rejected).toBeGreaterThan(0);
  expect((await events(b)).map(({ title }) => title)).toEqual(['Ours']);
});
