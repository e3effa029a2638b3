/**
 * `npm run drill`: two processes behind a balancer, restarted in turn under load, while the index
 * is away for a while and is built anew. Exits 1 when a request failed that the other process could
 * have answered.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import { runScript } from '../../scripts/support.js';
import { openClient } from './client.js';
import { type Load, openBalancer, runLoad, type Tally } from './drill-load.js';
import { type Engines, enginesOption } from './engines.js';
import { openServices, type Services } from './services.js';

interface Options {
  restarts: string;
  engines: Engines;
  drainSeconds: string;
}

new Command('drill')
  .description('Restarts two processes in turn under load. Exits 1 when a request failed.')
  .option('--restarts <count>', 'restarts in all', '50')
  .option('--drain-seconds <count>', 'DRAIN_SECONDS of the processes', '2')
  .addOption(enginesOption())
  .action((options: Options) => runScript(() => run(options)))
  .parse();

/** Requests at once over each sort of connections. */
const WORKERS = 3;
const PAUSE_MS = 30;
/** Timeout of an answer: longer than the service waits for its engines, ms. */
const PATIENCE_MS = 15_000;
/** How long the index is away, ms. */
const AWAY_MS = 3000;
/** How long after an outage lists may fail: the longest pause before the next try, ms. */
const RECOVERY_MS = 5000;

async function run(options: Options): Promise<number> {
  const more = { DRAIN_SECONDS: options.drainSeconds };
  const services = await openServices(options.engines, Math.floor(Math.random() * 1e9), more);
  const stop = () => void services.close().then(() => process.exit(1));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const { ports, token } = services;
  const pooled = openClient(ports, { token, patienceMs: PATIENCE_MS });
  const fresh = openClient(ports, { token, patienceMs: PATIENCE_MS, keepAlive: false });
  const balancer = openBalancer(ports.length, fresh.send);
  const state = { isOver: false, awayUntilMs: 0 };
  const load: Load = {
    balancer,
    pauseMs: PAUSE_MS,
    isOver: () => state.isOver,
    isIndexAway: () => performance.now() < state.awayUntilMs,
  };
  try {
    await services.start(0);
    await services.start(1);
    await untilBalanced(balancer.isReady, 0);
    await untilBalanced(balancer.isReady, 1);
    const running = [runLoad(load, fresh.send, WORKERS), runLoad(load, pooled.send, WORKERS)];
    await restartInTurn(services, balancer.isReady, Number(options.restarts), state);
    state.isOver = true;
    const [onFresh, onPooled] = await Promise.all(running);
    const isGood = [report('fresh connections', onFresh), report('pooled connections', onPooled)];
    for (const { text } of services.findings) process.stdout.write(`failed: ${text}\n`);
    return isGood.every(Boolean) && services.findings.length === 0 ? 0 : 1;
  } finally {
    balancer.close();
    pooled.close();
    fresh.close();
    await services.close();
  }
}

async function restartInTurn(
  services: Services,
  isReady: (service: number) => boolean,
  restarts: number,
  state: { awayUntilMs: number },
): Promise<void> {
  const beside: Promise<void>[] = [];
  for (let n = 0; n < restarts; n++) {
    if (n === Math.floor(restarts / 3)) beside.push(takeIndexAway(services, state));
    if (n === Math.floor((2 * restarts) / 3)) beside.push(rebuildIndex(services));
    const service = n % services.ports.length;
    services.signal(service, 'SIGTERM');
    if (!(await services.hasEnded(service, 60_000))) throw new Error('a process does not stop');
    await services.start(service);
    await untilBalanced(isReady, service);
    process.stderr.write(`restart ${n + 1} of ${restarts}\n`);
  }
  await Promise.all(beside);
}

async function untilBalanced(
  isReady: (service: number) => boolean,
  service: number,
): Promise<void> {
  const endMs = performance.now() + 30_000;
  while (!isReady(service)) {
    if (performance.now() > endMs)
      throw new Error('the balancer finds a process that is not ready');
    await pause(20);
  }
}

async function takeIndexAway({ proxies }: Services, state: { awayUntilMs: number }): Promise<void> {
  if (proxies.length === 0) return;
  state.awayUntilMs = Number.POSITIVE_INFINITY;
  await Promise.all(proxies.map((proxy) => proxy.set('refuse')));
  await pause(AWAY_MS);
  await Promise.all(proxies.map((proxy) => proxy.set('pass')));
  state.awayUntilMs = performance.now() + RECOVERY_MS;
  process.stderr.write('the index was away\n');
}

async function rebuildIndex(services: Services): Promise<void> {
  const { code, output } = await services.script('rebuild-index');
  process.stderr.write(`the index was built anew: exit ${code}\n`);
  if (code === 0) return;
  services.findings.push({ fault: 'rebuild', text: `rebuild: ${output}`, operations: [] });
}

function report(name: string, tally: Tally | undefined): boolean {
  const { requests = 0, indexAway = 0, failed = new Map<string, number>() } = tally ?? {};
  const sum = [...failed.values()].reduce((all, one) => all + one, 0);
  process.stdout.write(
    `${name}: ${requests} requests, ${sum} failed, ${indexAway} lists while the index was away\n`,
  );
  for (const [what, times] of failed) process.stdout.write(`  ${what}: ${times}\n`);
  return requests > 0 && sum === 0;
}
