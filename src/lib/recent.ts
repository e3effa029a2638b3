/**
 * Values remembered for a short time: what answers need hundreds of times, and need not have to the
 * second.
 */
import { openMemory } from './memory.js';

/** Values by group and key. */
export interface Recent<Key extends string | number, Value> {
  /**
   * → values by key; `read` is asked for those that are not remembered, and what it leaves out is
   * left out. Throws what `read` throws.
   */
  get(
    group: string,
    keys: readonly Key[],
    read: (missing: Key[]) => Promise<ReadonlyMap<Key, Value>>,
  ): Promise<Map<Key, Value>>;
  set(group: string, key: Key, value: Value): void;
}

/** How long and how much is remembered. `now` and `forMs` in ms. */
export interface RecentOptions {
  max: number;
  forMs: number;
  now: () => number;
  /** → a number; values remembered under another one count no longer. */
  changes?: () => number;
}

/** Opens an empty memory. */
export function openRecent<Key extends string | number, Value>({
  max,
  forMs,
  now,
  changes = () => 0,
}: RecentOptions): Recent<Key, Value> {
  const known = openMemory<string, { value: Value; atMs: number; change: number }>({ max });
  const keep = (group: string, key: Key, value: Value, change: number) => {
    known.set(`${group} ${key}`, { value, atMs: now(), change });
  };
  return {
    set: (group, key, value) => keep(group, key, value, changes()),
    async get(group, keys, read) {
      const values = new Map<Key, Value>();
      const change = changes();
      const missing = keys.filter((key) => {
        const held = known.get(`${group} ${key}`);
        if (!held || held.change !== change || now() - held.atMs >= forMs) return true;
        values.set(key, held.value);
        return false;
      });
      if (missing.length === 0) return values;
      // A change while it is read may be in it or not: it is kept under the number before.
      for (const [key, value] of await read(missing)) {
        keep(group, key, value, change);
        values.set(key, value);
      }
      return values;
    },
  };
}
