/** Checks of the recurrence and the scope of a write. Source: Contract 29.1, 29.3. */
import { ApiError, type Issue } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import { isSeries, occurrenceOf, SENT_TIMES } from '../../kinds/series.js';
import { frameOf } from '../../present/recurrence.js';
import { datesWindow } from '../../sync/occurrence-dates.js';
import { dateIssues } from '../../time/recurrence/dates.js';
import type { Deps } from '../deps.js';
import { timesOf } from './fields.js';
import { parsedOf, type Times, type Written } from './recurrence.js';

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
  const window = datesWindow(deps, frame.zone);
  return [...issues, ...dateIssues(recurrence, frame, { window })];
}

/** → the times after the write; null: they are not valid, which other checks report. */
function timesIfValid(deps: Deps, { payload, stored }: Written): Times | null {
  try {
    const clock = { siteTimeZone: deps.config.siteTimeZone, nowMs: deps.now() };
    return { ...timesOf(payload, stored, clock) };
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
