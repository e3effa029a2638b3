/** Processes of the benchmark: the service, the bare server, and a load generator. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import autocannon from 'autocannon';
import { packageRoot } from '../../../src/lib/files/package.js';

/** The prefix of every path of the interface. */
export const PREFIX = '/vendor/events/v1';
const CONNECTIONS = 8;

/** Starts a built file; the caller ends the process. */
export function startBuilt(
  file: string,
  settings: Record<string, string>,
  { node = [], args = [] }: { node?: string[]; args?: string[] } = {},
) {
  return spawn(process.execPath, [...node, join(packageRoot(), 'dist', file), ...args], {
    env: { ...process.env, ...settings },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

/** Starts the built service, adds it to `children`. → its URL, once it listens. */
export async function startService(
  settings: Record<string, string>,
  children: ChildProcess[],
): Promise<string> {
  // Other work on the machine must not have requests refused.
  const own = { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'info', MAX_IN_FLIGHT: '0' };
  const child = startBuilt('src/main.js', { ...own, ...settings });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /"url":"(http:[^"]+?)\/vendor/.exec(line) ?? [];
    if (!url) continue;
    child.stdout.resume();
    return url;
  }
  throw new Error('The service did not start.');
}

/** The bare server, whose only answer is the answer that `copy` took from the service. */
export type Bare = Awaited<ReturnType<typeof startBare>>;

/** Starts the bare server and adds it to `children`. */
export async function startBare(children: ChildProcess[]) {
  const child = startBuilt('scripts/dev/bench/bare.js', {});
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  const next = () => new Promise<string>((resolve) => lines.once('line', resolve));
  const url = `http://127.0.0.1:${await next()}`;
  const copy = (from: string) => {
    child.stdin.write(`${from}\n`);
    return next();
  };
  return { url, copy };
}

/** Sends GET requests in turn for `seconds`. → requests per second, latency in ms. */
export async function load(
  url: string,
  paths: readonly string[],
  { seconds, status = 200 }: { seconds: number; status?: number | undefined },
) {
  let clients = 0;
  let others = 0;
  const times: number[] = [];
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    setupClient: (client) => {
      const own = clients++;
      const share = paths.filter((_, n) => n % CONNECTIONS === own);
      client.setRequests((share.length > 0 ? share : paths).map((path) => ({ path })));
      client.on('response', (answered, _, ms) => {
        if (answered !== status) others++;
        times.push(ms);
      });
    },
  });
  if (others > 0 || result.errors > 0) {
    throw new Error(`${others} answers were not ${status}: ${paths[0]}`);
  }
  return { rps: result.requests.average, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** → the value above this share of the values; 0 without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** → memory without mapped pages (MiB) and CPU time (s) of a process; Linux only. */
export function usageOf(pid: number | undefined): { memory: number; cpu: number } {
  try {
    const [, kilobytes = 0] =
      /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) /);
    const [user, system] = fields.split(' ').slice(11, 13);
    // Linux counts CPU time in hundredths of a second.
    return { memory: Number(kilobytes) / 1024, cpu: (Number(user) + Number(system)) / 100 };
  } catch {
    return { memory: 0, cpu: 0 };
  }
}
