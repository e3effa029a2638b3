/**
 * The times that parts of a series state after a write: new ones move those behind them along.
 * Pure. Source: Contract 29.3.
 */
import type { SeriesPart, StoredRecord } from '../kinds/record.js';
import { textToSeconds } from '../time/wall-clock.js';
import { beginsAt, partAt, partsOf, timingOf } from './parts.js';

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
 * → the times that the part of a date states after a write, and how those behind it follow; null:
 * as before.
 */
export function timesStated(
  series: StoredRecord,
  {
    at,
    view,
    after,
    rules,
  }: { at: string; view: StoredRecord; after: StoredRecord; rules: string[] | null },
): { own: Times; ofLater: (part: SeriesPart) => SeriesPart } | null {
  const timing = timingOf(after.fields);
  const wall = String(after.fields.start_date);
  if (rules) {
    const { length, zone, isAllDay } = timing;
    const own = { rules, start: wall, zone, all_day: isAllDay, length };
    return { own, ofLater: withoutTimes };
  }
  const before = timingOf(view.fields);
  const delta = textToSeconds(wall) - textToSeconds(String(view.fields.start_date));
  const changed = differing(before, timing);
  if (delta === 0 && Object.keys(changed).length === 0) return null;
  const ofDate = partAt(partsOf(series), at);
  const old = (series.parts ?? []).find((part) => beginsAt(part, at));
  const moved = (ofDate?.timing.moved ?? 0) + delta;
  const { length, zone, isAllDay } = changed;
  const own: Times = {
    ...(old ? timesIn(old) : {}),
    ...(delta === 0 ? {} : { moved }),
    ...(length === undefined ? {} : { length }),
    ...(zone === undefined ? {} : { zone }),
    ...(isAllDay === undefined ? {} : { all_day: isAllDay }),
  };
  return { own, ofLater: (part) => laterTimes(part, changed, delta) };
}

/** How the times of a date differ. */
type Changed = Partial<Pick<ReturnType<typeof timingOf>, 'length' | 'zone' | 'isAllDay'>>;

/** → in what the times of dates differ but for when they begin. */
export function differing(before: ReturnType<typeof timingOf>, after: typeof before): Changed {
  const { length, zone, isAllDay } = after;
  return {
    ...(length === before.length ? {} : { length }),
    ...(zone === before.zone ? {} : { zone }),
    ...(isAllDay === before.isAllDay ? {} : { isAllDay }),
  };
}

/** → a part behind a date that was given other times: it moves along. */
export function laterTimes(
  part: SeriesPart,
  { length, zone, isAllDay }: Changed,
  delta: number,
): SeriesPart {
  const { length: ownLength, zone: ownZone, all_day, moved, ...rest } = part;
  const isRuled = part.rules !== undefined;
  const isMoved = moved !== undefined || isRuled;
  return {
    ...rest,
    ...(isMoved && (moved ?? 0) + delta !== 0 ? { moved: (moved ?? 0) + delta } : {}),
    ...(moved !== undefined && moved + delta === 0 && !isRuled ? { moved: 0 } : {}),
    ...(length !== undefined || ownLength === undefined ? {} : { length: ownLength }),
    ...(isRuled
      ? { zone: zone ?? ownZone ?? '' }
      : zone !== undefined || !ownZone
        ? {}
        : { zone: ownZone }),
    ...(all_day === undefined || (isAllDay !== undefined && !isRuled) ? {} : { all_day }),
  };
}
