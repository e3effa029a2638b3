/**
 * A cache of values for a short time: values that responses need often and that may be slightly out
 * of date.
 */
import { openMemory } from './memory.js';

/** Cached values by group and key. */
export interface Recent<Key extends string | number, Value> {
  /**
   * → values by key. Calls `read` for those that are not cached; keys it does not return are
   * missing from the result. Throws what `read` throws.
   */
  get(
    group: string,
    keys: readonly Key[],
    read: (missing: Key[]) => Promise<ReadonlyMap<Key, Value>>,
  ): Promise<Map<Key, Value>>;
  set(group: string, key: Key, value: Value): void;
}

/** At most `max` values are cached, each for `forMs`. `now` and `forMs` in ms. */
export interface RecentOptions {
  max: number;
  forMs: number;
  now: () => number;
  /** → a change counter; values cached under an earlier count are no longer valid. */
  changes?: () => number;
}

/** → an empty cache. */
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
      // The values may or may not include a change made during the read, so use the old count.
      for (const [key, value] of await read(missing)) {
        keep(group, key, value, change);
        values.set(key, value);
      }
      return values;
    },
  };
}
