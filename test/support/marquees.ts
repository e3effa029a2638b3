/** Several installations in one process that follow each other over HTTP. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runSource } from '../../src/sources/run.js';
import { addSource, type Run, readSource, type SourceOptions } from '../../src/sources/source.js';
import { prepareChanges } from '../../src/sync/number.js';
import type { EnginePair } from './adapters.js';
import { catchUp } from './agree.js';
import { type Json, openTestApp, type TestApp } from './app.js';
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
  const port = await freePort();
  const root = `http://127.0.0.1:${port}`;
  const app = await openTestApp(pair, {
    ...options,
    port,
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
export const events = async (one: TestApp, query = ''): Promise<Json[]> => {
  await catchUp(one.deps);
  const request = `GET /events?start_date=2026-01-01&per_page=50${query}`;
  return (await one.given({ request })).events;
};
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((done) => server.close(() => done()));
  return port;
}

const OPTIONS = {
  ...{ every_seconds: 3600, status: '', category: '', zone: '', authority: 'overwrite' },
  ...{ missing: '', mapping: '', days_back: 30, days_ahead: 400 },
} as const;

/** One follows another. → the ID of the source. */
export async function follow(
  one: TestApp,
  other: Pick<Marquee, 'feed'>,
  options: Partial<SourceOptions> = {},
): Promise<number> {
  const source = { ...OPTIONS, name: 'other', url: other.feed, ...options };
  return (await addSource(one.deps, source as SourceOptions)).id;
}

/** Runs a source. → the run. Throws where it failed. */
export async function ran(
  one: TestApp,
  id: number,
  how: Parameters<typeof runSource>[2] = {},
): Promise<Run> {
  const run = await runSource(one.deps, await readSource(one.deps, id), how);
  if (!run) throw new Error('another process runs it');
  if (run.outcome === 'failed') throw new Error(run.reason);
  await catchUp(one.deps);
  return run;
}

/** → everything that is public, without what differs between installations. */
export async function shown({ deps, given }: TestApp): Promise<Record<string, Json[]>> {
  await catchUp(deps);
  return allShown((path) => given({ request: `GET ${path}` }));
}
