/**
 * Several processes that serve the same port (node:cluster). The first process serves no requests:
 * it starts the workers, replaces dead workers, assigns the upkeep to a worker, and stops them all.
 */
import cluster, { type Worker } from 'node:cluster';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { Log } from '../lib/log.js';
import { within } from '../lib/within.js';
import { limits } from '../limits.js';
import type { ProbeAnswer } from './health.js';
import { onStopSignal } from './signals.js';

/** The report of a worker that serves requests. */
interface Listening {
  url: string;
  dataDir: string;
}

/** A worker's report; `type` distinguishes it from other messages between these processes. */
interface Report {
  type: typeof REPORT;
  listening: Listening;
}

const REPORT = 'marquee:listening';
const UPKEEP = 'marquee:upkeep';
const PROBE = 'marquee:probe';
const ANSWER = 'marquee:answer';

/** A probe that the first process passes on, and the answer of a worker. */
interface Probe {
  type: typeof PROBE | typeof ANSWER;
  id: number;
  path: string;
  answer?: ProbeAnswer;
}

/** Workers that serve. */
const serving = new Set<Worker>();
let probes = 0;

const signalAll = (signal: NodeJS.Signals): void => {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
};

/** → whether this process is a worker. */
export const isWorker = (): boolean => cluster.isWorker;

/** → the answer to a probe of the first worker that answers. Throws when none does in time. */
export const probeWorkers = (path: string): Promise<ProbeAnswer> =>
  Promise.any([...serving].map((worker) => probeWorker(worker, path)));

function probeWorker(worker: Worker, path: string): Promise<ProbeAnswer> {
  const id = probes++;
  let listen: (message: Probe) => void = () => undefined;
  const answered = new Promise<ProbeAnswer>((resolve) => {
    listen = ({ type, id: of, answer }) => {
      if (type === ANSWER && of === id && answer) resolve(answer);
    };
    worker.on('message', listen);
    if (worker.isConnected()) worker.send({ type: PROBE, id, path } satisfies Probe);
  });
  const late = () => new Error('a worker does not answer');
  return within(answered, limits.workerAnswerMs, late).finally(() => worker.off('message', listen));
}

/**
 * Reports to the first process that this worker serves; it may then be given the upkeep, and is
 * asked for its answers to probes.
 */
export function reportListening(
  listening: Listening,
  startUpkeep: () => void,
  probe: (path: string) => Promise<ProbeAnswer>,
): void {
  let isKeeper = false;
  process.on('message', async (message: Probe | typeof UPKEEP) => {
    if (message === UPKEEP) {
      if (!isKeeper) startUpkeep();
      isKeeper = true;
    } else if (message.type === PROBE) {
      const answer = await probe(message.path);
      // The first process may have ended meanwhile.
      if (process.connected) process.send?.({ ...message, type: ANSWER, answer } satisfies Probe);
    }
  });
  process.send?.({ type: REPORT, listening } satisfies Report);
}

/**
 * Starts the workers and serves until SIGTERM or SIGINT. → the exit code. The first worker
 * starts alone: when it cannot, nothing is tried again, and its exit code is returned.
 * `onReplaced` is called for each worker that died and is replaced.
 */
export function runWorkers(
  { workers: count, drainSeconds }: { workers: number; drainSeconds: number },
  log: Log,
  onReplaced: () => void,
): Promise<number> {
  // Counts the requests of all workers, where they ask for it.
  new RateLimiterClusterMaster();
  const timers = new Set<NodeJS.Timeout>();
  const startedMs = new WeakMap<Worker, number>();
  let keeper: Worker | null = null;
  let isStopping = false;
  let hasServed = false;
  let failures = 0;

  const fork = () => startedMs.set(cluster.fork(), performance.now());
  const chooseKeeper = () => {
    if (isStopping || (keeper && serving.has(keeper))) return;
    [keeper = null] = serving;
    keeper?.send(UPKEEP);
  };
  const replace = (worker: Worker) => {
    const age = performance.now() - (startedMs.get(worker) ?? 0);
    failures = age < limits.restartPauseMaxMs ? failures + 1 : 0;
    const pauseMs = failures === 0 ? 0 : restartPauseMs(failures);
    const timer = setTimeout(() => {
      timers.delete(timer);
      fork();
    }, pauseMs);
    timers.add(timer);
    return pauseMs;
  };
  const stop = (signal: NodeJS.Signals) => {
    // A second signal ends the wait of the workers.
    signalAll(signal);
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    for (const timer of timers) clearTimeout(timer);
    // Each worker ends by itself within this time, unless it hangs.
    const patienceMs = drainSeconds * 1000 + 2 * limits.stopTimeoutMs;
    setTimeout(() => signalAll('SIGKILL'), patienceMs).unref();
  };

  return new Promise((resolve) => {
    cluster.on('message', (worker, { type, listening }: Report) => {
      if (type !== REPORT) return;
      log.info({ worker: worker.process.pid }, 'a worker serves');
      serving.add(worker);
      if (!hasServed) {
        log.info({ ...listening, workers: count }, 'listening');
        for (let more = 1; more < count; more++) fork();
      }
      hasServed = true;
      chooseKeeper();
    });
    cluster.on('exit', (worker, code, signal) => {
      serving.delete(worker);
      const hasNone = Object.keys(cluster.workers ?? {}).length === 0;
      if (isStopping) return hasNone ? resolve(0) : undefined;
      if (!hasServed) return resolve(code || 1);
      onReplaced();
      const ended = { worker: worker.process.pid, code, signal };
      log.warn({ ...ended, pauseMs: replace(worker) }, 'a worker ended and is replaced');
      chooseKeeper();
    });
    onStopSignal(stop);
    fork();
  });
}

/** → the pause before the next of several workers that died young, ms. */
export function restartPauseMs(failures: number): number {
  return Math.min(limits.restartPauseMs * 2 ** (failures - 1), limits.restartPauseMaxMs);
}
