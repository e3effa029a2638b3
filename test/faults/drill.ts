/**
 * `npm run drill`: two processes behind a balancer, restarted in turn under load, while the index
 * is away for a while and is built anew. Exits 1 when a request failed that the other process could
 * have answered.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import { groupBy } from '../../src/lib/batches.js';
import { until, within } from '../support/until.js';
import { openClient } from './client.js';
import { type Load, openBalancer, runLoad, type Tally } from './drill-load.js';
import { type Common, type Run, runProgram } from './program.js';
import type { Services } from './services.js';
import { type Finding, findingOf } from './types.js';

interface Options extends Common {
  restarts: string;
  drainSeconds: string;
}

runProgram<Options>(
  new Command('drill')
    .description('Restarts two processes in turn under load. Exits 1 when a request failed.')
    .option('--restarts <count>', 'restarts in all', '50')
    .option('--drain-seconds <count>', 'DRAIN_SECONDS of the processes', '2'),
  run,
  ({ drainSeconds }) => ({ DRAIN_SECONDS: drainSeconds }),
);

/** Requests at once over each sort of connections. */
const WORKERS = 3;
const PAUSE_MS = 30;
/** Timeout of an answer: longer than the service waits for its engines, ms. */
const PATIENCE_MS = 15_000;
/** How long the balancer may take to find a process ready, ms. */
const READY_MS = 30_000;
/** How long the index is away, ms. */
const AWAY_MS = 3000;
/** How long after an outage lists may fail: the longest pause before the next try, ms. */
const RECOVERY_MS = 5000;

async function run({ services, options, log }: Run<Options>): Promise<void> {
  const { ports, token, findings } = services;
  const pooled = openClient(ports, { token, patienceMs: PATIENCE_MS });
  const fresh = openClient(ports, { token, patienceMs: PATIENCE_MS, keepAlive: false });
  const balancer = openBalancer(ports.length, fresh);
  const state = { isOver: false, awayUntilMs: 0 };
  const load: Load = {
    balancer,
    pauseMs: PAUSE_MS,
    isOver: () => state.isOver,
    isIndexAway: () => performance.now() < state.awayUntilMs,
  };
  for (const service of ports.keys()) await until(() => balancer.isReady(service), READY_MS);
  const running = Promise.all([runLoad(load, fresh, WORKERS), runLoad(load, pooled, WORKERS)]);
  await restartInTurn({ services, options, log }, balancer.isReady, state);
  state.isOver = true;
  const [onFresh, onPooled] = await running;
  findings.push(...judge('fresh connections', onFresh), ...judge('pooled connections', onPooled));
}

async function restartInTurn(
  { services, options, log }: Pick<Run<Options>, 'services' | 'options' | 'log'>,
  isReady: (service: number) => boolean,
  state: { awayUntilMs: number },
): Promise<void> {
  const restarts = Number(options.restarts);
  const beside: Promise<void>[] = [];
  for (let n = 0; n < restarts; n++) {
    if (n === Math.floor(restarts / 3)) beside.push(takeIndexAway(services, state));
    if (n === Math.floor((2 * restarts) / 3)) beside.push(rebuildIndex(services));
    const service = n % services.ports.length;
    services.signal(service, 'SIGTERM');
    const hasEnded = await within(() => !services.isRunning(service), 60_000);
    if (!hasEnded) throw new Error('a process does not stop');
    await services.start(service);
    await until(() => isReady(service), READY_MS);
    log(`restart ${n + 1} of ${restarts}`);
  }
  await Promise.all(beside);
}

async function takeIndexAway({ proxies }: Services, state: { awayUntilMs: number }): Promise<void> {
  if (proxies.length === 0) return;
  state.awayUntilMs = Number.POSITIVE_INFINITY;
  await Promise.all(proxies.map((proxy) => proxy.set('refuse')));
  await pause(AWAY_MS);
  await Promise.all(proxies.map((proxy) => proxy.set('pass')));
  state.awayUntilMs = performance.now() + RECOVERY_MS;
}

async function rebuildIndex(services: Services): Promise<void> {
  const { code, output } = await services.script('rebuild-index');
  if (code !== 0) services.findings.push(findingOf('a rebuild failed', output));
}

function judge(name: string, tally: Tally): Finding[] {
  const { requests, indexAway, failed } = tally;
  process.stdout.write(`${name}: ${requests} requests, ${indexAway} lists without the index\n`);
  const texts = [...groupBy(failed, String)].map(([what, all]) => `${what}: ${all.length} times`);
  if (requests === 0) texts.push('there was none');
  return texts.map((text) => findingOf(`a request failed over ${name}`, text));
}
