/** Turns of the event loop: background work yields in them, requests of one turn share a look. */
import { setImmediate } from 'node:timers/promises';
import { chunksOf } from './batches.js';

/** Resolves after other work waiting on the event loop has had its turn. */
export async function turn(): Promise<void> {
  // A request that is read in this turn goes on in an immediate of its own (`oncePerTurn`), which
  // comes after the first one here and before the second.
  await setImmediate();
  await setImmediate();
}

/**
 * → `look`, shared by those who ask in the same turn of the event loop. It is called after all of
 * them have asked, so nobody gets a value from before they asked. They go on one after another,
 * each as far as it gets without waiting. Throws what `look` throws.
 */
export function oncePerTurn<T extends {}>(look: () => T): () => Promise<T> {
  let asking: { seen?: T } | null = null;
  return async () => {
    asking ??= {};
    const mine = asking;
    await setImmediate();
    // The first one to go on looks. Whoever asks from here on waits for the next look.
    if (asking === mine) asking = null;
    mine.seen ??= look();
    return mine.seen;
  };
}

/** Runs `work` on at most `size` items at a time, yielding after each call. → all results. */
export async function inTurns<T, R>(
  items: readonly T[],
  size: number,
  work: (some: T[]) => R[] | Promise<R[]>,
): Promise<R[]> {
  const results: R[] = [];
  for (const some of chunksOf(items, size)) {
    results.push(...(await work(some)));
    if (items.length > size) await turn();
  }
  return results;
}
