/**
 * A circuit breaker for an engine. After some failures in a row it is not waited for until a pause
 * has passed. The pause grows with each further failure and has random jitter, so that many
 * processes do not retry at the same time. Each process has its own gates.
 */
import { limits } from '../limits.js';

/** The state of an engine as observed by this process. */
export interface Gate {
  /** → whether it may be tried now. */
  isOpen(): boolean;
  /** → whether this caller may try it: of many after a pause, only the first until it is done. */
  enter(): boolean;
  /** → whether the last attempts failed. */
  isFailing(): boolean;
  failed(): void;
  succeeded(): void;
}

/** How a gate differs from that of the pushes, which closes with the first failure. */
export interface GateOptions {
  /** 0…1. */
  random?: () => number;
  /** The number of failures in a row that closes it. */
  closesAfter?: number;
  /** Longest pause, ms. */
  pauseMaxMs?: number;
}

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

/** Opens a gate; `now` in ms. */
export function openGate(
  now: () => number,
  { random = Math.random, closesAfter = 1, pauseMaxMs = limits.pushPauseMaxMs }: GateOptions = {},
): Gate {
  let failures = 0;
  let closedUntilMs = 0;
  let isTried = false;
  return {
    isOpen: () => now() >= closedUntilMs,
    enter() {
      if (failures < closesAfter) return true;
      if (isTried || now() < closedUntilMs) return false;
      isTried = true;
      return true;
    },
    isFailing: () => failures >= closesAfter,
    failed() {
      // Concurrent attempts fail together and count as one failure.
      if (now() < closedUntilMs) return;
      isTried = false;
      failures = Math.min(failures + 1, closesAfter + 30);
      const beyond = failures - closesAfter;
      if (beyond >= 0) closedUntilMs = now() + pauseMsAfter(beyond, random(), pauseMaxMs);
    },
    succeeded() {
      failures = 0;
      closedUntilMs = 0;
      isTried = false;
    },
  };
}
