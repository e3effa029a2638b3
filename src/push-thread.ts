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
import type { PushThread } from './records/deps.js';
import type { PushWork, Work } from './sync/deps.js';
import { workOff } from './sync/outbox.js';

type Answer = { error: string | null };

/**
 * → what opens push threads, so many at once as `limits.pushThreads` allows; `alone` pushes in this
 * thread.
 */
export function openPushThreads(config: Config, alone: PushWork): () => PushThread | null {
  let open = 0;
  return () => {
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
  const waiting: { resolve: () => void; reject: (cause: Error) => void }[] = [];
  let fault: Error | null = null;
  const fail = (cause: Error) => {
    fault = cause;
    for (const { reject } of waiting.splice(0)) reject(cause);
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The thread that fills the index has ended.')));
  worker.on('message', ({ error }: Answer) => {
    const first = waiting.shift();
    if (error === null) first?.resolve();
    else first?.reject(new Error(error));
  });
  return {
    work: ({ entries }) =>
      new Promise<void>((resolve, reject) => {
        if (fault) return reject(fault);
        waiting.push({ resolve, reject });
        worker.postMessage(entries);
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
  const opened = openDeps(workerData as Config, { log: silentLog }, ALONE);
  const inTurn = openLine();
  const push = async (entries: Work['entries'] | null) => {
    if (entries === null) {
      await (await opened).close();
      return port.close();
    }
    try {
      await workOff(await opened, { entries, records: [] });
      port.postMessage({ error: null } satisfies Answer);
    } catch (error) {
      port.postMessage({ error: String(error) } satisfies Answer);
    }
  };
  port.on('message', (entries: Work['entries'] | null) => void inTurn(() => push(entries)));
}
