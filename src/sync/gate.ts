/**
 * Whether the index is worth trying. After it failed, writes do not wait for it again until a pause
 * has passed, which grows with each failure and is spread at random, so that many processes do not
 * come back at once. One gate a process, in its deps.
 */
import { limits } from '../limits.js';

/** The state of the index as this process has met it. */
export interface Gate {
  /** → whether the index may be tried now. */
  isOpen(): boolean;
  /** → whether the last try failed. */
  isFailing(): boolean;
  failed(): void;
  succeeded(): void;
}

/** → the pause after so many failures, ms: twice the last; `random`: 0…1, half of it or all. */
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
      // Tries that were under way together fail together: that is one failure.
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
