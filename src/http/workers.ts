/**
 * Several processes that serve one port (node:cluster). The first process serves nothing itself: it
 * starts the workers, replaces those that die, lets one of them do the upkeep, and stops them all.
 */
import cluster, { type Worker } from 'node:cluster';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { Log } from '../lib/log.js';
import { within } from '../lib/within.js';
import { limits } from '../limits.js';
import { onStopSignal } from './signals.js';

/** What a worker reports once it serves requests. */
export interface Listening {
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
const QUESTION = 'marquee:question';
const ANSWER = 'marquee:answer';

/** A question of the first process, and the answer of a worker. */
interface Message {
  type: typeof QUESTION | typeof ANSWER;
  id: number;
  what: string;
  answer?: unknown;
}

/** Workers that serve. */
const serving = new Set<Worker>();
let questions = 0;

const signalAll = (signal: NodeJS.Signals): void => {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
};

/** → whether this process is a worker. */
export const isWorker = (): boolean => cluster.isWorker;

/** → what every worker that serves answers, each within a bound of time, by worker. */
export function askWorkers<T>(what: string): Map<number, Promise<T>> {
  return new Map([...serving].map((worker) => [worker.id, askWorker<T>(worker, what)]));
}

/** → the answers of those that answer in time. */
export async function answersOf<T>(what: string): Promise<Map<number, T>> {
  const answers = new Map<number, T>();
  const pending = [...askWorkers<T>(what)].map(async ([worker, answer]) => {
    answers.set(worker, await answer);
  });
  await Promise.allSettled(pending);
  return answers;
}

function askWorker<T>(worker: Worker, what: string): Promise<T> {
  const id = questions++;
  let listen: (message: Message) => void = () => undefined;
  const answered = new Promise<T>((resolve) => {
    listen = (message) => {
      if (message?.type === ANSWER && message.id === id) resolve(message.answer as T);
    };
    worker.on('message', listen);
    if (worker.isConnected()) worker.send({ type: QUESTION, id, what } satisfies Message);
  });
  const late = () => new Error('a worker does not answer');
  return within(answered, limits.workerAnswerMs, late).finally(() => worker.off('message', listen));
}

/** Answers the questions of the first process. */
function answerQuestions(answers: (what: string) => Promise<unknown>): void {
  process.on('message', async (message: Message) => {
    if (message?.type !== QUESTION) return;
    const { id, what } = message;
    const answer = await answers(what);
    // The first process may have ended meanwhile.
    if (process.connected) process.send?.({ type: ANSWER, id, what, answer } satisfies Message);
  });
}

/**
 * Reports to the first process that this worker serves; it may then be given the upkeep, and is
 * asked for `answers`.
 */
export function reportListening(
  listening: Listening,
  startUpkeep: () => void,
  answers: (what: string) => Promise<unknown>,
): void {
  answerQuestions(answers);
  let isKeeper = false;
  process.on('message', (message) => {
    if (message !== UPKEEP || isKeeper) return;
    isKeeper = true;
    startUpkeep();
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
  onReplaced: (worker: number) => void,
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
      onReplaced(worker.id);
      const ended = { worker: worker.process.pid, code, signal };
      log.warn({ ...ended, pauseMs: replace(worker) }, 'a worker ended and is replaced');
      chooseKeeper();
    });
    onStopSignal(stop, limits.repeatedSignalMs);
    fork();
  });
}

/** → the pause before the next of several workers that died young, ms. */
export function restartPauseMs(failures: number): number {
  return Math.min(limits.restartPauseMs * 2 ** (failures - 1), limits.restartPauseMaxMs);
}
