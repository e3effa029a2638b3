/** The times that parts of a series state after a write. Pure. Source: Contract 29.3. */
import type { JsonObject, SeriesPart, StoredRecord } from '../kinds/record.js';
import type { Stretch } from '../kinds/series.js';
import { omit } from '../lib/omit.js';
import { atTime, withTimeOf } from '../time/recurrence/change.js';
import { type Frame, toStoredLines } from '../time/recurrence/rule.js';
import { readStored } from '../time/recurrence/stored.js';
import { shifted } from '../time/recurrence/stretches.js';
import { textToSeconds } from '../time/wall-clock.js';
import { endedPart, partAt, partsOf, timingOf } from './parts.js';

type Times = Pick<SeriesPart, 'moved' | 'length' | 'zone' | 'all_day' | 'rules' | 'start'>;
const TIMES = ['moved', 'length', 'zone', 'all_day', 'rules', 'start'] as const;

/** → the times that a part states. */
export const timesIn = (part: SeriesPart): Times =>
  Object.fromEntries(
    TIMES.flatMap((name) => (part[name] === undefined ? [] : [[name, part[name]]])),
  );

/** → a part without its times and rules. */
export const withoutTimes = (part: SeriesPart): SeriesPart => omit(part, [...TIMES]);

/** → the times in which two states of a date differ; `date`: by its rules, before any move. */
export function timesSaid(date: string, before: StoredRecord, after: StoredRecord): Times {
  const [was, is] = [timingOf(before.fields), timingOf(after.fields)];
  const { length, zone, isAllDay: all_day } = is;
  const wall = after.fields.start_date;
  return {
    ...(before.fields.start_date === wall ? {} : { moved: secondsBetween(date, wall) }),
    ...(length === was.length ? {} : { length }),
    ...(zone === was.zone ? {} : { zone }),
    ...(all_day === was.isAllDay ? {} : { all_day }),
  };
}

/** → the seconds on the clock from one time to another. */
export const secondsBetween = (from: unknown, to: unknown): number =>
  textToSeconds(String(to)) - textToSeconds(String(from));

/** → the times of a part with new rules. */
export function timesRuled({ fields }: StoredRecord, rules: string[]): Times {
  const { length, zone, isAllDay } = timingOf(fields);
  return { rules, start: String(fields.start_date), zone, all_day: isAllDay, length };
}

/**
 * → the times of rules that become rules of whole days, or of times: the same dates at the time of
 * day of the write. Dates that were added or erased here are in the rules then.
 */
export function ruledAnew(stretch: Stretch, { fields }: StoredRecord, zone = stretch.zone): Times {
  const { length, isAllDay } = timingOf(fields);
  const frame = { start: onDayOf(stretch.start, fields.start_date), zone, isAllDay };
  const { recurrence } = readStored(stretch.rules, stretch) ?? {};
  const rules = recurrence
    ? toStoredLines(withTimeOf(recurrence, stretch, frame), frame)
    : stretch.rules;
  const moved = secondsBetween(frame.start, fields.start_date);
  return { rules, start: frame.start, zone, all_day: isAllDay, length, moved };
}

/** → a time of day on the day of another time. */
const onDayOf = (day: string, wall: unknown): string =>
  `${day.slice(0, 10)}${String(wall).slice(10)}`;

/** A write of times that counts for later parts as well. */
interface Said {
  times: Times;
  /** The first date of the write. */
  after: StoredRecord;
  /** The seconds by which it moves dates, and by which these have another time of day by rules. */
  delta: number;
  renamed: number;
  /** Whether its dates were of whole days. */
  isAllDay: boolean;
  /** The write gives rules of a part another time of day. */
  hasRules: boolean;
}

/**
 * → the later parts after a write of times: they have the times that it says, and lose their own
 * rules where it says rules. Rules that stay move by as much, and become rules of whole days or of
 * times. A part whose dates are of the other kind than those of the write keeps its times.
 */
export function withTimesSaid(
  series: StoredRecord,
  parts: readonly SeriesPart[],
  { times, after, delta, renamed, isAllDay, ...said }: Said,
): SeriesPart[] {
  if (times.rules) return parts.map(withoutTimes);
  const all = partsOf(series);
  let { hasRules } = said;
  return parts.map((part): SeriesPart => {
    const isRenamed = hasRules;
    hasRules ||= part.rules !== undefined;
    const { stretch, timing } = partAt(all, part.from) ?? endedPart(series);
    if (times.all_day !== undefined) {
      const from = isRenamed ? onDayOf(part.from, after.fields.start_date) : part.from;
      const left = { ...withoutTimes(part), from };
      if (!part.rules) return left;
      const anew = omit(ruledAnew(stretch, after, times.zone), ['moved']);
      return { ...left, ...anew, from: earlier(from, anew.start ?? from) };
    }
    const isOther = timing.isAllDay !== isAllDay;
    if (isOther) return hasRules ? part : { ...part, moved: timing.moved - renamed };
    if (!hasRules) return { ...part, ...times };
    const { moved = part.rules && 0, ...rest } = part;
    const along = moved === undefined ? {} : { moved: moved + delta };
    return { ...rest, ...omit(times, ['moved']), ...along };
  });
}

/** → the earlier one of two times. */
export const earlier = (a: string, b: string): string => (a < b ? a : b);

/** → the seconds by which the start of a series moves on its clock within a day. */
export const renamedBy = (from: Frame, to: Frame): number =>
  secondsBetween(from.start, atTime(from.start, from, to));

/**
 * → when the parts of a series begin after its start has moved on its clock: at the same dates. The
 * parts behind rules of a part are on the clock of these.
 */
export function beginningsOn(
  before: readonly SeriesPart[],
  after: readonly SeriesPart[],
  clocks: [Frame, Frame],
): string[] {
  const ruled = before.findIndex(({ rules }) => rules);
  return after.map(({ from, start = from }, at) => {
    if (ruled < 0 || at < ruled) return atTime(from, ...clocks);
    if (at > ruled) return from;
    // No later than its own first date, and the first date of the rules that it ends.
    const begins = shifted(from, renamedBy(...clocks));
    const edge = begins < from ? '00:00:00' : '23:59:59';
    const day = from.slice(0, 10);
    return earlier(begins.startsWith(day) ? begins : `${day} ${edge}`, start);
  });
}

/** → the parts with content, without times equal to the previous part's. */
export function withoutRepeats(series: StoredRecord, parts: readonly SeriesPart[]): SeriesPart[] {
  const { moved, length, zone, isAllDay: all_day } = timingOf(series.fields);
  let before: JsonObject = { moved, length, zone, all_day };
  const all = parts.map((part): SeriesPart => {
    const last: JsonObject = part.rules ? { ...before, moved: 0 } : before;
    const stated = Object.entries(part).filter(([name]) => name in last);
    before = { ...last, ...(Object.fromEntries(stated) as JsonObject) };
    // Rules have a clock of their own.
    const isRepeat = ([name, value]: [string, unknown]) =>
      last[name] === value && (!part.rules || name === 'moved');
    const names = new Set(stated.filter(isRepeat).map(([name]) => name));
    const left = Object.entries(part).filter(([name]) => !names.has(name));
    return Object.fromEntries(left) as unknown as SeriesPart;
  });
  return all.filter(statesAny);
}

const statesAny = ({ fields, relations, ...part }: SeriesPart): boolean =>
  Object.keys({ ...fields, ...relations, ...omit(part, ['by', 'from']) }).length > 0;
