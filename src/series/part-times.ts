/**
 * The times that parts of a series state after a write: new times move later parts along. Pure.
 * Source: Contract 29.3.
 */
import type { SeriesPart, StoredRecord } from '../kinds/record.js';
import type { LocalDates } from '../kinds/series.js';
import { omit } from '../lib/omit.js';
import { atTime, withTimeOf } from '../time/recurrence/change.js';
import { type Frame, toStoredLines } from '../time/recurrence/rule.js';
import { readStored } from '../time/recurrence/stored.js';
import { shifted } from '../time/recurrence/stretches.js';
import { secondsPerDay, secondsToText, textToSeconds } from '../time/wall-clock.js';
import { beginsAt, endedPart, partAt, partsOf, timingOf } from './parts.js';

type Times = Pick<SeriesPart, 'moved' | 'length' | 'zone' | 'all_day' | 'rules' | 'start'>;
const TIMES = ['moved', 'length', 'zone', 'all_day', 'rules', 'start'] as const;

/** → the times that a part states. */
export const timesIn = (part: SeriesPart): Times =>
  Object.fromEntries(
    TIMES.flatMap((name) => (part[name] === undefined ? [] : [[name, part[name]]])),
  );

/** → a part without its times and rules. */
export const withoutTimes = ({ from, by, fields, relations }: SeriesPart): SeriesPart => ({
  from,
  by,
  fields,
  relations,
});

/**
 * → the times that the part of a date states after a write, and a function that lets later parts
 * follow; null when the times are unchanged.
 */
export function timesStated(
  series: StoredRecord,
  {
    at,
    view,
    after,
    rules,
  }: { at: string; view: StoredRecord; after: StoredRecord; rules: string[] | null },
): { times: Times; ofLater: (part: SeriesPart) => SeriesPart } | null {
  const timing = timingOf(after.fields);
  const wall = String(after.fields.start_date);
  if (rules) {
    const { length, zone, isAllDay } = timing;
    const times = { rules, start: wall, zone, all_day: isAllDay, length };
    return { times, ofLater: withoutTimes };
  }
  const before = timingOf(view.fields);
  const delta = textToSeconds(wall) - textToSeconds(String(view.fields.start_date));
  const changed = differing(before, timing);
  if (delta === 0 && Object.keys(changed).length === 0) return null;
  const parts = partsOf(series);
  const ofDate = partAt(parts, at);
  const old = (series.parts ?? []).find((part) => beginsAt(part, at));
  const moved = (ofDate?.timing.moved ?? 0) + delta;
  const { length, zone, isAllDay } = changed;
  // Rules of whole days have no times of day, and the reverse.
  const isOther = old?.rules !== undefined && isAllDay !== undefined;
  const ruled = isOther ? ruledAt(old, wall, isAllDay) : old;
  const days = daysOf(wall) - daysOf(ruled?.start ?? wall);
  const isMoved = isOther ? days !== 0 : delta !== 0;
  const times: Times = {
    ...(ruled ? timesIn(ruled) : {}),
    ...(isMoved ? { moved: isOther ? days * secondsPerDay : moved } : {}),
    ...(length === undefined ? {} : { length }),
    ...(zone === undefined ? {} : { zone }),
    ...(isAllDay === undefined ? {} : { all_day: isAllDay }),
  };
  const move = { ...changed, from: String(view.fields.start_date), wall };
  const ofLater = (part: SeriesPart) => {
    const { stretch, timing } = partAt(parts, part.from) ?? endedPart(series);
    const { start } = stretch;
    const ruled = (series.parts ?? []).findLast(({ from, rules }) => rules && from <= part.from);
    const now =
      ruled && ruled.from >= (old?.from ?? at) ? startAfter(ruled, wall, isAllDay) : start;
    return laterTimes(part, move, { delta, names: [start, now], isOfDays: timing.isAllDay });
  };
  return { times, ofLater };
}

/** How the times of a date differ. */
type Changed = Partial<Pick<ReturnType<typeof timingOf>, 'length' | 'zone' | 'isAllDay'>>;

/** → the differences in the times of dates, except their start. */
export function differing(before: ReturnType<typeof timingOf>, after: typeof before): Changed {
  const { length, zone, isAllDay } = after;
  return {
    ...(length === before.length ? {} : { length }),
    ...(zone === before.zone ? {} : { zone }),
    ...(isAllDay === before.isAllDay ? {} : { isAllDay }),
  };
}

/** New times of a date, which later parts follow. */
interface Move extends Changed {
  /** The start, before and after. */
  from: string;
  wall: string;
}

/**
 * → a part after a date with new times: it moves along. If it has rules, a change between whole
 * days and times takes the time of day of the date. `delta`: the seconds by which its dates move in
 * any case, `names` the first dates by its rules, before and after; `isOfDays`: its dates are of
 * whole days, and move by days.
 */
