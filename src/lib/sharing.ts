/**
 * Work that many ask for at once is done for all of them together. Who asks while it is under way
 * gets what begins after that, never what may have been read before.
 */

/** → what `work` gives, or what that of another who asked for `key` gives. */
export type Sharing<T> = (key: string, work: () => Promise<T>) => Promise<T>;

interface Group<T> {
  running: number;
  /** What all who ask by now wait for. */
  next: Promise<T> | null;
  beginNext: (() => void) | null;
}

/** Opens a sharing in which as much as `atOnce` of one key is under way side by side. */
export function openSharing<T>(atOnce: number): Sharing<T> {
  const groups = new Map<string, Group<T>>();
  const begin = (key: string, group: Group<T>, work: () => Promise<T>): Promise<T> => {
    group.running++;
    const end = () => {
      group.running--;
      const { beginNext } = group;
      [group.next, group.beginNext] = [null, null];
      if (beginNext) beginNext();
      else if (group.running === 0) groups.delete(key);
    };
    const result = work();
    result.then(end, end);
    return result;
  };
  return (key, work) => {
    const group = groups.get(key) ?? { running: 0, next: null, beginNext: null };
    groups.set(key, group);
    if (group.running < atOnce) return begin(key, group, work);
    group.next ??= new Promise((resolve) => {
      group.beginNext = () => resolve(begin(key, group, work));
    });
    return group.next;
  };
}
