/** Turns of the event loop: long work yields in them, and requests wait for theirs. */
import { nextTick } from 'node:process';
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

/** How long work is begun in one turn of the event loop, ms: as long as all else in it takes. */
const TURN_MS = { least: 1, most: 10 };

/** After one slow piece of work the queue is long, and soon empty again: no overload. */
const EMPTIED_MS = 1000;

/** → a queue of work that waits until the event loop has time for it. */
export function openTurnQueue(now: () => number) {
  const queue: { begin: () => void; sinceMs: number }[] = [];
  const aside: (() => void)[] = [];
  const length = () => queue.length + aside.length;
  let emptyMs = now();
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    while (length() > 0) {
      const sinceMs = now();
      await turn();
      const elseMs = now() - sinceMs;
      const untilMs = now() + Math.min(TURN_MS.most, Math.max(TURN_MS.least, elseMs));
      do {
        queue.shift()?.begin();
        aside.shift()?.();
        // Both go on until they wait for something outside of this process.
        await new Promise<void>((resolve) => nextTick(resolve));
      } while (length() > 0 && now() < untilMs);
    }
    isRunning = false;
  };
  return {
    /**
     * Resolves when the caller may begin. `front`: before all others; `aside`: begun in turn with
     * the queue, whose wait does not count it.
     */
    wait: (place: 'front' | 'back' | 'aside') =>
      new Promise<void>((begin) => {
        if (queue.length === 0) emptyMs = now();
        if (place === 'aside') aside.push(begin);
        else queue[place === 'front' ? 'unshift' : 'push']({ begin, sinceMs: now() });
        if (!isRunning) void run();
      }),
    /** → how many wait. */
    length,
    /** → the wait of the next caller so far, ms; 0 if the queue was empty within `EMPTIED_MS`. */
    lateMs: (): number => {
      const [first] = queue;
      return first && now() - emptyMs >= EMPTIED_MS ? now() - first.sinceMs : 0;
    },
  };
}
