/**
 * The two processes under test and their engines: starts, kills and stops them, runs scripts beside
 * them, and removes everything.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/dev/engines/processes.js';
import { type FaultProxy, openProxy, throughProxy } from '../support/proxy.js';
import { within } from '../support/until.js';
import { dropEngines, type Engines, type Settings, settingsOf } from './engines.js';
import { killAt } from './kill-at.js';
import { type Finding, findingOf } from './types.js';

/** The processes and their surroundings. */
export interface Services {
  ports: number[];
  token: string;
  /** Where a run keeps files; it is removed at the end. */
  folder: string;
  /** The database that they share; null with SQLite. */
  mongoUrl: string | null;
  /** One in front of Elasticsearch for each process; none with SQLite. */
  proxies: FaultProxy[];
  /**
   * Starts a process and waits until it is ready; `failPoint`: the step at which it ends itself.
   */
  start(service: number, failPoint?: string): Promise<void>;
  signal(service: number, signal: NodeJS.Signals): void;
  /** Kills a process and waits for its end. */
  kill(service: number): Promise<void>;
  isRunning(service: number): boolean;
  /** Runs a script without the proxies. → exit code (null: killed) and its output. */
  script(line: string, end?: ScriptEnd): Promise<{ code: number | null; output: string }>;
  /** → another installation on the same engines, which ends with this one. */
  beside(): Promise<Services>;
  /** What is wrong: first of all, ends of processes that no fault explains. */
  findings: Finding[];
  close(): Promise<void>;
}

/** How a script is killed: at a step, or after so many ms. */
interface ScriptEnd {
  failPoint?: string | undefined;
  afterMs?: number;
}

/** A process, running or ended. */
interface Running {
  child: ChildProcess;
  ended: Promise<void>;
  /** Whether it was signalled to stop, and may exit with 0. */
  isStopping: boolean;
  /** The path of what it and its predecessors wrote. */
  log: string;
}

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const SCRIPTS = fileURLToPath(new URL('../../scripts', import.meta.url));

/** Timeout for a process to be ready, ms. */
const START_MS = 40_000;
/** Timeout for a process to end by itself, ms. */
const STOP_MS = 10_000;

