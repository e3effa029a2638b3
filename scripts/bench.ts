/**
 * Measures the service against a bare Koa server that answers the same bytes from memory, in the
 * same run, by the same load. Prints requests per second, p50 and p99, and the ratio.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import autocannon from 'autocannon';
import { Command } from 'commander';
import type { OpenDeps } from '../src/open.js';
import { packageRoot } from '../src/validation/schemas.js';
import { COMMON_WORD, loadEvents, RARE_WORD, randomFrom } from './bench-data.js';
import { loadFile } from './load-file.js';
import { openForScript, runScript } from './support.js';

interface Options {
  events: string;
  venues: string;
  seconds: string;
  rounds: string;
  folder?: string;
}

new Command('bench')
  .description('Requests per second and latency, as ratios to a bare Koa server.')
  .option('--events <count>', 'events to load', '100000')
  .option(
    '--venues <file>',
    'venues in the form of openbrewerydb',
    join(packageRoot(), 'test', 'fixtures', 'breweries-excerpt.csv'),
  )
  .option('--seconds <count>', 'length of each measurement', '4')
  .option('--rounds <count>', 'measurements of each case; the median counts', '3')
  .option('--folder <path>', 'keep the data there, and use what is there already')
  .action((options: Options) => runScript(() => run(options)))
  .parse();

const PREFIX = '/vendor/events/v1';
const PORT = 3939;

async function run(options: Options): Promise<number> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'marquee-bench-'));
  const children: ChildProcess[] = [];
  try {
    const { paths, loadSeconds } = await prepare(folder, options);
    const service = await startService(folder, children);
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

const CONNECTIONS = 8;
/** Different questions of one sort; asked in turn by all connections. */
const VARIATIONS = 300;
/** So many that hardly any is asked twice in a second. */
const ANEW = 6000;

async function prepare(folder: string, options: Options) {
  const deps = await openForScript({ DATA_DIR: folder });
  try {
    const loadSeconds = await fill(deps, folder, options);
    const events = await deps.store.scan('event', 0, 20_000);
    const points = (await deps.store.scan('venue', 0, 20_000)).flatMap(({ record }) => {
      const { geo_lat: lat, geo_lng: lng } = record?.fields ?? {};
      return typeof lat === 'number' ? [[lat, lng]] : [];
    });
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
    // Up to some 100 m beside a venue: no question is asked twice, nothing can be remembered.
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

/** → seconds the events took to load; 0 when they are there already. */
async function fill(deps: OpenDeps, folder: string, options: Options): Promise<number> {
  if ((await deps.store.scan('event', 0, 1)).length > 0) return 0;
  await loadFile(deps, {
    file: options.venues,
    kind: 'venue',
    mapping: join(packageRoot(), 'scripts', 'mappings', 'openbrewerydb.json'),
    isDryRun: false,
    isStrict: false,
    tempFolder: folder,
    isInterrupted: () => false,
    tell: () => undefined,
  });
  return loadEvents(deps, Number(options.events));
}

async function startService(folder: string, children: ChildProcess[]): Promise<string> {
  const url = `http://127.0.0.1:${PORT}`;
  const child = spawn(process.execPath, [join(packageRoot(), 'dist', 'src', 'main.js')], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(PORT),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
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

async function startBare(children: ChildProcess[]) {
  const child = spawn(process.execPath, [join(packageRoot(), 'dist', 'scripts', 'bench-bare.js')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
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

interface Measured {
  rps: number;
  p50: number;
  p99: number;
}

async function measureCase(
  name: string,
  paths: string[],
  { service, bare, options }: { service: string; bare: string; options: Options },
): Promise<void> {
  const rounds: { service: Measured; bare: Measured }[] = [];
  await load(service, paths, 1);
  for (let round = 0; round < Number(options.rounds); round++) {
    rounds.push({
      service: await load(service, paths, Number(options.seconds)),
      bare: await load(bare, paths, Number(options.seconds)),
    });
  }
  const ratio = median(rounds.map((round) => round.service.rps / round.bare.rps));
  const of = (side: 'service' | 'bare', figure: keyof Measured) =>
    median(rounds.map((round) => round[side][figure]));
  const cells = [
    name,
    of('service', 'rps').toFixed(0),
    of('service', 'p50').toFixed(1),
    of('service', 'p99').toFixed(1),
    of('bare', 'rps').toFixed(0),
    ratio.toFixed(2),
  ];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

async function load(url: string, paths: string[], seconds: number): Promise<Measured> {
  let clients = 0;
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    // Each connection begins elsewhere in the list, or all would ask the same at once.
    setupClient: (client) => {
      const from = Math.floor((clients++ * paths.length) / CONNECTIONS);
      const own = [...paths.slice(from), ...paths.slice(0, from)];
      client.setRequests(own.map((path) => ({ method: 'GET', path })));
    },
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} answers were errors: ${paths[0]}`);
  }
  return { rps: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function print({ events, rounds, seconds }: Options, loadSeconds: number): void {
  const rate = Number(events) / loadSeconds;
  const told = `loaded in ${loadSeconds.toFixed(0)} s (${rate.toFixed(0)}/s)`;
  const { model } = cpus()[0] ?? { model: 'unknown' };
  process.stdout.write(
    `\n${events} events${loadSeconds > 0 ? `, ${told}` : ''}. ` +
      `${cpus().length} × ${model}, Node ${process.version}; load generator, service and bare ` +
      `server share them; ${CONNECTIONS} connections, ${seconds} s, median of ${rounds}.\n\n` +
      '| case | requests/s | p50 ms | p99 ms | bare Koa, same bytes | ratio |\n' +
      '| --- | ---: | ---: | ---: | ---: | ---: |\n',
  );
}
