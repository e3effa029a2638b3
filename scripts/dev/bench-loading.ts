/**
 * Measures loads of files, as ratios to the drivers alone: the same rows, fully prepared, into the
 * same tables by prepared statements in batches of 500, or through the clients' bulk helpers. Loads
 * run as `npm run load` does, in a process of their own, whose memory is watched.
 */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/lib/package.js';
import { openOrCreate } from '../support.js';
import { randomFrom } from './bench-data.js';
import { dropPrefix, openStoreOf } from './bench-elasticsearch.js';
import { machine, row } from './bench-load.js';
import { type Raw, rawEngines, rawSqlite } from './bench-raw.js';
import { EMBEDDED } from './bench-service.js';

/** The options of the benchmark. */
export interface LoadsOptions {
  events: string;
  venues: string;
}

/** Runs the benchmark: over the engines that the environment names, else over the embedded file. */
export async function benchLoads(options: LoadsOptions): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-bench-'));
  const prefix = `marquee-bench-${process.pid}`;
  const url = process.env.ELASTICSEARCH_URL?.split(',')[0]?.trim().replace(/\/+$/, '');
  const mongo = openStoreOf(process.env.MONGO_URL, prefix);
  const isEmbedded = !url || !process.env.MONGO_URL;
  const settings = isEmbedded
    ? { ...EMBEDDED, DATA_DIR: join(folder, 'data') }
    : {
        ...mongo.settings,
        DATA_DIR: join(folder, 'data'),
        ELASTICSEARCH_URL: url,
        ELASTICSEARCH_PREFIX: prefix,
        ELASTICSEARCH_REPLICAS: '0',
        INDEX_REFRESH: 'false',
      };
  const end = async () => {
    if (!isEmbedded) await dropPrefix(url, prefix);
    if (!isEmbedded) await mongo.drop();
    rmSync(folder, { recursive: true, force: true });
  };
  const stop = () => void end().finally(() => process.exit(1));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    printHead(isEmbedded ? 'one embedded file' : 'MongoDB + Elasticsearch');
    const files = [
      { kind: 'venue', mapping: ['--mapping', 'openbrewerydb'], open: async () => options.venues },
      { kind: 'event', mapping: [], open: () => writeEvents(settings, folder, options) },
    ] as const;
    for (const { kind, mapping, open } of files) {
      const file = await open();
      const args = ['--kind', kind, ...mapping];
      const first = await loadFile(file, args, settings);
      const again = await loadFile(file, args, settings);
      const deps = await openOrCreate(settings);
      try {
        const raw = isEmbedded
          ? await rawSqlite(deps, kind, folder)
          : await rawEngines(deps, kind, { url, prefix, mongoUrl: mongo.settings.MONGO_URL ?? '' });
        printRow(kind, { first, again, raw });
      } finally {
        await deps.close();
      }
    }
    return 0;
  } finally {
    await end();
  }
}

interface Loaded {
  lines: number;
  seconds: number;
  /** The highest resident memory without mapped pages, MiB. */
  memory: number;
  /** CPU time of the process with its start, seconds. */
  cpu: number;
}

/** What `npm run load` gives Node: the heap is collected earlier than by default. */
const HEAP = '--max-old-space-size=1024';

/** Runs a load in a process of its own. */
async function loadFile(
  file: string,
  args: string[],
  settings: Record<string, string>,
): Promise<Loaded> {
  const script = join(packageRoot(), 'dist', 'scripts', 'bulk-load.js');
  const child = spawn(process.execPath, [HEAP, script, file, ...args], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let memory = 0;
  let cpu = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, anonymousMiB(child.pid ?? 0));
    cpu = Math.max(cpu, cpuSeconds(child.pid ?? 0));
  }, 50);
  let told = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) told += chunk;
  clearInterval(watch);
  const [, lines, seconds] = /; (\d+) lines in ([\d.]+) s/.exec(told) ?? [];
  if (seconds === undefined) throw new Error(`The load failed: ${told}`);
  return { lines: Number(lines), seconds: Math.max(Number(seconds), 0.05), memory, cpu };
}

function anonymousMiB(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Linux counts CPU time in hundredths of a second. */
function cpuSeconds(pid: number): number {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) /);
    const [user, system] = fields.split(' ').slice(11, 13);
    return (Number(user) + Number(system)) / 100;
  } catch {
    return 0;
  }
}

const STYLES = ['Jazz', 'Rock', 'Folk', 'Techno', 'Poetry', 'Comedy', 'Chess', 'Yoga', 'Robotics'];
const FORMS = ['night', 'festival', 'workshop', 'market', 'tasting', 'meetup', 'concert', 'talk'];
const WORDS =
  'music evening local friends garden river history kitchen people stories summer winter dance ' +
  'light craft open street young master guest city north south community';

/** Writes a file of events at the stored venues, some 72 titles in all. → its path. */
async function writeEvents(
  settings: Record<string, string>,
  folder: string,
  { events }: LoadsOptions,
): Promise<string> {
  const deps = await openOrCreate(settings);
  const venues = await deps.store.scan('venue', { afterId: 0, limit: 20_000 });
  await deps.close();
  const random = randomFrom(42);
  const words = WORDS.split(' ');
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const path = join(folder, 'events.ndjson');
  const file = createWriteStream(path);
  for (let at = 0; at < Number(events); at++) {
    const day = new Date(Date.now() + Math.floor(random() * 700) * 86_400_000);
    const date = day.toISOString().slice(0, 10);
    const hour = 8 + Math.floor(random() * 14);
    const style = pick(STYLES);
    const line = JSON.stringify({
      external_id: `bench:${at}`,
      title: `${style} ${pick(FORMS)}`,
      description: Array.from({ length: 60 }, () => pick(words)).join(' '),
      start_date: `${date} ${String(hour).padStart(2, '0')}:00:00`,
      end_date: `${date} ${String(hour + 1).padStart(2, '0')}:30:00`,
      categories: [style],
      venue: pick(venues).id,
    });
    if (!file.write(`${line}\n`))
      await new Promise((resolve) => file.once('drain', () => resolve(null)));
  }
  await new Promise((resolve) => file.end(() => resolve(null)));
  return path;
}

function printHead(engines: string): void {
  process.stdout.write(
    `\nLoads into ${engines}. ${machine()}.\n\n` +
      '| file | rows | first, rows/s | drivers alone | ratio | again, rows/s | to first ' +
      '| CPU ms a row, drivers | memory MiB |\n' +
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n',
  );
}

function printRow(
  kind: string,
  { first, again, raw }: { first: Loaded; again: Loaded; raw: Raw },
): void {
  const rate = ({ lines, seconds }: Loaded) => lines / seconds;
  process.stdout.write(
    row([
      `${kind}s`,
      String(first.lines),
      rate(first).toFixed(0),
      raw.rate.toFixed(0),
      (rate(first) / raw.rate).toFixed(2),
      rate(again).toFixed(0),
      (rate(again) / rate(first)).toFixed(1),
      `${((first.cpu * 1000) / first.lines).toFixed(2)}, ${raw.cpuMs.toFixed(2)}`,
      Math.max(first.memory, again.memory).toFixed(0),
    ]),
  );
}
