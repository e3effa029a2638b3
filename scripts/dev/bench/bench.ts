/**
 * Measures the service for listings of several sizes: loads compared with a raw engine, questions
 * that never repeat compared with a bare Koa server with the same bytes, and random combinations of
 * parameters in process. Absolute figures depend on the machine; ratios are of the same run.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { kinds } from '../../../src/kinds/index.js';
import type { OpenDeps } from '../../../src/open.js';
import { listRecords } from '../../../src/records/list/list.js';
import { openOrCreate, runScript } from '../../support.js';
import { randomFrom, writeEvents } from './data.js';
import { loadFile, rawRate } from './loads.js';
import { type Question, randomQuestions, type Sample, usualQuestions } from './questions.js';
import { type Bare, load, PREFIX, quantile, startBare, startService, usageOf } from './service.js';

interface Options {
  events: string[];
  venues: string;
  seconds: string;
  random: string;
  seed: string;
  folder?: string;
  engines: boolean;
}

new Command('bench')
  .description('Loads, questions and their growth, beside raw engines and a bare server.')
  .option('--events <count...>', 'events to load; tables for each', ['10000', '100000'])
  .option(
    '--venues <file>',
    'venues in the form of openbrewerydb',
    'scripts/demo/breweries-excerpt.csv',
  )
  .option('--seconds <count>', 'length of each measurement', '3')
  .option('--random <count>', 'random combinations of parameters', '2000')
  .option('--seed <number>', 'repeats the random combinations of a run', String(Date.now() % 1e6))
  .option('--folder <path>', 'keep the data there, and use what is there already')
  .option('--engines', 'over MONGO_URL and ELASTICSEARCH_URL, else the embedded file', false)
  .action((options: Options) => runScript(() => run(options)))
  .parse();

const row = (cells: (string | number)[]) => void process.stdout.write(`| ${cells.join(' | ')} |\n`);
const head = (cells: string[]) => [cells, ['---', ...cells.slice(1).fill('---:')]].forEach(row);

async function run(options: Options): Promise<number> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'marquee-bench-'));
  const { model } = cpus()[0] ?? { model: 'unknown' };
  process.stdout.write(
    `${cpus().length} × ${model}, Node ${process.version}, load average ` +
      `${loadavg()[0]?.toFixed(1)}. Load generator, service and bare server share the machine.\n`,
  );
  try {
    for (const count of options.events.flatMap((text) => text.split(',')).map(Number)) {
      const own = join(folder, String(count));
      mkdirSync(own, { recursive: true });
      await measureSize(own, count, options);
    }
    return 0;
  } finally {
    if (!options.folder) rmSync(folder, { recursive: true, force: true });
  }
}

async function measureSize(folder: string, count: number, options: Options): Promise<void> {
  const prefix = `marquee-bench-${count}`;
  const settings: Record<string, string> = { DATA_DIR: folder, KEEP_ANSWERS_SECONDS: '0' };
  if (options.engines) {
    const mongo = new URL(process.env.MONGO_URL ?? 'mongodb://not-set');
    mongo.pathname = `/${prefix}`;
    Object.assign(settings, { MONGO_URL: mongo.href, ELASTICSEARCH_PREFIX: prefix });
  } else Object.assign(settings, { MONGO_URL: '', ELASTICSEARCH_URL: '' });
  process.stdout.write(`\n${count} events\n\n`);
  const deps = await openOrCreate(settings);
  try {
    const url = (options.engines && process.env.ELASTICSEARCH_URL) || null;
    const measureLoad = async (kind: 'venue' | 'event', args: string[]) => {
      const { lines, rate, cpuMs, memory } = await loadFile(['--kind', kind, ...args], settings);
      const again = await loadFile(['--kind', kind, ...args], settings);
      const raw = await rawRate(deps, kind, { folder, url, prefix });
      const rates = [rate, raw, again.rate].map((one) => one.toFixed(0));
      row([kind, lines, ...rates, (rate / raw).toFixed(2), cpuMs.toFixed(2), memory.toFixed(0)]);
    };
    const [stored] = await deps.store.scan('event', { afterId: 0, limit: 1 });
    if (!stored) {
      head(['load', 'rows', 'rows/s', 'raw engine', 'again', 'ratio', 'CPU ms a row', 'MiB']);
      await measureLoad('venue', ['--mapping', 'openbrewerydb', options.venues]);
      const { venues } = await sampleOf(deps);
      const file = join(folder, 'events.ndjson');
      await writeEvents(file, count, venues);
      await measureLoad('event', [file]);
    }
    const sample = await sampleOf(deps);
    await measureQuestions(sample, settings, Number(options.seconds));
    await measureRandom(deps, sample, options);
  } finally {
    await deps.close();
  }
}

/** Events and venues that the questions are about. */
const SAMPLED = 20_000;

