/** The service in which a life takes place, its model beside it, and what it shows. */
import { createServer, type ServerResponse } from 'node:http';
import { addSource, type Run, type SourceOptions } from '../../src/sources/source.js';
import { prepareChanges } from '../../src/sync/number.js';
import type { Choose } from '../faults/random.js';
import type { EnginePair } from '../support/adapters.js';
import { catchUp } from '../support/agree.js';
import { type Answer, type Json, openTestApp, type TestApp } from '../support/app.js';
import { listening } from '../support/host.js';
import { load as sendLoad } from '../support/http-loads.js';
import { runOf } from '../support/marquees.js';
import { type Follower, openFollower } from './follower.js';
import { emptyModel, type Model } from './model.js';
import { firstVersion, type Told, ZONE } from './told.js';

/** A rule of the contract that was broken. */
export class Violation extends Error {
  constructor(
    readonly invariant: string,
    text: string,
  ) {
    super(text);
  }
}

/** What a load did. */
export interface Loaded {
  counts: { created: number; updated: number; unchanged: number; rejected: number };
  /** Reasons of rejections. */
  reasons: string[];
}

type Following = Pick<SourceOptions, 'missing' | 'authority'>;

/** One system. */
export interface World {
  app: TestApp;
  clock: { nowMs: number };
  model: Model;
  told: Told[];
  /** Makes titles and names new. */
  serial: number;
  /** IDs of events by name, of dates by name and day of the rules; of venues by name. */
  ids: Map<string, number>;
  /** What lists showed after the last step: single events and dates, and series. */
  listed: { events: Json[]; series: Json[] };
  /** Runs what is followed at a path, which says this text. Follows it at first, so. */
  runSource(path: string, text: string, options: Following): Promise<Run>;
  /** Another system that follows this one. */
  follower: Follower;
  close(): Promise<void>;
}

/** Opens a system at noon of 2026-03-10. */
export async function openWorld(pair: EnginePair): Promise<World> {
  const app = await openTestApp(pair, { settings: { OUTBOUND: 'any' } });
  const served = new Map<string, string>();
  await prepareChanges(app.deps);
  const server = createServer(({ url = '' }, response) => {
    const text = served.get(new URL(url, 'http://127.0.0.1').pathname);
    if (text !== undefined) response.end(text);
    else void passOn(app, url, response, origin);
  });
  const origin = await listening(server);
  const follower = openFollower(`${origin}${PREFIX}/events/changes`);
  const followed = new Map<string, number>();
  const follow = async (path: string, options: Following): Promise<number> => {
    const { id } = await addSource(app.deps, { url: origin + path, zone: ZONE, ...options });
    followed.set(path, id);
    return id;
  };
  return {
    ...{
      app,
      clock: app.clock,
      model: emptyModel(),
      told: firstVersion(),
      serial: 0,
      ids: new Map(),
    },
    listed: { events: [], series: [] },
    follower,
    runSource: async (path, text, options) => {
      served.set(path, text);
      const id = followed.get(path) ?? (await follow(path, options));
      const run = await runOf(app.deps, id);
      if (run.outcome !== 'loaded') throw new Violation('run', `${run.outcome} ${run.reason}`);
      await catchUp(app.deps);
      return run;
    },
    close: async () => {
      await follower.close();
      server.close();
      server.closeAllConnections();
      await app.close();
    },
  };
}

const PREFIX = '/vendor/events/v1';

/** Answers as the system does to everybody, with links to the server that is asked. */
async function passOn(
  { url: own, deps }: TestApp,
  path: string,
  to: ServerResponse,
  origin: string,
) {
  const answer = await fetch(own + path, { headers: PLAIN });
  const text = await answer.text();
  const type = answer.headers.get('content-type') ?? 'text/plain';
  to.writeHead(answer.status, { 'content-type': type });
  to.end(text.replaceAll(new URL(deps.roots.api).origin, origin));
}

/** A request as administrator, whose answer nobody packs. */
export const call = (app: TestApp, path: string, body?: unknown): Promise<Answer> =>
  app.call({ request: path, as: 'admin', headers: PLAIN, ...(body ? { body } : {}) });

const PLAIN = { 'accept-encoding': 'identity' };

/** A request as administrator. Throws a violation unless it is answered with 2xx. */
export async function request(app: TestApp, path: string, body?: unknown): Promise<Answer> {
  const answer = await call(app, path, body);
  if (answer.status >= 300) {
    const sent = body ? ` ${JSON.stringify(body).slice(0, 300)}` : '';
    const text = `${path}${sent}: ${answer.status} ${answer.text.slice(0, 400)}`;
    throw new Violation('answer', text);
  }
  if (!path.startsWith('GET')) await catchUp(app.deps);
  return answer;
}

/** Loads a text over HTTP. */
export async function load(app: TestApp, route: string, text: string): Promise<Loaded> {
  const how = { as: 'admin', headers: PLAIN };
  const { lines, summary, end } = await sendLoad(app, `${route}/bulk`, text, how).catch((error) => {
    throw new Violation('answer', `a load: ${error}`);
  });
  if (!end.complete) throw new Violation('answer', `a load: ${JSON.stringify(end)}`);
  await catchUp(app.deps);
  const rejected = lines.filter(({ status }) => status === 'rejected');
  return {
    counts: summary,
    reasons: rejected.map(({ params, ...line }) => JSON.stringify(params ?? line)),
  };
}

/** → all events of a list, page by page, as an administrator sees them. */
export async function listAll(app: TestApp, query: string): Promise<Json[]> {
  const events: Json[] = [];
  for (let cursor = ''; ; ) {
    const path = `GET /events?per_page=50&start_date=2026-01-01&end_date=2027-12-31&${query}`;
    const { body } = await request(app, path + cursor);
    events.push(...body.events);
    if (!body.next_cursor || body.events.length === 0) return events;
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
}

/** → the name of the thing in a title. */
export const nameOf = ({ title }: Json): string => String(title).split(' ')[0] ?? '';

/** → the day of the rules of a date; '' for others. */
export const dayOf = ({ recurrence }: Json): string =>
  String(recurrence?.original_start_date ?? '').slice(0, 10);

/** A step → what was done in words, or null where it was not possible. */
export type Act = (world: World, choose: Choose) => Promise<string | null>;

/** A step by its name, and how often it is chosen. */
export interface Kind {
  weight: number;
  act: Act;
}