export function laterTimes(
  part: SeriesPart,
  { from, wall, ...changed }: Move,
  {
    delta,
    names,
    isOfDays,
  }: { delta: number; names: readonly [string, string]; isOfDays: boolean },
): SeriesPart {
  const { length, zone, isAllDay } = changed;
  const { length: ownLength, zone: ownZone, all_day, moved: before, ...rest } = part;
  const isRuled = part.rules !== undefined;
  if (isRuled && isAllDay !== undefined && isAllDay !== all_day) {
    return { ...ruledAt(part, wall, isAllDay), zone: zone ?? ownZone ?? '' };
  }
  const isMoved = before !== undefined || isRuled;
  const days = delta === 0 ? 0 : daysOf(wall) - daysOf(from);
  const moved =
    (isAllDay ?? isOfDays)
      ? (daysOf(shifted(names[0], before ?? 0)) - daysOf(names[0]) + days) * secondsPerDay -
        (textToSeconds(names[1]) - daysOf(names[1]) * secondsPerDay)
      : (before ?? 0) + delta;
  return {
    ...rest,
    ...(isMoved && (moved !== 0 || !isRuled) ? { moved } : {}),
    ...(length !== undefined || ownLength === undefined ? {} : { length: ownLength }),
    ...(isRuled
      ? { zone: zone ?? ownZone ?? '' }
      : zone !== undefined || !ownZone
        ? {}
        : { zone: ownZone }),
    ...(all_day === undefined || (isAllDay !== undefined && !isRuled) ? {} : { all_day }),
  };
}

const daysOf = (wall: string): number => Math.floor(textToSeconds(wall) / secondsPerDay);

/** → a part with its rules at another time of day, or of whole days, without further times. */
function ruledAt(part: SeriesPart, wall: string, isAllDay: boolean): SeriesPart {
  const { rules = [], start = part.from, ...rest } = omit(part, ['length', 'moved']);
  const before = { start, zone: part.zone ?? '', isAllDay: part.all_day === true };
  const frame = { ...before, start: onDayOf(start, wall), isAllDay };
  const { recurrence } = readStored(rules, before) ?? {};
  const lines = recurrence ? toStoredLines(withTimeOf(recurrence, before, frame), frame) : rules;
  const from = earlier(part.from, frame.start);
  return { ...rest, from, rules: lines, start: frame.start, all_day: isAllDay };
}

/** → when the rules of a part begin after a write that gives it whole days or not. */
const startAfter = (part: SeriesPart, wall: string, isAllDay: boolean | undefined): string =>
  isAllDay === undefined || isAllDay === (part.all_day ?? false)
    ? (part.start ?? part.from)
    : onDayOf(part.start ?? part.from, wall);

/** → a time of day on the day of another one. */
const onDayOf = (day: string, wall: string): string => `${day.slice(0, 10)}${wall.slice(10)}`;

const earlier = (a: string, b: string): string => (a < b ? a : b);

/**
 * → the parts of a series whose start moves on its clock: they begin at the same dates, with the
 * movements for laterTimes. A part with rules of its own moves its dates.
 */
export function partsAtTime(
  series: StoredRecord,
  [from, to]: readonly [Frame, Frame],
): { part: SeriesPart; follows: Parameters<typeof laterTimes>[2] }[] {
  const delta = textToSeconds(atTime(from.start, from, to)) - textToSeconds(from.start);
  const [, ...all] = partsOf(series);
  const isAllDay = from.isAllDay === to.isAllDay ? undefined : to.isAllDay;
  let isOnOtherClock = false;
  let now = '';
  return (series.parts ?? []).map((part, at) => {
    const { rules, start = part.from } = part;
    let begins = isOnOtherClock ? part.from : atTime(part.from, from, to);
    // It begins no later than its own first date, and the first date of the rules that it ends.
    if (rules && !isOnOtherClock) begins = earlier(movedOnDay(part.from, delta), start);
    isOnOtherClock ||= rules !== undefined;
    if (rules) now = startAfter(part, to.start, isAllDay);
    const { stretch, timing } = all[at] ?? endedPart(series);
    return {
      part: { ...part, from: begins },
      follows: {
        delta: isOnOtherClock ? delta : 0,
        names: [stretch.start, isOnOtherClock ? now : to.start],
        isOfDays: timing.isAllDay,
      },
    };
  });
}

/**
 * → parts after a write, as they begin by the rules of the part before them that have now another
 * time of day; `before`: the same parts as they were.
 */
export function onClocks(
  before: readonly SeriesPart[],
  after: readonly SeriesPart[],
): SeriesPart[] {
  let clock: [Frame, Frame] | null = null;
  return after.map((part, at) => {
    const old = before[at];
    if (part.rules && old?.rules) clock = [clockOf(old), clockOf(part)];
    return part.rules || !clock ? part : { ...part, from: atTime(part.from, ...clock) };
  });
}

/** → dates that were added and erased here, by the rules of parts as these are after a write. */
export function localOnClocks(
  { added, excepted }: LocalDates,
  before: readonly SeriesPart[],
  after: readonly SeriesPart[],
): LocalDates {
  const move = (date: string): string => {
    const at = before.findLastIndex(({ from, rules }) => rules && from <= date);
    const [old, now] = [before[at], after[at]];
    return old && now?.rules ? atTime(date, clockOf(old), clockOf(now)) : date;
  };
  return { added: added.map(move), excepted: excepted.map(move) };
}

const clockOf = ({ from, start = from, zone = '', all_day = false }: SeriesPart): Frame => ({
  ...{ start, zone },
  isAllDay: all_day,
});

/** → a time moved by s, within its day. */
function movedOnDay(wall: string, delta: number): string {
  const [day, moved] = [wall.slice(0, 10), secondsToText(textToSeconds(wall) + delta)];
  if (moved.startsWith(day)) return moved;
  return `${day} ${delta < 0 ? '00:00:00' : '23:59:59'}`;
}
