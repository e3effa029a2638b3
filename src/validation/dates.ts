/**
 * The date parameters of the list of events → ranges. Bounds are wall-clock values in the site
 * zone, rounded to days unless `strict_dates`. Source: Contract 3.2, 3.5; Contract 14.
 */
import type { Json, JsonObject } from '../kinds/record.js';
import {
  addMonths,
  endOfDay,
  parseDateTime,
  secondsToUtc,
  startOfDay,
  utcToSeconds,
} from '../time/date-times.js';
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
  fields: { start: string; end: string },
  context: DateContext,
): DateWindow {
  const isStrict = values.strict_dates === true;
  const at = (value: Json | undefined, round: (local: string) => string) => {
    const moment = readMoment(value, context);
    if (!moment) return 0;
    if (isStrict) return utcToSeconds(moment.utc);
    return utcToSeconds(localToUtc(round(moment.local), context.siteTimeZone).utc);
  };
  const dropsDefaults =
    SHARP.some((name) => values[name] !== undefined) ||
    values.overlaps !== undefined ||
    values.view === 'series';
  const defaults: DateWindow['shown'] = dropsDefaults ? {} : defaultWindow(context);
  const start = values.start_date ?? defaults.start_date;
  const end = values.end_date ?? defaults.end_date;
  const ranges: DateRange[] = [];
  const range = (field: string, bounds: Omit<DateRange, 'field'>) =>
    ranges.push({ field, ...bounds });

  if (start !== undefined) range(fields.start, { gte: at(start, startOfDay) });
  if (end !== undefined) range(fields.start, { lte: at(end, endOfDay) });
  if (values.starts_before !== undefined) {
    range(fields.start, { lt: at(values.starts_before, endOfDay) });
  }
  if (values.starts_after !== undefined) {
    range(fields.start, { gt: at(values.starts_after, endOfDay) });
  }
  if (values.ends_before !== undefined) {
    range(fields.end, { lt: at(values.ends_before, endOfDay) });
  }
  if (values.ends_after !== undefined) {
    range(fields.end, { gt: at(values.ends_after, endOfDay) });
  }
  if (typeof values.overlaps === 'string') {
    const [from, until] = values.overlaps.split(',');
    range(fields.start, { lte: at(until, endOfDay) });
    range(fields.end, { gte: at(from, startOfDay) });
  }
  return {
    ranges,
    shown: {
      ...(start === undefined ? {} : { start_date: String(start) }),
      ...(end === undefined ? {} : { end_date: String(end) }),
    },
  };
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
