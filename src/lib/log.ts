/**
 * The log: JSON lines on standard output by pino, with credentials taken out. Nothing waits for it:
 * lines wait in a buffer of bounded size while they cannot be written (a full disk, a reader that
 * has stopped), and beyond that they are dropped and counted.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';

/** Where the service tells what it does; structured fields first, then a text. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** Writes what waits; gives up after a moment. */
  close(): Promise<void>;
}

/** What may wait to be written, bytes. */
const BUFFER_BYTES = 1024 * 1024;
/** How long after a failure writing is tried again, ms. */
const RETRY_MS = 1000;
/** How long the end of the process waits for the last lines, ms. */
const CLOSE_MS = 500;

/** → a log that writes lines of `level` and above to a file descriptor. */
export function openLog(level: string, descriptor = 1): Log {
  let dropped = 0;
  const destination = pino.destination({
    dest: descriptor,
    sync: false,
    minLength: 1,
    maxLength: BUFFER_BYTES,
  });
  const log = pino(
    {
      level,
      redact: {
        paths: ['authorization', 'headers.authorization', 'cookie', 'headers.cookie', 'token'],
        remove: true,
      },
    },
    destination,
  );
  // What could not be written stays in the buffer.
  destination.on('error', () => {
    setTimeout(() => destination.flush(), RETRY_MS).unref();
  });
  destination.on('drop', () => {
    dropped++;
  });
  destination.on('drain', () => {
    if (dropped === 0) return;
    const lines = dropped;
    dropped = 0;
    log.warn({ dropped: lines }, 'log lines could not be written and were dropped');
  });
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
    async close() {
      const closed = new Promise((resolve) => destination.once('close', resolve));
      const late = new AbortController();
      destination.end();
      await Promise.race([closed, pause(CLOSE_MS, null, { signal: late.signal })]).catch(
        () => null,
      );
      late.abort();
      // The library would write the rest at exit, and wait for whoever takes nothing.
      destination.flushSync = () => undefined;
    },
  };
}

/** A log that writes nothing, for scripts and tests. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  close: async () => undefined,
};
