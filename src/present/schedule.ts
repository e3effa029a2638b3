/**
 * schema.org of recurring events: a Schedule for a series, the series for its dates. Contract 20.5.
 */
import { DAY_NAMES } from '../time/recurrence/rule.js';
import { shifted } from '../time/recurrence/stretches.js';
import { secondsPerDay } from '../time/wall-clock.js';
import { type Answered, isAnswered, listOf, rulesIn, textOf } from './answered.js';

/** → `eventSchedule` of a series with a rule, `superEvent` of a date; nothing for others. */
export function recurrenceLd(event: Answered): Record<string, unknown> {
  const { recurrence } = event;
  if (!isAnswered(recurrence)) return {};
  if ('first' in recurrence) return scheduleOf(event, recurrence);
  const series = { '@id': textOf(recurrence, 'series_url'), name: textOf(event, 'title') };
  return { superEvent: { '@type': 'EventSeries', ...series } };
}

function scheduleOf(event: Answered, recurrence: Answered): Record<string, unknown> {
  const lines = rulesIn(recurrence);
  const valueIn = (name: string) => {
    const line = lines.find((text) => text.startsWith(name));
    return line?.slice(line.indexOf(':') + 1);
  };
  // Its parts are letters, digits, commas and signs: a rule is a query string by another separator.
  const rule = new URLSearchParams((valueIn('RRULE') ?? '').replaceAll(';', '&'));
  const freq = rule.get('FREQ');
  if (freq === null) return {};
  const numbers = (name: string) => rule.get(name)?.split(',').map(Number);
  const schedule = {
    '@type': 'Schedule',
    repeatFrequency: `P${rule.get('INTERVAL') ?? 1}${freq[0]}`,
    repeatCount: numbers('COUNT')?.[0],
    byDay: rule.get('BYDAY')?.split(',').map(dayOf),
    byMonth: numbers('BYMONTH'),
    byMonthDay: numbers('BYMONTHDAY'),
    startDate: textOf(recurrence, 'first').slice(0, 10),
    endDate: endOf(recurrence, rule.has('UNTIL')),
    ...(event.all_day === true ? {} : timesOf(event)),
    scheduleTimezone: textOf(event, 'timezone'),
    exceptDate: valueIn('EXDATE')?.split(',').map(isoOf),
  };
  return { eventSchedule: schedule };
}

/** → the last day of a rule; of the first part of a series, the day before the next one. */
function endOf(recurrence: Answered, hasEnd: boolean): string | undefined {
  const [, next] = listOf(recurrence, 'parts');
  const last = hasEnd ? textOf(recurrence, 'last') : undefined;
  return (next ? shifted(textOf(next, 'from'), -secondsPerDay) : last)?.slice(0, 10);
}

/** A day of every week has a name; the first or last of a month is written as in iCalendar. */
const dayOf = (day: string): string =>
  DAY_NAMES[day] ? `https://schema.org/${DAY_NAMES[day]}` : day;

const timesOf = (event: Answered) => ({
  startTime: textOf(event, 'start_date').slice(11),
  endTime: textOf(event, 'end_date').slice(11),
});

/** `20260301T090000` → `2026-03-01T09:00:00`, `20260301` → `2026-03-01`. */
const isoOf = (text: string): string =>
  text.replace(
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?$/,
    (_, y, m, d, h, min, s) => `${y}-${m}-${d}${h === undefined ? '' : `T${h}:${min}:${s}`}`,
  );
