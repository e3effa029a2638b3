/** Waiting for what other processes and timers do: by looking at it, for a bounded time. */
import { setTimeout as pause } from 'node:timers/promises';

/** How often is looked, ms. */
const LOOK_MS = 20;

/** Looks until `condition` gives something true. → that. Throws after `limitMs`. */
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
