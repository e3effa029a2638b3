/**
 * The grammar of date-time texts that clients may send, and the moment each one means. It is
 * closed: a text that no rule matches is not a date-time. Words have the meaning they have in PHP's
 * date parser, which served the original interface. Contract 4.2.
 */
import { addMonthsToSeconds, civilToSeconds, isCalendarDate, secondsPerDay } from './wall-clock.js';
import { offsetSecondsAt, wallToUtcSeconds } from './zones.js';

/** A moment: unix seconds, or wall-clock seconds of the zone that are not yet converted. */
export type Moment = { utc: number } | { wall: number };

/** The context of a text: an accepted time zone, and the current time in unix seconds. */
interface Reading {
  zone: string;
  nowSeconds: number;
}

const offsetMinutesMax = 14 * 60;
const secondsPattern = /^-?\d+$/;
const datePattern = /^(\d{4})-(\d\d)-(\d\d)(?:(t| )(.+))?$/;
const isoTimePattern = /^(\d\d?):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?: ?(z|[+-]\d\d(?::?\d\d)?))?$/;
const timePattern = /^(\d\d?)(?::(\d\d)(?::(\d\d))?)? ?(am|pm)?$/;
const dayWordPattern = /^(now|today|tomorrow|yesterday)(?: (.+))?$/;
// An unencoded + in a query string arrives as a space, so '1 week' is '+1 week'.
const stepPattern = /^([+-])? ?(\d{1,9}) ?(second|minute|hour|day|week|month|year)s?(?: (.+))?$/;
const nextPattern = /^(next|last) (?=(?:week|month|year)(?: |$))/;
const dayPrefixes = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const dayNames = 'mon|tues?|wed|thu|thurs?|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const weekdayPattern = new RegExp(`^(?:(next|last|this) )?(${dayNames})(?: (.+))?$`);

const dayWordSteps: Record<string, number> = { today: 0, tomorrow: 1, yesterday: -1 };
const unitSeconds: Record<string, number> = { second: 1, minute: 60, hour: 3600 };
const unitDays: Record<string, number> = { day: 1, week: 7 };
const unitMonths: Record<string, number> = { month: 1, year: 12 };
/**
 * → the moment of a text, whose length the caller has limited, possibly outside of the supported
 * years; null: it does not match the grammar. Throws a RangeError for an unknown zone.
 */
export function readMoment(text: string, reading: Reading): Moment | null {
  const clean = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (secondsPattern.test(clean)) return { utc: Number(clean) };
  return readDate(clean) ?? readWords(clean, reading);
}

/** A date with or without a time: '2026-03-01', '…t09:00:00z', '… 4pm', '… noon'. */
function readDate(text: string): Moment | null {
  const [, yearText, monthText, dayText, joint, rest] = datePattern.exec(text) ?? [];
  const [year, month, day] = [Number(yearText), Number(monthText), Number(dayText)];
  if (!isCalendarDate(year, month, day)) return null;
  const midnight = civilToSeconds(year, month, day);
  if (rest === undefined) return { wall: midnight };
  const iso = readIsoTime(midnight, rest, joint === 't');
  if (iso !== null || joint === 't') return iso;
  const second = readTime(rest);
  return second === null ? null : { wall: midnight + second };
}

/** '09:00', '09:00:30.25', '09:00:00+02:00'; after a T the hour must have two digits. */
function readIsoTime(midnight: number, text: string, isStrict: boolean): Moment | null {
  const [, hour, minute, second, zone] = isoTimePattern.exec(text) ?? [];
  if (hour === undefined || (isStrict && hour.length < 2)) return null;
  const secondOfDay = toSecondOfDay(Number(hour), Number(minute), Number(second ?? 0));
  if (secondOfDay === null) return null;
  if (zone === undefined) return { wall: midnight + secondOfDay };
  const offset = readOffset(zone);
  return offset === null ? null : { utc: midnight + secondOfDay - offset };
}

