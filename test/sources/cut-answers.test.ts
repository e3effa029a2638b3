/**
 * Answers from outside that stall or are cut off, by each way in which a server may say where they
 * end. Such an answer is a failure; nothing is removed by it. Contract 32.
 */
import { subscribe as onChannel, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type Socket } from 'node:net';
import ICAL from 'ical.js';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { locateByGeocoder } from '../../src/import/geocoder.js';
import { scaleImage } from '../../src/lib/files/scale-image.js';
import { fetchRemoteImage } from '../../src/lib/net/remote-image.js';
import { calendar, open, run, subscribe, titles, useClub } from '../support/club.js';
import { listening } from '../support/host.js';

useClub();

const FRAMINGS = ['length', 'chunks', 'close', 'HTTP/1.0'] as const;
const ENDS = ['cut', 'reset', 'stall'] as const;
const CASES = FRAMINGS.flatMap((framing) => ENDS.map((end) => ({ framing, end })));
type Case = (typeof CASES)[number];

/** What is sent; `sent`: so many bytes of it, then `end`; `rest`: the last page of a feed. */
const served = {
  ...{ type: '', body: Buffer.alloc(0), sent: 0, rest: '' },
  ...({ framing: 'length', end: 'cut' } as Case),
};
let base = '';
const server = createServer((socket: Socket) => {
  socket
    .on('error', () => undefined)
    .once('data', (asked) => {
      answer(socket, served.rest !== '' && asked.includes('?after=3'));
    });
});

function answer(socket: Socket, isLast: boolean): void {
  const { type, rest, framing, end } = served;
  const body = isLast ? Buffer.from(rest) : served.body;
  const sent = isLast ? rest.length : served.sent;
  const part = body.subarray(0, sent);
  const isWhole = sent === body.length;
  const head = {
    length: `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n`,
    chunks: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n',
    close: 'HTTP/1.1 200 OK\r\nconnection: close\r\n',
    'HTTP/1.0': 'HTTP/1.0 200 OK\r\n',
  }[framing];
  socket.write(`${head}content-type: ${type}\r\n\r\n`);
  socket.write(framing === 'chunks' ? `${part.length.toString(16)}\r\n` : '');
  socket.write(part);
  if (framing === 'chunks') socket.write(isWhole ? '\r\n0\r\n\r\n' : '\r\n');
  if (isWhole || end === 'cut') socket.end();
}

/** → what it gives when the answer has begun, and then ends as the case has it. */
async function asked<T>({ end }: Case, work: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const timers = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => over.signal);
  const begun = ({ response }: { response: { socket: Socket } }): void => {
    // The part that was sent is read before the end comes.
    setImmediate(() => {
      if (end === 'stall') over.abort();
      if (end === 'reset') response.socket.destroy(new Error('read ECONNRESET'));
    });
  };
  const listener = (message: unknown) => begun(message as Parameters<typeof begun>[0]);
  onChannel('http.client.response.finish', listener);
  return work().finally(() => {
    unsubscribe('http.client.response.finish', listener);
    timers.mockRestore();
  });
}

