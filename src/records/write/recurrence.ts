/**
 * The recurrence that a write gives an event: its checks, and how it is stored. Dates of a series
 * store which fields are their own. Source: Contract 29.1-29.3.
 */
import { ApiError, type Issue } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import type { Json, JsonObject } from '../../kinds/record.js';
import {
  hasDates,
  isSeries,
  occurrenceFields,
  occurrenceOf,
  rulesOf,
  SENT_TIMES,
  seriesField,
} from '../../kinds/series.js';
import { withTimeOf } from '../../time/recurrence/change.js';
import { dateIssues } from '../../time/recurrence/dates.js';
import { type Parsed, parseRecurrence } from '../../time/recurrence/parse.js';
import { frameOf, toStoredLines } from '../../time/recurrence/rule.js';
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
  const { stored } = written;
  const one = stored && occurrenceOf(stored);
  // Which fields are its own is known when the record is whole (series/own.ts).
  if (one) return occurrenceFields(one).recurrence;
  const { recurrence } = parsedOf(written, times);
  if (recurrence) return seriesField(toStoredLines(recurrence, frameOf({ fields: times })));
  return stored && hasDates(stored) ? seriesField([]) : undefined;
}
