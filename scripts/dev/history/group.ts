/** Sorting things into heaps, which Node 20 does not bring along. Used all over the check. */

/** → the items by what `by` says of them, in their order. */
export function groupBy<T, K>(items: Iterable<T>, by: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = by(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
