/** Waiting for a result, but not for ever. */

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
