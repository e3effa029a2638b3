/**
 * Measures the service against a bare Koa server that answers the same bytes from memory, in the
 * same run and under the same load, for listings of several sizes. Prints a table for each size.
 * With --engines: see bench-engines.ts; with --overload: bench-overload.ts.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { Command } from 'commander';
import { packageRoot } from '../../src/lib/package.js';
import { openOrCreate, runScript } from '../support.js';
import { benchEngines } from './bench-engines.js';
import { type Asked, CONNECTIONS, compare, load, machine, row } from './bench-load.js';
import { benchLoads } from './bench-loading.js';
import { makeEvents } from './bench-made.js';
import { benchOverload } from './bench-overload.js';
import { type BenchRow, type BenchSample, benchRows } from './bench-rows.js';
import {
  EMBEDDED,
  loadVenues,
  ownMemory,
  PREFIX,
  startService,
  VENUES_FILE,
} from './bench-service.js';

interface Options {
  events: string[];
  venues: string;
  seconds: string;
  rounds: string;
  rows?: string[];
  folder?: string;
  engines: boolean;
  loads: boolean;
  overload: boolean;
}

new Command('bench')
  .description('Requests per second, latency and memory, as ratios to a bare Koa server.')
  .option('--events <count...>', 'events to load; a table for each', ['10000', '100000', '1000000'])
  .option('--venues <file>', 'venues in the form of openbrewerydb', VENUES_FILE)
  .option('--seconds <count>', 'length of each measurement', '4')
  .option('--rounds <count>', 'measurements of each case; the median counts', '3')
  .option('--rows <name...>', 'only these rows')
  .option('--folder <path>', 'keep the data there, and use what is there already')
  .option('--engines', 'over ELASTICSEARCH_URL, as ratios to Elasticsearch itself', false)
  .option('--loads', 'loads of files, as ratios to the drivers alone', false)
  .option('--overload', 'how much is answered when three times as much is asked', false)
  .action((options: Options) => runScript(() => run(options)))
  .parse();

async function run(options: Options): Promise<number> {
  const counts = options.events.flatMap((text) => text.split(',')).map(Number);
  const one = { ...options, events: String(counts[0]) };
  if (options.loads) return benchLoads(one);
  if (options.engines) return benchEngines(one);
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'marquee-bench-'));
  // The p50 of each row at the first size: later sizes print how it grows.
  const first = new Map<string, number>();
  try {
    for (const count of counts)
      await measureSize(join(folder, String(count)), count, { options, first });
    return 0;
  } finally {
    if (!options.folder) rmSync(folder, { recursive: true, force: true });
  }
}

async function measureSize(
  folder: string,
  count: number,
  { options, first }: { options: Options; first: Map<string, number> },
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { sample, seconds } = await prepare(folder, count, options);
  const children: ChildProcess[] = [];
  try {
    const service = await startService(
      { ...EMBEDDED, DATA_DIR: folder, ...(options.overload ? { MAX_LOOP_DELAY_MS: '200' } : {}) },
      children,
    );
    if (options.overload) {
      const paths = benchRows(sample)[0]?.anew ?? [];
      return await benchOverload(service, paths, {
        seconds: Number(options.seconds),
        events: count,
      });
    }
    const bare = await startBare(children);
    printHead(count, seconds, options);
    for (const one of benchRows(sample)) {
      if (options.rows && !options.rows.includes(one.name)) continue;
      for (const form of ['repeated', 'anew'] as const) {
        const write = one.isWritten && form === 'repeated' ? writer(service, folder, sample) : null;
        const figures = await measureRow(one, form, { service, bare, options });
        await write?.stop();
        const name = `${one.name}, ${form === 'anew' ? 'never the same' : 'repeated'}`;
        const before = first.get(name) ?? figures.p50;
        first.set(name, before);
        const memory = ownMemory(children[0] as ChildProcess) / 2 ** 20;
        const growth = before > 0 ? figures.p50 / before : 0;
        const numbers = [growth, figures.ratio].map((number) => number.toFixed(2));
        const times = [figures.p50, figures.p99].map((ms) => ms.toFixed(1));
        const cells = [name, figures.rps.toFixed(0), ...times, ...numbers, memory.toFixed(0)];
        process.stdout.write(row(cells));
      }
    }
  } finally {
    for (const child of children) child.kill('SIGTERM');
  }
}

/** Events and venues that the questions are about. */
const SAMPLED = 20_000;

