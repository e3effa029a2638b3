/** Signals that ask a process to stop. */
import { limits } from '../limits.js';

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Calls `handle` for SIGTERM and SIGINT. A repeated signal within a short time counts once: a
 * signal to the process group reaches a process directly, and through the parent that passes it on.
 */
export function onStopSignal(handle: (signal: NodeJS.Signals) => void): void {
  for (const signal of STOP_SIGNALS) {
    let lastMs = Number.NEGATIVE_INFINITY;
    process.on(signal, () => {
      const nowMs = performance.now();
      if (nowMs - lastMs < limits.repeatedSignalMs) return;
      lastMs = nowMs;
      handle(signal);
    });
  }
}
