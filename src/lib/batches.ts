/** Helpers that split streams and lists into batches or groups. */

/** Further bounds of a batch. */
interface Batching<T> {
  /** A batch is full when its items weigh this much. */
  weightMax?: number;
  weigh?: (item: T) => number;
  /** A batch proceeds if its next item is not there this long after its first, ms. */
  waitMs?: number | undefined;
}

/** Yields the items of a stream in arrays of at most `size`; buffers one array at a time. */
export async function* inBatches<T>(
  items: AsyncIterable<T>,
  size: number,
  { weightMax = Number.POSITIVE_INFINITY, weigh = () => 0, waitMs }: Batching<T> = {},
): AsyncGenerator<T[]> {
  const source = items[Symbol.asyncIterator]();
  let waiting: Promise<IteratorResult<T>> | null = null;
  let batch: T[] = [];
  let weight = 0;
  let late: ReturnType<typeof lateIn> | null = null;
  const take = (): T[] => {
    const taken = batch;
    late?.cancel();
    [batch, weight, late] = [[], 0, null];
    return taken;
  };
  try {
    for (;;) {
      waiting ??= source.next();
      const next: IteratorResult<T> | typeof LATE = await (late
        ? Promise.race([waiting, late.promise])
        : waiting);
      if (next === LATE) {
        // The consumer may be at work when this one fails: it is thrown at the next turn.
        waiting.catch(() => undefined);
        yield take();
        continue;
      }
      waiting = null;
      if (next.done) break;
      if (batch.length === 0 && waitMs !== undefined) late = lateIn(waitMs);
      batch.push(next.value);
      weight += weigh(next.value);
      if (batch.length >= size || weight >= weightMax) yield take();
    }
    if (batch.length > 0) yield take();
  } finally {
    late?.cancel();
    await end(source, waiting !== null);
  }
}

/** Yields the items of a stream, the next one asked for while the consumer works on one. */
export async function* ahead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const source = items[Symbol.asyncIterator]();
  const ask = () => {
    const asked = source.next();
    // It is thrown when its turn comes.
    asked.catch(() => undefined);
    return asked;
  };
  let isOver = false;
  let next = ask();
  try {
    for (;;) {
      const { done, value } = await next;
      isOver = done === true;
      if (done) return;
      next = ask();
      yield value;
    }
  } finally {
    await end(source, !isOver);
  }
}

/** Yields the items of a stream until the signal; then throws its reason, even while it waits. */
export async function* untilAborted<T>(
  items: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const source = items[Symbol.asyncIterator]();
  let stop = (_reason: unknown) => {};
  const onAbort = () => stop(signal.reason);
  signal.addEventListener('abort', onAbort);
  let isWaiting = false;
  try {
    for (;;) {
      signal.throwIfAborted();
      isWaiting = true;
      const next = await new Promise<IteratorResult<T>>((resolve, reject) => {
        stop = reject;
        source.next().then(resolve, reject);
      });
      isWaiting = false;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    await end(source, isWaiting);
  }
}

// An awaited source may not end before its next item comes.
async function end(source: AsyncIterator<unknown>, isWaiting: boolean): Promise<void> {
  const ended = source.return?.();
  if (isWaiting) void ended?.catch(() => undefined);
  else await ended;
}

const LATE = Symbol('late');

function lateIn(waitMs: number) {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), waitMs);
  });
  return { promise, cancel: () => clearTimeout(timer) };
}

/** → the list in arrays of at most `size`. */
export function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}

/** → the items grouped by `keyOf`, in their order; Node 20 has no Map.groupBy. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** → the items that pass a test, and the others. */
export function splitBy<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
