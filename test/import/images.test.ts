/** Images of loaded rows that cannot be fetched, asked for at a real server on loopback. */

import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LoadOptions } from '../../src/import/entry.js';
import { kinds } from '../../src/kinds/index.js';
import { imageUrlOf, type JsonObject, type KindName } from '../../src/kinds/record.js';
import { checkRemoteImage } from '../../src/lib/net/remote-image.js';
import type { MappedEntry } from '../../src/rows/statement.js';
import { type Opened, openPair, overTwoPairs } from '../support/adapters.js';
import { listening } from '../support/host.js';
import { loadRows } from '../support/load-rows.js';

const caller = { id: 1, name: 'admin', role: 'administrator' as const };
const online = { online: true, timeoutMs: 5000 };
const rulesOf = (url: string) => ({
  ...online,
  timeoutMs: url.endsWith('/silent') ? 50 : 5000,
  isPrivateAllowed: true,
});

overTwoPairs('images that cannot be fetched', (pair) => {
  let opened: Opened;
  let server: Server;
  let base: string;
  beforeEach(async () => {
    opened = await openPair(pair);
    server = createServer(({ url }, response) => {
      const type = url?.endsWith('.png') ? 'image/png' : 'text/html';
      if (url === '/silent') return;
      if (url === '/broken') response.destroy();
      const headers = { 'content-type': type, 'x-wide': 'x'.repeat(url === '/wide' ? 9000 : 1) };
      response.writeHead(url === '/missing' ? 404 : 200, headers).end();
    });
    base = await listening(server);
    opened.deps.checkImage = (url) => checkRemoteImage(url, rulesOf(url));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    await opened.close();
  });

  const load = (name: KindName, rows: JsonObject[], options: Partial<LoadOptions> = {}) => {
    const entries = rows.map(
      ({ external_id: key, ...payload }): MappedEntry => ({
        externalId: typeof key === 'string' ? key : null,
        payload,
      }),
    );
    return loadRows(opened.deps, kinds[name], entries, { caller, ...options });
  };
  const hall = (key: string, image: string | number) => ({
    external_id: `crm:${key}`,
    venue: `Hall ${key}`,
    image,
  });

  it('the row is loaded without it, with a warning that names URL and reason', async () => {
    const paths = ['good.png', 'missing', 'page', 'silent', 'broken', 'wide'];
    const rows = paths.map((path) => hall(path, `${base}/${path}`));
    const results = await load('venue', rows);
    expect(results.map(({ outcome }) => outcome)).toEqual(paths.map(() => 'created'));
    const told = results.map((one) =>
      one.outcome === 'rejected'
        ? 'rejected'
        : [one.record && imageUrlOf(one.record), one.warnings],
    );
    const left = (path: string, reason: string) => [
      null,
      [{ param: 'image', reason: `left out: ${base}/${path}: ${reason}` }],
    ];
    expect(told).toEqual([
      [`${base}/good.png`, []],
      left('missing', 'the server answered 404'),
      left('page', 'the type text/html is not that of an image'),
      left('silent', 'no answer in time'),
      left('broken', 'no answer (ECONNRESET)'),
      left('wide', 'no answer (HPE_HEADER_OVERFLOW)'),
    ]);
    opened.deps.checkImage = (url) => checkRemoteImage(url, online);
    const [refused] = await load('venue', [hall('refused', `${base}/a.png`)]);
    const reason = `left out: ${base}/a.png: no answer (the address is not public)`;
    expect(refused).toMatchObject({ outcome: 'created', warnings: [{ param: 'image', reason }] });
  });

  it('a record keeps the image it has', async () => {
    await load('venue', [hall('one', `${base}/good.png`)]);
    const row = { ...hall('one', `${base}/missing`), city: 'Ghent' };
    const [updated] = await load('venue', [row]);
    expect(updated).toMatchObject({
      outcome: 'updated',
      record: { fields: { city: 'Ghent', image: { url: `${base}/good.png` } } },
      warnings: [{ param: 'image' }],
    });
    expect(await load('venue', [row])).toMatchObject([
      { outcome: 'unchanged', warnings: [{ param: 'image' }] },
    ]);
  });

  it('a venue and organizers described in an event lose theirs alone', async () => {
    const row = {
      ...{ title: 'Fair', start_date: '2026-05-01', end_date: '2026-05-01' },
      image: `${base}/good.png`,
      venue: { venue: 'Hall', image: `${base}/missing` },
      organizer: [
        { organizer: 'Ann', image: `${base}/missing` },
        { organizer: 'Bob', image: `${base}/two.png` },
      ],
    };
    const [event] = await load('event', [row]);
    expect(event).toMatchObject({
      outcome: 'created',
      record: { fields: { image: { url: `${base}/good.png` } } },
      warnings: [{ param: 'venue.image' }, { param: 'organizer.image' }],
    });
    const made = await opened.deps.store.find('organizer', 'slug', ['ann', 'bob']);
    expect(made.map(imageUrlOf)).toEqual([null, `${base}/two.png`]);
  });

  it('an unknown ID, credentials and what is no URL reject the row', async () => {
    const port = base.split(':')[2];
    const images = [
      999,
      '999',
      `http://user:pass@127.0.0.1:${port}/a.png`,
      'no URL',
      'ftp://a/b.png',
    ];
    const results = await load(
      'venue',
      images.map((image, at) => hall(`${at}`, image)),
    );
    expect(results).toMatchObject(
      images.map(() => ({ outcome: 'rejected', issues: [{ param: 'image' }] })),
    );
  });

  it('strictly, the row is rejected', async () => {
    const rows = [hall('one', `${base}/missing`), hall('two', `${base}/good.png`)];
    const results = await load('venue', rows, { isImageStrict: true });
    expect(results).toMatchObject([
      { outcome: 'rejected', issues: [{ param: 'image' }] },
      { outcome: 'created' },
    ]);
  });
});
