/**
 * The recurrence that a write gives an event: its checks, and how it is stored. Dates of a series
 * store which fields are their own. Source: Contract 29.1-29.3.
 */
import { isDeepStrictEqual } from 'node:util';
import { ApiError, type Issue } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import type { Json, JsonObject, StoredRecord } from '../../kinds/record.js';
import {
  hasDates,
  isSeries,
  occurrenceFields,
  occurrenceOf,
  rulesOf,
  SENT_TIMES,
  seriesField,
  splitOf,
} from '../../kinds/series.js';
import { frameOf } from '../../present/recurrence.js';
import { datesWindow } from '../../series/dates.js';
import { splitAt, without, withTimeOf } from '../../time/recurrence/change.js';
import { dateIssues, datesWithin } from '../../time/recurrence/dates.js';
import { type Parsed, parseRecurrence } from '../../time/recurrence/parse.js';
import { toStoredLines } from '../../time/recurrence/rule.js';
import { readStored } from '../../time/recurrence/stored.js';
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
  const one = stored && occurrenceOf(stored);
  if (scope !== undefined && !one && !(stored && isSeries(stored))) {
    issues.push({ param: 'scope', reason: 'Is for dates of a series; this event does not recur.' });
  } else if (scope === 'this' && !one) {
    issues.push({ param: 'scope', reason: 'A series is no date of its own.' });
  }
  if (one && sent !== undefined) {
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
  // Judged when it was stored: time alone brings more dates into the window.
  const isStored =
    stored &&
    isDeepStrictEqual(frame, frameOf(stored)) &&
    isDeepStrictEqual(toStoredLines(recurrence, frame), rulesOf(stored));
  if (isStored) return issues;
  const window = datesWindow(deps, frame.zone);
  return [...issues, ...dateIssues(recurrence, frame, window)];
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

/** → the recurrence after the write: that sent, else that stored, at the times of the event. */
function parsedOf({ payload, stored }: Written, times: JsonObject): Parsed {
  const frame = frameOf({ fields: times });
  const { recurrence: sent } = payload.values;
  if (sent !== undefined) return parseRecurrence(sent, frame);
  const rules = stored && rulesOf(stored);
  const before = stored && rules && readStored(rules, frameOf(stored));
  if (!before) return { recurrence: null, reasons: [] };
  return { recurrence: withTimeOf(before.recurrence, frameOf(stored), frame), reasons: [] };
}

/** → the field `recurrence` after a write that was checked; undefined: it stays. */
export function recurrenceField(written: Draft, times: JsonObject): Json | undefined {
  const { payload, stored, loaded, isRepeated } = written;
  const one = stored && occurrenceOf(stored);
  // Which fields are its own is known when the record is whole (series/own.ts).
  if (one) return occurrenceFields(one).recurrence;
  const { recurrence } = parsedOf(written, times);
  const rules = stored && rulesOf(stored);
  if (recurrence) {
    const frame = frameOf({ fields: times });
    const next = stored && splitOf(stored, 'next');
    // Another system says the same as before the split: what was split off here stays so.
    const isSame = next && (loaded || isRepeated);
    if (isSame && datesWithin(recurrence, frame, { from: next.at, to: next.at }).length > 0) {
      return seriesField(toStoredLines(splitAt(recurrence, frame, next.at).before, frame), stored);
    }
    const lines = toStoredLines(recurrence, frame);
    // Other rules give the series dates of its own again, also behind a split.
    const isOther = payload.values.recurrence !== undefined && !isDeepStrictEqual(lines, rules);
    return seriesField(lines, stored, isOther && next ? { next: null } : {});
  }
  return stored && hasDates(stored) ? seriesField([], stored) : undefined;
}

/** → a series without some of its dates, which its rules would have. */
export function withoutDates(series: StoredRecord, dates: readonly StoredRecord[]): StoredRecord {
  const frame = frameOf(series);
  const stored = readStored(rulesOf(series) ?? [], frame);
  if (!stored) return series;
  let { recurrence } = stored;
  for (const date of dates.flatMap((record) => occurrenceOf(record)?.date ?? [])) {
    const isDate = datesWithin(recurrence, frame, { from: date, to: date }).length > 0;
    if (isDate) recurrence = without(recurrence, date);
  }
  const field = seriesField(toStoredLines(recurrence, frame), series);
  return { ...series, fields: { ...series.fields, recurrence: field } };
}
