/** Changes of a recurrence: another time or day, a further exception, and a split at a date. */
import { isDeepStrictEqual } from 'node:util';
import { secondsPerDay, secondsToText, textToSeconds } from '../wall-clock.js';
import { datesWithin, LAST_DATE, ruleDates } from './dates.js';
import { DATES_MAX } from './parse.js';
import { type ExtraDates, type Frame, type Recurrence, type Rule, WEEKDAYS } from './rule.js';

/**
 * → the recurrence of a series whose start moves on its clock: dates at the old time of day, UNTIL
 * among them, get the new one. A series that starts on another day keeps its dates.
 */
export function withTimeOf(recurrence: Recurrence, from: Frame, to: Frame): Recurrence {
  const { until } = recurrence;
  const moved = { ...recurrence, ...localAtTime(recurrence, from, to) };
  return { ...moved, until: until === null ? null : atTime(until, from, to) };
}

/** → the local dates of a series whose start moves on its clock; dates from `until` on are kept. */
export function localAtTime(
  { added, excepted }: ExtraDates,
  from: Frame,
  to: Frame,
  until?: string,
): ExtraDates {
  const move = (wall: string) => (until && wall >= until ? wall : atTime(wall, from, to));
  return { added: added.map(move).sort(), excepted: excepted.map(move).sort() };
}

/** → a date of a series whose start moves on its clock: one at the old time of day moves along. */
export function atTime(wall: string, from: Frame, to: Frame): string {
  const [old, now] = [from.start.slice(10), to.start.slice(10)];
  return old !== now && wall.slice(10) === old ? `${wall.slice(0, 10)}${now}` : wall;
}

/**
 * → the recurrence of a series whose dates all move with its start: by its rule if this gives them
 * (a weekly rule has other days), else its first dates singly.
 */
export function movedTo(recurrence: Recurrence, from: Frame, to: Frame): Recurrence {
  const [old, now] = [textToSeconds(from.start), textToSeconds(to.start)];
  const move = (wall: string) => secondsToText(textToSeconds(wall) + now - old);
  const days = Math.floor(now / secondsPerDay) - Math.floor(old / secondsPerDay);
  // An end of day is kept: it is after the last date at any time of day.
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
  // Includes the start: programs do not count it in a list of single dates.
  const added = firstDates(recurrence, from, DATES_MAX).map(move);
  return { rule: null, until: null, added, excepted: [] };
}

const DAY_END = ' 23:59:59';

function onOtherDays(rule: Rule, days: number): Rule {
  if (rule.freq !== 'WEEKLY') return rule;
  const other = (day: string): string =>
    WEEKDAYS[(((WEEKDAYS.indexOf(day) + days) % 7) + 7) % 7] ?? day;
  const byDay = rule.byDay.map((weekday) => ({ ...weekday, day: other(weekday.day) }));
  const weekStart = rule.interval === 1 ? rule.weekStart : other(rule.weekStart);
  return { ...rule, byDay, weekStart };
}

/** Dates by which two rules are taken for the same one. */
const COMPARED_DATES = 60;

/** → the first dates, on a clock without changes. */
const firstDates = (recurrence: Recurrence, { start, isAllDay }: Frame, limit: number): string[] =>
  datesWithin(recurrence, { start, zone: 'UTC', isAllDay }, { from: start, to: LAST_DATE, limit });

/** → the recurrence with the local added dates, and without the local erased dates. */
export function withLocal(
  { added, excepted, ...rule }: Recurrence,
  frame: Frame,
  local: ExtraDates,
): Recurrence {
  const said = { ...rule, added, excepted: lacking(excepted, local.added) };
  const given = givenAmong(said, frame, [...local.added, ...local.excepted]);
  return {
    ...rule,
    added: [...lacking(added, local.excepted), ...lacking(local.added, [...given])].sort(),
    excepted: [...said.excepted, ...local.excepted.filter((date) => given.has(date))].sort(),
  };
}

/** A recurrence that a user says anew, until a date. */
interface Said {
  before: Recurrence;
  after: Recurrence;
  frame: Frame;
  until: string | undefined;
}

/**
 * → the local dates after a user sent another recurrence: former local dates, and dates in which
 * the recurrences differ, are added if the new recurrence has them, else erased.
 */
export function localAfter(local: ExtraDates, { before, after, frame, until }: Said): ExtraDates {
  const named = NAMES.flatMap((name) => [
    ...local[name],
    ...lacking(after[name], before[name]),
    ...lacking(before[name], after[name]),
  ]);
  const given = givenAmong(after, frame, named);
  const isAdded = (date: string) => {
    if (!until || date < until) return given.has(date);
    // Other rules are in force by then: the date is added where the user has just named it.
    const [was, is] = [before, after].map(({ added }) => added.includes(date));
    return was === is ? local.added.includes(date) : is === true;
  };
  const added = named.filter(isAdded);
  return { added, excepted: lacking(named, added) };
}

const NAMES = ['added', 'excepted'] as const;

/** → whether two recurrences have one rule, which may end elsewhere. */
export const isSamePattern = (before: Recurrence, after: Recurrence): boolean =>
  isDeepStrictEqual({ ...before.rule, count: null }, { ...after.rule, count: null });

/** → whether two recurrences differ by single dates alone. */
export const isSameRule = (before: Recurrence, after: Recurrence): boolean =>
  isDeepStrictEqual([before.rule, before.until], [after.rule, after.until]);

const lacking = (dates: readonly string[], present: readonly string[]): string[] =>
  dates.filter((date) => !present.includes(date));

/** → the dates of a recurrence between the first and the last of some. */
export function givenAmong(
  recurrence: Recurrence,
  frame: Frame,
  dates: readonly string[],
): Set<string> {
  const sorted = [...dates].sort();
  const [from, to] = [sorted[0], sorted.at(-1)];
  return new Set(from && to ? datesWithin(recurrence, frame, { from, to }) : []);
}

/** → a recurrence without exceptions that name no date of it. */
export function withoutIdleExceptions(recurrence: Recurrence, frame: Frame): Recurrence {
  const { excepted } = recurrence;
  const given = givenAmong({ ...recurrence, excepted: [] }, frame, excepted);
  return { ...recurrence, excepted: excepted.filter((date) => given.has(date)) };
}

/**
 * Splits a recurrence at one of its dates: UNTIL or COUNT, RDATE and EXDATE go to their sides. →
 * the recurrence of the earlier dates, with the same start, and of the others, with the start `at`.
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
  // A rule that ends before is unchanged: a later end would give further dates.
  const isUsedUp = count !== null && count < 1;
  const isOver = isUsedUp || (until !== null && until < lastBefore);
  const before = {
    rule: rule && { ...rule, count: isUsedUp ? rule.count : null },
    until: isOver ? until : lastBefore,
    added: added.filter(isBefore),
    excepted: excepted.filter(isBefore),
  };
  const rest = isUsedUp ? null : rule && { ...rule, count };
  const late = added.filter((wall) => wall >= at);
  const after = {
    rule: rest,
    until,
    added: rest ? late : [...new Set([at, ...late])],
    excepted: excepted.filter((wall) => !isBefore(wall)),
  };
  return { before: rule ? before : { ...before, until: null }, after };
}
