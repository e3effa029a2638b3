/**
 * The two processes under test and their engines: starts, kills and stops them, runs scripts beside
 * them, and removes everything.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/dev/engines/processes.js';
import { type FaultProxy, openProxy, throughProxy } from '../support/proxy.js';
import { dropEngines, type Engines, type Settings, settingsOf } from './engines.js';
import { killAt } from './kill-at.js';
import { openRunner, type Running, untilReady } from './processes.js';
import type { Finding } from './types.js';

/** The processes and their surroundings. */
export interface Services {
  ports: number[];
  token: string;
  /** One in front of Elasticsearch for each process; none with SQLite. */
  proxies: FaultProxy[];
  /**
   * Starts a process and waits until it is ready; `failPoint`: the step at which it ends itself.
   */
  start(service: number, failPoint?: string): Promise<void>;
  signal(service: number, signal: NodeJS.Signals): void;
  /** Kills a process and waits for its end. */
  kill(service: number): Promise<void>;
  /** → whether the process has ended within `ms`. */
  hasEnded(service: number, ms: number): Promise<boolean>;
  isRunning(service: number): boolean;
  /** Runs a script without the proxies. → exit code (null: killed) and its output. */
  script(name: string, failPoint?: string): Promise<{ code: number | null; output: string }>;
  /** Failures of processes that no fault explains. */
  findings: Finding[];
  close(): Promise<void>;
}

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const SCRIPTS = fileURLToPath(new URL('../../scripts', import.meta.url));

/** Opens everything except the processes. `more`: settings that a run adds. */
export async function openServices(
  engines: Engines,
  seed: number,
  more: Settings = {},
): Promise<Services> {
  const settings = { ...more, ...settingsOf(engines, seed) };
  const folder = mkdtempSync(join(tmpdir(), 'marquee-history-'));
  const token = `history-token-${seed}-0123456789`;
  // Each port is used again at every restart.
  const ports = [Number(await freePort(0)), Number(await freePort(0))];
  const elasticsearch = settings.ELASTICSEARCH_URL;
  const proxies = elasticsearch
    ? [await openProxy(elasticsearch), await openProxy(elasticsearch)]
    : [];
  const findings: Finding[] = [];
  const running: (Running | null)[] = [null, null];
  const run = openRunner(folder, environmentOf(folder, token, settings));
  const start = async (service: number, failPoint?: string) => {
    const proxy = proxies[service];
    const entry = run.start(MAIN, `service-${service}.log`, {
      PORT: String(ports[service]),
      ...(proxy && elasticsearch ? { ELASTICSEARCH_URL: throughProxy(elasticsearch, proxy) } : {}),
      ...(failPoint ? killAt(failPoint) : {}),
    });
    running[service] = entry;
    await untilReady(entry, ports[service] ?? 0, (fault, text) =>
      findings.push({ fault, text: `service ${service} ${text}`, operations: [] }),
    );
  };
  const signal = (service: number, name: NodeJS.Signals) => {
    const entry = running[service];
    if (entry) entry.isStopping = name === 'SIGTERM';
    entry?.child.kill(name);
  };
  const close = async () => {
    await run.killAll();
    for (const proxy of proxies) await proxy.close();
    await dropEngines(settings);
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    ports,
    token,
    proxies,
    findings,
    start,
    signal,
    close,
    isRunning: (service) => running[service]?.hasEnded === false,
    kill: async (service) => {
      signal(service, 'SIGKILL');
      await running[service]?.ended;
    },
    hasEnded: async (service, ms) => {
      const timer = new AbortController();
      const late = pause(ms, undefined, { signal: timer.signal }).catch(() => undefined);
      await Promise.race([running[service]?.ended, late]);
      timer.abort();
      return running[service]?.hasEnded !== false;
    },
    script: async (name, failPoint) => {
      const log = `${name}-${performance.now()}.log`;
      const more = failPoint ? killAt(failPoint) : {};
      const entry = run.start(join(SCRIPTS, `${name}.js`), log, more);
      await entry.ended;
      return { code: entry.child.exitCode, output: entry.output().trim() };
    },
  };
}

const environmentOf = (folder: string, token: string, settings: Settings) => ({
  PATH: process.env.PATH ?? '',
  // One data folder for both: with SQLite this is what they share.
  DATA_DIR: join(folder, 'data'),
  ADMIN_TOKEN: token,
  BASE_URL: 'http://history.invalid',
  IMAGE_CHECK: 'offline',
  // A busy machine must not have requests refused.
  MAX_IN_FLIGHT: '0',
  LOG_LEVEL: 'warn',
  ...settings,
});
