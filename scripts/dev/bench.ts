/**
 * Measures the service against a bare Koa server that answers the same bytes from memory, in the
 * same run and under the same load. Prints requests per second, p50 and p99, and the ratio. With
 * --engines: see bench-engines.ts.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { Command } from 'commander';
import type { OpenDeps } from '../../src/open.js';
import { packageRoot } from '../../src/validation/schemas.js';
import { openOrCreate, runScript } from '../support.js';
import { COMMON_WORD, loadEvents, RARE_WORD, randomFrom } from './bench-data.js';
import { benchEngines } from './bench-engines.js';
import { type Asked, CONNECTIONS, compare, load, machine, row } from './bench-load.js';
import { benchLoads } from './bench-loading.js';
import {
  EMBEDDED,
  loadVenues,
  PREFIX,
  pointsOf,
  startService,
  VENUES_FILE,
} from './bench-service.js';

interface Options {
  events: string;
  venues: string;
  seconds: string;
  rounds: string;
  folder?: string;
  engines: boolean;
  loads: boolean;
}

new Command('bench')
  .description('Requests per second and latency, as ratios to a bare Koa server.')
  .option('--events <count>', 'events to load', '100000')
  .option('--venues <file>', 'venues in the form of openbrewerydb', VENUES_FILE)
  .option('--seconds <count>', 'length of each measurement', '4')
  .option('--rounds <count>', 'measurements of each case; the median counts', '3')
  .option('--folder <path>', 'keep the data there, and use what is there already')
  .option('--engines', 'over ELASTICSEARCH_URL, as ratios to Elasticsearch itself', false)
  .option('--loads', 'loads of files, as ratios to the drivers alone', false)
  .action((options: Options) => runScript(() => benchOf(options)(options)))
  .parse();

function benchOf({ loads, engines }: Options) {
  if (loads) return benchLoads;
  return engines ? benchEngines : run;
}

async function run(options: Options): Promise<number> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'marquee-bench-'));
  const children: ChildProcess[] = [];
  try {
    const { paths, loadSeconds } = await prepare(folder, options);
    const service = await startService({ ...EMBEDDED, DATA_DIR: folder }, children);
    const bare = await startBare(children);
    print(options, loadSeconds);
    for (const [name, list] of Object.entries(paths)) {
      for (const path of list) await bare.hold(`${service}${path}`);
      await measureCase(name, list, { service, bare: bare.url, options });
    }
    return 0;
  } finally {
    for (const child of children) child.kill('SIGTERM');
    if (!options.folder) rmSync(folder, { recursive: true, force: true });
  }
}

/** Different queries of one type; all connections send them in turn. */
const VARIATIONS = 300;
/** So many that hardly any is sent twice in a second. */
const ANEW = 6000;

async function prepare(folder: string, options: Options) {
  const deps = await openOrCreate({ ...EMBEDDED, DATA_DIR: folder });
  try {
    const loadSeconds = await fill(deps, folder, options);
    const events = await deps.store.scan('event', { afterId: 0, limit: 20_000 });
    const points = await pointsOf(deps);
    const random = randomFrom(7);
    const vary = (make: () => string, count = VARIATIONS) =>
      Array.from({ length: count }, () => `${PREFIX}/events${make()}`);
    const day = () => new Date(Date.now() + Math.floor(random() * 600) * 86_400_000);
    const week = () => {
      const from = day();
      const to = new Date(from.getTime() + 7 * 86_400_000);
      return `start_date=${isoDay(from)}&end_date=${isoDay(to)}`;
    };
    const near = (km: number) => {
      const [lat, lng] = points[Math.floor(random() * points.length)] ?? [0, 0];
      return `geoloc_lat=${lat}&geoloc_lng=${lng}&geoloc_radius=${km}`;
    };
    // At most about 100 m from a venue: no query is sent twice, and no answer can be cached.
    const nearAnew = () => {
      const [lat, lng] = points[Math.floor(random() * points.length)] ?? [0, 0];
      const [dLat, dLng] = [random() / 1000, random() / 1000];
      const point = `geoloc_lat=${Number(lat) + dLat}&geoloc_lng=${Number(lng) + dLng}`;
      return `${point}&geoloc_radius=10`;
    };
    const page = () => 1 + Math.floor(random() * 20);
    return {
      loadSeconds,
      paths: {
        'default list': [`${PREFIX}/events`],
        'date range, a week': vary(() => `?${week()}`),
        'near me, 10 km': vary(() => `?${near(10)}`),
        'near me, 10 km, never the same': vary(() => `?${nearAnew()}`, ANEW),
        'search, rare word': [`${PREFIX}/events?search=${RARE_WORD}`],
        'search, common word, 20 pages': vary(() => `?search=${COMMON_WORD}&page=${page()}`),
        'search + week + near me, 100 km': vary(
          () => `?search=${COMMON_WORD}&${week()}&${near(100)}`,
        ),
        'item by ID': vary(() => `/${events[Math.floor(random() * events.length)]?.id}`),
        'item by ID, of 20,000': vary(
          () => `/${events[Math.floor(random() * events.length)]?.id}`,
          ANEW,
        ),
      },
    };
  } finally {
    await deps.close();
  }
}

const isoDay = (date: Date): string => date.toISOString().slice(0, 10);

/** → seconds the events took to load; 0 when they were loaded before. */
async function fill(deps: OpenDeps, folder: string, options: Options): Promise<number> {
  if ((await deps.store.scan('event', { afterId: 0, limit: 1 })).length > 0) return 0;
  await loadVenues(deps, options.venues, folder);
  return loadEvents(deps, Number(options.events));
}

async function startBare(children: ChildProcess[]) {
  const child = spawn(
    process.execPath,
    [join(packageRoot(), 'dist', 'scripts', 'dev', 'bench-bare.js')],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  const port = await nextLine(lines);
  return {
    url: `http://127.0.0.1:${port}`,
    hold: async (url: string) => {
      const held = nextLine(lines);
      child.stdin.write(`${url}\n`);
      await held;
    },
  };
}

const nextLine = (lines: Interface): Promise<string> =>
  new Promise((resolve) => lines.once('line', resolve));

async function measureCase(
  name: string,
  paths: string[],
  { service, bare, options }: { service: string; bare: string; options: Options },
): Promise<void> {
  const requests = paths.map((path): Asked => ({ method: 'GET', path }));
  const seconds = Number(options.seconds);
  await load(service, requests, 1);
  const found = await compare(
    {
      service: () => load(service, requests, seconds),
      measure: () => load(bare, requests, seconds),
    },
    Number(options.rounds),
  );
  const cells = [
    name,
    found.service.rps.toFixed(0),
    found.service.p50.toFixed(1),
    found.service.p99.toFixed(1),
    found.measure.rps.toFixed(0),
    found.ratio.toFixed(2),
  ];
  process.stdout.write(row(cells));
}

function print({ events, rounds, seconds }: Options, loadSeconds: number): void {
  const rate = Number(events) / loadSeconds;
  const told = `loaded in ${loadSeconds.toFixed(0)} s (${rate.toFixed(0)}/s)`;
  process.stdout.write(
    `\n${events} events${loadSeconds > 0 ? `, ${told}` : ''}. ` +
      `${machine()}; load generator, service and bare ` +
      `server share them; ${CONNECTIONS} connections, ${seconds} s, median of ${rounds}.\n\n` +
      '| case | requests/s | p50 ms | p99 ms | bare Koa, same bytes | ratio |\n' +
      '| --- | ---: | ---: | ---: | ---: | ---: |\n',
  );
}
