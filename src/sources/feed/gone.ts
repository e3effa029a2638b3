/**
 * The records that a feed no longer has: they are marked when read, and removed at the end of a
 * run, once the whole feed was read. Contract 32.
 */
import type { Caller } from '../../access/roles.js';
import { ABSENCES, isClaim, isFetched, isOfSources } from '../../kinds/claims.js';
import type { Kind } from '../../kinds/kind.js';
import type { StoredRecord } from '../../kinds/record.js';
import type { Telling } from '../../kinds/telling.js';
import { chunksOf, groupBy } from '../../lib/batches.js';
import { omit } from '../../lib/omit.js';
import { limits } from '../../limits.js';
import type { Deps } from '../../records/deps.js';
import { removeRecord } from '../../records/remove.js';
import { serviceCaller } from '../../service/users.js';
import { refKey, type StoredKey } from '../../store/port.js';
import { nowSeconds } from '../../time/now.js';
import { nameOfSource } from '../choose.js';
import { sayStatus } from '../missing.js';
import type { MissingAction } from '../source-format.js';
import { otherWays } from '../ways.js';

/** A source's action on records that it no longer has. */
type Acting = { missing: MissingAction };

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
  for (const chunk of chunksOf(rows.filter(isFetched), limits.batchRecords)) {
    const writes = chunk.map((row) => ({
      ...{ key: row.key, id: row.id, how: 'claim' as const },
      told: { ...row.told, ...more, gone: ABSENCES },
    }));
    const renumbered = await otherWays({ store }, kind, writes);
    await store.keys.write(kind.name, { writes, renumbered });
  }
  return rows.length > 0;
}

/** Yields the keys by which a source names records of a kind, where it said something of them. */
async function* claimsOf(
  { store }: Pick<Deps, 'store'>,
  { name }: Kind,
  id: number,
): AsyncGenerator<StoredKey[]> {
  const prefix = `${nameOfSource(id)}:`;
  for (let after = ''; ; ) {
    const page = await store.keys.list(name, { prefix, after, limit: limits.batchRecords });
    // Dates of series have no version, and go with their series.
    yield page.filter((row) => isClaim(row) && row.told?.is_date !== true);
    if (page.length < limits.batchRecords) return;
    after = page.at(-1)?.key ?? '';
  }
}

/** The counts of a source's records of a kind, and of missing records without an action yet. */
export async function countClaims(
  deps: Pick<Deps, 'store'>,
  kind: Kind,
  id: number,
): Promise<{ live: number; lacking: StoredKey[] }> {
  let live = 0;
  const lacking: StoredKey[] = [];
  for await (const rows of claimsOf(deps, kind, id)) {
    for (const row of rows) {
      if (isFetched(row)) live += 1;
      else lacking.push(row);
    }
  }
  return { live, lacking };
}

/** The actions on records that a source no longer has. */
interface Acted {
  removed: number;
  lines: string[];
  /** Some are used here, and kept until they are unused. */
  isLeft: boolean;
}

/** Acts on records that a source no longer has: removes them, unless another source has them. */
export async function actOnLacking(
  deps: Deps,
  kind: Kind,
  { source, lacking }: { source: Acting; lacking: readonly StoredKey[] },
): Promise<Acted> {
  const acted: Acted = { removed: 0, lines: [], isLeft: false };
  const caller = await serviceCaller(deps);
  for (const chunk of chunksOf(lacking, limits.batchRecords)) {
    const ids = [...new Set(chunk.map(({ id }) => id))];
    const records = new Map(
      (await deps.store.find(kind.name, 'id', ids)).map((found) => [found.id, found]),
    );
    const rows = groupBy(await deps.store.keys.list(kind.name, { ids }), ({ id }) => id);
    for (const row of chunk) {
      const record = records.get(row.id);
      if (!record) continue;
      const ofRecord = rows.get(row.id) ?? [];
      await actOn(deps, kind, { source, row, record, ofRecord, caller, acted });
    }
  }
  return acted;
}

interface Lacking {
  source: Acting;
  row: StoredKey;
  record: StoredRecord;
  ofRecord: readonly StoredKey[];
  caller: Caller;
  acted: Acted;
}

async function actOn(deps: Deps, kind: Kind, lacking: Lacking): Promise<void> {
  const { source, row, record, ofRecord, caller, acted } = lacking;
  const key = { id: record.id };
  let told = row.told ?? {};
  const isHeld = row.of > 0 || ofRecord.some(isFetched) || !isOfSources(ofRecord, record.id);
  const isKept = Boolean(record.removed) || isHeld;
  const isUsed = !isKept && kind.relations.length === 0 && (await isInUse(deps, kind, record));
  if (isUsed) {
    acted.isLeft = true;
    return;
  }
  if (!isKept && kind.relations.length > 0 && source.missing === 'cancel') {
    told = await sayStatus(deps, caller, { record, key: row.key, status: 'cancelled' });
  } else if (!isKept && (kind.relations.length === 0 || source.missing === 'trash')) {
    await removeRecord(deps, kind, { key, caller, by: 'source' });
  }
  if (!isKept && source.missing !== 'keep') {
    acted.removed += 1;
    acted.lines.push(`missing: ${kind.name}: ${record.title}`);
  }
  const { is_lost, ...rest } = omit(told, ['sequence', 'generation', 'row']);
  // After a restore there, its ID may belong to another record.
  const lost = is_lost ? [row.key, ...(rest.origin === undefined ? [] : [rest.origin])] : [];
  const writes = is_lost ? [] : [{ key: row.key, id: row.id, how: 'claim' as const, told: rest }];
  await deps.store.keys.write(kind.name, { writes, lost });
}

/** → whether a record is linked here, or has children. */
async function isInUse(deps: Deps, kind: Kind, record: StoredRecord): Promise<boolean> {
  const usage = await deps.store.usage([record], nowSeconds(deps));
  const used = usage.get(refKey(record));
  if (used && (used.events > 0 || used.last_start !== null)) return true;
  if (!kind.isTree) return false;
  return (await deps.store.find(kind.name, 'parent', [record.id], 1)).length > 0;
}
