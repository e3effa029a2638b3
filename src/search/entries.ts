/** The entry that an index takes of several entries of a record. */
import type { IndexEntry, Tombstone } from './port.js';

/** → whether an entry says that its record is removed. */
export const isTombstone = (entry: IndexEntry): entry is Tombstone => 'isRemoved' in entry;

/** → an entry for each record: the highest version, then the last. */
export function newestOf(entries: readonly IndexEntry[]): IndexEntry[] {
  const newest = new Map<number, IndexEntry>();
  // Nothing of the same version replaces a tombstone.
  const rank = (entry?: IndexEntry) => (entry ? entry.version * 2 + Number(isTombstone(entry)) : 0);
  for (const entry of entries) {
    if (rank(entry) >= rank(newest.get(entry.id))) newest.set(entry.id, entry);
  }
  return [...newest.values()];
}
