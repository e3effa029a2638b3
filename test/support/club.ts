/** A club whose calendar is subscribed to: its server, an app, and runs. */
import { createServer, type RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Deps } from '../../src/records/deps.js';
import { addSource, type Run, type SourceOptions } from '../../src/sources/source.js';
import { embeddedPair } from './adapters.js';
import { type Json, openTestApp, type TestApp } from './app.js';
import { answering, listening } from './host.js';
import { events, runOf } from './marquees.js';

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
  club.answer = answering(text);
};

/** Registers what the tests of a file need. */
export function useClub(): void {
  beforeAll(async () => {
    club.url = `${await listening(server)}/club.ics`;
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

export const open = async (pair = embeddedPair, settings = { OUTBOUND: 'any' }) => {
  club.app = await openTestApp(pair, { settings });
};
export const subscribe = async (options: Partial<SourceOptions> = {}) =>
  (await addSource(club.app.deps, { url: club.url, name: 'Club', ...options })).id;
export const run = (id: number, deps: Deps = club.app.deps): Promise<Run> => runOf(deps, id);
export const listed = (query = '', as = 'admin'): Promise<Json[]> => events(club.app, query, as);
export const titles = async () => (await listed()).map(({ title }) => title);
export const counts = ({ created, updated, unchanged, rejected }: Run) => [
  created,
  updated,
  unchanged,
  rejected,
];
