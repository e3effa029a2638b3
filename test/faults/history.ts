/**
 * A randomised test of two processes that share their engines, with faults at random times, and a
 * check of every answer that the clients got: `npm run history`. Exits 1 when the service broke a
 * promise. The seed chooses requests and faults; their timing is up to the machine.
 */
import { Command } from 'commander';
import { groupBy } from '../../src/lib/batches.js';
import { checkHistory } from './check.js';
import { openClient } from './client.js';
import type { Engines } from './engines.js';
import { runFaults } from './faults.js';
import { openFollower } from './follower.js';
import { LANE_MS, watchLanes } from './lanes.js';
import { openMirrors } from './mirrors.js';
import { type Common, type Run, runProgram } from './program.js';
import { runSeriesWorker } from './series.js';
import { readFinal } from './settle.js';
import { findingOf, tally } from './types.js';
import { type Bench, createShared, runWorker } from './workers.js';

interface Options extends Common {
  seconds: string;
  workers: string;
}

/** A cluster is slower, above all when its engines share a small machine with the run. */
const PACE: Record<Engines, { pauseMs: number; patienceMs: number }> = {
  sqlite: { pauseMs: 40, patienceMs: 5000 },
  mongo: { pauseMs: 100, patienceMs: 12_000 },
  cluster: { pauseMs: 100, patienceMs: 12_000 },
};

runProgram(
  new Command('history')
    .description(
      'Writes and reads at random through two processes while they are killed, stopped and cut ' +
        'off from the index; then checks that no answer was wrong and that lists match the store.',
    )
    .option('--seconds <count>', 'how long faults are caused', '20')
    .option('--workers <count>', 'clients at once', '5'),
  run,
);

async function run({ services, seed, options, log }: Run<Options>): Promise<void> {
  const { findings, ports, token } = services;
  const { pauseMs, patienceMs } = PACE[options.engines];
  const send = openClient(ports, { token, patienceMs });
  const lastsMs = Number(options.seconds) * 1000;
  let endMs = Number.POSITIVE_INFINITY;
  const isOver = () => performance.now() > endMs;
  const bench: Bench = {
    ...{ send, seed, pauseMs, isOver },
    operations: [],
    series: new Set(),
    shared: { event: [], venue: [], organizer: [], category: [], tag: [] },
    listAnswers: [],
  };
  await createShared(bench);
  const mirrors = openMirrors(services, seed);
  const follower = await openFollower(services, seed);
  endMs = performance.now() + lastsMs;
  const faults: string[] = [];
  const lanes = services.mongoUrl ? watchLanes(services.mongoUrl) : null;
  await Promise.all([
    runFaults({
      ...{ services, seed, patienceMs, isOver, faults },
      isNearEnd: () => performance.now() > endMs - lastsMs / 2,
    }),
    runSeriesWorker(bench),
    mirrors.run(isOver),
    follower.run(isOver),
    ...Array.from({ length: Number(options.workers) }, (_, n) => runWorker(bench, `w${n + 1}`)),
  ]);
  log('the last fault is over');
  const { series, operations } = bench;
  const { final, settledMs, readMs } = await readFinal(send, operations, { findings, series });
  log('all is read');
  const stood = (await lanes?.end()) ?? [];
  for (const { task, ms } of stood) {
    if (ms > LANE_MS) findings.push(findingOf('a lane stands', `${task} for ${ms} ms`));
  }
  findings.push(...(await mirrors.check(final)));
  log('the mirrors are compared');
  findings.push(...(await follower.check()));
  log('the follower is compared');
  findings.push(...checkHistory(operations, final, readMs));
  const { code, output } = await services.script('check-sync');
  if (code !== 0) findings.push(findingOf('check-sync', output));
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const kinds = groupBy(operations, ({ kind, action }) => `${kind} ${action}`);
  for (const name of [...kinds.keys()].sort()) {
    say(`${name.padEnd(18)} ${tally(kinds.get(name)?.map(({ result }) => result) ?? [])}`);
  }
  const failed = operations.filter(({ result }) => result !== 'acknowledged');
  say(`not acknowledged: ${tally(failed.map(({ answer }) => answer))}`);
  say(`lists: ${tally(bench.listAnswers)}`);
  say(`faults: ${tally(faults)}`);
  say(`follower: ${tally(follower.tally)}`);
  if (stood.length > 0) {
    say(`lanes stood for at most: ${stood.map(({ task, ms }) => `${task} ${ms} ms`).join(', ')}`);
  }
  say(`${operations.length} operations, settled after ${(settledMs / 1000).toFixed(1)} s`);
}
