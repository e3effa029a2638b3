/** Waits for other processes and timers by checking a condition, for a limited time. */
import { setTimeout as pause } from 'node:timers/promises';

/** The time between two checks, ms. */
const LOOK_MS = 20;

/** Checks `condition` until its result is true. → that result. Throws after `limitMs`. */
export async function until<T>(
  condition: () => T | Promise<T>,
  limitMs = 20_000,
): Promise<NonNullable<T>> {
  const endMs = performance.now() + limitMs;
  for (;;) {
    const found = await condition();
    if (found) return found;
    if (performance.now() > endMs) throw new Error(`not within ${limitMs} ms: ${condition}`);
    await pause(LOOK_MS);
  }
}
