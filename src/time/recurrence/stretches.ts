/**
 * The dates of a series with parts: stretches of one clock after the other, each with rules, which
 * may move. A date is named by its rules, before any move.
 */
import { secondsToText, textToSeconds } from '../wall-clock.js';
import { givenAmong, movedTo, splitAt, withoutIdleExceptions } from './change.js';
import { COUNTED_YEARS, DATES_A_YEAR, datesWithin, LAST_DATE, type Window } from './dates.js';
import { DATES_MAX, timesOfDay } from './parse.js';
import { compact, type ExtraDates, type Frame, type Recurrence, toStoredLines } from './rule.js';
import { readBy, readStored } from './stored.js';

/** Rules that give the dates from `from` on (`""`: all), and by how much these move, s. */
export interface Segment extends Frame {
  from: string;
  rules: readonly string[];
  local?: ExtraDates | undefined;
  moved: number;
}

/** A stretch with its end, after its own dates; null without an end. */
interface Span extends Segment {
  until: string | null;
}

const spansOf = (stretches: readonly Segment[]): Span[] =>
  stretches.map((stretch, at) => ({ ...stretch, until: stretches[at + 1]?.from ?? null }));

const secondBefore = (wall: string): string => secondsToText(textToSeconds(wall) - 1);

/** → the part of a window inside a span. */
const within = ({ from, until }: Span, window: Window): Window => ({
  ...window,
  from: from > window.from ? from : window.from,
  to: until !== null && until <= window.to ? secondBefore(until) : window.to,
});

/** → a time on the clock, later by some seconds. */
export const shifted = (wall: string, seconds: number): string =>
  seconds === 0 ? wall : secondsToText(textToSeconds(wall) + seconds);

/** → the dates within a window, ascending. */
export function datesAmong(stretches: readonly Segment[], window: Window): string[] {
  return spansOf(stretches).flatMap((span) => {
    const stored = readStored(span.rules, span);
    const part = within(span, window);
    return !stored || part.from > part.to ? [] : datesWithin(stored.recurrence, span, part);
  });
}

/** → the dates that the rules except by name. */
export const exceptedAmong = (stretches: readonly Segment[]): string[] =>
  spansOf(stretches).flatMap((span) => {
    const { from, to } = within(span, { from: '', to: LAST_DATE });
    const { excepted = [] } = readStored(span.rules, span)?.recurrence ?? {};
    return excepted.filter((date) => date >= from && date <= to);
  });

/** → a year in which all stretches together have too many dates, or null. */
export function crowdedYear(stretches: readonly Segment[]): string | null {
  const all = stretches.flatMap((stretch) => readStored(stretch.rules, stretch)?.recurrence ?? []);
  const times = all.map(({ rule }, at) => timesOfDay(rule, stretches[at]?.start ?? '').length);
  const added = all.reduce((sum, recurrence) => sum + recurrence.added.length, 0);
  const yearOf = (date = '') => Number(date.slice(0, 4));
  if (366 * Math.max(...times) + added <= DATES_A_YEAR) return null;
  const last = yearOf(stretches.at(-1)?.from) + COUNTED_YEARS;
  for (let year = yearOf(stretches[0]?.start); year < last; year += 1) {
    const window = { from: `${year}-01-01 00:00:00`, to: `${year}-12-31 23:59:59` };
    if (datesAmong(stretches, window).length > DATES_A_YEAR) return String(year);
  }
  return null;
}

/** → the times of dates after one, as moved, ascending, at most `count`. */
export function timesAfter(stretches: readonly Segment[], date: string, count: number): string[] {
  const times: string[] = [];
  for (const { rules, until, moved, from, ...frame } of spansOf(stretches)) {
    if (times.length >= count) break;
    const after = from > date ? secondBefore(from) : date;
    const dates = readStored(rules, frame)?.next(after, count) ?? [];
    const upToEnd = dates.filter((time) => until === null || time < until);
    times.push(...upToEnd.map((time) => shifted(time, moved)));
  }
  return times.slice(0, count);
}

/** → the time of the last date, as moved; null: there is no end; `""`: there is no date. */
export function lastTime(stretches: readonly Segment[]): string | null {
  for (const span of spansOf(stretches).reverse()) {
    const stored = readStored(span.rules, span);
    if (stored?.last === null && span.until === null) return null;
    const window = within(span, { from: stored?.recurrence ? span.start : '', to: LAST_DATE });
    const last =
      span.until === null
        ? stored?.last
        : datesWithin(stored?.recurrence ?? NONE, span, window).at(-1);
    if (last && last >= span.from) return shifted(last, span.moved);
  }
  return '';
}

