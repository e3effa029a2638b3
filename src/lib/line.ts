/**
 * Work that must not overlap stands in a line. Called by records/write.ts for writes that met
 * another one: each then finds what the one before it has stored.
 */

/** Runs `work` when all handed in before it is done. → what it gives; its error is its own. */
export type Line = <T>(work: () => Promise<T>) => Promise<T>;

/** → a line of its own. */
export function openLine(): Line {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
