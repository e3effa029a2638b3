/**
 * A queue for asynchronous work that must not overlap: each piece starts when the previous one has
 * ended, so it sees what that one stored.
 */

/** Runs `work` after all work queued before it, even if that failed. → its result. */
export type Line = <T>(work: () => Promise<T>) => Promise<T>;

/** → an empty queue. */
export function openLine(): Line {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
