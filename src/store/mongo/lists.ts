/** Lists: in groups, in parts, and worked through side by side. */
import { chunksOf } from '../../lib/batches.js';
import { limits } from '../../limits.js';

/** → the items by what `keyOf` says of each, in the order met. */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Runs work side by side, as much as there are connections. Throws when all has ended. */
export async function sideBySide<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (const part of chunksOf(items, limits.storeConnections)) {
    // A failure must not leave others running behind the caller's back.
    const settled = await Promise.allSettled(part.map(work));
    for (const one of settled) {
      if (one.status === 'rejected') throw one.reason;
      results.push(one.value);
    }
  }
  return results;
}

/** Works on many documents by requests small enough to be answered in time. */
export async function inParts<T>(
  items: readonly T[],
  work: (part: T[]) => Promise<unknown>,
): Promise<void> {
  for (const part of chunksOf(items, limits.storePart)) await work(part);
}
