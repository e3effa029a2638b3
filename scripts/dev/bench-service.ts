/** The service as a separate process, and the venues it answers with. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { kinds } from '../../src/kinds/index.js';
import { packageRoot } from '../../src/lib/package.js';
import type { OpenDeps } from '../../src/open.js';
import { loadFile } from '../load-file.js';

/** The prefix of every path of the interface. */
export const PREFIX = '/vendor/events/v1';

/** Settings that put both ports on the embedded file, whatever the environment says. */
export const EMBEDDED = { MONGO_URL: '', ELASTICSEARCH_URL: '' };

/**
 * Starts the built service and adds it to `children`, which the caller ends. → its URL, once it
 * answers.
 */
export async function startService(
  settings: Record<string, string>,
  children: ChildProcess[],
): Promise<string> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(packageRoot(), 'dist', 'src', 'main.js')], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      // Other work on the machine must not have requests refused.
      MAX_LOOP_DELAY_MS: '0',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  for (let tries = 0; tries < 200; tries++) {
    const isUp = await fetch(`${url}${PREFIX}/`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) return url;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The service did not start.');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** → the memory of a process without the pages of files it has mapped, bytes; Linux only. */
export function ownMemory({ pid }: ChildProcess): number {
  const [, kilobytes = '0'] =
    /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** The default file of venues: the excerpt that the tests use. */
export const VENUES_FILE = join(packageRoot(), 'scripts', 'demo', 'breweries-excerpt.csv');

/** Loads a file of venues in the format of Open Brewery DB. `folder` takes temporary files. */
export async function loadVenues(deps: OpenDeps, file: string, folder: string): Promise<void> {
  await loadFile(deps, {
    file,
    kind: kinds.venue,
    mapping: 'openbrewerydb',
    isDryRun: false,
    isStrict: false,
    tempFolder: folder,
    isInterrupted: () => false,
    tell: () => undefined,
  });
}

/** → latitude and longitude of the venues that have coordinates, degrees. */
export async function pointsOf(deps: OpenDeps): Promise<[lat: number, lng: number][]> {
  const venues = await deps.store.scan('venue', { afterId: 0, limit: 20_000 });
  return venues.flatMap(({ fields: { geo_lat: lat, geo_lng: lng } }) => {
    return typeof lat === 'number' && typeof lng === 'number' ? [[lat, lng]] : [];
  });
}
