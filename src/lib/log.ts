/** The log: JSON lines on standard output by pino, with credentials taken out. */
import { pino } from 'pino';

/** Where the service tells what it does; structured fields first, then a text. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** → a log that writes lines of `level` and above. */
export function openLog(level: string): Log {
  return pino({
    level,
    redact: {
      paths: ['authorization', 'headers.authorization', 'cookie', 'headers.cookie', 'token'],
      remove: true,
    },
  });
}

/** A log that writes nothing, for scripts and tests. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
