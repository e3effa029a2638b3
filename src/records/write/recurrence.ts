/**
 * The recurrence that a write gives an event: its checks, and how it is stored. Dates of a series
 * store which fields are their own. Source: Contract 29.1-29.3.
 */
import { ApiError, type Issue } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import type { Json, JsonObject, StoredRecord } from '../../kinds/record.js';
import {
  hasDates,
  isSeries,
  type LocalDates,
  localDatesOf,
  NO_DATES,
  occurrenceFields,
  occurrenceOf,
  otherRulesFrom,
  rulesOf,
  SENT_TIMES,
  seriesField,
  stretchesOf,
} from '../../kinds/series.js';
import { nowUtc } from '../../time/now.js';
import { isSameRule, localAfter, localAtTime, withTimeOf } from '../../time/recurrence/change.js';
import { dateIssues } from '../../time/recurrence/dates.js';
import { type Parsed, parseRecurrence } from '../../time/recurrence/parse.js';
import { frameOf, type Recurrence, toStoredLines } from '../../time/recurrence/rule.js';
import { readStored } from '../../time/recurrence/stored.js';
import { utcToLocal } from '../../time/zones.js';
import type { Deps } from '../deps.js';
import { eventTimes } from './event-times.js';
import type { Draft } from './plan.js';

type Written = Pick<Draft, 'payload' | 'stored'>;

/**
 * → the issues of a recurrence at the times after the write, and of `scope` without a series.
 */
export function recurrenceIssues(deps: Deps, kind: Kind, written: Written): Issue[] {
  const { payload, stored } = written;
  const { recurrence: sent, scope } = payload.values;
  if (!('recurrence' in kind.fields)) return [];
  const issues: Issue[] = [];
  const occurrence = stored && occurrenceOf(stored);
  if (scope !== undefined && !occurrence && !(stored && isSeries(stored))) {
    issues.push({ param: 'scope', reason: 'Is for dates of a series; this event does not recur.' });
  } else if (scope === 'this' && !occurrence) {
    issues.push({ param: 'scope', reason: 'A series is no date of its own.' });
  }
  if (occurrence && sent !== undefined) {
    const reason = 'A date of a series has no rules of its own; send them with scope=all.';
    return [...issues, { param: 'recurrence', reason }];
  }
  const isMoved = SENT_TIMES.some((name) => payload.values[name] !== undefined);
  if (sent === undefined && !(isMoved && stored && isSeries(stored))) return issues;
  const times = timesIfValid(deps, written);
  if (!times) return issues;
  const { recurrence, reasons } = parsedOf(written, times);
  if (reasons.length > 0) return [...issues, { param: 'recurrence', reason: reasons.join(' ') }];
  if (!recurrence) return issues;
  const frame = frameOf({ fields: times });
  return [...issues, ...dateIssues(recurrence, frame)];
}

/** → the times after the write; null: they are not valid, which other checks report. */
function timesIfValid(deps: Deps, { payload, stored }: Written): JsonObject | null {
  try {
    const clock = { siteTimeZone: deps.config.siteTimeZone, nowMs: deps.now() };
    return eventTimes(payload.values, stored?.fields, clock);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** → the rules after the write: as sent, else as stored, at the times of the event. */
function parsedOf({ payload, stored }: Written, times: JsonObject): Parsed {
  const frame = frameOf({ fields: times });
  const { recurrence: sent } = payload.values;
  if (sent !== undefined) return parseRecurrence(sent, frame);
  const rules = stored && rulesOf(stored);
  const before = stored && rules && readStored(rules, frameOf(stored));
  if (!before) return { recurrence: null, reasons: [] };
  return { recurrence: withTimeOf(before.recurrence, frameOf(stored), frame), reasons: [] };
}

/** → the field `recurrence` after a checked write; undefined keeps it. */
export function recurrenceField(
  written: Draft,
  times: JsonObject,
  nowMs: number,
): Json | undefined {
  const { stored } = written;
  const occurrence = stored && occurrenceOf(stored);
  // The date's own fields are determined when the record is whole (series/own.ts).
  if (occurrence) return occurrenceFields(occurrence).recurrence;
  const { recurrence } = parsedOf(written, times);
  const local = stored
    ? localDates({ ...written, stored }, { recurrence, times, nowMs })
    : written.local;
  if (recurrence) return seriesField(toStoredLines(recurrence, frameOf({ fields: times })), local);
  // A load marks a new event as a former series: rows for its dates follow.
  const wasSeries = stored
    ? hasDates(stored)
    : written.loaded && Array.isArray(written.payload.values.recurrence);
  return wasSeries ? seriesField([], local) : undefined;
}

/**
 * → the dates added and erased here, after a write. A user who sends rules replaces all dates;
 * other systems do not know the local dates, except in an export, which agrees with the store.
 */
function localDates(
  { payload, stored, loaded, isRepeated, local = NO_DATES }: Draft & { stored: StoredRecord },
  after: { recurrence: Recurrence | null; times: JsonObject; nowMs: number },
): LocalDates {
  const { recurrence, times, nowMs } = after;
  const [from, to] = [frameOf(stored), frameOf({ fields: times })];
  const until = otherRulesFrom(stored);
  const [first] = stretchesOf(stored) ?? [];
  const { added, excepted } = localAtTime(localDatesOf(stored), from, to, until);
  if (payload.values.recurrence === undefined || loaded || isRepeated) {
    return {
      added: [...added, ...local.added.filter((date) => !excepted.includes(date))],
      excepted: [...excepted, ...local.excepted.filter((date) => !added.includes(date))],
    };
  }
  const before = first && readStored(first.rules, first)?.recurrence;
  if (!before || !recurrence) return NO_DATES;
  const old = withTimeOf(before, from, to);
  // Other rules count for the parts with rules of their own, too.
  const end = isSameRule(old, recurrence) ? until : undefined;
  const said = { before: old, after: recurrence, frame: to, until: end };
  const changed = localAfter({ added, excepted }, said);
  // Past dates outside the rules are kept, unless erased or named.
  const now = utcToLocal(nowUtc({ now: () => nowMs }), to.zone);
  const named = [...excepted, ...recurrence.excepted];
  const isOut = (date: string) => date >= now || named.includes(date);
  return { ...changed, excepted: changed.excepted.filter(isOut) };
}
