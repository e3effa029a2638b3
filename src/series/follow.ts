/**
 * The outbox task `occurrences`: makes the dates of a series as records of their own, and lets them
 * follow it. Any process may do it at any time, even twice: a date is unique by the key of its
 * record, and the work ends only if the series has not changed since it was read.
 */

import { dateKey } from '../kinds/identity.js';
import type { KindName, StoredRecord } from '../kinds/record.js';
import { dateOf, seriesIdOf, stretchesOf } from '../kinds/series.js';
import { chunksOf, groupBy } from '../lib/batches.js';
import { turn } from '../lib/turn.js';
import { limits } from '../limits.js';
import { type Change, type OutboxEntry, type RecordRef, refKey } from '../store/port.js';
import { changeOf, removalOf } from '../sync/change.js';
import type { SyncDeps } from '../sync/deps.js';
import { pushOutcome } from '../sync/outbox.js';
import { imageOf } from '../sync/scrub.js';
import { utcToSeconds } from '../time/date-times.js';
import { nowUtc } from '../time/now.js';
import { lastTime } from '../time/recurrence/stretches.js';
import { secondsPerDay } from '../time/wall-clock.js';
import { type AskedDate, datesWindow } from './dates.js';
import { planOf, type Step } from './plan.js';

/** The step, after each slice of dates, at which a crash test can kill the process. */
export const OCCURRENCES_FAIL_POINT = 'occurrences:slice';

/**
 * Processes leased `occurrences` entries of any series. `isFirst`: only a first slice of each; the
 * entry of a longer series remains.
 */
export async function followSeries(
  deps: SyncDeps,
  entries: readonly OutboxEntry[],
  { isFirst = false }: { isFirst?: boolean } = {},
): Promise<void> {
  const bySeries = groupBy(entries, ({ records: [ref] }) => (ref ? refKey(ref) : ''));
  for (const same of bySeries.values()) {
    const untilMs = deps.now() + limits.leaseMs;
    await deps.store.outbox.renew(same, { untilMs });
    const [ref] = same[0]?.records ?? [];
    const most = isFirst ? limits.firstDates : undefined;
    const isDone = !ref || (await followOne(deps, ref, { most }));
    if (isDone) await deps.store.outbox.finish(same);
    else await deps.store.outbox.renew(same, { untilMs: deps.now() });
  }
}

/**
 * Makes the dates of a series, `also` included, and lets them follow it. → false when more than
 * `most` records must be written. Throws after too many conflicts.
 */
export async function followOne(
  deps: SyncDeps,
  ref: RecordRef,
  { most = Number.MAX_SAFE_INTEGER, also }: { most?: number | undefined; also?: AskedDate[] } = {},
): Promise<boolean> {
  for (let tries = 0; tries < limits.writeTries; tries++) {
    const series = await seriesOf(deps, ref);
    const { steps } = await planOf(deps, ref, series, also);
    const now = steps.slice(0, most);
    let isWritten = true;
    for (const chunk of chunksOf(now, limits.sliceRecords)) {
      isWritten = (await write(deps, ref.kind, chunk)) && isWritten;
      deps.failPoint(OCCURRENCES_FAIL_POINT);
    }
    if (!isWritten) continue;
    if (steps.length > now.length) return false;
    // A process with an earlier state may write it after this process.
    if ((await seriesOf(deps, ref))?.revision !== series?.revision) continue;
    if (series) await planExtension(deps, series);
    return true;
  }
  throw new Error(`too many concurrent writes of ${refKey(ref)}`);
}

async function seriesOf(
  { store }: SyncDeps,
  { kind, id }: RecordRef,
): Promise<StoredRecord | null> {
  const [series] = await store.find(kind, 'id', [id]);
  return series ?? null;
}

/** Writes some steps and pushes the records. → false after conflicts. */
async function write(deps: SyncDeps, kind: KindName, steps: readonly Step[]): Promise<boolean> {
  await turn();
  const planned = await changesOf(deps, kind, steps);
  const outcome = await deps.store.write(planned, {
    leasedUntilMs: deps.now() + limits.leaseMs,
    isRepeated: true,
  });
  await turn();
  await pushOutcome(deps, outcome);
  // The plan is of the whole series: its own writes change nothing in it.
  await deps.store.outbox.finish(outcome.entries.filter(({ task }) => task === 'occurrences'));
  return outcome.conflicts.length === 0;
}

async function changesOf(
  deps: SyncDeps,
  kind: KindName,
  steps: readonly Step[],
): Promise<Change[]> {
  const slugs = steps.flatMap(({ slug }) => (slug === '' ? [] : slug));
  const taken = await deps.store.takenSlugs(kind, slugs);
  const news = steps.filter(({ before }) => before === null).length;
  const ids = news > 0 ? await deps.store.nextIds('post', news) : [];
  return steps.flatMap(({ before, after, slug }): Change[] => {
    if (!after) return before ? [removalOf(before, { images: imageOf(before) })] : [];
    const record = before ? after : { ...after, id: ids.shift() ?? 0 };
    if (slug === '') return [{ ...changeOf(before, record), ...keysOf(before, record) }];
    const free = taken.has(slug) ? `${slug}-${record.id}` : slug;
    const change = changeOf(before, { ...record, slug: free, slug_reserved: true });
    return [{ ...change, ...keysOf(before, record) }];
  });
}

/** → the unique key of a date, in place of its former key. */
function keysOf(before: StoredRecord | null, after: StoredRecord): Pick<Change, 'keys' | 'lost'> {
  const keyOf = (record: StoredRecord) => dateKey(seriesIdOf(record), dateOf(record));
  const key = keyOf(after);
  if (before && keyOf(before) === key) return {};
  return { keys: [{ key, how: 'claim' }], lost: before ? [keyOf(before)] : [] };
}

/** Orders the dates that come into the window later: the series is followed again tomorrow. */
async function planExtension(deps: SyncDeps, series: StoredRecord): Promise<void> {
  const stretches = stretchesOf(series);
  const { to } = datesWindow(deps, stretches?.[0].zone ?? 'UTC');
  const last = stretches && lastTime(stretches.map((stretch) => ({ ...stretch, moved: 0 })));
  const isWhole = !stretches || (last !== null && last <= to);
  if (isWhole || series.removed) return;
  const tomorrow = Math.floor(utcToSeconds(nowUtc(deps)) / secondsPerDay + 1) * secondsPerDay;
  // The same moment for all entries of a series: they are then leased, and end, together.
  const atMs = (tomorrow + (series.id % secondsPerDay)) * 1000;
  const records = [{ kind: series.kind, id: series.id }];
  await deps.store.outbox.add({ task: 'occurrences', records, position: null, atMs });
}
