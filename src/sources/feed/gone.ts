/** Marks the records that a feed no longer has: a run acts on them at its end. Contract 32. */
import { ABSENCES, isClaim, isFetched, isMissing } from '../../kinds/claims.js';
import type { Kind } from '../../kinds/kind.js';
import type { Telling } from '../../kinds/telling.js';
import { chunksOf } from '../../lib/batches.js';
import { limits } from '../../limits.js';
import type { Deps } from '../../records/deps.js';
import type { StoredKey } from '../../store/port.js';
import { claimsOf } from '../absence.js';
import { writeAll } from '../state.js';

/** Marks records deleted in a feed. → whether any exists, marked before or now. */
export async function markGone(
  { store }: Pick<Deps, 'store'>,
  kind: Kind,
  keys: readonly string[],
): Promise<boolean> {
  const rows: StoredKey[] = [];
  for (const chunk of chunksOf(keys, limits.batchRecords)) {
    rows.push(...(await store.keys.list(kind.name, { keys: chunk })).filter(isClaim));
  }
  return mark({ store }, kind, rows, {});
}

/** Marks records missing from a feed read from its beginning. → whether there are any. */
export async function markLost(
  { store }: Pick<Deps, 'store'>,
  kind: Kind,
  { id, generation }: { id: number; generation: number },
): Promise<boolean> {
  let isAny = false;
  for await (const rows of claimsOf({ store }, kind, id)) {
    const lost = rows.filter((row) => row.told?.generation !== generation);
    isAny = (await mark({ store }, kind, lost, { is_lost: true })) || isAny;
  }
  return isAny;
}

/**
 * Removes names of a feed from records that they no longer mean: a rebuilt listing gives its IDs to
 * other records, with other origins. The former records are gone.
 */
export async function renameOthers(
  { store }: Pick<Deps, 'store'>,
  kind: Kind,
  origins: ReadonlyMap<string, string>,
): Promise<boolean> {
  const rows = await store.keys.list(kind.name, { keys: [...origins.keys()] });
  const elsewhere = rows.filter(
    ({ key, told }) => told?.origin !== undefined && told.origin !== origins.get(key),
  );
  const writes = elsewhere.map(({ key, id, told }) => ({
    ...{ key: `${key}~${told?.origin}`, id, how: 'claim' as const },
    told: { ...told, gone: ABSENCES, is_lost: true },
  }));
  const lost = elsewhere.map(({ key }) => key);
  if (lost.length > 0) await store.keys.write(kind.name, { writes, lost });
  return lost.length > 0;
}

/**
 * Marks unmarked records. → whether there are any to act on, also marked by a run that ended before
 * it stored so.
 */
async function mark(
  { store }: Pick<Deps, 'store'>,
  kind: Kind,
  rows: readonly StoredKey[],
  more: Telling,
): Promise<boolean> {
  const writes = rows.filter(isFetched).map((row) => ({
    ...row,
    how: 'claim' as const,
    told: { ...row.told, ...more, gone: ABSENCES },
  }));
  await writeAll({ store }, writes, kind.name);
  return writes.length > 0 || rows.some(isMissing);
}
