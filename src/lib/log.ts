/**
 * The log, written by pino: JSON lines on standard output, short text on a terminal. Logging never
 * blocks. Lines that cannot be written yet (a full disk, a stopped reader) are kept in a bounded
 * buffer; when it is full, further lines are dropped and counted.
 */
import type { EventEmitter } from 'node:events';
import { isatty } from 'node:tty';
import { pino } from 'pino';
import { within } from './within.js';

/** A logger: structured fields first, then a message. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** Writes the buffered lines; gives up after CLOSE_MS. */
  close(): Promise<void>;
}

/** Size of the buffer, bytes. */
const BUFFER_BYTES = 1024 * 1024;
/** Pause before writing is retried after a failure, ms. */
const RETRY_MS = 1000;
/** How long `close` waits for the last lines, ms. */
const CLOSE_MS = 500;

/** → a log that writes lines of `level` and above, to standard output unless said otherwise. */
export function openLog(level: string, fileDescriptor = 1): Log {
  if (isatty(fileDescriptor)) return openTerminalLog(level, fileDescriptor);
  let dropped = 0;
  const destination = pino.destination({
    dest: fileDescriptor,
    sync: false,
    minLength: 1,
    maxLength: BUFFER_BYTES,
  });
  const log = pino({ level }, destination);
  // Failed lines remain in the buffer.
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
  return Object.assign(log, {
    async close() {
      await end(destination);
      // pino would write the rest synchronously at exit, and block on a stopped reader.
      destination.flushSync = () => undefined;
    },
  });
}

/** → a log for a person: a worker thread writes each line as text. */
function openTerminalLog(level: string, destination: number): Log {
  const options = {
    destination,
    ignore: 'pid,hostname',
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
  };
  const stream = pino.transport({ target: 'pino-pretty', options });
  return Object.assign(pino({ level }, stream), { close: () => end(stream) });
}

/** Ends a stream and waits for its last lines, CLOSE_MS at most. */
async function end(stream: EventEmitter & { end(): void }): Promise<void> {
  const closed = new Promise((resolve) => stream.once('close', resolve));
  stream.end();
  await within(closed, CLOSE_MS, () => new Error('late')).catch(() => null);
}

/** A log that writes nothing, for scripts and tests. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  close: async () => undefined,
};
