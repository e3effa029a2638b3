/** Background work lets requests have their turn between two pieces of it. */
import { setImmediate } from 'node:timers/promises';
import { chunksOf } from './batches.js';

/** → after whatever else waits for the event loop has had its turn. */
export const turn = (): Promise<void> => setImmediate();

/** Runs `work` on items, at most `size` at a time, with a turn after each. → all results. */
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
