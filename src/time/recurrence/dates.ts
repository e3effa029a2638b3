/**
 * The dates of a recurrence, on the wall clock of the event. The library computes them on a clock
 * without changes; times that a change of clocks leaves out do not occur (RFC 5545, 3.3.10).
 */
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { secondsPerDay, secondsToText, textToSeconds } from '../wall-clock.js';
import { wallToUtcSeconds } from '../zones.js';
import { timesOfDay, YEARS } from './parse.js';
import { type Frame, type Recurrence, ruleText } from './rule.js';

/** The last moment that a date can have. */
export const LAST_DATE = `${YEARS.last}-12-31 23:59:59`;

/** A window of the wall clock, both ends included, and how many dates of it are wanted at most. */
export interface Window {
  from: string;
  to: string;
  limit?: number;
}

/** → the dates within the window, ascending, without the excepted ones; the first `limit`. */
export function datesWithin(recurrence: Recurrence, frame: Frame, window: Window): string[] {
  const excepted = new Set(recurrence.excepted);
  return allWithin(recurrence, frame, window, (wall) => !excepted.has(wall));
}

/**
 * → the reasons against a recurrence for an event, beyond its lines: its start is not a date of it,
 * or it has no dates, too many in a year, or too late dates. Exceptions may name all dates:
 * calendars keep a series whose dates were deleted singly.
 */
export function dateIssues(
  recurrence: Recurrence,
  frame: Frame,
): { param: 'start_date' | 'recurrence'; reason: string }[] {
  try {
    const all = { from: frame.start, to: LAST_DATE };
    const [first] = allWithin(recurrence, frame, { ...all, limit: 1 });
    if (first === undefined) return [{ param: 'recurrence', reason: 'Has no date.' }];
    if (first !== frame.start) {
      const reason = `Must be a date of recurrence; the next one is ${first}.`;
      return [{ param: 'start_date', reason }];
    }
    const { count = null } = recurrence.rule ?? {};
    const endless = { ...recurrence, added: [], excepted: [] };
    if (count !== null && ruleDates(endless, frame, all).length < count) {
      return [{ param: 'recurrence', reason: `Must end by the year ${YEARS.last}.` }];
    }
    const year = crowdedYear(recurrence, frame);
    if (year === null) return [];
    return [{ param: 'recurrence', reason: crowdReason(year) }];
  } catch {
    // The library gives up after many steps without a date.
    return [{ param: 'recurrence', reason: 'Has no date for too long.' }];
  }
}

/** Most dates of a series in a calendar year, in all its parts together. */
export const DATES_A_YEAR = 1000;

/** → why a series with a year of more dates is refused. */
export const crowdReason = (year: string): string =>
  `Must have at most ${DATES_A_YEAR} dates in a calendar year; ${year} has more.`;

/** Years that are counted: a rule has about as many dates in all of them. */
export const COUNTED_YEARS = 5;

/** → a year with too many dates, or null. */
function crowdedYear(recurrence: Recurrence, frame: Frame): string | null {
  const { rule, added } = recurrence;
  const most = rule?.freq === 'DAILY' ? Math.ceil(366 / rule.interval) : 366;
  if (!rule || most * timesOfDay(rule, frame.start).length + added.length <= DATES_A_YEAR) {
    return null;
  }
  const first = Number(frame.start.slice(0, 4));
  for (let year = first; year < first + COUNTED_YEARS; year += 1) {
    const window = { from: `${year}-01-01 00:00:00`, to: `${year}-12-31 23:59:59` };
    const dates = datesWithin(recurrence, frame, { ...window, limit: DATES_A_YEAR + 1 });
    if (dates.length > DATES_A_YEAR) return String(year);
  }
  return null;
}

function allWithin(
  recurrence: Recurrence,
  frame: Frame,
  { from, to, limit = Number.POSITIVE_INFINITY }: Window,
  isWanted: (wall: string) => boolean = () => true,
): string[] {
  const added = [...(recurrence.rule ? [] : [frame.start]), ...recurrence.added];
  const isWithin = (wall: string) => wall >= from && wall <= to;
  const alone = [...new Set(added)].filter(isWithin).sort();
  const walls: string[] = [];
  const take = (wall: string) => {
    if (walls.at(-1) !== wall && isWanted(wall) && occurs(wall, frame)) walls.push(wall);
  };
  for (const part of partsOf(recurrence, frame, { from, to })) {
    const dates = ruleDates(recurrence, frame, part);
    while (alone[0] !== undefined && alone[0] <= part.to) dates.push(alone.shift() as string);
    for (const wall of dates.sort()) take(wall);
    if (walls.length >= limit) break;
  }
  return walls.slice(0, limit === Number.POSITIVE_INFINITY ? undefined : limit);
}

/** → whether the wall clock ever shows a time. Whole days exist, whatever their midnight. */
function occurs(wall: string, { zone, isAllDay }: Frame): boolean {
  if (isAllDay) return true;
  const seconds = textToSeconds(wall);
  return wallToUtcSeconds(seconds, zone).local === seconds;
}

/** Days of a part of a window of a rule with one date a day. */
const PART_DAYS = 1100;

/** Days of a part of a window in which dates are rare. */
const RARE_DAYS = 50_000;

/** → the window in parts of about a thousand dates at most. */
function* partsOf(
  { rule, until }: Recurrence,
  { start }: Frame,
  { from, to }: Window,
): Generator<{ from: string; to: string }> {
  const isRare = rule?.freq === 'YEARLY' || rule?.freq === 'MONTHLY';
  const isDense = rule !== null && rule.byDay.length + rule.byYearDay.length > 0;
  const times = timesOfDay(rule, start).length;
  const days = !rule || (isRare && !isDense && times === 1) ? RARE_DAYS : PART_DAYS / times;
  const seconds = Math.floor(days) * secondsPerDay;
  const last = textToSeconds(to);
  const ruleEnd = until !== null && until < to ? textToSeconds(until) : last;
  let at = textToSeconds(from < start && rule ? start : from);
  for (; at <= ruleEnd; at += seconds) {
    const end = Math.min(at + seconds - 1, last);
    yield { from: secondsToText(at), to: secondsToText(end) };
  }
  // Added dates may lie after the end of the rule.
  if (at <= last) yield { from: secondsToText(at), to };
}

/**
 * → the dates of the rule alone in the window, also in gaps of the clock. Throws when the library
 * gives up.
 */
export function ruleDates(
  { rule, until }: Recurrence,
  { start }: Frame,
  { from, to }: Window,
): string[] {
  if (!rule || (until !== null && until < from)) return [];
  const end = until !== null && until < to ? until : to;
  const dates = new RRuleTemporal({
    rruleString: `RRULE:${ruleText(rule, null)}`,
    dtstart: zoned(start),
    maxIterations: STEPS_MAX,
  }).between(zoned(from < start ? start : from), zoned(end), true);
  return dates.map((date) => date.toString().slice(0, 19).replace('T', ' '));
}

/** Steps of the library in one question, matched or not: 27 years of days. */
const STEPS_MAX = 10_000;

const zoned = (wall: string) => Temporal.ZonedDateTime.from(`${wall.replace(' ', 'T')}[UTC]`);
