/** Groups items by a key; Node 20 has no Map.groupBy. */

/** → the items by their key, in their order. */
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
