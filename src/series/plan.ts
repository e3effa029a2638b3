/**
 * What the dates of a series still need, by what is stored: the plan of the outbox task
 * `occurrences`, which the check of store and index asks for, too. It writes nothing.
 */

import { isDeepStrictEqual } from 'node:util';
import type { Removal, StoredRecord } from '../kinds/record.js';
import { dateOf, isSeries, occurrenceOf } from '../kinds/series.js';
import { groupBy } from '../lib/batches.js';
import { inTurns } from '../lib/turn.js';
import { limits } from '../limits.js';
import type { RecordRef } from '../store/port.js';
import type { SyncDeps } from '../sync/deps.js';
import { nowUtc } from '../time/now.js';
import { frameOf } from '../time/recurrence/rule.js';
import { utcToLocal } from '../time/zones.js';
import { followed, newOccurrence, slugOfDate, withBefore, withRemoval } from './date.js';
import {
  datesOf,
  datesWindow,
  matchedDates,
  removalBySeries,
  removalReason,
  storedDates,
} from './dates.js';
import { datesBefore } from './dates-before.js';
import { endedPart, partAt, partsOf } from './parts.js';

/** A date before and after: null before: it is new, without an ID; null after: it is erased. */
export interface Step {
  before: StoredRecord | null;
  after: StoredRecord | null;
  date: string;
  /** The slug that it gets, where that is free; `""`: it keeps its own, or none. */
  slug: string;
}

/** What a series still needs. */
export interface Plan {
  /** The coming dates first. */
  steps: Step[];
  /** The dates as stored. */
  own: StoredRecord[];
}

/** A date outside of the window that is to be made if the rules have it, or if it is removed. */
export interface AskedDate {
  date: string;
  /** Who removed it; null: nobody. */
  by: Removal['by'] | null;
}

/** → what is to be done for a series; null: it is gone. Nothing is written. */
export async function planOf(
  deps: SyncDeps,
  ref: RecordRef,
  series: StoredRecord | null,
  also: readonly AskedDate[] = [],
): Promise<Plan> {
  const own = await storedDates(deps, ref);
  if (!series) return { steps: own.map(toErasure), own };
  return { steps: await stepsOf(deps, series, { existing: own, also }), own };
}

const toErasure = (before: StoredRecord): Step => ({ before, after: null, date: '', slug: '' });

/** → the dates with changes of their own that a state of a series would put into the trash. */
export async function droppedDates(deps: SyncDeps, series: StoredRecord): Promise<StoredRecord[]> {
  const { steps } = await planOf(deps, series, series);
  return steps.flatMap(({ before, after }) => {
    if (!before || before.removed || !after?.removed) return [];
    return (occurrenceOf(before)?.changed.length ?? 0) > 0 ? [before] : [];
  });
}

async function stepsOf(
  deps: SyncDeps,
  series: StoredRecord,
  { existing, also }: { existing: readonly StoredRecord[]; also: readonly AskedDate[] },
): Promise<Step[]> {
  const { zone } = frameOf(series);
  const at = nowUtc(deps);
  const nowWall = utcToLocal(at, zone);
  const window = datesWindow(deps, zone);
  const asked = new Set(also.map(({ date }) => date));
  const dates = datesOf(series, existing, { ...window, also: [...asked] });
  const parts = isSeries(series) ? partsOf(series) : [endedPart(series)];
  const partOf = (date: string) => partAt(parts, date) ?? endedPart(series);
  const matched = matchedDates(existing, dates);
  const standing = existing.flatMap((record) => {
    const one = occurrenceOf(record);
    if (!one) return [];
    const date = matched.get(record.id);
    const isComing = one.date >= nowWall;
    const reason = removalReason(series, record, { isLacking: date === undefined, isComing });
    return [{ record, date: date ?? one.date, removed: removalBySeries(record, reason, at) }];
  });
  const taken = new Set(matched.values());
  const isWithin = (date: string) => date >= window.from && date <= window.to;
  const isMade = (date: string) => asked.has(date) || (!series.removed && isWithin(date));
  const missing = dates.filter((date) => !taken.has(date) && isMade(date));
  const held = new Set([...dates, ...existing.map(dateOf)]);
  const lacking = also.filter(({ date, by }) => by && !held.has(date));
  const follow = (one: (typeof standing)[number]) => ({
    ...one,
    // What has ended leaves its past alone.
    after: isSeries(series)
      ? followed(partOf(one.date), one.record, { ...one, nowUtc: at })
      : withRemoval(one.record, one.removed),
  });
  const following = await inTurns(standing, limits.sliceRecords, (some) => some.map(follow));
  const records = following.map(({ after }) => after);
  const before = datesBefore(parts, { records, news: series.removed ? [] : missing });
  // Drafts have no slug.
  const hasSlugs = series.slug_reserved;
  const steps = await inTurns(following, limits.sliceRecords, (some) =>
    some.flatMap(({ record, date, after: alone }): Step[] => {
      const after = isSeries(series) ? withBefore(alone, before.get(date) ?? null) : alone;
      if (isDeepStrictEqual(after, record)) return [];
      const isSlugless = hasSlugs && !after.removed && !after.slug_reserved;
      const slug = isSlugless ? after.slug || slugOfDate(series, date, false) : '';
      return [{ before: record, after: { ...after, modified_utc: at }, date, slug }];
    }),
  );
  const out: Removal['by'] = series.removed ? 'series' : 'rules';
  const made = [
    ...missing.map((date) => ({ date, by: series.removed ? out : null })),
    ...lacking.map(({ date, by }) => ({ date, by: by === 'rules' ? by : out })),
  ];
  const days = groupBy(dates, (date) => date.slice(0, 10));
  const news = await inTurns(made, limits.sliceRecords, (some) =>
    some.map(({ date, by }): Step => {
      const chain = { before: before.get(date) ?? null, nowUtc: at };
      const removed = by && { by, at };
      const after = { ...newOccurrence(partOf(date), date, chain), removed };
      const isOneOfDay = (days.get(date.slice(0, 10))?.length ?? 0) > 1;
      const slug = hasSlugs && !by ? slugOfDate(series, date, isOneOfDay) : '';
      return { before: null, after, date, slug };
    }),
  );
  const isComing = ({ date }: Step) => date >= nowWall;
  const past = news.filter((one) => !isComing(one)).reverse();
  return [...news.filter(isComing), ...steps, ...past];
}
