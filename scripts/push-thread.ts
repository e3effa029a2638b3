/**
 * Pushes of a load in a thread of their own, beside the reading and writing of records: entries are
 * made and indexed there. The thread reads the records of an outbox entry from the store.
 */
import { once } from 'node:events';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { openLine } from '../src/lib/line.js';
import type { Work } from '../src/records/deps.js';
import type { PushWork } from '../src/records/load/write.js';
import { workOff } from '../src/records/upkeep/outbox.js';
import { openForScript } from './support.js';

/** A thread that pushes; `close` ends it. */
export interface PushThread {
  work: PushWork;
  close(): Promise<void>;
}

/** A load refreshes the index at its end, and not after each batch. */
export const LOADING = { INDEX_REFRESH: 'false' };

type Answer = { error: string | null };

/**
 * → pushes, the first by `alone` in this thread: a small file needs no other. The thread opens what
 * the settings name, which must exist.
 */
export function openPushThread(alone: PushWork): PushThread {
  let pushes = 0;
  let thread: PushThread | null = null;
  return {
    work: (work) => {
      if (pushes++ === 0) return alone(work);
      thread ??= startThread();
      return thread.work(work);
    },
    close: async () => thread?.close(),
  };
}

function startThread(): PushThread {
  const worker = new Worker(new URL(import.meta.url), { env: { ...process.env, ...LOADING } });
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

if (!isMainThread && parentPort) {
  const port = parentPort;
  const opened = openForScript();
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
