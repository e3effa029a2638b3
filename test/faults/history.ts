/**
 * A randomised test of two processes that share their engines, with faults at random times, and a
 * check of every answer that the clients got: `npm run history`. Exits 1 when the service broke a
 * promise. The seed chooses requests and faults; their timing is up to the machine.
 */
import { Command } from 'commander';
import { runScript } from '../../scripts/support.js';
import { checkHistory } from './check.js';
import { openClient } from './client.js';
import { type Engines, enginesOption } from './engines.js';
import { runFaults } from './faults.js';
import { openMirrors } from './mirrors.js';
import { printRun } from './report.js';
import { runSeriesWorker } from './series.js';
import { openServices, type Services } from './services.js';
import { readFinal } from './settle.js';
import type { Finding } from './types.js';
import { type Bench, createShared, runWorker } from './workers.js';

interface Options {
  seconds: string;
  seed?: string;
  engines: Engines;
  workers: string;
}

new Command('history')
  .description(
    'Writes and reads at random through two processes while they are killed, stopped and cut ' +
      'off from the index; then checks that no answer was wrong and that lists match the store.',
  )
  .option('--seconds <count>', 'how long faults are caused', '20')
  .option('--seed <number>', 'repeats the choices of a run; a new one unless given')
  .addOption(enginesOption())
  .option('--workers <count>', 'clients at once', '5')
  .action((options: Options) => runScript(() => run(options)))
  .parse();

/** A cluster is slower, above all when its engines share a small machine with the run. */
const PACE: Record<Engines, { pauseMs: number; patienceMs: number }> = {
  sqlite: { pauseMs: 40, patienceMs: 5000 },
  cluster: { pauseMs: 100, patienceMs: 12_000 },
};

async function run(options: Options): Promise<number> {
  const seed = Number(options.seed ?? Math.floor(Math.random() * 1e9));
  const { engines } = options;
  process.stdout.write(`seed ${seed}, ${options.seconds} s, engines ${engines}\n`);
  const services = await openServices(engines, seed);
  // An interrupted run cleans up as well.
  const stop = () => void services.close().then(() => process.exit(1));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const faults = new Map<string, number>();
    const bench = openBench(services, seed, engines);
    const run = await runAll(bench, services, { options, faults });
    return printRun({ seed, bench, faults, ...run }) ? 0 : 1;
  } catch (error) {
    process.stdout.write(`history FAILED (seed ${seed}): ${String(error)}\n`);
    throw error;
  } finally {
    await services.close();
  }
}

function openBench(services: Services, seed: number, engines: Engines): Bench & { close(): void } {
  const { pauseMs, patienceMs } = PACE[engines];
  const { send, close } = openClient(services.ports, { token: services.token, patienceMs });
  return {
    send,
    close,
    seed,
    operations: [],
    series: new Set(),
    shared: new Map(),
    listAnswers: new Map(),
    pauseMs,
    isOver: () => false,
  };
}

async function runAll(
  bench: Bench & { close(): void },
  services: Services,
  { options, faults }: { options: Options; faults: Map<string, number> },
): Promise<{ findings: Finding[]; settledMs: number }> {
  const begunMs = performance.now();
  const log = (done: string) => {
    const seconds = ((performance.now() - begunMs) / 1000).toFixed(1);
    process.stderr.write(`${seconds} s: ${done}\n`);
  };
  // The first start creates what every later start finds.
  await services.start(0);
  await services.start(1);
  await createShared(bench);
  log('both processes serve');
  const mirrors = openMirrors(services.ports, bench.seed);
  const lastsMs = Number(options.seconds) * 1000;
  const endMs = performance.now() + lastsMs;
  bench.isOver = () => performance.now() > endMs;
  const storeFailPoints =
    options.engines === 'cluster'
      ? (await import('../../src/store/mongo/write.js')).MONGO_FAIL_POINTS
      : [];
  await Promise.all([
    runFaults({
      services,
      seed: bench.seed,
      storeFailPoints,
      patienceMs: PACE[options.engines].patienceMs,
      isOver: bench.isOver,
      isNearEnd: () => performance.now() > endMs - lastsMs / 2,
      onFault: (name) => faults.set(name, (faults.get(name) ?? 0) + 1),
    }),
    runSeriesWorker(bench),
    mirrors.run(bench.isOver),
    ...Array.from({ length: Number(options.workers) }, (_, n) => runWorker(bench, `w${n + 1}`)),
  ]);
  log('the last fault is over');
  const { findings } = services;
  const { final, settledMs, readMs } = await readFinal(bench.send, bench.operations, {
    findings,
    series: bench.series,
  });
  log('all is read');
  findings.push(...(await mirrors.check(final)));
  mirrors.close();
  log('the mirrors are compared');
  findings.push(...checkHistory(bench.operations, final, readMs));
  const { code, output } = await services.script('check-sync');
  if (code !== 0) findings.push({ fault: 'check-sync', text: output, operations: [] });
  log('all is checked');
  bench.close();
  return { findings, settledMs };
}
