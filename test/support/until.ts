/** Waits for other processes and timers by checking a condition, for a limited time. */
import { setTimeout as pause } from 'node:timers/promises';

/** The time between two checks, ms. */
const LOOK_MS = 20;

/** Checks `condition` until its result is true. → that result. Throws after `limitMs`. */
export async function until<T>(
  condition: () => T | Promise<T>,
  limitMs = 20_000,
): Promise<NonNullable<T>> {
  const found = await within(condition, limitMs);
  if (!found) throw new Error(`not within ${limitMs} ms: ${condition}`);
  return found;
}

/** Checks `condition` each `lookMs` until its result is true. → the last one before `limitMs`. */
export async function within<T>(
  condition: () => T | Promise<T>,
  limitMs: number,
  lookMs = LOOK_MS,
): Promise<T> {
  const endMs = performance.now() + limitMs;
  for (;;) {
    const found = await condition();
    if (found || performance.now() > endMs) return found;
    await pause(lookMs);
  }
}
