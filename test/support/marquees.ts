/** Several installations in one process that follow each other over HTTP. */
import { createServer } from 'node:http';
import type { Deps } from '../../src/records/deps.js';
import { runSource } from '../../src/sources/run.js';
import { addSource, type Run, readSource, type SourceOptions } from '../../src/sources/source.js';
import { prepareChanges } from '../../src/sync/number.js';
import type { EnginePair } from './adapters.js';
import { catchUp } from './agree.js';
import { type Json, openTestApp, type TestApp } from './app.js';
import { listening } from './host.js';
import { allShown } from './shown.js';

/** An installation whose links lead to it. */
export interface Marquee extends TestApp {
  name: string;
  /** → the feed of its events. */
  feed: string;
}

/** Opens an installation. */
export async function openMarquee(
  pair: EnginePair,
  name: string,
  options: Parameters<typeof openTestApp>[1] = {},
): Promise<Marquee> {
  const root = await freeRoot();
  const app = await openTestApp(pair, {
    ...options,
    port: Number(new URL(root).port),
    settings: {
      ...{ BASE_URL: root, SITE_URL: `https://${name}.example`, OUTBOUND: 'any' },
      ...options.settings,
    },
  });
  // As the service does when it starts.
  await prepareChanges(app.deps);
  return { ...app, name, feed: `${root}/vendor/events/v1/events/changes` };
}

/** → the first 50 events. */
export const events = async (one: TestApp, query = '', as = 'admin'): Promise<Json[]> => {
  await catchUp(one.deps);
  const request = `GET /events?start_date=2026-01-01&per_page=50${query}`;
  return (await one.given({ request, as })).events;
};

async function freeRoot(): Promise<string> {
  const server = createServer();
  const root = await listening(server);
  await new Promise<void>((done) => server.close(() => done()));
  return root;
}

/** One follows another. → the ID of the source. */
export async function follow(
  one: TestApp,
  other: Pick<Marquee, 'feed'>,
  options: Partial<SourceOptions> = {},
): Promise<number> {
  const source = { name: 'other', authority: 'overwrite', url: other.feed, ...options } as const;
  return (await addSource(one.deps, source)).id;
}

/** The options of a run. */
export type How = Parameters<typeof runSource>[2];

/** Runs a source. → the run. Throws where another process runs the source. */
export async function runOf(deps: Deps, id: number, how: How = {}): Promise<Run> {
  const run = await runSource(deps, await readSource(deps, id), how);
  if (!run) throw new Error('another process runs it');
  return run;
}

/** The same, and upkeep and push after it. Throws where it failed, too. */
export async function ran(one: TestApp, id: number, how: How = {}): Promise<Run> {
  const run = await runOf(one.deps, id, how);
  if (run.outcome === 'failed') throw new Error(run.reason);
  await catchUp(one.deps);
  return run;
}

/** → everything that is public, without what differs between installations. */
export async function shown({ deps, given }: TestApp): Promise<Record<string, Json[]>> {
  await catchUp(deps);
  return allShown((path) => given({ request: `GET ${path}` }));
}
