/**
 * Recurrences as they are stored, read once: an answer asks for the words, the end and the next
 * dates of the same few again and again.
 */
import { LRUCache } from 'lru-cache';
import { withLocal, withoutIdleExceptions } from './change.js';
import { datesWithin, LAST_DATE } from './dates.js';
import { parseRecurrence } from './parse.js';
import { type ExtraDates, type Frame, type Recurrence, toLines } from './rule.js';
import { recurrenceText } from './text.js';

const MOST = 500;
const cache = new LRUCache<string, Reading>({ max: MOST });
type Reading = ReturnType<typeof readOnce>;

/** → the recurrence of stored lines, with the local changes; null for unchecked lines. */
export function readStored(
  rules: readonly string[],
  frame: Frame & { local?: ExtraDates | undefined },
) {
  // Callers may give more than a frame.
  const { start, zone, isAllDay, local } = frame;
  const key = JSON.stringify([rules, start, zone, isAllDay, local]);
  return readBy(key, () => {
    const { recurrence } = parseRecurrence([...rules], frame, Number.POSITIVE_INFINITY);
    return recurrence && readOnce(local ? withLocal(recurrence, frame, local) : recurrence, frame);
  });
}

/** → the cached reading of a key, else the result of `read`. */
export function readBy(key: string, read: () => Reading | null): Reading | null {
  const reading = cache.get(key) ?? read();
  if (reading) cache.set(key, reading);
  return reading;
}

function readOnce(recurrence: Recurrence, frame: Frame) {
  const years = new Map<number, string[]>();
  const datesOf = (year: number): string[] => {
    const [from, to] = [`${year}-01-01 00:00:00`, `${year}-12-31 23:59:59`];
    const dates = years.get(year) ?? datesWithin(recurrence, frame, { from, to });
    years.set(year, dates);
    return dates;
  };
  const last = lastDate(recurrence, frame);
  const answered = withoutIdleExceptions(recurrence, frame);
  return {
    recurrence,
    /** As they are answered. */
    lines: toLines(answered, frame),
    text: recurrenceText(answered, frame),
    /** The last date, `""` without dates; null without an end. */
    last,
    /** → dates after a moment of the wall clock, ascending, at most `count`. */
    next: (after: string, count: number): string[] => {
      const dates: string[] = [];
      const until = Number((last ?? LAST_DATE).slice(0, 4));
      for (let year = Number(after.slice(0, 4)); year <= until && dates.length < count; year++) {
        dates.push(...datesOf(year).filter((wall) => wall > after));
      }
      return dates.slice(0, count);
    },
  };
}

function lastDate(recurrence: Recurrence, frame: Frame): string | null {
  const { rule, until, added } = recurrence;
  if (rule && rule.count === null && until === null) return null;
  if (!rule || rule.count !== null) {
    const window = { from: '0001-01-01 00:00:00', to: LAST_DATE };
    return datesWithin(recurrence, frame, window).at(-1) ?? '';
  }
  const to = [until ?? '', ...added].sort().at(-1) ?? '';
  for (const years of [1, 10, LAST_YEARS]) {
    const from = `${String(Number(to.slice(0, 4)) - years).padStart(4, '0')}${to.slice(4)}`;
    const last = datesWithin(recurrence, frame, { from, to }).at(-1);
    if (last !== undefined) return last;
  }
  return '';
}

/** More years than a recurrence can have. */
const LAST_YEARS = 200;
