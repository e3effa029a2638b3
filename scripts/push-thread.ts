/**
 * Pushes of a load in a thread of their own, beside the reading and writing of records: entries are
 * made and indexed there. The thread reads the records of an outbox entry from the store.
 */
import { once } from 'node:events';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import type { Work } from '../src/records/deps.js';
import type { PushWork } from '../src/records/load/write.js';
import { workOff } from '../src/records/upkeep/outbox.js';
import { openForScript } from './support.js';

/** A thread that pushes; `close` ends it. */
export interface PushThread {
  work: PushWork;
  close(): Promise<void>;
}

type Answer = { error: string | null };

/** Starts the thread. It opens what the settings name, which must exist. */
export function openPushThread(): PushThread {
  const worker = new Worker(new URL(import.meta.url));
  let waiting: { resolve: () => void; reject: (cause: Error) => void } | null = null;
  let fault: Error | null = null;
  const fail = (cause: Error) => {
    fault = cause;
    waiting?.reject(cause);
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The thread that fills the index has ended.')));
  worker.on('message', ({ error }: Answer) => {
    if (error === null) waiting?.resolve();
    else waiting?.reject(new Error(error));
  });
  return {
    work: ({ entries }) =>
      new Promise<void>((resolve, reject) => {
        if (fault) return reject(fault);
        waiting = { resolve, reject };
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
  port.on('message', async (entries: Work['entries'] | null) => {
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
  });
}
