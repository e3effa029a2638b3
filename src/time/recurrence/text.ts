/** A recurrence in plain English: `Every second Tuesday until 30 June 2027, except 3 dates`. */
import { secondsPerDay, secondsToText, textToSeconds } from '../wall-clock.js';
import { timesOfDay } from './parse.js';
import { DAY_NAMES, type Frame, type Frequency, type Recurrence, type Rule } from './rule.js';

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];

const UNITS: Record<Frequency, string> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
};

/** → the text. */
export function recurrenceText(recurrence: Recurrence, frame: Frame): string {
  const { rule, until, added, excepted } = recurrence;
  const less = excepted.length === 0 ? '' : `, except ${dates(excepted.length)}`;
  if (!rule) return `On ${dates(new Set([frame.start, ...added]).size)}${less}`;
  const more =
    added.length === 0
      ? ''
      : `, and on ${added.length} more ${added.length === 1 ? 'date' : 'dates'}`;
  const end = until === null ? '' : ` until ${inWords(lastDay(until, rule, frame.start), DATE)}`;
  const count = rule.count === null ? '' : `, ${times(rule.count)}`;
  return `${ruleWords(rule, frame)}${hoursText(rule, frame)}${end}${count}${more}${less}`;
}

/**
 * → the last day on which a rule may have dates; if it ends right before a date, as a part of a
 * series before the next part, the day before.
 */
export function lastDay(until: string, rule: Rule, start: string): string {
  const [first = ''] = timesOfDay(rule, start).sort();
  const isBefore = until.slice(11) < first;
  return secondsToText(textToSeconds(until) - (isBefore ? secondsPerDay : 0)).slice(0, 10);
}

const dates = (count: number): string => (count === 1 ? '1 date' : `${count} dates`);

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

// Made once: making one takes ten times as long as using it, and lists show many rules.
const formatOf = (parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' });
const DATE = formatOf({ dateStyle: 'long' });
const MONTH = formatOf({ month: 'long' });
const WEEKDAY = formatOf({ weekday: 'long' });

const inWords = (wall: string, format: Intl.DateTimeFormat): string =>
  format.format(new Date(`${wall.slice(0, 10)}T00:00:00Z`));

function ruleWords(rule: Rule, frame: Frame): string {
  const { freq, interval, byDay } = rule;
  const every = (what: string) =>
    interval === 1 ? `Every ${what}` : `Every ${placeText(interval)} ${what}`;
  if (!isWeekdays(rule)) return `${every(UNITS[freq])}${onText(rule, frame)}`;
  const days = byDay.map(({ day }) => DAY_NAMES[day] ?? day);
  if (days.length > 1 && interval > 1) return `${every('week')} on ${and(days)}`;
  if (isWorkWeek(rule)) return every('weekday');
  return every(days.length > 0 ? and(days) : inWords(frame.start, WEEKDAY));
}

const isWeekdays = ({ freq, byMonth, byMonthDay, bySetPos }: Rule): boolean =>
  freq === 'WEEKLY' && byMonth.length + byMonthDay.length + bySetPos.length === 0;

const isWorkWeek = ({ byDay }: Rule): boolean =>
  byDay.map(({ nth: number, day }) => `${number}${day}`).join() === '0MO,0TU,0WE,0TH,0FR';

const list = new Intl.ListFormat('en-GB');
const and = (items: readonly string[]): string => list.format(items);

const months = (numbers: readonly number[]): string =>
  and(numbers.map((number) => inWords(`2000-${String(number).padStart(2, '0')}-01`, MONTH)));

/** On which days of its unit a rule falls, and in which months. */
function onText(rule: Rule, { start }: Frame): string {
  const { freq, byMonth, byWeekNo, byYearDay, byMonthDay, byDay, bySetPos } = rule;
  const isPlain = byWeekNo.length + byYearDay.length + byMonthDay.length + byDay.length === 0;
  const day = Number(start.slice(8, 10));
  if (isPlain && freq === 'YEARLY') {
    return ` on ${day} ${months(byMonth.length > 0 ? byMonth : [Number(start.slice(5, 7))])}`;
  }
  const joint = freq === 'YEARLY' ? 'of' : 'in';
  const within = byMonth.length > 0 ? ` ${joint} ${months(byMonth)}` : '';
  if (isPlain) return `${freq === 'MONTHLY' ? ` on the ${nth(day)}` : ''}${within}`;
  const position = bySetPos.length > 0 ? `the ${and(bySetPos.map(placeText))} of ` : '';
  const parts = [
    ...(byDay.length > 0 ? [isWorkWeek(rule) ? 'weekdays' : and(byDay.map(weekdayText))] : []),
    ...(byMonthDay.length > 0 ? [`the ${and(byMonthDay.map(monthDayText))}`] : []),
    ...(byYearDay.length > 0 ? [`day ${and(byYearDay.map(String))} of the year`] : []),
    ...(byWeekNo.length > 0 ? [`in week ${and(byWeekNo.map(String))}`] : []),
  ];
  return ` on ${position}${parts.join(', ')}${within}`;
}

const weekdayText = ({ nth: number, day }: Rule['byDay'][number]): string =>
  number === 0 ? `${DAY_NAMES[day]}` : `the ${placeText(number)} ${DAY_NAMES[day]}`;

/** `first`, `last`, `second last`. */
function placeText(number: number): string {
  const ordinal = ORDINALS[Math.abs(number) - 1] ?? nth(Math.abs(number));
  if (number > 0) return ordinal;
  return number === -1 ? 'last' : `${ordinal} last`;
}

const monthDayText = (number: number): string =>
  number > 0 ? nth(number) : `${placeText(number)} day`;

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

const nth = (number: number): string => `${number}${SUFFIXES[ordinals.select(number)] ?? 'th'}`;

/** The times of day, if a rule has others than the time of its start. */
function hoursText(rule: Rule, { start }: Frame): string {
  if (rule.byHour.length + rule.byMinute.length === 0) return '';
  return ` at ${and(timesOfDay(rule, start).map((time) => time.slice(0, 5)))}`;
}
