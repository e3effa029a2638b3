/** Counts of terms for the answer to a single record. */
import { kinds } from '../kinds/index.js';
import type { KindName, StoredRecord } from '../kinds/record.js';
import { type RecordRef, refKey } from '../store/port.js';
import { usageOf } from '../sync/push.js';
import type { Deps } from './deps.js';

/** → the number of published events of a term. */
export type CountOf = (kind: KindName, id: number) => number;

/**
 * → counts of the terms a record holds, which may be cached; for a term itself, its exact count. A
 * store failure must not fail the answer: missing counts are 0.
 */
export async function readCounts(deps: Deps, record: StoredRecord): Promise<CountOf> {
  const counts = new Map<string, number>();
  if (!kinds[record.kind].family.hasStatus) {
    await countAnew(deps, record.kind, [record.id]).then(
      (found) => counts.set(refKey(record), found.get(record.id) ?? 0),
      () => undefined,
    );
  }
  await Promise.all(
    heldTerms(record).map(async ([kind, ids]) => {
      const found = await deps.counts
        .get(kind, ids, (missing) => countAnew(deps, kind, missing))
        .catch(() => new Map<number, number>());
      for (const [id, count] of found) counts.set(refKey({ kind, id }), count);
    }),
  );
  return (kind, id) => counts.get(refKey({ kind, id })) ?? 0;
}

function heldTerms(record: StoredRecord): [KindName, number[]][] {
  return kinds[record.kind].relations
    .filter(({ inline }) => inline === 'name')
    .map(({ field, target }) => [target, (record.relations[field] ?? []).map(({ id }) => id)]);
}

async function countAnew(
  deps: Deps,
  kind: KindName,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const refs = ids.map((id): RecordRef => ({ kind, id }));
  const usage = await usageOf(deps, refs);
  return new Map(ids.map((id) => [id, usage.get(refKey({ kind, id }))?.published ?? 0]));
}