async function sampleOf({ store }: OpenDeps): Promise<Sample> {
  const events = await store.scan('event', { afterId: 0, limit: SAMPLED });
  const venues = await store.scan('venue', { afterId: 0, limit: SAMPLED });
  return {
    events: events.map(({ id }) => id),
    venues: venues.map(({ id, fields: { city, geo_lat: lat, geo_lng: lng } }) => ({
      id,
      city: String(city ?? ''),
      point: typeof lat === 'number' && typeof lng === 'number' ? [lat, lng] : null,
    })),
  };
}

/** CPU of a request at the first size: later sizes print how it grows. */
const first = new Map<string, number>();

async function measureQuestions(
  sample: Sample,
  settings: Record<string, string>,
  seconds: number,
): Promise<void> {
  const children: ChildProcess[] = [];
  try {
    const service = await startService(settings, children);
    const bare = await startBare(children);
    process.stdout.write('\n');
    head(['question', 'requests/s', 'p50 ms', 'p99 ms', 'CPU ms', 'growth', 'ratio', 'MiB']);
    for (const question of usualQuestions(sample, randomFrom(7))) {
      const { name } = question;
      const pid = children[0]?.pid;
      const measured = await measureQuestion(question, { service, bare, pid, seconds });
      const before = first.get(name) ?? measured.cpu;
      first.set(name, before);
      const times = [measured.p50, measured.p99].map((ms) => ms.toFixed(1));
      const figures = [measured.cpu, measured.cpu / before, measured.ratio].map((one) =>
        one.toFixed(2),
      );
      row([name, measured.rps.toFixed(0), ...times, ...figures, usageOf(pid).memory.toFixed(0)]);
    }
  } finally {
    for (const child of children) child.kill('SIGTERM');
  }
}

/** Different questions of a row: more than are asked. */
const ASKED = 20_000;

async function measureQuestion(
  { path, status }: Question,
  at: { service: string; bare: Bare; pid: number | undefined; seconds: number },
) {
  const { service, bare, pid, seconds } = at;
  const paths = Array.from({ length: ASKED }, path).map((one) =>
    one.startsWith('//') ? one.slice(2) : `${PREFIX}${one}`,
  );
  await bare.copy(`${service}${paths[0]}`);
  await load(service, paths.slice(-1000), { seconds: 1, status });
  const before = usageOf(pid).cpu;
  const measured = await load(service, paths, { seconds, status });
  const cpu = ((usageOf(pid).cpu - before) * 1000) / Math.max(1, measured.rps * seconds);
  const alone = await load(bare.url, ['/'], { seconds });
  return { ...measured, cpu, ratio: measured.rps / alone.rps };
}

/** CPU of random combinations, each asked once, in this process. */
async function measureRandom(deps: OpenDeps, sample: Sample, options: Options): Promise<void> {
  const questions = randomQuestions(sample, Number(options.seed), Number(options.random));
  const asked: { question: string; ms: number }[] = [];
  for (const question of [...questions.slice(0, 50), ...questions]) {
    const raw = Object.fromEntries(new URLSearchParams(question));
    const before = process.cpuUsage();
    await listRecords(deps, kinds.event, { raw, caller: null }).catch((error) => {
      if (error.status !== 404) throw new Error(`${question}: ${error.message}`);
    });
    const { user, system } = process.cpuUsage(before);
    asked.push({ question, ms: (user + system) / 1000 });
  }
  process.stdout.write(`\n${questions.length} random combinations, seed ${options.seed}\n\n`);
  head(['CPU ms, in process', 'count', 'p50', 'p90', 'p99', 'most']);
  const measured = asked.slice(50).sort((a, b) => b.ms - a.ms);
  for (const hasFacets of [false, true]) {
    const own = measured.filter(({ question }) => question.includes('facets') === hasFacets);
    const times = own.map(({ ms }) => ms);
    const figures = [0.5, 0.9, 0.99, 1].map((share) => quantile(times, share).toFixed(1));
    row([hasFacets ? 'with facets' : 'without facets', own.length, ...figures]);
  }
  process.stdout.write(`\nthe costliest: ${measured[0]?.question}\n`);
}