beforeAll(async () => {
  base = await listening(server);
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const NAMES = ['One', 'Two', 'Three'];
const rows = NAMES.map((title, at) => ({
  id: at + 1,
  title,
  start_date: '2026-03-20 19:00:00',
  end_date: '2026-03-20 20:00:00',
}));
const scripts = NAMES.map((name) => {
  const data = { '@type': 'Event', name, startDate: '2026-03-20T20:00:00Z' };
  return `<script type="application/ld+json">${JSON.stringify(data)}</script>\n`;
});
const items = rows.map(({ id, title }) => ({
  ...{ id: `${id}`, modified: id, kind: 'SessionSeries', state: 'updated' },
  data: { '@type': 'Event', name: title, startDate: '2026-03-20T20:00:00Z' },
}));
const table = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
  .map((cells) => `${cells.join(',')}\n`)
  .join('');

const feedPage = (list: object[]) =>
  JSON.stringify({ next: `${base}/feed?after=3`, license: 'x', items: list });
const list = { rest_url: 'x', total: 3, events: rows };
const JSON_TYPE = 'application/json';

/** Of each format a source, whose answer may be cut off before `third`, the third event. */
const SOURCES: [format: string, () => Given][] = [
  [
    'ical',
    () => ({
      ...{ path: '/a.ics', type: 'text/calendar', third: 'BEGIN:VEVENT\r\nUID:Three' },
      text: calendar(NAMES.map((uid) => ({ uid }))),
    }),
  ],
  [
    'jcal',
    () => ({
      ...{
        path: '/a.jcal',
        type: 'application/calendar+json',
        third: '["vevent",[["uid",{},"text","Three',
      },
      text: JSON.stringify(ICAL.parse(calendar(NAMES.map((uid) => ({ uid }))))),
    }),
  ],
  [
    'html',
    () => ({
      ...{ path: '/a', type: 'text/html', third: scripts[2] ?? '' },
      text: `<!doctype html>${scripts.join('')}</html>`,
    }),
  ],
  [
    'the-events-calendar',
    () => ({ path: '/tec', type: JSON_TYPE, third: ',{"id":3', text: JSON.stringify(list) }),
  ],
  [
    'rpde',
    () => ({
      ...{ path: '/feed', type: JSON_TYPE, third: ',{"id":"3"' },
      ...{ text: feedPage(items), rest: feedPage([]) },
    }),
  ],
  [
    'json',
    () => ({ path: '/rows', type: JSON_TYPE, third: ',{"id":3', text: JSON.stringify(rows) }),
  ],
  [
    'ndjson',
    () => ({
      ...{ path: '/a.ndjson', type: 'application/x-ndjson', third: '{"id":3' },
      text: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    }),
  ],
  ['csv', () => ({ path: '/a.csv', type: 'text/csv', third: '3,Three', text: table })],
];

interface Given {
  path: string;
  type: string;
  text: string;
  third: string;
  rest?: string;
}

const endsAnywhere = ['html', 'ndjson', 'csv'];

it.each(SOURCES)('32 %s: no event is missing', async (format, given) => {
  const { path, type, text: body, third, rest = '' } = given();
  await open();
  const whole = Buffer.from(body);
  const framed = { framing: 'length', end: 'cut' };
  Object.assign(served, { ...framed, type, body: whole, sent: whole.length, rest });
  const id = await subscribe({ url: `${base}${path}`, missing: 'trash' });
  expect(await run(id)).toMatchObject({ outcome: 'loaded', created: 3 });
  Object.assign(served, { sent: whole.indexOf(third), rest: '' });
  expect(served.sent).toBeGreaterThan(0);
  for (const one of CASES) {
    Object.assign(served, one);
    const isUnseen = one.end === 'cut' && /close|HTTP/.test(one.framing);
    const isLoaded = isUnseen && endsAnywhere.includes(format);
    // What two runs lack is missing.
    for (const _ of [1, 2]) {
      const { outcome, missing, lines } = await asked(one, () => run(id));
      const told = `${outcome}, ${missing} missing: ${lines.at(-1) ?? ''}`;
      const note = 'source: its server gives no length and no chunks: nothing is taken for missing';
      const expected = isLoaded ? `loaded, 0 missing: ${note}` : 'failed, 0 missing: ';
      expect(told, `${one.framing}, ${one.end}`).toBe(expected);
    }
  }
  expect((await titles()).sort()).toEqual([...NAMES].sort());
});

it('32 the last line of a table that is cut off without a sign is not loaded', async () => {
  await open();
  const body = Buffer.from('id,title,start_date,end_date\n1,One,2026-03-20,2026-03-20');
  Object.assign(served, {
    framing: 'close',
    end: 'cut',
    type: 'text/csv',
    body,
    sent: body.length,
  });
  const id = await subscribe({ url: `${base}/a.csv` });
  expect(await run(id)).toMatchObject({ outcome: 'failed', reason: 'its last line is cut off' });
  served.framing = 'length';
  expect(await run(id)).toMatchObject({ outcome: 'loaded', created: 1 });
});

describe.each(CASES)('$framing, $end', (one) => {
  const half = (type: string, body: Buffer) =>
    Object.assign(served, { ...one, type, body, sent: Math.floor(body.length / 2) });

  it('26.5 half an image is none', async () => {
    const raw = { width: 400, height: 300, channels: 3, noise: { type: 'gaussian', sigma: 30 } };
    half(
      'image/jpeg',
      await sharp({ create: { ...raw, background: 'red' } as never })
        .jpeg()
        .toBuffer(),
    );
    const rules = { isPrivateAllowed: true, timeoutMs: 5000, bytesMax: 1_000_000 };
    const fetched = asked(one, () => fetchRemoteImage(`${base}/a.jpg`, rules));
    await expect(fetched.then(scaleImage)).rejects.toThrow();
  });

  it('17 half an answer of a geocoder is none', async () => {
    half('application/json', Buffer.from('[{"lat":"58.38","lon":"26.72","place_rank":30}]'));
    const told: string[] = [];
    const tell = (line: string) => void told.push(line);
    const locate = locateByGeocoder({ url: base, userAgent: 'x', tell, everyMs: 0 });
    await asked(one, () => locate({ address: 'house', city: 'Tartu', country: 'Estonia' }));
    expect(told).toHaveLength(1);
  });
});
