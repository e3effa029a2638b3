/**
 * The deadline of a request, over everything that it asks engines. It follows the request through
 * every asynchronous step (AsyncLocalStorage), so that no function has to pass it on.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** The moment at which the work should be done, ms of `performance.now()`. */
const deadline = new AsyncLocalStorage<number>();

/** Runs `work` with a deadline in `ms`; infinite: with none. → its result. */
export const withDeadline = <T>(ms: number, work: () => T): T =>
  ms === Number.POSITIVE_INFINITY
    ? withoutDeadline(work)
    : deadline.run(performance.now() + ms, work);

/** Runs work that goes on after the request, and so has no deadline. → its result. */
export const withoutDeadline = <T>(work: () => T): T =>
  // The storage slows every promise from its first use on; without remote engines it has none.
  deadline.getStore() === undefined ? work() : deadline.run(Number.POSITIVE_INFINITY, work);

/** → ms until the deadline, negative after it; infinite without one. */
export const remainingMs = (): number =>
  (deadline.getStore() ?? Number.POSITIVE_INFINITY) - performance.now();

/** → the result of `work`. Throws the error of `late` when that takes longer than `ms`. */
export async function within<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    // A timer counts whole milliseconds, and may end one early: after this one the time is over.
    timer = setTimeout(() => reject(late()), Math.max(0, Math.ceil(ms) + 1));
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
