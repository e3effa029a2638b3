/**
 * Pushes of a load in a thread of their own, beside the reading and writing of records: entries are
 * made and indexed there. The thread reads the records of an outbox entry from the store.
 */
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Config } from './config.js';
import { openLine } from './lib/line.js';
import { silentLog } from './lib/log.js';
import { limits } from './limits.js';
import { openDeps } from './open.js';
import type { PushThread, PushWork, Work } from './records/deps.js';
import { workOff } from './records/upkeep/outbox.js';

/** A push that is asked for, and how it ended; a later one may end first. */
type Asked = { number: number; entries: Work['entries'] };
type Answer = { number: number; error: string | null };

/** → what opens push threads, so many at once as `limits.pushThreads` allows. */
export function openPushThreads(config: Config): (alone: PushWork) => PushThread | null {
  let open = 0;
  return (alone) => {
    if (open >= limits.pushThreads) return null;
    open++;
    const thread = openPushThread(config, alone);
    return {
      work: thread.work,
      close: async () => {
        open--;
        await thread.close();
      },
    };
  };
}

/**
 * → pushes, the first by `alone` in this thread: a small file needs no other. The thread opens what
 * the settings name, which must exist; it leaves the refresh of the index to the end of the load.
 */
export function openPushThread(config: Config, alone: PushWork): PushThread {
  let pushes = 0;
  let thread: PushThread | null = null;
  return {
    work: (work) => {
      if (pushes++ === 0) return alone(work);
      thread ??= startThread(config);
      return thread.work(work);
    },
    close: async () => thread?.close(),
  };
}

function startThread(config: Config): PushThread {
  const { elasticsearch } = config;
  const settings: Config = {
    ...config,
    elasticsearch: elasticsearch && { ...elasticsearch, refresh: 'false' },
  };
  const worker = new Worker(new URL(import.meta.url), { workerData: settings });
  const waiting = new Map<number, { resolve: () => void; reject: (cause: Error) => void }>();
  let asked = 0;
  let fault: Error | null = null;
  const fail = (cause: Error) => {
    fault = cause;
    for (const { reject } of waiting.values()) reject(cause);
    waiting.clear();
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The thread that fills the index has ended.')));
  worker.on('message', ({ number, error }: Answer) => {
    const one = waiting.get(number);
    waiting.delete(number);
    if (error === null) one?.resolve();
    else one?.reject(new Error(error));
  });
  return {
    work: ({ entries }) =>
      new Promise<void>((resolve, reject) => {
        if (fault) return reject(fault);
        const number = asked++;
        waiting.set(number, { resolve, reject });
        worker.postMessage({ number, entries } satisfies Asked);
      }),
    close: async () => {
      if (fault) return;
      const ended = once(worker, 'exit');
      worker.postMessage(null);
      await ended;
    },
  };
}

/** Nothing else waits for the event loop of the thread. */
const ALONE = { turnRecords: limits.batchRecords };

if (!isMainThread && parentPort) {
  const port = parentPort;
  const config = workerData as Config;
  const opened = openDeps(config, { log: silentLog }, ALONE);
  // While a push waits for Elasticsearch, the next one makes its entries. SQLite is not waited for.
  const lines = Array.from({ length: config.elasticsearch ? 2 : 1 }, openLine);
  const push = async ({ number, entries }: Asked) => {
    try {
      await workOff(await opened, { entries, records: [] });
      port.postMessage({ number, error: null } satisfies Answer);
    } catch (error) {
      port.postMessage({ number, error: String(error) } satisfies Answer);
    }
  };
  const close = async () => {
    await Promise.all(lines.map((inTurn) => inTurn(async () => undefined)));
    await (await opened).close();
    port.close();
  };
  port.on('message', (asked: Asked | null) => {
    if (asked === null) return void close();
    void lines[asked.number % lines.length]?.(() => push(asked));
  });
}
