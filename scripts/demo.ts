#!/usr/bin/env node
/**
 * Serves real venues and events from a temporary folder: the README's first example. Loads the
 * files of scripts/demo, prints what to try, and serves until stopped.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { createApp } from '../src/app.js';
import { startServer, stopServer } from '../src/http/server.js';
import { kinds } from '../src/kinds/index.js';
import type { Kind } from '../src/kinds/kind.js';
import { packageRoot } from '../src/lib/files/package.js';
import type { OpenDeps } from '../src/open.js';
import { openFace } from '../src/pages/site/face.js';
import { pageRoot } from '../src/pages/site/paths.js';
import { ensureAdministrator } from '../src/service/users.js';
import { loadFile } from './load-file.js';
import { openOrCreate, runScript } from './support.js';

new Command('demo')
  .description('Serves a few hundred real venues and events from a temporary folder.')
  .action(() => runScript(run))
  .parse();

async function run(): Promise<number> {
  // Signals are handled from the start, so that no folder remains.
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
  try {
    const { deps, server } = await serve(folder);
    try {
      const token = (await ensureAdministrator(deps)) ?? '';
      await load(deps, kinds.venue, 'breweries-excerpt.csv', 'openbrewerydb');
      if (!isStopped) await load(deps, kinds.event, 'conferences-excerpt.ndjson', 'confs-tech');
      if (!isStopped) {
        process.stdout.write(`${linesFor(deps, token).join('\n')}\n`);
        await stopped;
      }
      return 0;
    } finally {
      await stopServer(server);
      await deps.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Listens at PORT, or at a free port where PORT is in use. Settings of engines do not count. */
async function serve(folder: string): Promise<{ deps: OpenDeps; server: Server }> {
  const own = { DATA_DIR: folder, MONGO_URL: '', ELASTICSEARCH_URL: '', ADMIN_TOKEN: '' };
  const settings = { ...own, SITE_NAME: process.env.SITE_NAME || 'Conferences' };
  try {
    return await listen(settings);
  } catch (error) {
    const { cause } = error as Error;
    if ((cause as NodeJS.ErrnoException | undefined)?.code !== 'EADDRINUSE') throw error;
    const { port } = cause as unknown as { port: number };
    process.stdout.write(`Port ${port} is in use. The demo takes a free one.\n`);
    return listen({ ...settings, PORT: '0', BASE_URL: '', SITE_URL: '' });
  }
}

async function listen(settings: Record<string, string>) {
  const deps = await openOrCreate(settings);
  try {
    return {
      deps,
      server: await startServer(deps, createApp(deps, await openFace(deps.config)).callback()),
    };
  } catch (error) {
    await deps.close();
    throw error;
  }
}

async function load(deps: OpenDeps, kind: Kind, file: string, mapping: string) {
  const report = await loadFile(deps, {
    file: join(packageRoot(), 'scripts', 'demo', file),
    kind,
    mapping,
    isDryRun: false,
    isStrict: false,
    print: () => undefined,
  });
  process.stdout.write(`${report.created} ${kind.route} loaded (${mapping})\n`);
}

/** → what to try, in lines. */
function linesFor(deps: OpenDeps, token: string): string[] {
  const { api } = deps.roots;
  const root = pageRoot(deps.roots);
  const years = 'start_date=2026-01-01&end_date=2027-12-31';
  const near = 'geoloc_lat=52.52&geoloc_lng=13.405&geoloc_radius=50&orderby=distance';
  return [
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
    'Write an event of your own; the token is that of the demo alone:',
    `  curl '${api}/events' \\`,
    `    -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' \\`,
    '    -d \'{"title": "Jazz night", "start_date": "tomorrow 8pm", "end_date": "tomorrow 11pm",',
    '         "venue": {"venue": "Blue Note", "city": "New York"}}\'',
    '',
    'Stop with Ctrl-C; the data goes with it.',
  ];
}
