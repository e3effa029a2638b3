/** schema.org Schedule → lines of RFC 5545, and the times of the first date. */
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';
import { datesWithin, LAST_DATE } from '../../time/recurrence/dates.js';
import { parseRecurrence } from '../../time/recurrence/parse.js';
import { compact } from '../../time/recurrence/rule.js';
import { textToSeconds } from '../../time/wall-clock.js';
import { dayAt } from '../columns/days.js';
import { scalarText } from '../columns/keys.js';

const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];

/**
 * → the rules of a schedule, with `start` and `end` of its first date; null for another value, or a
 * frequency without a rule.
 */
export function readSchedule(value: Json | undefined) {
  const [schedule] = [value ?? []].flat();
  if (!schedule || !isJsonObject(schedule)) return null;
  const text = (name: string) => scalarText(schedule[name]);
  const [, interval = '', unit = ''] = /^P(\d+)([DWMY])$/.exec(text('repeatFrequency')) ?? [];
  const frequency = FREQUENCIES.find((word) => unit !== '' && word.startsWith(unit));
  const from = /^\d{4}-\d\d-\d\d/.exec(text('startDate'))?.[0];
  if (frequency === undefined || from === undefined) return null;
  const parts = [
    `FREQ=${frequency}`,
    `INTERVAL=${interval}`,
    ...limitOf(schedule, text('endDate')),
    ...listOf('BYDAY', schedule.byDay, dayOf),
    ...listOf('BYMONTH', schedule.byMonth, String),
    ...listOf('BYMONTHDAY', schedule.byMonthDay, String),
  ];
  const rule = `RRULE:${parts.join(';')}`;
  const day = firstDay(from, rule);
  const excepted = [schedule.exceptDate ?? []]
    .flat()
    .map((date) => compact(String(date).replace(/\.\d+/, '')));
  const [startTime, endTime] = [text('startTime'), text('endTime')];
  return {
    start: startTime === '' ? day : `${day} ${startTime}`,
    ...(endTime === '' ? {} : { end: `${dayOfEnd(day, startTime, endTime)} ${endTime}` }),
    ...(text('scheduleTimezone') === '' ? {} : { timezone: text('scheduleTimezone') }),
    recurrence: [rule, ...(excepted.length > 0 ? [`EXDATE:${excepted.join(',')}`] : [])],
  };
}

/** → the first day of the rule: a schedule may begin before it, with a season. */
function firstDay(day: string, rule: string): string {
  const frame = { start: `${day} 12:00:00`, zone: 'UTC', isAllDay: false };
  const { recurrence } = parseRecurrence(rule, frame);
  try {
    const window = { from: frame.start, to: LAST_DATE, limit: 1 };
    return (recurrence && datesWithin(recurrence, frame, window)[0]?.slice(0, 10)) ?? day;
  } catch {
    // It has no date for too long: the check of the row says so.
    return day;
  }
}

/** An event with an end before its start in the day continues past midnight. */
function dayOfEnd(day: string, startTime: string, endTime: string): string {
  const [start, end] = [startTime, endTime].map((time) => textToSeconds(`1970-01-01 ${time}`));
  return Number(end) < Number(start) ? dayAt(day, 1) : day;
}

function limitOf({ repeatCount }: JsonObject, endDate: string): string[] {
  if (Number(repeatCount) > 0) return [`COUNT=${Number(repeatCount)}`];
  return endDate === '' ? [] : [`UNTIL=${compact(endDate)}`];
}

function listOf(name: string, value: Json | undefined, read: (item: Json) => string): string[] {
  const values = [value ?? []].flat().map(read).filter(Boolean);
  return values.length > 0 ? [`${name}=${values.join(',')}`] : [];
}

/** `https://schema.org/Monday`, `Monday` or `1MO` → the day of a rule. */
function dayOf(item: Json): string {
  const name = String(item).split('/').at(-1) ?? '';
  return /^[+-]?\d*(MO|TU|WE|TH|FR|SA|SU)$/.test(name) ? name : name.slice(0, 2).toUpperCase();
}
