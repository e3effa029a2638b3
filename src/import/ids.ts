/** The IDs of the new records of a batch. */
import { identityOf } from '../kinds/identity.js';
import type { Kind } from '../kinds/kind.js';
import type { Deps } from '../records/deps.js';
import type { LoadEntry } from './entry.js';

/**
 * → a function that gives each new record of the batch its ID. They lie above all IDs that the
 * batch names as this system's: a calendar may still know another record by one of those.
 */
export async function reserveIds(
  { store, roots }: Deps,
  kind: Kind,
  { length }: { length: number },
  entries: readonly LoadEntry[],
): Promise<(of: Kind) => number> {
  const named = entries.flatMap(({ externalId }) => identityOf(kind.name, externalId ?? '') ?? []);
  const own = named.filter(({ host }) => host === roots.host).map(({ id }) => id);
  const ids =
    length > 0 ? await store.nextIds(kind.family.idSpace, length, Math.max(0, ...own)) : [];
  return () => {
    const id = ids.shift();
    if (id === undefined) throw new Error('more records than IDs reserved');
    return id;
  };
}
