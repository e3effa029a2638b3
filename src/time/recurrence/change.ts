/** Changes of a recurrence: another time or day, a further exception, and a split at a date. */
import { isDeepStrictEqual } from 'node:util';
import { secondsPerDay, secondsToText, textToSeconds } from '../wall-clock.js';
import { datesWithin, LAST_DATE, ruleDates } from './dates.js';
import { DATES_MAX } from './parse.js';
import { type Frame, type Recurrence, type Rule, WEEKDAYS } from './rule.js';

/**
 * → the recurrence of a series whose start moves on its clock: dates at the old time of day, UNTIL
 * among them, get the new one. A series that starts on another day keeps its dates.
 */
export function withTimeOf(recurrence: Recurrence, from: Frame, to: Frame): Recurrence {
  const [old, now] = [from.start.slice(10), to.start.slice(10)];
  const isChanged = old !== now || from.isAllDay !== to.isAllDay;
  if (!isChanged) return recurrence;
  const move = (wall: string) => (wall.slice(10) === old ? `${wall.slice(0, 10)}${now}` : wall);
  return {
    ...recurrence,
    until: recurrence.until === null ? null : move(recurrence.until),
    added: recurrence.added.map(move).sort(),
    excepted: recurrence.excepted.map(move).sort(),
  };
}

/**
 * → the recurrence of a series all of whose dates move as its start does: its rule where this gives
 * them (a weekly one has other days), else each date by itself, the first ones.
 */
export function movedTo(recurrence: Recurrence, from: Frame, to: Frame): Recurrence {
  const [old, now] = [textToSeconds(from.start), textToSeconds(to.start)];
  const move = (wall: string) => secondsToText(textToSeconds(wall) + now - old);
  const days = Math.floor(now / secondsPerDay) - Math.floor(old / secondsPerDay);
  // An end of day stays one: the last date is before it at any time of day.
  const moveEnd = (wall: string) =>
    wall.endsWith(DAY_END) ? secondsToText(textToSeconds(wall) + days * secondsPerDay) : move(wall);
  const moved = {
    rule: recurrence.rule && onOtherDays(recurrence.rule, days),
    until: recurrence.until === null ? null : moveEnd(recurrence.until),
    added: recurrence.added.map(move),
    excepted: recurrence.excepted.map(move),
  };
  const first = firstDates(recurrence, from, COMPARED_DATES).map(move);
  if (isDeepStrictEqual(firstDates(moved, to, COMPARED_DATES), first)) return moved;
  const dates = firstDates(recurrence, from, DATES_MAX).map(move);
  return { rule: null, until: null, added: dates.slice(1), excepted: [] };
}

const DAY_END = ' 23:59:59';

function onOtherDays(rule: Rule, days: number): Rule {
  if (rule.freq !== 'WEEKLY') return rule;
  const other = (day: string): string =>
    WEEKDAYS[(((WEEKDAYS.indexOf(day) + days) % 7) + 7) % 7] ?? day;
  const byDay = rule.byDay.map((one) => ({ ...one, day: other(one.day) }));
  const weekStart = rule.interval === 1 ? rule.weekStart : other(rule.weekStart);
  return { ...rule, byDay, weekStart };
}

/** Dates by which two rules are taken for the same one. */
const COMPARED_DATES = 60;

/** → the first dates, on a clock without changes. */
const firstDates = (recurrence: Recurrence, { start, isAllDay }: Frame, limit: number): string[] =>
  datesWithin(recurrence, { start, zone: 'UTC', isAllDay }, { from: start, to: LAST_DATE, limit });

/** → the recurrence with a date: no exception, and added where the rule does not give it. */
export function withDate(recurrence: Recurrence, frame: Frame, wall: string): Recurrence {
  const { added, excepted } = recurrence;
  const without = { ...recurrence, excepted: excepted.filter((one) => one !== wall) };
  if (datesWithin(without, frame, { from: wall, to: wall }).length > 0) return without;
  return { ...without, added: [...added, wall].sort() };
}

/** → the recurrence without one of its dates. */
export const without = (recurrence: Recurrence, wall: string): Recurrence => ({
  ...recurrence,
  added: recurrence.added.filter((one) => one !== wall),
  excepted: [...new Set([...recurrence.excepted, wall])].sort(),
});

/**
 * Splits a recurrence at one of its dates: UNTIL or COUNT, RDATE and EXDATE go where they belong.
 * → the recurrence of the dates before, whose start stays, and of the others, which start at `at`.
 */
export function splitAt(
  recurrence: Recurrence,
  frame: Frame,
  at: string,
): { before: Recurrence; after: Recurrence } {
  const { rule, until, added, excepted } = recurrence;
  const isBefore = (wall: string) => wall < at;
  const lastBefore = secondsToText(textToSeconds(at) - 1);
  const early = { from: frame.start, to: lastBefore };
  // Dates that a change of clocks leaves out are counted: they use up COUNT.
  const used =
    rule?.count == null
      ? 0
      : ruleDates({ ...recurrence, added: [], excepted: [] }, frame, early).length;
  const count = rule?.count == null ? null : rule.count - used;
  const before = {
    rule: rule && { ...rule, count: null },
    until: lastBefore,
    added: added.filter(isBefore),
    excepted: excepted.filter(isBefore),
  };
  const rest = count !== null && count < 1 ? null : rule && { ...rule, count };
  const late = added.filter((wall) => wall >= at);
  const after = {
    rule: rest,
    until,
    added: rest ? late : [...new Set([at, ...late])],
    excepted: excepted.filter((wall) => !isBefore(wall)),
  };
  return { before: rule ? before : { ...before, until: null }, after };
}