/** Seconds of 'z', '+02', '+02:00' or '+0200'; null beyond 14 hours. */
function readOffset(text: string): number | null {
  if (text === 'z') return 0;
  const digits = text.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(2));
  const total = Number(digits.slice(0, 2)) * 60 + minutes;
  if (minutes > 59 || total > offsetMinutesMax) return null;
  return (text.startsWith('-') ? -total : total) * 60;
}

/** Second of the day of '9am', '9:30 pm', '14:00', '14:00:30', 'noon', 'midnight'. */
function readTime(text: string): number | null {
  if (text === 'noon') return secondsPerDay / 2;
  if (text === 'midnight') return 0;
  const [, hourText, minute, second, half] = timePattern.exec(text) ?? [];
  if (hourText === undefined || (half === undefined && minute === undefined)) return null;
  const hour = Number(hourText);
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  const hourOfDay = half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0);
  return toSecondOfDay(hourOfDay, Number(minute ?? 0), Number(second ?? 0));
}

/** 24:00:00 is the end of the day, as in ISO 8601 and PHP; leap seconds are rejected. */
function toSecondOfDay(hour: number, minute: number, second: number): number | null {
  if (minute > 59 || second > 59) return null;
  const total = hour * 3600 + minute * 60 + second;
  return total <= secondsPerDay ? total : null;
}

/** Everything relative to now: 'tomorrow 9am', '+1 week', 'next wednesday 4pm'. */
function readWords(text: string, reading: Reading): Moment | null {
  return readDayWord(text, reading) ?? readStep(text, reading) ?? readWeekday(text, reading);
}

function readDayWord(text: string, reading: Reading): Moment | null {
  const [, word, time] = dayWordPattern.exec(text) ?? [];
  if (word === undefined) return null;
  if (word === 'now' && time === undefined) return { utc: reading.nowSeconds };
  const second = time === undefined ? 0 : readTime(time);
  if (second === null) return null;
  return { wall: midnightNow(reading) + (dayWordSteps[word] ?? 0) * secondsPerDay + second };
}

/**
 * Adds a step to now, or to the given time of today. Hours and smaller units are elapsed time, so
 * they count across a clock change; days and larger units change the date and keep the time.
 */
function readStep(text: string, reading: Reading): Moment | null {
  const steps = text.replace(nextPattern, (_, word) => (word === 'next' ? '+1 ' : '-1 '));
  const [, sign, number, unit, time] = stepPattern.exec(steps) ?? [];
  if (unit === undefined) return null;
  const count = sign === '-' ? -Number(number) : Number(number);
  const second = time === undefined ? null : readTime(time);
  if (time !== undefined && second === null) return null;
  const from = second === null ? wallNow(reading) : midnightNow(reading) + second;
  const passing = unitSeconds[unit];
  if (passing !== undefined) {
    const base = second === null ? reading.nowSeconds : wallToUtcSeconds(from, reading.zone).utc;
    return { utc: base + count * passing };
  }
  const days = unitDays[unit];
  if (days !== undefined) return { wall: from + count * days * secondsPerDay };
  return { wall: addMonthsToSeconds(from, count * (unitMonths[unit] ?? 0)) };
}

/** 'next' is strictly after today, 'last' strictly before; 'this' or no word may be today. */
function readWeekday(text: string, reading: Reading): Moment | null {
  const [, word, name, time] = weekdayPattern.exec(text) ?? [];
  const second = time === undefined ? 0 : readTime(time);
  if (name === undefined || second === null) return null;
  const midnight = midnightNow(reading);
  const today = new Date(midnight * 1000).getUTCDay();
  let ahead = (dayPrefixes.indexOf(name.slice(0, 3)) - today + 7) % 7;
  if (word === 'next' && ahead === 0) ahead = 7;
  if (word === 'last') ahead -= 7;
  return { wall: midnight + ahead * secondsPerDay + second };
}

function wallNow({ nowSeconds, zone }: Reading): number {
  return nowSeconds + offsetSecondsAt(nowSeconds, zone);
}

function midnightNow(reading: Reading): number {
  return Math.floor(wallNow(reading) / secondsPerDay) * secondsPerDay;
}
