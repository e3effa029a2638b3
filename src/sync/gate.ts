/**
 * A circuit breaker for the index. After a failure, writes do not wait for the index until a pause
 * has passed. The pause grows with each failure and has random jitter, so that many processes do
 * not retry at the same time. Each process has one gate, in its deps.
 */
import { limits } from '../limits.js';

/** The state of the index as observed by this process. */
export interface Gate {
  /** → whether the index may be tried now. */
  isOpen(): boolean;
  /** → whether the last attempt failed. */
  isFailing(): boolean;
  failed(): void;
  succeeded(): void;
}

/**
 * → the pause after `failures` failures, ms. It doubles with each failure up to a maximum;
 * `random` (0…1) scales it from half to all of that.
 */
export function pauseMsAfter(failures: number, random: number): number {
  const longest = Math.min(limits.pushPauseMs * 2 ** failures, limits.pushPauseMaxMs);
  return longest * (0.5 + random / 2);
}

/** Opens a gate; `now` in ms, `random` in 0…1. */
export function openGate(now: () => number, random: () => number = Math.random): Gate {
  let failures = 0;
  let closedUntilMs = 0;
  return {
    isOpen: () => now() >= closedUntilMs,
    isFailing: () => failures > 0,
    failed() {
      // Concurrent attempts fail together and count as one failure.
      if (now() < closedUntilMs) return;
      closedUntilMs = now() + pauseMsAfter(failures, random());
      failures = Math.min(failures + 1, 30);
    },
    succeeded() {
      failures = 0;
      closedUntilMs = 0;
    },
  };
}
