/**
 * An index that refreshes only before the first read after a write: tests write more often than
 * they read, and each refresh takes longer than the write.
 */
import type { SearchIndex } from '../../src/search/port.js';

/** → the same index, refreshed on reads instead of writes. */
export function refreshedWhenRead(index: SearchIndex): SearchIndex {
  let isStale = false;
  let refreshed = Promise.resolve();
  const afterWrite =
    <A extends unknown[], R>(write: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      try {
        return await write(...args);
      } finally {
        isStale = true;
      }
    };
  const beforeRead =
    <A extends unknown[], R>(read: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (isStale) {
        isStale = false;
        refreshed = index.refresh();
      }
      await refreshed;
      return read(...args);
    };
  return {
    ...index,
    put: afterWrite(index.put),
    search: beforeRead(index.search),
    spell: beforeRead(index.spell),
    lookUp: beforeRead(index.lookUp),
    suggest: beforeRead(index.suggest),
    versions: beforeRead(index.versions),
  };
}
