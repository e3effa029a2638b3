/**
 * The date parameters of the list of events → ranges. Bounds are wall-clock values in the site
 * zone, rounded to days unless `strict_dates`; with `clock=local` the days are those of the events'
 * own clocks. Source: Contract 3.2, 3.5; Contract 14.
 */
import type { Kind } from '../kinds/kind.js';
import type { Json, JsonObject } from '../kinds/record.js';
import type { GeoFilter } from '../lib/geo.js';
import {
  addMonths,
  endOfDay,
  parseDateTime,
  secondsToUtc,
  startOfDay,
  utcToSeconds,
} from '../time/date-times.js';
import { zoneAt } from '../time/zone-at.js';
import { localToUtc, utcToLocal } from '../time/zones.js';

/** The zone and the moment in which date parameters are read. `nowMs` is ms since the epoch. */
export interface DateContext {
  siteTimeZone: string;
  nowMs: number;
}

/** Bounds of an index field, seconds since the epoch. */
export interface DateRange {
  field: string;
  gt?: number;
  gte?: number;
  lt?: number;
  lte?: number;
}

type Bounds = Omit<DateRange, 'field'>;

/** The effective date filter of a list. */
export interface DateWindow {
  ranges: DateRange[];
  /** The effective window, as links show it: what was sent, or the defaults. */
  shown: { start_date?: string; end_date?: string };
}

const SHARP = ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const;

/** → the ranges a list of events is limited to. `fields` are the index fields of start and end. */
export function dateWindow(
  values: JsonObject,
  fields: NonNullable<Kind['window']>,
  context: DateContext,
): DateWindow {
  const isByEvent = isByEventClock(values);
  const edgeOf = (value: Json | undefined, round: Rounding, isSharp = false) => {
    const moment = readMoment(value, context);
    if (!moment) return 0;
    if (isSharp) return utcToSeconds(moment.utc);
    const local = round(moment.local);
    return utcToSeconds(isByEvent ? local : localToUtc(local, context.siteTimeZone).utc);
  };
  const isStrict = values.strict_dates === true;
  const dropsDefaults =
    SHARP.some((name) => values[name] !== undefined) ||
    values.overlaps !== undefined ||
    values.day !== undefined ||
    values.view === 'series';
  const defaults: DateWindow['shown'] = dropsDefaults ? {} : defaultWindow(context);
  const start = values.start_date ?? defaults.start_date;
  const end = values.end_date ?? defaults.end_date;
  const ranges: DateRange[] = [];
  const range = (of: 'start' | 'end', bounds: Bounds) => {
    if (isByEvent) ranges.push({ field: fields.local[of], ...bounds });
    // The range in UTC is what the engines read along.
    ranges.push({ field: fields[of], ...(isByEvent ? widened(bounds) : bounds) });
  };

  const [from, until] = typeof values.overlaps === 'string' ? values.overlaps.split(',') : [];
  const edges: [of: 'start' | 'end', bound: keyof Bounds, at: Json | undefined, Rounding][] = [
    ['start', 'gte', start, startOfDay],
    ['start', 'lte', end, endOfDay],
    ['start', 'lt', values.starts_before, endOfDay],
    ['start', 'gt', values.starts_after, endOfDay],
    ['end', 'lt', values.ends_before, endOfDay],
    ['end', 'gt', values.ends_after, endOfDay],
    ['start', 'lte', until, endOfDay],
    ['end', 'gte', from, startOfDay],
  ];
  for (const [of, bound, value, round] of edges) {
    if (value !== undefined) range(of, { [bound]: edgeOf(value, round, isStrict) });
  }
  if (typeof values.day === 'string') {
    const [first, last] = daysNamed(values.day, context);
    range('start', { gte: edgeOf(first, startOfDay), lte: edgeOf(last, endOfDay) });
  }
  return {
    ranges,
    shown: {
      ...(start === undefined ? {} : { start_date: String(start) }),
      ...(end === undefined ? {} : { end_date: String(end) }),
    },
  };
}

/** → whether days are those of the events' own clocks. Moments are the same on all clocks. */
export const isByEventClock = ({ clock, strict_dates }: JsonObject): boolean =>
  clock === 'local' && strict_dates !== true;

/** → the zone of day words: with `clock=local` that of the point asked for, else the site's. */
export function zoneOfDays(
  { clock }: JsonObject,
  geo: GeoFilter | null,
  siteTimeZone: string,
): string {
  const point = clock === 'local' ? geo?.point : undefined;
  return (point ? zoneAt(point.lat, point.lng) : null) ?? siteTimeZone;
}

/** No clock differs from UTC by more, seconds. */
const OFFSET_MAX = 86_400;

/** → bounds in UTC that hold whatever these bounds hold on some clock. */
function widened(bounds: Bounds): Bounds {
  const by = (name: string) => (name.startsWith('g') ? -OFFSET_MAX : OFFSET_MAX);
  return Object.fromEntries(Object.entries(bounds).map(([name, at]) => [name, at + by(name)]));
}

/** Moves a wall-clock time to the start or the end of its day. */
type Rounding = (local: string) => string;

/** → the first and the last day of a name: on a Sunday, the weekend is that day. */
function daysNamed(name: string, context: DateContext): [string, string] {
  if (name !== 'weekend') return [name, name];
  const day = (word: string) => readMoment(word, context)?.local.slice(0, 10) ?? '';
  const [saturday, sunday] = [day('saturday'), day('sunday')];
  return [saturday <= sunday ? saturday : sunday, sunday];
}

/** → the moment a parameter names; null when it names none. */
export function readMoment(value: Json | undefined, { siteTimeZone: zone, nowMs }: DateContext) {
  // The last hours of the year 9999 exist only in UTC; they count as the end of time in every zone.
  return parseDateTime(value, { zone, nowMs }) ?? parseDateTime(value, { zone: 'UTC', nowMs });
}

/** → whether a range `START,END` ends before it begins. */
export function isBackwards(overlaps: string, context: DateContext): boolean {
  const [start, end] = overlaps.split(',').map((text) => readMoment(text, context)?.utc);
  return start !== undefined && end !== undefined && end < start;
}

/**
 * → yesterday 23:59 and 24 months from now, in the site zone. The end is rounded up to the minute,
 * so that the window is the same for a minute. Source: Contract 3.2.
 */
export function defaultWindow({ siteTimeZone, nowMs }: DateContext) {
  const minuteEnd = Math.ceil(Math.floor(nowMs / 1000) / 60) * 60;
  const now = utcToLocal(secondsToUtc(minuteEnd), siteTimeZone);
  const yesterday = parseDateTime('yesterday', { zone: siteTimeZone, nowMs });
  return {
    start_date: `${(yesterday?.local ?? now).slice(0, 10)} 23:59:00`,
    end_date: addMonths(now, 24),
  };
}
