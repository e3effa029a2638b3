/**
 * Runs work in batches, one at a time: items added while a batch is running form the next one.
 */

/** Adds an item to the next batch. Resolves when that batch is done; throws the batch's errors. */
export type Batcher<T> = (item: T, work: (items: T[]) => Promise<void>) => Promise<void>;

/** → an idle batcher. */
export function openBatcher<T>(): Batcher<T> {
  let last: Promise<unknown> = Promise.resolve();
  let next: { items: T[]; done: Promise<void> } | null = null;
  return (item, work) => {
    if (next) {
      next.items.push(item);
      return next.done;
    }
    const batch = { items: [item], done: Promise.resolve() };
    batch.done = last.then(() => {
      next = null;
      return work(batch.items);
    });
    last = batch.done.catch(() => undefined);
    next = batch;
    return batch.done;
  };
}
