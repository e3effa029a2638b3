/**
 * Words in date parameters (`today`, `now`, `-2 days`) → their dates, in the form of the parameter.
 * Links and cursors carry the dates: a walk over midnight keeps the dates of its first page.
 * Contract 13, 14.
 */
import type { Json, JsonObject } from '../kinds/record.js';
import { parseDateTime, startOfDay } from '../time/date-times.js';
import { weekIn } from '../time/week.js';
import { type DateContext, readMoment } from './dates.js';

/** Parameters whose dates are days, unless `strict_dates`. */
const BOUNDS = [
  ...['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'],
];

/** Days that the grammar of dates does not know. */
const NAMED = ['tonight', 'weekend'];

/** → the dates that words mean, by parameter. A parameter without words is missing. */
export function statedDates(values: JsonObject, context: DateContext): Record<string, string> {
  const isSharp = values.strict_dates === true;
  const stated: Record<string, string> = {};
  const state = (name: string, meaning: (text: string) => string) => {
    const text = values[name];
    if (typeof text === 'string' && hasWords(text)) stated[name] = meaning(text);
  };
  for (const name of BOUNDS) state(name, (text) => momentOf(text, isSharp, context));
  state('modified_after', (text) => momentOf(text, true, context));
  state('day', (text) => daysOf(text, context).join(','));
  state('overlaps', (text) =>
    text
      .split(',')
      .map((end, at) => {
        if (end !== 'weekend') return hasWords(end) ? momentOf(end, isSharp, context) : end;
        const days = daysOf(end, context);
        const day = days[at] ?? days[0] ?? '';
        return isSharp && at === 1 ? `${day} 23:59:59` : day;
      })
      .join(','),
  );
  return stated;
}

/** → the clock of days where none was sent: words mean the days of each event. */
export function statedClock({
  clock,
  collapse,
  day,
  overlaps,
}: JsonObject): Record<string, string> {
  const isByWord = collapse === undefined && (hasWords(day) || hasWords(overlaps));
  return clock === undefined && isByWord ? { clock: 'local' } : {};
}

/** → whether the meaning of a date, or of either of two, depends on the clock. */
const hasWords = (value: Json | undefined): boolean =>
  typeof value === 'string' &&
  value.split(',').some((text) => NAMED.includes(text) || at(text, 0) !== at(text, YEARS_LATER));

/** Any other moment than 0, ms: no word means the same at both. */
const YEARS_LATER = 1e12;

const at = (text: string, nowMs: number) => parseDateTime(text, { zone: 'UTC', nowMs })?.utc;

/** → the moment in UTC, or its day on the clock of the list. */
function momentOf(text: string, isSharp: boolean, context: DateContext): string {
  const moment = readMoment(text, context);
  if (!moment) return text;
  return isSharp ? `${moment.utc.replace(' ', 'T')}Z` : moment.local.slice(0, 10);
}

/**
 * → the day of a word, or the first and the last. The last day of a weekend is alone in it. Tonight
 * ends at 6 in the morning and excludes the past: until 6 it is the current night.
 */
function daysOf(name: string, context: DateContext): string[] {
  const day = (word: string) => momentOf(word, false, context);
  if (name === 'tonight') {
    const now = readMoment('now', context)?.local ?? startOfDay(day('today'));
    const isNight = now.slice(11) < NIGHT_END;
    const evening = `${now.slice(0, 10)} 17:00:00`;
    const from = isNight || now > evening ? now : evening;
    return [from, `${day(isNight ? 'today' : 'tomorrow')} 05:59:59`];
  }
  if (name !== 'weekend') return [day(name)];
  const days = weekIn(context.siteTimeZone).weekend.map((at) => day(WEEKDAYS[at - 1] ?? ''));
  const [first = '', last = first] = days;
  return first <= last ? days : [last];
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The time of day at which a night is over. */
const NIGHT_END = '06:00:00';
