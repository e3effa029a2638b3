/** The records whose provenance changes when a source no longer has them. Contract 30. */
import { wayOf } from '../kinds/claims.js';
import type { Kind } from '../kinds/kind.js';
import type { Telling } from '../kinds/telling.js';
import { groupBy } from '../lib/batches.js';
import type { Deps } from '../records/deps.js';

/** → the records that come through others once these keys are written. */
export async function otherWays(
  { store }: Pick<Deps, 'store'>,
  kind: Kind,
  writes: readonly { key: string; id: number; told: Telling | null }[],
): Promise<number[]> {
  const ids = [...new Set(writes.map(({ id }) => id))];
  const byId = groupBy(await store.keys.list(kind.name, { ids }), ({ id }) => id);
  const told = new Map(writes.map((write) => [write.key, write.told]));
  return ids.filter((id) => {
    const rows = (byId.get(id) ?? []).filter(({ of }) => of === 0);
    const after = rows.map((row) =>
      told.has(row.key) ? { told: told.get(row.key) ?? null } : row,
    );
    return wayOf(rows, id) !== wayOf(after, id);
  });
}
