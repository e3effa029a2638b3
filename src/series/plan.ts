/**
 * The steps that the dates of a series still need, from the stored records: the plan of the outbox
 * task `occurrences`, also used by the check of store and index. It writes nothing.
 */

import { isDeepStrictEqual } from 'node:util';
import type { Removal, SeriesPart, StoredRecord } from '../kinds/record.js';
import { dateOf, hasOtherDates, isSeries, occurrenceOf } from '../kinds/series.js';
import { groupBy } from '../lib/batches.js';
import { inTurns } from '../lib/turn.js';
import { limits } from '../limits.js';
import type { RecordRef } from '../store/port.js';
import type { SyncDeps } from '../sync/deps.js';
import { nowUtc } from '../time/now.js';
import type { Window } from '../time/recurrence/dates.js';
import { frameOf } from '../time/recurrence/rule.js';
import { utcToLocal } from '../time/zones.js';
import { followed, newOccurrence, slugOfDate, withBefore, withRemoval } from './date.js';
import {
  type AskedDate,
  datesOf,
  datesWindow,
  exceptionsOf,
  matchedDates,
  removalBySeries,
  removalReason,
  storedDates,
} from './dates.js';
import { datesBefore } from './dates-before.js';
import { timesIn } from './part-times.js';
import { endedPart, type Part, partAt, partsOf } from './parts.js';

/** A date before and after: null before: it is new, without an ID; null after: it is erased. */
export interface Step {
  before: StoredRecord | null;
  after: StoredRecord | null;
  date: string;
  /** The new slug, if that is free; `""` keeps the slug. */
  slug: string;
}

/** The work that a series still needs. */
interface Plan {
  /** The coming dates first. */
  steps: Step[];
  /** The dates as stored. */
  dates: StoredRecord[];
}

/** → the plan for a series; null when it is deleted. Nothing is written. */
export async function planOf(
  deps: SyncDeps,
  ref: RecordRef,
  series: StoredRecord | null,
  also: readonly AskedDate[] = [],
): Promise<Plan> {
  const dates = await storedDates(deps, ref);
  if (!series) return { steps: dates.map(toErasure), dates };
  return { steps: await stepsOf(deps, series, { existing: dates, also }), dates };
}

const toErasure = (before: StoredRecord): Step => ({ before, after: null, date: '', slug: '' });

/** Losses of a series by an update. */
export interface Losses {
  /** The dates with changes of their own that the series no longer has. */
  dropped?: StoredRecord[];
  /** By parameter: parts that lost times or rules. */
  warnings?: Record<string, string>;
}

/** → the losses of a series by an update from a date on, or of the whole of it. */
export async function lossesBy(
  deps: SyncDeps,
  [before, after]: readonly [StoredRecord, StoredRecord],
  at = '',
): Promise<Losses> {
  if (!hasOtherDates(before, after)) return {};
  const { steps } = await planOf(deps, after, after);
  const dropped = steps.flatMap(({ before, after }) => {
    if (!before || before.removed || !after?.removed) return [];
    return (occurrenceOf(before)?.changed.length ?? 0) > 0 ? [before] : [];
  });
  const parts = (before.parts ?? [])
    .filter((part) => part.from > at && part.start !== at && isPartLost(part, after.parts ?? []))
    .map(({ from }) => from);
  const reason = `Parts of the series lost their own times or rules: ${parts.join(', ')}.`;
  return { dropped, ...(parts.length > 0 ? { warnings: { recurrence: reason } } : {}) };
}

/** → whether a part lost times or rules by a write; rules that stay are moved, and lose nothing. */
function isPartLost(part: SeriesPart, after: readonly SeriesPart[]): boolean {
  const names = part.rules ? ['rules'] : Object.keys(timesIn(part));
  const same = after.filter(({ from }) => from.slice(0, 10) === part.from.slice(0, 10));
  return names.some((name) => !same.some((other) => name in other));
}

const without = (dates: readonly string[], others: Iterable<string>): string[] => {
  const left = new Set(others);
  return dates.filter((date) => !left.has(date));
};

const isWithin = ({ from, to }: Window, date: string) => date >= from && date <= to;

