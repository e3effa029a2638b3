/** Usage counts for the answer of a single record, from the store: item queries ask no index. */
import { kinds } from '../kinds/index.js';
import type { KindName, StoredRecord } from '../kinds/record.js';
import { usageOf } from '../sync/push.js';
import type { Deps } from './deps.js';

/** → published events of the terms a record is or holds, by kind and ID. */
export async function readCounts(
  deps: Deps,
  record: StoredRecord,
): Promise<Map<KindName, Map<number, number>>> {
  const counts = new Map<KindName, Map<number, number>>();
  const wanted = kinds[record.kind].relations
    .filter(({ inline }) => inline === 'name')
    .map(
      ({ field, target }) => [target, (record.relations[field] ?? []).map(({ id }) => id)] as const,
    );
  if (!kinds[record.kind].family.hasStatus) wanted.push([record.kind, [record.id]]);
  for (const [kind, ids] of wanted) {
    if (ids.length === 0) continue;
    const usage = await usageOf(deps, kind, ids);
    counts.set(kind, new Map([...usage].map(([id, { published }]) => [id, published])));
  }
  return counts;
}
