/** The value of an RRULE → its parts, each checked. Source: RFC 5545, 3.3.10. */
import { type Frame, type Frequency, type Rule, type RuleDay, WEEKDAYS } from './rule.js';

/** Dates of one day at most. */
const TIMES_MAX = 24;

/** Most of INTERVAL and COUNT. */
const NUMBER_MAX = 1000;

const FREQUENCIES: readonly Frequency[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];

/** The lists of numbers: bounds, whether they may count from the end, excluded frequencies. */
const LISTS = {
  BYMONTH: { least: 1, most: 12, isSigned: false, not: [] },
  BYWEEKNO: { least: 1, most: 53, isSigned: true, not: ['DAILY', 'WEEKLY', 'MONTHLY'] },
  BYYEARDAY: { least: 1, most: 366, isSigned: true, not: ['DAILY', 'WEEKLY', 'MONTHLY'] },
  BYMONTHDAY: { least: 1, most: 31, isSigned: true, not: ['WEEKLY'] },
  BYHOUR: { least: 0, most: 23, isSigned: false, not: [] },
  BYMINUTE: { least: 0, most: 59, isSigned: false, not: [] },
  BYSETPOS: { least: 1, most: 366, isSigned: true, not: [] },
} satisfies Record<
  string,
  { least: number; most: number; isSigned: boolean; not: readonly Frequency[] }
>;

type ListName = keyof typeof LISTS;

const OTHERS = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'WKST'];

/** → the rule and its UNTIL as sent; null: there are reasons. `text` is in capitals. */
export function parseRule(
  text: string,
  { isAllDay, start }: Frame,
  reasons: Set<string>,
): { rule: Rule; until: string | null } | null {
  const sent = readParts(text, start, reasons);
  const freq = FREQUENCIES.find((name) => name === sent.get('FREQ'));
  if (!freq) reasons.add(`FREQ must be one of ${FREQUENCIES.join(', ')}.`);
  const interval = readNumber('INTERVAL', sent, reasons);
  const count = readNumber('COUNT', sent, reasons);
  if (sent.has('COUNT') && sent.has('UNTIL')) reasons.add('COUNT and UNTIL exclude each other.');
  const list = (name: ListName) => readList(name, sent, freq, reasons);
  const rule: Rule = {
    freq: freq ?? 'DAILY',
    interval: interval ?? 1,
    count,
    byMonth: list('BYMONTH'),
    byWeekNo: list('BYWEEKNO'),
    byYearDay: list('BYYEARDAY'),
    byMonthDay: list('BYMONTHDAY'),
    byDay: readDays(sent, freq, reasons),
    byHour: list('BYHOUR'),
    byMinute: list('BYMINUTE'),
    bySetPos: list('BYSETPOS'),
    weekStart: sent.get('WKST') ?? 'MO',
  };
  if (!WEEKDAYS.includes(rule.weekStart)) reasons.add('WKST must be a day, MO to SU.');
  refuseUncertain(rule, reasons);
  if (isImpossible(rule))
    reasons.add('Has no date: its months have none of the days of BYMONTHDAY.');
  const times = Math.max(rule.byHour.length, 1) * Math.max(rule.byMinute.length, 1);
  if (times > TIMES_MAX)
    reasons.add(`BYHOUR and BYMINUTE give more than ${TIMES_MAX} dates a day.`);
  if (isAllDay && rule.byHour.length + rule.byMinute.length > 0) {
    reasons.add('An event of whole days has no BYHOUR and no BYMINUTE.');
  }
  const narrowing = 'BYMONTH BYWEEKNO BYYEARDAY BYMONTHDAY BYDAY BYHOUR BYMINUTE'.split(' ');
  if (sent.has('BYSETPOS') && !narrowing.some((name) => sent.has(name))) {
    reasons.add('BYSETPOS needs another part that begins with BY.');
  }
  return reasons.size > 0 ? null : { rule, until: sent.get('UNTIL') ?? null };
}

/** Refuses the parts of yearly rules that the library does not combine as RFC 5545 does. */
function refuseUncertain(rule: Rule, reasons: Set<string>): void {
  if (rule.byYearDay.length > 0 && rule.byDay.length > 0) {
    reasons.add('BYYEARDAY and BYDAY exclude each other.');
  }
  const isNumbered = rule.byDay.some(({ nth }) => nth !== 0);
  if (rule.freq === 'YEARLY' && rule.byMonthDay.length > 0 && isNumbered) {
    reasons.add('BYDAY of years must not have numbers beside BYMONTHDAY.');
  }
}