/** Opens everything except the processes. `more`: settings that a run adds. */
export async function openServices(
  engines: Engines,
  seed: number,
  more: Settings,
): Promise<Services> {
  const settings = { ...more, ...settingsOf(engines, seed) };
  const others: Services[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'marquee-history-'));
  const token = `history-token-${seed}-0123456789`;
  const ports = await twoPorts();
  const elasticsearch = settings.ELASTICSEARCH_URL;
  const proxies = elasticsearch
    ? [await openProxy(elasticsearch), await openProxy(elasticsearch)]
    : [];
  const findings: Finding[] = [];
  const running: (Running | undefined)[] = [];
  const { run, killAll } = openRunner(folder, environmentOf(folder, token, ports, settings));
  const start = async (service: number, failPoint?: string) => {
    const proxy = proxies[service];
    const entry = run(MAIN, `service-${service}`, {
      PORT: String(ports[service]),
      ...(proxy && elasticsearch ? { ELASTICSEARCH_URL: throughProxy(elasticsearch, proxy) } : {}),
      ...(failPoint ? killAt(failPoint) : {}),
    });
    running[service] = entry;
    const find = (fault: string, text: string) =>
      findings.push(findingOf(fault, `service ${service} ${text}`));
    void entry.ended.then(() => {
      const { exitCode } = entry.child;
      if (exitCode === null || (exitCode === 0 && entry.isStopping)) return;
      find('a process ended by itself', `ended with ${exitCode}: ${outputOf(entry).slice(-600)}`);
    });
    const isDone = async () => !isAlive(entry) || isReady(ports[service] ?? 0);
    if (await within(isDone, START_MS)) return;
    find('a process does not start', `was not ready after ${START_MS} ms`);
  };
  const signal = (service: number, name: NodeJS.Signals) => {
    const entry = running[service];
    if (entry) entry.isStopping = name === 'SIGTERM' || name === 'SIGINT';
    entry?.child.kill(name);
  };
  return {
    ports,
    token,
    folder,
    mongoUrl: settings.MONGO_URL ?? null,
    proxies,
    findings,
    start,
    signal,
    isRunning: (service) => isAlive(running[service]),
    kill: async (service) => {
      signal(service, 'SIGKILL');
      await running[service]?.ended;
    },
    script: async (line, { failPoint, afterMs } = {}) => {
      const [name, ...words] = line.split(' ');
      const step = failPoint ? killAt(failPoint) : {};
      const log = `${name}-${performance.now()}`;
      const entry = run(join(SCRIPTS, `${name}.js`), log, step, words);
      const timer =
        afterMs === undefined ? null : setTimeout(() => entry.child.kill('SIGKILL'), afterMs);
      await entry.ended;
      if (timer) clearTimeout(timer);
      return { code: entry.child.exitCode, output: outputOf(entry).trim() };
    },
    beside: async () => {
      const other = await openServices(engines, seed + others.length + 1, more);
      others.push(other);
      return other;
    },
    close: async () => {
      for (const other of others) await other.close();
      // A transaction that a kill left open can block the drop of its database.
      for (const service of ports.keys()) signal(service, 'SIGINT');
      await within(() => !running.some(isAlive), STOP_MS);
      await killAll();
      for (const proxy of proxies) await proxy.close();
      await dropEngines(settings);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const environmentOf = (
  folder: string,
  token: string,
  [port]: readonly number[],
  settings: Settings,
) => ({
  PATH: process.env.PATH ?? '',
  // One data folder for both: with SQLite this is what they share.
  DATA_DIR: join(folder, 'data'),
  ADMIN_TOKEN: token,
  // Another installation follows the feeds of the first process.
  BASE_URL: `http://127.0.0.1:${port}`,
  OUTBOUND: 'any',
  IMAGE_CHECK: 'offline',
  // A busy machine must not have requests refused.
  MAX_IN_FLIGHT: '0',
  LOG_LEVEL: 'warn',
  ...settings,
});

const isAlive = (entry: Running | undefined): boolean =>
  entry !== undefined && entry.child.exitCode === null && entry.child.signalCode === null;

/** → functions that start a process, which logs into `folder`, and kill all that still run. */
function openRunner(folder: string, environment: Record<string, string>) {
  const started = new Set<Running>();
  let isOver = false;
  const run = (
    file: string,
    name: string,
    more: Record<string, string>,
    words: string[] = [],
  ): Running => {
    // A run that is interrupted goes on for a moment: nothing it starts may outlive it.
    if (isOver) throw new Error('The run is over.');
    const log = join(folder, `${name}.log`);
    const sink = openSync(log, 'a');
    const env = { ...environment, ...more };
    const child = spawn(process.execPath, [file, ...words], { env, stdio: ['ignore', sink, sink] });
    closeSync(sink);
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const entry = { child, ended, isStopping: false, log };
    started.add(entry);
    void ended.then(() => started.delete(entry));
    return entry;
  };
  const killAll = async () => {
    isOver = true;
    const all = [...started];
    for (const { child } of all) child.kill('SIGKILL');
    await Promise.all(all.map(({ ended }) => ended));
  };
  return { run, killAll };
}

const outputOf = ({ log }: Running): string => readFileSync(log, 'utf8');

/**
 * → two free ports. Each is used again at every restart, so they are below those that the system
 * gives to outgoing connections, which might have taken one meanwhile.
 */
async function twoPorts(): Promise<number[]> {
  for (;;) {
    const first = 20_000 + 2 * Math.floor(Math.random() * 5000);
    const ports = [await freePort(first), await freePort(first + 1)];
    const free = ports.filter((port) => port !== null);
    if (free.length === 2) return free;
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/ready`, {
      signal: AbortSignal.timeout(3000),
      headers: { Connection: 'close' },
    });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