const NONE: Recurrence = { rule: null, until: null, added: [], excepted: [] };

/** The rules of one stretch alone: it begins at `frame`, and ends before the next one. */
export interface PartRules {
  from: string;
  /** The first date, before any move. */
  first: string;
  recurrence: Recurrence;
  frame: Frame;
}

/**
 * → the stretches as separate recurrences, as moved: by a rule if it gives these dates, else by
 * single dates. A stretch without dates has no recurrence. `clocks`: of the times of each.
 */
export function cutOf(
  stretches: readonly Segment[],
  clocks: readonly Pick<Frame, 'zone' | 'isAllDay'>[],
): (PartRules | null)[] {
  return spansOf(stretches).map((span, at) => {
    const stored = readStored(span.rules, span);
    if (!stored) return null;
    const { start, zone, isAllDay, until } = span;
    let { recurrence } = stored;
    const ruled = { start, zone, isAllDay };
    if (until !== null) recurrence = splitAt(recurrence, ruled, until).before;
    const all = { ...recurrence, excepted: [] };
    const window = within(span, { from: start, to: LAST_DATE, limit: 1 });
    const [first] = datesWithin(all, ruled, window);
    // An exception may be its first date, but not every one.
    if (first === undefined || datesWithin(recurrence, ruled, window).length === 0) return null;
    if (first > start) recurrence = beginningAt(recurrence, ruled, first);
    recurrence = plain(recurrence, { ...ruled, start: first });
    const clock = clocks[at] ?? span;
    const moment = shifted(first, span.moved);
    const frame = { start: moment, zone: clock.zone, isAllDay: clock.isAllDay };
    const moved = movedTo(recurrence, { ...ruled, start: first }, frame);
    return { from: span.from, first, recurrence: moved, frame };
  });
}

/**
 * → a recurrence from one of its dates on. A rule that begins with a date outside it would give
 * other dates: such dates are listed singly.
 */
function beginningAt(recurrence: Recurrence, frame: Frame, first: string): Recurrence {
  const { rule, excepted } = recurrence;
  if (!rule || givenByRule(recurrence, frame, [first]).has(first))
    return splitAt(recurrence, frame, first).after;
  const window = { from: first, to: LAST_DATE, limit: DATES_MAX };
  const added = datesWithin({ ...recurrence, excepted: [] }, frame, window);
  const late = excepted.filter((date) => date >= first);
  return { rule: null, until: null, added, excepted: late };
}

/**
 * → a recurrence without added dates that its rule gives, and without exceptions outside it: some
 * programs show others twice, or ignore an exception after a useless exception.
 */
function plain(recurrence: Recurrence, frame: Frame): Recurrence {
  const { rule, added } = recurrence;
  const given = givenByRule(recurrence, frame, added);
  return {
    ...withoutIdleExceptions(recurrence, frame),
    added: added.filter((date) => !rule || !given.has(date)),
  };
}

/** → the dates that the rule alone gives, exceptions too, from the first to the last of some. */
const givenByRule = (recurrence: Recurrence, frame: Frame, dates: readonly string[]): Set<string> =>
  givenAmong({ ...recurrence, added: [], excepted: [] }, frame, dates);

/** → the stored lines of a cut. */
export const linesOfCut = ({ recurrence, frame }: PartRules): string[] => {
  const lines = toStoredLines(recurrence, frame);
  return lines.length > 0 ? lines : [`RDATE:${compact(frame.start)}`];
};

/**
 * → the first of some stretches as a separate recurrence, read once; without dates, as for a date
 * outside the rules, its plain rules.
 */
export function readFirst([first, next]: readonly [Segment, ...Segment[]]) {
  const { from, rules, start, zone, isAllDay, local, moved } = first;
  if (!next && from === '' && moved === 0) return readStored(rules, first);
  const key = JSON.stringify([rules, start, zone, isAllDay, local, moved, from, next?.from]);
  return readBy(key, () => {
    const [cut] = cutOf(next ? [first, next] : [first], []);
    return cut ? readStored(linesOfCut(cut), cut.frame) : readStored(rules, first);
  });
}
