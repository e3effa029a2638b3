/**
 * Serves real venues and events from a temporary folder: the README's first example. Loads the
 * excerpts that the tests use, prints URLs worth opening, and serves until stopped.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { createApp } from '../src/app.js';
import { startServer, stopServer } from '../src/http/server.js';
import { kinds } from '../src/kinds/index.js';
import type { Kind } from '../src/kinds/kind.js';
import { packageRoot } from '../src/lib/package.js';
import { limits } from '../src/limits.js';
import type { OpenDeps } from '../src/open.js';
import { pageRoot } from '../src/pages/paths.js';
import { ensureAdministrator } from '../src/records/users.js';
import { loadFile } from './load-file.js';
import { openOrCreate, runScript } from './support.js';

new Command('demo')
  .description('Serves a few hundred real venues and events from a temporary folder.')
  .action(() => runScript(run))
  .parse();

async function run(): Promise<number> {
  // Signals are handled from the start, so that no folder is left behind.
  let isStopped = false;
  const stopped = new Promise<void>((resolve) => {
    const stop = () => {
      isStopped = true;
      resolve();
    };
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  });
  const folder = mkdtempSync(join(tmpdir(), 'marquee-demo-'));
  const SITE_NAME = process.env.SITE_NAME || 'Conferences';
  const deps = await openOrCreate({ DATA_DIR: folder, SITE_NAME });
  try {
    // A port in use is reported before anything is loaded.
    const server = await startServer(deps, createApp(deps).callback());
    try {
      await ensureAdministrator(deps);
      await load(deps, kinds.venue, 'breweries-excerpt.csv', 'openbrewerydb');
      if (!isStopped) await load(deps, kinds.event, 'conferences-excerpt.ndjson', 'confs-tech');
      if (!isStopped) await tell(deps, stopped);
      return 0;
    } finally {
      await stopServer(server, limits.stopTimeoutMs);
    }
  } finally {
    await deps.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function load(deps: OpenDeps, kind: Kind, file: string, mapping: string) {
  const report = await loadFile(deps, {
    file: join(packageRoot(), 'test', 'fixtures', file),
    kind,
    mapping,
    isDryRun: false,
    isStrict: false,
    tempFolder: tmpdir(),
    isInterrupted: () => false,
    tell: () => undefined,
  });
  process.stdout.write(`${report.created} ${kind.name}s loaded (${mapping})\n`);
}

/** Prints what to look at, and waits for `stopped`. */
async function tell(deps: OpenDeps, stopped: Promise<void>): Promise<void> {
  const { api } = deps.roots;
  const root = pageRoot(deps.roots);
  const years = 'start_date=2026-01-01&end_date=2027-12-31';
  const near = 'geoloc_lat=52.52&geoloc_lng=13.405&geoloc_radius=50&orderby=distance';
  process.stdout.write(
    [
      '',
      'Open in a browser, the conferences of 2026 and 2027:',
      `  ${root}/?${years}`,
      '',
      'For programs. Conferences within 50 km of Berlin, nearest first:',
      `  ${api}/events?${near}&${years}`,
      'Python conferences of 2026 and 2027, with counts by city and month:',
      `  ${api}/events?categories=python&${years}&facets=city,month`,
      'Breweries around the centre of Portland, Oregon:',
      `  ${api}/venues?geoloc_lat=45.52&geoloc_lng=-122.68&geoloc_radius=5&orderby=distance`,
      '',
      'Stop with Ctrl-C; the data goes with it.',
      '',
    ].join('\n'),
  );
  await stopped;
}
