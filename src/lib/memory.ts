/** An LRU cache, bounded by the number of entries or by their total size. */
import { LRUCache } from 'lru-cache';

/** The type of the cache; only this file imports the package. */
export type Memory<Key extends {}, Value extends {}> = LRUCache<Key, Value>;

/** → an empty cache of at most `max` entries, or of `maxSize` by `sizeCalculation`. */
export function openMemory<Key extends {}, Value extends {}>(
  bounds: LRUCache.Options<Key, Value, unknown>,
): Memory<Key, Value> {
  return new LRUCache<Key, Value>(bounds);
}
