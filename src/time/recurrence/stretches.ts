/**
 * The dates of a series with parts: stretches of one clock after the other, each with rules, which
 * may move. A date is named by its rules, before any move.
 */
import { secondsToText, textToSeconds } from '../wall-clock.js';
import { movedTo, splitAt } from './change.js';
import { datesWithin, LAST_DATE, type Window } from './dates.js';
import { type Frame, type Recurrence, toStoredLines } from './rule.js';
import { readStored } from './stored.js';

/** Rules that give the dates from `from` on (`""`: all), and by how much these move, s. */
export interface Stretch extends Frame {
  from: string;
  rules: readonly string[];
  moved: number;
}

/** A stretch with its end: the dates before it are its own; null: it has none. */
interface Span extends Stretch {
  until: string | null;
}

const spansOf = (stretches: readonly Stretch[]): Span[] =>
  stretches.map((stretch, at) => ({ ...stretch, until: stretches[at + 1]?.from ?? null }));

const secondBefore = (wall: string): string => secondsToText(textToSeconds(wall) - 1);

/** → a window without what lies outside of a span. */
const within = ({ from, until }: Span, window: Window): Window => ({
  ...window,
  from: from > window.from ? from : window.from,
  to: until !== null && until <= window.to ? secondBefore(until) : window.to,
});

/** → a time on the clock, later by some seconds. */
export const shifted = (wall: string, seconds: number): string =>
  seconds === 0 ? wall : secondsToText(textToSeconds(wall) + seconds);

/** → the dates within a window, ascending. */
export function datesAmong(stretches: readonly Stretch[], window: Window): string[] {
  return spansOf(stretches).flatMap((span) => {
    const stored = readStored(span.rules, span);
    const own = within(span, window);
    return !stored || own.from > own.to ? [] : datesWithin(stored.recurrence, span, own);
  });
}

/** → the times of dates after one, as moved, ascending, at most `count`. */
export function timesAfter(stretches: readonly Stretch[], date: string, count: number): string[] {
  const times: string[] = [];
  for (const { rules, until, moved, from, ...frame } of spansOf(stretches)) {
    if (times.length >= count) break;
    const after = from > date ? secondBefore(from) : date;
    const dates = readStored(rules, frame)?.next(after, count) ?? [];
    const own = dates.filter((one) => until === null || one < until);
    times.push(...own.map((one) => shifted(one, moved)));
  }
  return times.slice(0, count);
}

/** → the time of the last date, as moved; null: there is no end. */
export function lastTime(stretches: readonly Stretch[]): string | null {
  for (const span of spansOf(stretches).reverse()) {
    const stored = readStored(span.rules, span);
    if (stored?.last === null && span.until === null) return null;
    const window = within(span, { from: stored?.recurrence ? span.start : '', to: LAST_DATE });
    const last =
      span.until === null
        ? (stored?.last ?? null)
        : (datesWithin(stored?.recurrence ?? NONE, span, window).at(-1) ?? null);
    if (last !== null && last >= span.from) return shifted(last, span.moved);
  }
  return null;
}

const NONE: Recurrence = { rule: null, until: null, added: [], excepted: [] };

/** The rules of one stretch alone: it begins at `frame`, and ends before the next one. */
export interface Cut {
  from: string;
  /** The first date, before any move. */
  first: string;
  recurrence: Recurrence;
  frame: Frame;
}

/**
 * → the stretches as recurrences of their own, as moved: by a rule where one gives these dates,
 * else date by date. A stretch without dates has none. `clocks`: of the times of each.
 */
export function cutOf(
  stretches: readonly Stretch[],
  clocks: readonly Pick<Frame, 'zone' | 'isAllDay'>[],
): (Cut | null)[] {
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
    if (first === undefined) return null;
    if (first > start) recurrence = splitAt(recurrence, ruled, first).after;
    const clock = clocks[at] ?? span;
    const moment = shifted(first, span.moved);
    const frame = { start: moment, zone: clock.zone, isAllDay: clock.isAllDay };
    const moved = movedTo(recurrence, { ...ruled, start: first }, frame);
    return { from: span.from, first, recurrence: moved, frame };
  });
}

/** → the stored lines of a cut. */
export const linesOfCut = ({ recurrence, frame }: Cut): string[] => {
  const lines = toStoredLines(recurrence, frame);
  return lines.length > 0 ? lines : [`RDATE:${frame.start.replace(/[-:]/g, '').replace(' ', 'T')}`];
};
