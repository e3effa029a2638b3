/**
 * Erases posts for good: the record, its entry, its snapshots in other records and its slug as an
 * alias. A `scrub` entry removes the rest of its image. Source: Contract 24.2.
 */
import { isSlugKey } from '../kinds/identity.js';
import { allKinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { dateOf, isSeries, seriesIdOf } from '../kinds/series.js';
import { groupBy } from '../lib/batches.js';
import { limits } from '../limits.js';
import { withoutDates } from '../series/except.js';
import { batchesOf, type Change } from '../store/port.js';
import { changeOf, removalOf } from '../sync/change.js';
import { followUp } from '../sync/propagate.js';
import { imageOf } from '../sync/scrub.js';
import { secondsToUtc } from '../time/date-times.js';
import { nowSeconds } from '../time/now.js';
import { secondsPerDay } from '../time/wall-clock.js';
import type { Deps } from './deps.js';
import { BY_SERIES } from './tell/export-dates.js';

/**
 * → the changes that erase posts, with the changes of other records that follow. The slug of a
 * merged record no longer leads to its survivor; its ID, a number, still does.
 */
export async function planErasure(
  deps: Pick<Deps, 'store'>,
  kind: Kind,
  records: readonly StoredRecord[],
): Promise<{ removals: Change[]; updates: Change[] }> {
  const ids = records.map(({ id }) => id);
  const merged = await deps.store.keys.list(kind.name, { of: ids });
  const slugs = merged.filter(({ key }) => isSlugKey(key));
  const updates = await exceptions(deps, kind, records);
  const removals = records.map((record) => ({
    ...removalOf(record, { images: imageOf(record) }),
    lost: slugs.filter(({ of }) => of === record.id).map(({ key }) => key),
  }));
  return { removals, updates };
}

/**
 * → the changes of series by which erased dates become exceptions, so that they are not made again.
 * Dates outside the rules get no exception: they return if the rules do.
 */
async function exceptions(
  deps: Pick<Deps, 'store'>,
  kind: Kind,
  records: readonly StoredRecord[],
): Promise<Change[]> {
  const isOfRules = ({ removed }: StoredRecord) => BY_SERIES.includes(removed?.by ?? '');
  const bySeries = groupBy(
    records.filter((record) => !isOfRules(record)),
    seriesIdOf,
  );
  bySeries.delete(0);
  const series = await deps.store.find(kind.name, 'id', [...bySeries.keys()]);
  const isErased = ({ id }: StoredRecord) => records.some((record) => record.id === id);
  return series
    .filter((record) => isSeries(record) && !isErased(record))
    .map((record) =>
      changeOf(record, withoutDates(record, (bySeries.get(record.id) ?? []).map(dateOf))),
    );
}

/**
 * Yields records removed before a UTC date-time, in batches. Dates of a removed series are erased
 * only with it: alone they would be exceptions after a restore.
 */
export async function* removedBefore(
  { store }: Pick<Deps, 'store'>,
  { name }: Kind,
  before: string,
): AsyncGenerator<StoredRecord[]> {
  for await (const all of batchesOf(store, name, {
    limit: limits.sliceRecords,
    removedBefore: before,
  })) {
    const series = await store.find(name, 'id', [...new Set(all.map(seriesIdOf))]);
    const removed = new Set(series.flatMap((record) => (record.removed ? record.id : [])));
    const records = all.filter((record) => !removed.has(seriesIdOf(record)));
    if (records.length > 0) yield records;
  }
}

/** Erases records of the trash. → the number of records that a concurrent write saved. */
export async function eraseTrashed(
  deps: Deps,
  kind: Kind,
  records: readonly StoredRecord[],
): Promise<number> {
  await eraseAll(deps, kind, records);
  const ids = records.map(({ id }) => id);
  return (await deps.store.find(kind.name, 'id', ids)).length;
}

/** Erases records in one write; after a conflict with another write, each by itself. */
async function eraseAll(deps: Deps, kind: Kind, records: readonly StoredRecord[]): Promise<void> {
  if (records.length === 0) return;
  const { removals, updates } = await planErasure(deps, kind, records);
  const outcome = await deps.store.write([...updates, ...removals], {
    leasedUntilMs: deps.now() + limits.leaseMs,
    isWhole: true,
  });
  if (outcome.conflicts.length > 0) {
    if (records.length > 1) for (const record of records) await eraseAll(deps, kind, [record]);
    return;
  }
  await followUp(deps, outcome);
  // Series follow, and images go, as soon as somebody works on the outbox.
  const left = outcome.entries.filter(({ task }) => task === 'occurrences' || task === 'scrub');
  await deps.store.outbox.renew(left, { untilMs: deps.now() });
}

/**
 * Erases a batch of the records of each kind that have been in the trash for the days of the
 * setting. → whether nothing was left to erase.
 */
export async function emptyTrash(deps: Deps): Promise<boolean> {
  const { trashDays } = deps.config;
  if (trashDays === null) return true;
  const before = secondsToUtc(nowSeconds(deps) - trashDays * secondsPerDay);
  let erased = 0;
  for (const kind of allKinds.filter(({ family }) => family.removal === 'trash')) {
    for await (const records of removedBefore(deps, kind, before)) {
      erased += records.length - (await eraseTrashed(deps, kind, records));
      break;
    }
  }
  if (erased > 0) deps.log.info({ records: erased, before }, 'the trash was emptied');
  return erased === 0;
}
