/** A club whose calendar is subscribed to: its server, an app, and runs. */
import { createHash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Deps } from '../../src/records/deps.js';
import { runSource } from '../../src/sources/run.js';
import { addSource, type Run, readSource, type SourceOptions } from '../../src/sources/source.js';
import { pairNamed } from './adapters.js';
import { catchUp } from './agree.js';
import { type Json, openTestApp, type TestApp } from './app.js';

/** An event of the calendar. */
export interface Told {
  uid: string;
  summary?: string;
  start?: string;
  more?: string[];
}

const vevent = ({ uid, summary = uid, start = '20260320T190000Z', more = [] }: Told) => [
  'BEGIN:VEVENT',
  ...(uid === '' ? [] : [`UID:${uid}`]),
  `SUMMARY:${summary}`,
  `DTSTART:${start}`,
  'DURATION:PT2H',
  'LOCATION:Town Hall\\, Main Street 1',
  ...more,
  'END:VEVENT',
];
/** → the calendar. `head`: lines of its own. */
export const calendar = (events: Told[], head: string[] = []): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...head, ...events.flatMap(vevent), 'END:VCALENDAR', ''].join(
    '\r\n',
  );

/** The server of the club, and the app that subscribes. */
export const club = {
  /** Of the calendar. */
  url: '',
  /** Paths of the requests, each with its If-None-Match. */
  asked: [] as string[],
  answer: (() => undefined) as RequestListener,
  app: null as unknown as TestApp,
};

const server = createServer((request, response) => {
  club.asked.push(`${request.url} ${request.headers['if-none-match'] ?? ''}`.trim());
  club.answer(request, response);
});
/** Serves a calendar with an ETag, and 304 to who has it. */
export const serve = (text: string | Buffer): void => {
  const tag = `"${createHash('sha256').update(text).digest('hex')}"`;
  club.answer = (request, response) => {
    if (request.headers['if-none-match'] === tag) return response.writeHead(304).end();
    response.writeHead(200, { 'content-type': 'text/calendar', etag: tag }).end(text);
  };
};

/** Registers what the tests of a file need. */
export function useClub(): void {
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    club.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/club.ics`;
  });
  afterAll(() => server.close());
  beforeEach(() => {
    club.asked = [];
  });
  afterEach(async () => {
    await club.app?.close();
    club.app = null as never;
  });
}

export const open = async (pair = pairNamed('sqlite + sqlite'), settings = { OUTBOUND: 'any' }) => {
  club.app = await openTestApp(pair, { settings });
};
export const subscribe = async (options: Partial<SourceOptions> = {}) =>
  (await addSource(club.app.deps, { url: club.url, name: 'Club', ...options })).id;
export const run = async (id: number, deps: Deps = club.app.deps): Promise<Run> => {
  const ran = await runSource(deps, await readSource(deps, id));
  if (!ran) throw new Error('another process runs it');
  return ran;
};
export const listed = async (query = '', as?: string): Promise<Json[]> => {
  await catchUp(club.app.deps);
  const { events } = await club.app.given({
    request: `GET /events?start_date=2026-01-01&per_page=50${query}`,
    ...(as ? { as } : {}),
  });
  return events;
};
export const titles = async () => (await listed()).map(({ title }) => title);
export const counts = ({ created, updated, unchanged, rejected }: Run) => [
  created,
  updated,
  unchanged,
  rejected,
];
