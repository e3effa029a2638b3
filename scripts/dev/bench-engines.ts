/**
 * Measures the service over Elasticsearch against Elasticsearch itself, in the same run: lists
 * against the queries they send, loading events against the official client's bulk helper. Needs
 * ELASTICSEARCH_URL; records are in MONGO_URL, else in the embedded file. Only ratios count.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOrCreate } from '../support.js';
import { loadEvents } from './bench-data.js';
import { bulkIndex, dropPrefix, openStoreOf } from './bench-elasticsearch.js';
import { type ListCase, listCases } from './bench-lists.js';
import { type Asked, CONNECTIONS, compare, load, machine, row } from './bench-load.js';
import { EMBEDDED, loadVenues, pointsOf, startService } from './bench-service.js';

/** The options of the benchmark. */
export interface EnginesOptions {
  events: string;
  venues: string;
  seconds: string;
  rounds: string;
}

/**
 * Runs the benchmark and prints both tables. → exit code. Throws when ELASTICSEARCH_URL is not set.
 */
export async function benchEngines(options: EnginesOptions): Promise<number> {
  const url = process.env.ELASTICSEARCH_URL?.split(',')[0]?.trim().replace(/\/+$/, '');
  if (!url) throw new Error('Set ELASTICSEARCH_URL: npm run engines starts one and prints it.');
  const folder = mkdtempSync(join(tmpdir(), 'marquee-bench-'));
  const prefix = `marquee-bench-${process.pid}`;
  const store = openStoreOf(process.env.MONGO_URL, prefix);
  const settings = {
    ...store.settings,
    DATA_DIR: join(folder, 'engines'),
    ELASTICSEARCH_PREFIX: prefix,
    ELASTICSEARCH_REPLICAS: '0',
  };
  const children: ChildProcess[] = [];
  const end = async () => {
    for (const child of children) child.kill('SIGTERM');
    await dropPrefix(url, prefix);
    await store.drop();
    rmSync(folder, { recursive: true, force: true });
  };
  // An interrupted run cleans up as well.
  const stop = () => void end().finally(() => process.exit(1));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const loads = await measureLoads(options, { folder, settings, url, prefix });
    const service = await startService(settings, children);
    printHead(options, store.name);
    for (const one of loads.cases) await measureList(one, { service, url, options });
    printLoads(loads, Number(options.events));
    return 0;
  } finally {
    await end();
  }
}

const progress = (text: string) => process.stderr.write(`${text}\n`);

interface Loads {
  cases: ListCase[];
  /** Events per second. */
  service: number;
  helper: number;
  embedded: number;
  storeName: string;
}

async function measureLoads(
  { events, venues }: EnginesOptions,
  at: { folder: string; settings: Record<string, string>; url: string; prefix: string },
): Promise<Loads> {
  const { folder, settings, url, prefix } = at;
  const count = Number(events);
  progress('loading over SQLite alone');
  const embedded = await loadInto({ ...EMBEDDED, DATA_DIR: join(folder, 'embedded') });
  progress('loading over the engines');
  const service = await loadInto({ ...settings, INDEX_REFRESH: 'false' });
  const deps = await openOrCreate(settings);
  try {
    await deps.index.refresh();
    progress("indexing the same events with the client's bulk helper");
    const helper = await bulkIndex(deps, { url, prefix });
    progress('preparing the queries');
    const cases = await listCases(await pointsOf(deps), { settings, url });
    const storeName = settings.MONGO_URL ? 'MongoDB' : 'SQLite';
    return { cases, service, helper, embedded, storeName };
  } finally {
    await deps.close();
  }

  async function loadInto(into: Record<string, string>): Promise<number> {
    const deps = await openOrCreate(into);
    try {
      await loadVenues(deps, venues, folder);
      return count / (await loadEvents(deps, count));
    } finally {
      await deps.close();
    }
  }
}

async function measureList(
  { name, paths, bodies }: ListCase,
  { service, url, options }: { service: string; url: string; options: EnginesOptions },
): Promise<void> {
  progress(`${name}, ${paths.length} variations`);
  const asked = paths.map((path): Asked => ({ method: 'GET', path }));
  const seconds = Number(options.seconds);
  await load(service, asked, 1);
  await load(url, bodies, 1);
  const found = await compare(
    { service: () => load(service, asked, seconds), measure: () => load(url, bodies, seconds) },
    Number(options.rounds),
  );
  const figures = ({ rps, p50, p99 }: typeof found.service) => [
    rps.toFixed(0),
    p50.toFixed(1),
    p99.toFixed(1),
  ];
  const cells = [name, ...figures(found.service), ...figures(found.measure)];
  process.stdout.write(row([...cells, found.ratio.toFixed(2)]));
}

function printHead({ events, seconds, rounds }: EnginesOptions, storeName: string): void {
  const [busy = 0] = loadavg();
  process.stdout.write(
    `\n${events} events over Elasticsearch, records in ${storeName}. ${machine()}; load ` +
      `generator, service and Elasticsearch share them; ${CONNECTIONS} connections, ` +
      `${seconds} s, median of ${rounds}; load average before ${busy.toFixed(1)}.\n\n` +
      '| list | requests/s | p50 ms | p99 ms | Elasticsearch, same query | p50 ms | p99 ms ' +
      '| ratio |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n',
  );
}

function printLoads({ service, helper, embedded, storeName }: Loads, count: number): void {
  const cells = (name: string, rate: number) =>
    row([name, rate.toFixed(0), (rate / helper).toFixed(2)]);
  process.stdout.write(
    `\n| load of ${count} events | events/s | ratio to the helper |\n| --- | ---: | ---: |\n` +
      cells(`${storeName} + Elasticsearch, INDEX_REFRESH=false`, service) +
      cells("the client's bulk helper, documents prepared", helper) +
      cells('SQLite + SQLite', embedded),
  );
}