/** The inputs of a plan: the series, its dates by the rules, and the time. */
interface Planning {
  series: StoredRecord;
  /** The dates by the rules, from the first to the last that may be needed. */
  dates: readonly string[];
  partOf: (date: string) => Part;
  at: string;
  /** `at` on the clock of the series. */
  nowWall: string;
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
  const planning: Planning = { series, dates, partOf, at, nowWall };
  const matched = matchedDates(existing, dates);
  const following = await followingOf(planning, existing, matched);
  const isMade = (date: string) => asked.has(date) || (!series.removed && isWithin(window, date));
  const missing = without(dates, matched.values()).filter(isMade);
  const held = new Set([...dates, ...existing.map(dateOf)]);
  const lacking = also.filter(
    ({ date, by, isOwn }) =>
      (by || (isOwn && (date < nowWall || !isSeries(series)))) && !held.has(date),
  );
  const records = following.map(({ after }) => after);
  const before = datesBefore(parts, { records, news: series.removed ? [] : missing });
  // Drafts have no slug.
  const hasSlugs = series.slug_reserved;
  const steps = await inTurns(following, limits.sliceRecords, (chunk) =>
    chunk.flatMap(({ record, date, after: alone }): Step[] => {
      const after = withBefore(alone, before.get(date) ?? null);
      if (isDeepStrictEqual(after, record)) return [];
      const isSlugless = hasSlugs && !after.removed && !after.slug_reserved;
      const slug = isSlugless ? after.slug || slugOfDate(series, date) : '';
      return [{ before: record, after: { ...after, modified_utc: at }, date, slug }];
    }),
  );
  const wanted = [...missing.map((date) => ({ date, by: null })), ...lacking];
  const news = await newSteps(planning, wanted, before);
  const isComing = ({ date }: Step) => date >= nowWall;
  const past = news.filter((step) => !isComing(step)).reverse();
  return [...news.filter(isComing), ...steps, ...past];
}

/** → the existing records, by their current dates, and their next states. */
function followingOf(
  { series, partOf, at, nowWall }: Planning,
  existing: readonly StoredRecord[],
  matched: ReadonlyMap<number, string>,
): Promise<{ record: StoredRecord; date: string; after: StoredRecord }[]> {
  const isExcepted = exceptionsOf(series);
  return inTurns(existing, limits.sliceRecords, (chunk) =>
    chunk.flatMap((record) => {
      const occurrence = occurrenceOf(record);
      if (!occurrence) return [];
      const date = matched.get(record.id) ?? occurrence.date;
      const isLacking = !matched.has(record.id);
      const reason = removalReason(series, record, {
        isLacking,
        isExcepted: isLacking && isExcepted(occurrence.date),
        isComing: occurrence.date >= nowWall,
      });
      const removed = removalBySeries(record, reason, at);
      // An ended series leaves its past dates unchanged.
      const after = isSeries(series)
        ? followed(partOf(date), record, { date, removed, nowUtc: at })
        : withRemoval(record, removed);
      return [{ record, date, after }];
    }),
  );
}

/** → the steps that make dates; `by`: who removed one, whatever the rules say. */
function newSteps(
  { series, dates, partOf, at, nowWall }: Planning,
  wanted: readonly Pick<AskedDate, 'date' | 'by'>[],
  before: ReturnType<typeof datesBefore>,
): Promise<Step[]> {
  const days = groupBy(dates, (date) => date.slice(0, 10));
  return inTurns(wanted, limits.sliceRecords, (chunk) =>
    chunk.map(({ date, by: remover }): Step => {
      const isOfSeries = remover !== 'rules' && series.removed;
      const by: Removal['by'] | null = isOfSeries ? 'series' : remover && 'rules';
      const isFirst = date === frameOf(series).start;
      const isAlone = !by && !isSeries(series) && (date >= nowWall || isFirst);
      const chain = { before: before.get(date) ?? null, nowUtc: at, isAlone };
      const after = { ...newOccurrence(partOf(date), date, chain), removed: by && { by, at } };
      const ofDay = days.get(date.slice(0, 10)) ?? [];
      const isOneOfDay = ofDay.some((other) => other !== date);
      const slug = series.slug_reserved && !by ? slugOfDate(series, date, isOneOfDay) : '';
      return { before: null, after, date, slug };
    }),
  );
}
