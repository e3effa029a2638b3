/** Turns of the event loop: long work yields in them. */
import { setImmediate } from 'node:timers/promises';
import { chunksOf } from './batches.js';

/** Resolves after other work waiting on the event loop has had its turn. */
export async function turn(): Promise<void> {
  await setImmediate();
}

/** Runs `work` on at most `size` items at a time, yielding after each call. → all results. */
export async function inTurns<T, R>(
  items: readonly T[],
  size: number,
  work: (chunk: T[]) => R[] | Promise<R[]>,
): Promise<R[]> {
  const results: R[] = [];
  for (const chunk of chunksOf(items, size)) {
    results.push(...(await work(chunk)));
    if (items.length > size) await turn();
  }
  return results;
}
