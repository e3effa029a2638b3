/**
 * Exponential backoff before an engine that failed: it is left alone until a pause has passed. The
 * pause grows with each further failure and has random jitter, so that many processes do not retry
 * at the same time. Each process observes engines for itself.
 */
import { limits } from '../limits.js';

/** The state of an engine as observed by this process. */
export type Backoff = ReturnType<typeof openBackoff>;

/**
 * → the pause after `failures` failures, ms. It doubles with each failure up to a maximum;
 * `random` (0…1) scales it from half to all of that.
 */
export function pauseMsAfter(
  failures: number,
  random: number,
  maxMs: number = limits.pushPauseMaxMs,
): number {
  const longest = Math.min(limits.pushPauseMs * 2 ** failures, maxMs);
  return longest * (0.5 + random / 2);
}

/** Opens a backoff; `now` in ms, `random` 0…1. */
export function openBackoff(now: () => number, random: () => number = Math.random) {
  let failures = 0;
  let untilMs = 0;
  const refusals = new Map<string, string>();
  return {
    /** → whether it may be tried now. */
    isOver: () => now() >= untilMs,
    /** → whether the last attempt failed, or the engine did not take some entries. */
    isFailing: () => failures > 0 || refusals.size > 0,
    failed() {
      // Concurrent attempts fail together and count as one failure.
      if (now() < untilMs) return;
      untilMs = now() + pauseMsAfter(failures, random());
      failures = Math.min(failures + 1, FAILURES_MAX);
    },
    succeeded() {
      failures = 0;
      untilMs = 0;
    },
    /**
     * Notes why the engine did not take entries of a kind: status, type and text, or null when it
     * took all. → whether status or type differ from the last refusal.
     */
    noteRefusal(kind: string, reason: string | null): boolean {
      // The text may hold counts and times.
      const type = reason?.split(' ', 2).join(' ');
      const isNews = type !== refusals.get(kind);
      if (type === undefined) refusals.delete(kind);
      else refusals.set(kind, type);
      return isNews;
    },
  };
}

/** By then the pause has long been the longest. */
const FAILURES_MAX = 30;
