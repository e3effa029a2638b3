/** A bounded memory that forgets what was used longest ago: by entries, or by their size. */
import { LRUCache } from 'lru-cache';

/** What such a memory is; the one place that names the package. */
export type Memory<Key extends {}, Value extends {}> = LRUCache<Key, Value>;

/** Opens an empty memory; `max` entries, or `maxSize` by `sizeCalculation`. */
export function openMemory<Key extends {}, Value extends {}>(
  bounds: LRUCache.Options<Key, Value, unknown>,
): Memory<Key, Value> {
  return new LRUCache<Key, Value>(bounds);
}
