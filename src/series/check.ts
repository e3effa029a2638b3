/**
 * Checks the dates of all series against their rules, and repairs series with differences. A series
 * with due work, and dates that planned work will make, count as equal.
 */
import type { Kind } from '../kinds/kind.js';
import { dateOf, hasDates, seriesIdOf } from '../kinds/series.js';
import { limits } from '../limits.js';
import { batchesOf, type RecordRef } from '../store/port.js';
import type { SeriesDifference, SyncDeps } from '../sync/deps.js';
import { datesDueMs } from '../sync/pending.js';
import { planOf, type Step } from './plan.js';

/** → the series of a kind whose dates differ, by ascending ID, without deleted series. */
export async function* seriesDifferences(
  deps: SyncDeps,
  kind: Kind,
): AsyncGenerator<SeriesDifference> {
  if (!('recurrence' in kind.fields)) return;
  const gone = new Set<number>();
  for await (const batch of batchesOf(deps.store, kind.name, { limit: limits.batchRecords })) {
    const parents = new Set(batch.map(seriesIdOf).filter((id) => id > 0));
    const existing = await deps.store.find(kind.name, 'id', [...parents]);
    for (const { id } of existing) parents.delete(id);
    const series = batch.filter(hasDates);
    const orphaned = [...parents].filter((id) => !gone.has(id));
    for (const id of orphaned) gone.add(id);
    for (const ref of [...series, ...orphaned.map((id) => ({ kind: kind.name, id }))]) {
      const difference = await differenceOf(deps, ref);
      if (difference) yield difference;
    }
  }
}

async function differenceOf(deps: SyncDeps, ref: RecordRef): Promise<SeriesDifference | null> {
  // Read again: the series may have changed, and its dates are compared with its current state.
  const read = async () => {
    const [series = null] = await deps.store.find(ref.kind, 'id', [ref.id]);
    return planOf(deps, ref, series);
  };
  if ((await read()).steps.length === 0) return null;
  const planned = await datesDueMs(deps.store, ref);
  if (planned !== null && planned <= deps.now()) return null;
  // Once more, after the outbox: work may have ended between the two.
  const { steps, dates } = await read();
  const last = planned === null ? '' : (dates.map(dateOf).sort().at(-1) ?? '');
  const isLate = ({ before, date }: Step) => before === null && last !== '' && date > last;
  const count = steps.filter((step) => !isLate(step)).length;
  return count > 0 ? { id: ref.id, dates: count } : null;
}
