/** Compares store and index by record versions, merging two ascending lists in bounded memory. */
import type { KindName } from '../kinds/record.js';
import { limits } from '../limits.js';
import type { SearchIndex, Tombstone } from '../search/port.js';
import type { Records, Version } from '../store/port.js';

/** A record whose version differs between store and index. Null: it does not exist there. */
export interface Difference {
  id: number;
  store: number | null;
  index: number | null;
}

/** → the differences of one kind, ascending by ID, in batches. */
export async function* differencesOf(
  kind: KindName,
  store: Pick<Records, 'versions'>,
  index: Pick<SearchIndex, 'versions'>,
): AsyncGenerator<Difference[]> {
  for (let afterId = 0; ; ) {
    const limit = limits.compareBatch;
    // The index first: a record that is created and pushed between the reads is then in the store
    // only. In the other order its entry would look like a removed record's, and be removed.
    const indexed = await index.versions(kind, { afterId, limit });
    const stored = await store.versions(kind, afterId, limit);
    // Past the end of a full batch, this side may have more records than were read.
    const ends = [stored, indexed].flatMap((side) =>
      side.length < limit ? [] : (side.at(-1)?.id ?? []),
    );
    const end = Math.min(...ends, Number.POSITIVE_INFINITY);
    const differences = merged(stored, indexed).filter(({ id }) => id <= end);
    if (differences.length > 0) yield differences;
    if (end === Number.POSITIVE_INFINITY) return;
    afterId = end;
  }
}

/** → tombstones for index entries without a record, each one version above its entry. */
export function removalsOf(kind: KindName, differences: readonly Difference[]): Tombstone[] {
  return differences
    .filter(({ store }) => store === null)
    .map(({ id, index }) => ({ kind, id, version: (index ?? 0) + 1, isRemoved: true }));
}

function merged(stored: readonly Version[], indexed: readonly Version[]): Difference[] {
  const indexVersions = new Map(indexed.map(({ id, version }) => [id, version]));
  const storedIds = new Set(stored.map(({ id }) => id));
  const differing = stored
    .filter(({ id, version }) => indexVersions.get(id) !== version)
    .map(({ id, version }) => ({ id, store: version, index: indexVersions.get(id) ?? null }));
  const gone = indexed
    .filter(({ id }) => !storedIds.has(id))
    .map(({ id, version }) => ({ id, store: null, index: version }));
  return [...differing, ...gone].sort((a, b) => a.id - b.id);
}
