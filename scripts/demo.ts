/**
 * Real venues and events in a temporary folder, served: the README's first example.
 * Loads the excerpts that the tests use, prints three URLs worth opening, and serves until stopped.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { createApp } from '../src/app.js';
import { answerClientErrors, stopServer } from '../src/http/server.js';
import { limits } from '../src/limits.js';
import type { OpenDeps } from '../src/open.js';
import { placesOf } from '../src/present/markers.js';
import { ensureAdministrator } from '../src/records/users.js';
import { packageRoot } from '../src/validation/schemas.js';
import { loadFile } from './load-file.js';
import { openForScript, runScript } from './support.js';

new Command('demo')
  .description('Serves a few hundred real venues and events from a temporary folder.')
  .action(() => runScript(run))
  .parse();

async function run(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-demo-'));
  const deps = await openForScript({ DATA_DIR: folder });
  try {
    await ensureAdministrator(deps);
    await load(deps, 'venue', 'breweries-excerpt.csv', 'openbrewerydb');
    await load(deps, 'event', 'conferences-excerpt.ndjson', 'confs-tech');
    await serve(deps);
    return 0;
  } finally {
    await deps.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function load(deps: OpenDeps, kind: 'venue' | 'event', file: string, mapping: string) {
  const report = await loadFile(deps, {
    file: join(packageRoot(), 'test', 'fixtures', file),
    kind,
    mapping: join(packageRoot(), 'scripts', 'mappings', `${mapping}.json`),
    isDryRun: false,
    isStrict: false,
    tempFolder: tmpdir(),
    isInterrupted: () => false,
    tell: () => undefined,
  });
  process.stdout.write(`${report.created} ${kind}s loaded (${mapping})\n`);
}

/** Serves until SIGINT or SIGTERM. */
async function serve(deps: OpenDeps): Promise<void> {
  const { host, port } = deps.config;
  const server = answerClientErrors(createServer(createApp(deps).callback()));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  // With PORT=0 the links must name the port that was given.
  if (port === 0) {
    const baseUrl = `http://${host}:${(server.address() as AddressInfo).port}`;
    deps.places = placesOf({ baseUrl, siteUrl: baseUrl });
  }
  const { api } = deps.places;
  const years = 'start_date=2026-01-01&end_date=2027-12-31';
  const near = 'geoloc_lat=52.52&geoloc_lng=13.405&geoloc_radius=50&orderby=distance';
  process.stdout.write(
    [
      '',
      'Conferences within 50 km of Berlin, nearest first:',
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
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  await stopServer(server, limits.stopTimeoutMs);
}
