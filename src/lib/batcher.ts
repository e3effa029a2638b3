/**
 * Work in batches, one at a time: what is handed in while a batch is under way makes up the next.
 */

/** Hands an item to the next batch. → when that batch is done; throws what it throws. */
export type Batcher<T> = (item: T, work: (items: T[]) => Promise<void>) => Promise<void>;

/** → a batcher with nothing under way. */
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