async function prepare(
  folder: string,
  count: number,
  { venues: file }: Options,
): Promise<{ sample: BenchSample; seconds: number }> {
  const deps = await openOrCreate({ ...EMBEDDED, DATA_DIR: folder });
  try {
    const [venue] = await deps.store.scan('venue', { afterId: 0, limit: 1 });
    if (!venue) await loadVenues(deps, file, folder);
    const seconds = await makeEvents(deps, count);
    const events = await deps.store.scan('event', { afterId: 0, limit: SAMPLED });
    const venues = await deps.store.scan('venue', { afterId: 0, limit: SAMPLED });
    const sample = {
      events: events.map(({ id }) => id),
      venues: venues.map(({ id, fields: { city, geo_lat: lat, geo_lng: lng } }) => ({
        id,
        city: String(city ?? ''),
        point:
          typeof lat === 'number' && typeof lng === 'number'
            ? ([lat, lng] as [number, number])
            : null,
      })),
    };
    return { sample, seconds };
  } finally {
    await deps.close();
  }
}

/** Changes an event every second until it is stopped. */
function writer(service: string, folder: string, { events }: BenchSample) {
  const token = readFileSync(join(folder, 'admin-token'), 'utf8').trim();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  let written = Promise.resolve();
  let count = 0;
  const write = async () => {
    const id = events[count++ % events.length];
    const body = JSON.stringify({ excerpt: `Written at ${Date.now()}` });
    const { ok } = await fetch(`${service}${PREFIX}/events/${id}`, {
      method: 'PUT',
      headers,
      body,
    });
    if (!ok) throw new Error('The event was not changed.');
  };
  const timer = setInterval(() => {
    written = written.then(write);
  }, 1000);
  const stop = () => {
    clearInterval(timer);
    return written;
  };
  return { stop };
}

interface Bare {
  url: string;
  /** Fetches the answer of a URL and keeps it. */
  hold: (url: string) => Promise<void>;
}

/** The answers that the bare server gives in turn. */
const HELD = 50;

async function measureRow(
  one: BenchRow,
  form: 'repeated' | 'anew',
  { service, bare, options }: { service: string; bare: Bare; options: Options },
) {
  const { headers = {} } = one;
  const asked = (paths: string[]) => paths.map((path): Asked => ({ method: 'GET', path, headers }));
  const paths = one[form];
  const held = paths.slice(0, HELD);
  for (const path of held) await bare.hold(`${service}${path}`);
  const seconds = Number(options.seconds);
  const requests = asked(paths);
  await load(service, requests, 1, one.status);
  const found = await compare(
    {
      service: () => load(service, requests, seconds, one.status),
      measure: () => load(bare.url, asked(held), seconds),
    },
    Number(options.rounds),
  );
  return { ...found.service, ratio: found.ratio };
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

function printHead(count: number, seconds: number, options: Options): void {
  const made = seconds > 0 ? `, made in ${seconds.toFixed(0)} s` : '';
  process.stdout.write(
    `\n${count} events${made}. ${machine()}; load generator, service and bare server share ` +
      `them; ${CONNECTIONS} connections, ${options.seconds} s, median of ${options.rounds}.\n\n` +
      '| row | requests/s | p50 ms | p99 ms | growth of p50 | ratio to bare Koa | memory MiB |\n' +
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n',
  );
}
