/** A recurrence in plain English: `Every second Tuesday until 30 June 2027, except 3 dates`. */
import { timesOfDay } from './parse.js';
import { type Frame, type Frequency, type Recurrence, type Rule, WEEKDAYS } from './rule.js';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
];

const ORDINALS = [
  ...['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'],
  'tenth',
];

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
  const end = until === null ? '' : ` until ${dayText(until)}`;
  const count = rule.count === null ? '' : `, ${times(rule.count)}`;
  return `${ruleWords(rule, frame)}${hoursText(rule, frame)}${end}${count}${more}${less}`;
}

const dates = (count: number): string => (count === 1 ? '1 date' : `${count} dates`);

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

const dayText = (wall: string): string =>
  `${Number(wall.slice(8, 10))} ${MONTHS[Number(wall.slice(5, 7)) - 1]} ${wall.slice(0, 4)}`;

function ruleWords(rule: Rule, frame: Frame): string {
  const unit = UNITS[rule.freq];
  const every = (what: string) => `Every ${intervalText(rule.interval)}${what}`;
  if (isWeekdays(rule)) {
    const days = daysOf(rule, frame);
    if (days === DAYS.slice(0, 5).join() && rule.interval === 1) return 'Every weekday';
    if (!days.includes(',')) return every(days);
    if (rule.interval === 1) return every(and(days.split(',')));
    return `${every('week')} on ${and(days.split(','))}`;
  }
  return `${every(unit)}${onText(rule, frame)}`;
}

const isWeekdays = ({ freq, byMonth, byMonthDay, bySetPos }: Rule): boolean =>
  freq === 'WEEKLY' && byMonth.length + byMonthDay.length + bySetPos.length === 0;

/** → the weekdays of a weekly rule, that of the start where it names none; commas between. */
function daysOf({ byDay }: Rule, { start }: Frame): string {
  const days = byDay.length > 0 ? byDay.map(({ day }) => day) : [weekdayOf(start)];
  return days.map((day) => DAYS[WEEKDAYS.indexOf(day)]).join();
}

const weekdayOf = (wall: string): string =>
  WEEKDAYS[(new Date(`${wall.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'MO';

const intervalText = (interval: number): string => {
  if (interval === 1) return '';
  return `${ORDINALS[interval - 1] ?? `${interval}${suffix(interval)}`} `;
};

const suffix = (number: number): string => {
  if (Math.floor(number / 10) % 10 === 1) return 'th';
  return ['th', 'st', 'nd', 'rd'][number % 10] ?? 'th';
};

const list = new Intl.ListFormat('en-GB');
const and = (items: readonly string[]): string => list.format(items);

const months = (numbers: readonly number[]): string =>
  and(numbers.map((number) => MONTHS[number - 1] ?? ''));

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
    ...(byDay.length > 0 ? [weekdaysText(rule)] : []),
    ...(byMonthDay.length > 0 ? [`the ${and(byMonthDay.map(monthDayText))}`] : []),
    ...(byYearDay.length > 0 ? [`day ${and(byYearDay.map(String))} of the year`] : []),
    ...(byWeekNo.length > 0 ? [`in week ${and(byWeekNo.map(String))}`] : []),
  ];
  return ` on ${position}${parts.join(', ')}${within}`;
}

function weekdaysText({ byDay }: Rule): string {
  const plain = byDay.filter(({ nth: number }) => number === 0);
  const isWorkWeek = plain.map(({ day }) => day).join() === 'MO,TU,WE,TH,FR';
  if (isWorkWeek && byDay.length === 5) return 'weekdays';
  const name = (day: string) => DAYS[WEEKDAYS.indexOf(day)];
  return and(
    byDay.map(({ nth: number, day }) =>
      number === 0 ? `${name(day)}` : `the ${placeText(number)} ${name(day)}`,
    ),
  );
}

/** `first`, `last`, `second last`. */
function placeText(number: number): string {
  const ordinal = ORDINALS[Math.abs(number) - 1] ?? nth(Math.abs(number));
  if (number > 0) return ordinal;
  return number === -1 ? 'last' : `${ordinal} last`;
}

const monthDayText = (number: number): string =>
  number > 0 ? nth(number) : `${placeText(number)} day`;

const nth = (number: number): string => `${number}${suffix(number)}`;

/** The times of day, where a rule has others than that of its start. */
function hoursText(rule: Rule, { start }: Frame): string {
  if (rule.byHour.length + rule.byMinute.length === 0) return '';
  return ` at ${and(timesOfDay(rule, start).map((time) => time.slice(0, 5)))}`;
}
