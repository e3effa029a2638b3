/**
 * Random rules, expanded by python-dateutil on naive time, with the times removed that a change of
 * clocks leaves out: our dates are the same. Contract 29.1.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { randomFrom } from '../../scripts/dev/bench/data.js';
import { datesWithin } from '../../src/time/recurrence/dates.js';
import { parseRecurrence } from '../../src/time/recurrence/parse.js';
import { tempFolder } from '../support/process.js';
import { home } from './install.js';
import { hear, judgedBy } from './judging.js';

const RULES = Number(process.env.RULES ?? 5000);
const SEED = Number(process.env.SEED ?? 20_261_124);

const ZONES = [
  'UTC',
  'Europe/Paris',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Asia/Tehran',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'America/Nuuk',
  'Pacific/Apia',
];
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];

interface Case {
  rule: string;
  start: string;
  zone: string;
  to: string;
}

/** → a rule of RFC 5545, a start and a window of three years, or more where dates are rare. */
function caseFrom(random: () => number): Case {
  const number = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const pick = <T>(items: readonly T[]): T => items[number(0, items.length - 1)] as T;
  const some = <T>(make: () => T) => new Set(Array.from({ length: number(1, 3) }, make));
  const isGiven = (share: number) => random() < share;
  const two = (value: number) => String(value).padStart(2, '0');
  const freq = pick(FREQUENCIES);
  const isLong = freq === 'MONTHLY' || freq === 'YEARLY';
  const isByYearDay = freq === 'YEARLY' && isGiven(0.15);
  // Weeks without days mean the day of the start here, and all their days to python-dateutil; the
  // first and last ones of a year have days of two years.
  const isByWeek = freq === 'YEARLY' && !isByYearDay && isGiven(0.15);
  const isByMonthDay = freq !== 'WEEKLY' && !isByYearDay && !isByWeek && isGiven(0.3);
  const isByDay = isByWeek || (!isByYearDay && isGiven(0.5));
  // Of days with and without a number, python-dateutil takes those that are both.
  const mayHaveNumbers = isLong && !isByWeek && !(freq === 'YEARLY' && isByMonthDay);
  const isNumbered = mayHaveNumbers && isGiven(0.4);
  const monthDay = () => (isGiven(0.2) ? -number(1, 5) : number(1, 31));
  const weekDay = () => `${isNumbered ? pick([-2, -1, 1, 2, 3]) : ''}${pick(DAYS)}`;
  const lists: [isThere: boolean, name: string, value: () => string | number][] = [
    [isGiven(0.3), 'BYMONTH', () => number(1, 12)],
    [isByYearDay, 'BYYEARDAY', () => number(1, 366)],
    [isByWeek, 'BYWEEKNO', () => number(2, 51)],
    [isByMonthDay, 'BYMONTHDAY', monthDay],
    [isByDay, 'BYDAY', weekDay],
    [isGiven(0.1), 'BYHOUR', () => number(0, 23)],
    [isByDay && isLong && isGiven(0.2), 'BYSETPOS', () => pick([-1, 1, 2])],
  ];
  const parts = [
    `FREQ=${freq}`,
    ...(isGiven(0.5) ? [`INTERVAL=${number(1, 4)}`] : []),
    ...lists.flatMap(([isThere, name, value]) =>
      isThere ? `${name}=${[...some(value)].join(',')}` : [],
    ),
    ...(isGiven(0.2) ? [`WKST=${pick(DAYS)}`] : []),
    ...(isGiven(0.3) ? [`COUNT=${number(1, 40)}`] : []),
  ];
  const day = `${number(2020, 2027)}-${two(number(1, 12))}-${two(number(1, 28))}`;
  const start = `${day} ${two(number(0, 23))}:${pick(['00', '30'])}:00`;
  const years = freq === 'YEARLY' ? 12 : 3;
  const to = `${Number(day.slice(0, 4)) + years}-06-30 23:59:59`;
  return { rule: parts.join(';'), start, zone: pick(ZONES), to };
}

judgedBy('dateutil', `${RULES} random rules have the same dates (SEED=${SEED})`, async () => {
  const random = randomFrom(SEED);
  const cases = Array.from({ length: RULES }, () => caseFrom(random));
  const path = join(tempFolder(), 'rules.json');
  writeFileSync(path, JSON.stringify(cases));
  const judge = [join(home, 'dateutil_judge.py'), path];
  const { dates = [] } = await hear(join(home, 'python/bin/python'), judge);
  expect(dates).toHaveLength(RULES);
  const wrong: string[] = [];
  for (const [number, { rule, start, zone, to }] of cases.entries()) {
    const frame = { start, zone, isAllDay: false };
    const { recurrence } = parseRecurrence(rule, frame);
    const expected = dates[number]?.[2] ?? '';
    // A rule is refused here only when it can have no date.
    const found = recurrence ? datesWithin(recurrence, frame, { from: start, to }).join(',') : '';
    if (found !== expected) {
      wrong.push(`${rule} from ${start} ${zone}\n  ${found}\n  ${expected}`);
    }
  }
  expect(wrong.slice(0, 3)).toEqual([]);
});
