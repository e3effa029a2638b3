/**
 * The date parameters of the list of events → ranges. Bounds are wall-clock values in the site
 * zone, rounded to days unless `strict_dates`; with `clock=local` days are by the events' own
 * clocks. Source: Contract 3.2, 3.5; Contract 14.
 */
import type { Kind } from '../kinds/kind.js';
import type { Json, JsonObject } from '../kinds/record.js';
import type { GeoFilter } from '../lib/place/geo.js';
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
  /** Every event meets at least one of these; empty: no condition. */
  either: DateRange[];
  /** Whether the window has a first moment, before which `running` events began. */
  hasStart: boolean;
  /** Whether the window begins and ends at a time of day, at which no whole day begins. */
  isTimed: boolean;
  /** The effective window, as links show it: the sent dates, or the defaults. */
  shown: { start_date?: string; end_date?: string };
}

/** The window of a list without dates. */
export const NO_DATES: DateWindow = {
  ranges: [],
  either: [],
  hasStart: false,
  isTimed: false,
  shown: {},
};

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
    values.modified_after !== undefined ||
    values.view === 'series';
  const defaults: DateWindow['shown'] = dropsDefaults ? {} : defaultWindow(context);
  const start = values.start_date ?? defaults.start_date;
  const end = values.end_date ?? defaults.end_date;
  const [from, until] = textsOf(values.overlaps);
  const edges: [of: 'start' | 'end', bound: keyof Bounds, at: Json | undefined, Rounding][] = [
    ['start', 'gte', start, startOfDay],
    ['start', 'lte', end, endOfDay],
    ['start', 'lt', values.starts_before, endOfDay],
    ['start', 'gt', values.starts_after, endOfDay],
    ['end', 'lt', values.ends_before, endOfDay],
    ['end', 'gt', values.ends_after, endOfDay],
    ['start', 'lte', until, endOfDay],
    ['end', 'gt', from, startOfDay],
  ];
  const bounds = edges.flatMap(([of, bound, value, round]): Bound[] =>
    value === undefined ? [] : [{ of, bound, at: edgeOf(value, round, isStrict) }],
  );
  const isTimed = typeof values.day === 'string' && values.day.includes(':');
  const [first, last = first] = textsOf(values.day);
  if (first !== undefined && last !== undefined) {
    const wholeOr = (round: Rounding) => (local: string) => (isTimed ? local : round(local));
    bounds.push({ of: 'start', bound: 'gte', at: edgeOf(first, wholeOr(startOfDay)) });
    bounds.push({ of: 'start', bound: 'lte', at: edgeOf(last, wholeOr(endOfDay)) });
  }
  const hasStart = bounds.some(isLower);
  const { lasting, local } = fields;
  const { window, either } = withRunning(values.running, bounds);
  const rangesOf = ({ of, bound, at }: Bound): DateRange[] => {
    const range = { [bound]: at };
    if (of === 'lasting') return [{ field: lasting, ...range }];
    if (!isByEvent) return [{ field: fields[of], ...range }];
    // Engines read along the range in UTC.
    return [
      { field: local[of], ...range },
      { field: fields[of], ...widened(range) },
    ];
  };
  return {
    ranges: window.flatMap(rangesOf),
    either: either.map((bound) => rangesOf(bound)[0] as DateRange),
    hasStart,
    // Running events began before it.
    isTimed: isTimed && values.running !== 'only',
    shown: {
      ...(start === undefined ? {} : { start_date: String(start) }),
      ...(end === undefined ? {} : { end_date: String(end) }),
    },
  };
}

/** A bound of a window: of starts or ends, seconds; or of lasting over a week, 1 or 0. */
interface Bound {
  of: 'start' | 'end' | 'lasting';
  bound: keyof Bounds;
  at: number;
}

/** → the texts of a parameter, separated by a comma. */
const textsOf = (value: Json | undefined): string[] =>
  typeof value === 'string' ? value.split(',') : [];

const isLower = ({ bound }: Bound): boolean => bound === 'gt' || bound === 'gte';

/**
 * → the bounds of a window with `running`, and alternative bounds. A running event began before the
 * first moment of the window and lasts over a week, which is a separate filter if requested.
 * Contract 14.
 */
function withRunning(
  running: Json | undefined,
  bounds: Bound[],
): { window: Bound[]; either: Bound[] } {
  const lower = bounds.filter(isLower);
  if (running === undefined || lower.length === 0) return { window: bounds, either: [] };
  const at = Math.max(...lower.map((bound) => bound.at));
  if (running === 'hide') {
    const begins: Bound = { of: 'start', bound: 'gte', at };
    return { window: bounds, either: [begins, { of: 'lasting', bound: 'lt', at: 1 }] };
  }
  const window = bounds.map((bound): Bound => (isLower(bound) ? { ...bound, of: 'end' } : bound));
  const began: Bound = { of: 'start', bound: 'lt', at };
  return { window: [...window, began], either: [] };
}

/** → whether days are by the events' own clocks. Moments are the same on all clocks. */
export const isByEventClock = ({ clock, strict_dates }: JsonObject): boolean =>
  clock === 'local' && strict_dates !== true;

/** → the zone of day words: with `clock=local` of the requested point, else the site's. */
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

/** → the moment of a parameter, or null. */
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