/** Longest lengths of the months, days. */
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** → whether no month has any of the days: the library would look for them for long. */
const isImpossible = ({ byMonth, byMonthDay }: Rule): boolean =>
  byMonth.length > 0 &&
  byMonthDay.length > 0 &&
  byMonth.every((month) => byMonthDay.every((day) => Math.abs(day) > (MONTH_DAYS[month - 1] ?? 0)));

function readParts(text: string, start: string, reasons: Set<string>): Map<string, string> {
  const sent = new Map<string, string>();
  for (const part of text.split(';').filter((chunk) => chunk.trim() !== '')) {
    const [name = '', value = ''] = part.split('=', 2).map((half) => half.trim());
    // The second of the start says nothing more.
    if (name === 'BYSECOND' && Number(value) === Number(start.slice(17))) continue;
    if (name === 'BYSECOND') reasons.add('BYSECOND is not supported.');
    else if (name === 'RSCALE' || name === 'SKIP') reasons.add('RSCALE is not supported.');
    else if (!(name in LISTS) && !OTHERS.includes(name)) {
      reasons.add(`RRULE has no part "${name.slice(0, 40)}".`);
    } else if (sent.has(name)) reasons.add(`RRULE must have ${name} once.`);
    sent.set(name, value);
  }
  return sent;
}

function readNumber(
  name: string,
  sent: ReadonlyMap<string, string>,
  reasons: Set<string>,
): number | null {
  const text = sent.get(name);
  if (text === undefined) return null;
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= NUMBER_MAX) return number;
  reasons.add(`${name} must be 1 to ${NUMBER_MAX}.`);
  return null;
}

function readList(
  name: ListName,
  sent: ReadonlyMap<string, string>,
  freq: Frequency | undefined,
  reasons: Set<string>,
): number[] {
  const text = sent.get(name);
  if (text === undefined) return [];
  const { least, most, isSigned, not } = LISTS[name];
  if (freq && (not as readonly string[]).includes(freq)) {
    reasons.add(`${name} must not come with FREQ=${freq}.`);
  }
  const isFit = (item: string) => {
    const number = Math.abs(Number(item));
    return (
      (isSigned ? /^[+-]?\d{1,3}$/ : /^\d{1,3}$/).test(item) && number >= least && number <= most
    );
  };
  const items = text.split(',');
  if (!items.every(isFit)) {
    const signed = isSigned ? `, or -${most} to -${least}` : '';
    reasons.add(`${name} must be a list of ${least} to ${most}${signed}.`);
    return [];
  }
  return [...new Set(items.map(Number))].sort((a, b) => a - b);
}

/** The most weekdays of one name in a month and in a year. */
const NTH_MAX: Partial<Record<Frequency, number>> = { MONTHLY: 5, YEARLY: 53 };

function readDays(
  sent: ReadonlyMap<string, string>,
  freq: Frequency | undefined,
  reasons: Set<string>,
): RuleDay[] {
  const text = sent.get('BYDAY');
  if (text === undefined) return [];
  const days = new Map<string, RuleDay>();
  for (const item of text.split(',')) {
    const [, number, day = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(item) ?? [];
    const nth = Number(number ?? 0);
    const isNth = number !== undefined;
    const most = isNth ? freq && NTH_MAX[freq] : 0;
    if (!WEEKDAYS.includes(day) || (isNth && nth === 0) || Math.abs(nth) > (most ?? 53)) {
      reasons.add('BYDAY must be a list of days such as MO, or 2MO and -1FR of months and years.');
      break;
    }
    if (isNth && (most === undefined || sent.has('BYWEEKNO'))) {
      reasons.add('BYDAY has numbers only with FREQ=MONTHLY and YEARLY, without BYWEEKNO.');
    }
    days.set(`${nth}${day}`, { nth, day });
  }
  const rank = ({ nth, day }: RuleDay) => nth * 10 + WEEKDAYS.indexOf(day);
  return [...days.values()].sort((a, b) => rank(a) - rank(b));
}
