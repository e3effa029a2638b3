/** Logs errors of background work: each cause at once, and again at most once a minute. */
import type { Log } from '../lib/log.js';
import { limits } from '../limits.js';

/** Logs an error. → false, so that it can stand in for a result. */
export type Report = (error: unknown) => false;

/** → a reporter that has logged nothing yet. */
export function openReporter(log: Log): Report {
  const loggedMs = new Map<string, number>();
  return (error) => {
    const nowMs = performance.now();
    const cause = causeOf(error);
    const lastMs = loggedMs.get(cause);
    if (lastMs !== undefined && nowMs - lastMs < limits.reportEveryMs) return false;
    if (loggedMs.size >= CAUSES) loggedMs.clear();
    loggedMs.set(cause, nowMs);
    log.error({ err: error }, 'background work failed; it will be tried again');
    return false;
  };
}

const CAUSES = 100;

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : causeOf(error.cause);
}
