#!/usr/bin/env node
/** The entry point: starts and stops the process. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from './app.js';
import { type Config, readConfig } from './config.js';
import { isStopping } from './errors.js';
import { answerAlone, answerProbe } from './http/health.js';
import { type Monitored, startMonitor } from './http/monitor.js';
import { startServer, stopServer } from './http/server.js';
import { onStopSignal } from './http/signals.js';
import { isWorker, probeWorkers, reportListening, runWorkers } from './http/workers.js';
import { holderKinds } from './kinds/index.js';
import { type Log, openLog } from './lib/log.js';
import { openMetrics, openWorkerMetrics } from './lib/metrics.js';
import { limits } from './limits.js';
import { openDeps } from './open.js';
import { type Face, openFace } from './pages/site/face.js';
import { pageRoot } from './pages/site/paths.js';
import type { Deps } from './records/deps.js';
import { emptyTrash } from './records/erase.js';
import { describeMetrics } from './service/health.js';
import { ensureAdministrator } from './service/users.js';
import { openDeliveries } from './service/webhooks/deliver.js';
import { findMistaken } from './settings.js';
import { openSources } from './sources/upkeep.js';
import { prepareIndex } from './sync/inspect.js';
import { startUpkeep, type Upkeep } from './sync/loop.js';
import { prepareChanges } from './sync/number.js';
import { leave, requireSameSettings } from './sync/processes.js';

/** How often it is looked whether a subscribed calendar is due, ms. */
const SOURCES_EVERY_MS = 15_000;

async function main(): Promise<void> {
  // The service keeps running when standard output is not writable.
  process.stdout.on('error', () => undefined);
  const config = readConfig(process.env);
  const face = await openFace(config);
  if (config.workers > 1 && !isWorker()) {
    const log = openLog(config.logLevel);
    const metrics = openWorkerMetrics();
    await monitor(config, log, {
      metrics: metrics.text,
      probe: (path) => probeWorkers(path).catch(() => answerAlone(path)),
    });
    const code = await runWorkers(config, log, metrics.countReplaced);
    await log.close();
    process.exit(code);
  }
  await serve(config, face);
}

/** Starts the listener for operators, where the settings name one. */
async function monitor(config: Config, log: Log, monitored: Monitored): Promise<void> {
  if (!config.metrics) return;
  const { url } = await startMonitor(config.metrics, monitored);
  log.info({ url }, 'metrics');
}

async function serve(config: Config, face: Face): Promise<void> {
  const metrics = config.metrics ? openMetrics() : null;
  const deps = await openDeps(config, metrics ? { metrics } : {});
  const { log } = deps;
  for (const { name, meant } of findMistaken(process.env)) {
    log.warn({ name, meant }, `${name} is not a setting; ${meant} is`);
  }
  await requireSameSettings(deps);
  await prepareChanges(deps);
  await prepareIndex(deps);
  const token = await ensureAdministrator(deps);
  if (token !== null) announceToken(config.dataDir, token);
  const server = await startServer(deps, createApp(deps, face).callback()).catch(async (error) => {
    await leave(deps);
    throw error;
  });
  const probe = (path: string) => answerProbe(deps, path);
  if (metrics) {
    describeMetrics(deps, metrics);
    // Of several workers the first process listens.
    if (!isWorker()) await monitor(config, log, { metrics: metrics.text, probe });
  }
  const pages = config.hasPages ? { pages: `${pageRoot(deps.roots)}/` } : {};
  const listening = { url: `${deps.roots.api}/`, dataDir: config.dataDir, ...pages };
  if (token !== null && pages.pages) announce(`Open ${pages.pages} in a browser.`);
  let upkeep: Upkeep | null = null;
  let endDrain = () => {};
  const keepUp = () => {
    if (deps.isStopping) return;
    upkeep = startUpkeep(deps, [
      { everyMs: limits.emptyTrashEveryMs, work: () => emptyTrash(deps) },
      { everyMs: limits.pollEveryMs, work: openDeliveries(deps).begin },
      { everyMs: SOURCES_EVERY_MS, work: openSources(deps) },
    ]);
    log.info({}, 'this process does the upkeep');
  };
  const stop = async (signal: string, drainSeconds: number) => {
    // A second signal ends the wait.
    if (deps.isStopping) return endDrain();
    deps.isStopping = true;
    log.info({ signal, drainSeconds }, 'stopping');
    await new Promise<void>((resolve) => {
      endDrain = resolve;
      setTimeout(resolve, drainSeconds * 1000);
    });
    deps.ending.abort(isStopping());
    await Promise.all([stopServer(server), upkeep?.stop()]);
    // A load whose client has gone ends after its answer.
    await Promise.race([Promise.all(deps.loads), pause(limits.stopTimeoutMs)]);
    await leave(deps);
    await deps.close();
    await log.close();
    process.exit(0);
  };
  // A person at a terminal has no balancer to wait for.
  const drainFor = (signal: string) => (signal === 'SIGINT' ? 0 : config.drainSeconds);
  onStopSignal((signal) => void stop(signal, drainFor(signal)));
  if (isWorker()) return reportListening(listening, keepUp, probe);
  log.info(listening, 'listening');
  await tellEmpty(deps);
  const advice = await deps.index.advice().catch(() => null);
  if (advice !== null) log.warn({}, advice);
  keepUp();
}

/** Says how to load something, while there is nothing to show. */
async function tellEmpty({ index, log }: Deps): Promise<void> {
  const [kind] = holderKinds;
  const found = kind && (await index.lookUp(kind.name, { afterId: 0, limit: 1 }).catch(() => null));
  if (found?.length !== 0) return;
  log.info({}, 'There are no events yet. npm run load:events -- --help says how to load some.');
}

/** The token is printed even where it cannot be stored: nobody could log in otherwise. */
function announceToken(dataDir: string, token: string): void {
  const file = join(dataDir, 'admin-token');
  let kept = `kept in ${file}`;
  try {
    // The mode applies to new files only; an old file may be readable by others.
    rmSync(file, { force: true });
    writeFileSync(file, `${token}\n`, { mode: 0o600 });
  } catch (error) {
    kept = 'and kept nowhere';
    process.stderr.write(`DATA_DIR: ${file}: ${(error as Error).message}\n`);
  }
  announce(`Administrator "admin" created. Token (shown once, ${kept}):\n\n  ${token}`);
}

const announce = (text: string): boolean => process.stdout.write(`\n${text}\n\n`);

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof Error && 'exitCode' in error ? Number(error.exitCode) : 1);
});
