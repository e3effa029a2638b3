/** Recurrences: lines, refusals, dates, words. Source: Contract 29. */
import { describe, expect, it } from 'vitest';
import { splitAt, withTimeOf } from '../../src/time/recurrence/change.js';
import { dateIssues, datesWithin } from '../../src/time/recurrence/dates.js';
import { parseRecurrence } from '../../src/time/recurrence/parse.js';
import { type Frame, type Recurrence, toLines } from '../../src/time/recurrence/rule.js';
import { lastTime } from '../../src/time/recurrence/stretches.js';
import { recurrenceText } from '../../src/time/recurrence/text.js';

const TUESDAY: Frame = { start: '2026-03-03 19:00:00', zone: 'Europe/Paris', isAllDay: false };
const WINDOW = { from: '2025-03-01 00:00:00', to: '2028-03-01 00:00:00', limit: 1000 };

function read(value: unknown, frame = TUESDAY): Recurrence {
  const { recurrence, reasons } = parseRecurrence(value, frame);
  expect(reasons).toEqual([]);
  if (!recurrence) throw new Error('nothing recurs');
  return recurrence;
}

const refusals: [name: string, value: unknown, reason: RegExp][] = [
  ['a frequency below a day', 'FREQ=SECONDLY', /FREQ/],
  ['no frequency', 'RRULE:INTERVAL=2', /FREQ/],
  ['two rules', ['FREQ=DAILY', 'RRULE:FREQ=WEEKLY'], /one RRULE/],
  ['UNTIL before the start', 'FREQ=DAILY;UNTIL=20260101', /before start_date/],
  ['an ordinal beyond a year', 'FREQ=YEARLY;BYDAY=99MO', /BYDAY/],
  ['an ordinal of a week', 'FREQ=WEEKLY;BYDAY=1MO', /BYDAY/],
  ['COUNT with UNTIL', 'FREQ=DAILY;COUNT=2;UNTIL=20270101', /exclude/],
  ['COUNT beyond 1000', 'FREQ=DAILY;COUNT=100000', /COUNT/],
  ['INTERVAL of 0', 'FREQ=DAILY;INTERVAL=0', /INTERVAL/],
  ['BYSECOND', 'FREQ=DAILY;BYSECOND=1', /BYSECOND/],
  ['RSCALE', 'FREQ=DAILY;RSCALE=HEBREW', /RSCALE/],
  ['EXRULE', ['FREQ=DAILY', 'EXRULE:FREQ=WEEKLY'], /EXRULE/],
  ['a period', 'RDATE;VALUE=PERIOD:20260304T190000/PT1H', /periods/],
  ['another line', 'DTSTART:20260303T190000', /no line/],
  ['a part twice', 'FREQ=DAILY;COUNT=2;COUNT=3', /once/],
  ['25 times a day', 'FREQ=DAILY;BYHOUR=1,2,3,4,5;BYMINUTE=1,2,3,4,5', /24/],
  ['a date that is none', 'RDATE:20260230T190000', /RDATE/],
  ['a date before 2000', 'RDATE:19991231T190000', /2000/],
  ['UNTIL after 2126', 'FREQ=YEARLY;UNTIL=21270101', /2126/],
  ['501 exceptions', ['FREQ=DAILY', `EXDATE:${Array(501).fill('20260304T190000').join()}`], /500/],
  ['10 MiB of dates', `RDATE:${'20260304T190000,'.repeat(655_360)}`, /characters/],
  ['no date', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', /no date/],
  ['no date, day by day', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', /no date/],
  ['weekdays of days of a year', 'FREQ=YEARLY;BYYEARDAY=100;BYDAY=MO', /BYYEARDAY and BYDAY/],
  ['numbers beside BYMONTHDAY', 'FREQ=YEARLY;BYMONTHDAY=13;BYDAY=1FR', /beside BYMONTHDAY/],
  ['no text', 7, /text/],
];

describe('29.1 what is refused', () => {
  it.each(refusals)('%s', (_, value, reason) => {
    const { recurrence, reasons } = parseRecurrence(value, TUESDAY);
    expect(recurrence).toBeNull();
    expect(reasons.join(' ')).toMatch(reason);
  });

  it('tells every reason at once', () => {
    const { reasons } = parseRecurrence('FREQ=HOURLY;COUNT=0;BYDAY=XX;BYSECOND=1', TUESDAY);
    expect(reasons).toHaveLength(4);
  });

  const tables: [name: string, value: unknown, param: string, reason: RegExp][] = [
    ['a start that is no date', 'FREQ=WEEKLY;BYDAY=WE', 'start_date', /2026-03-04 19:00:00/],
    ['24 dates a day', `FREQ=DAILY;BYHOUR=${[...Array(24).keys()].join()}`, 'recurrence', /1000/],
    ['an end after 2126', 'FREQ=YEARLY;COUNT=102', 'recurrence', /2126/],
  ];
  it.each(tables)('%s', (_, value, param, reason) => {
    const [issue] = dateIssues(read(value), TUESDAY);
    expect(issue?.param).toBe(param);
    expect(issue?.reason).toMatch(reason);
  });
});

const dates: [name: string, value: unknown, frame: Partial<Frame>, expected: string[]][] = [
  [
    'every second Tuesday',
    'FREQ=WEEKLY;INTERVAL=2;COUNT=3',
    {},
    ['2026-03-03 19:00:00', '2026-03-17 19:00:00', '2026-03-31 19:00:00'],
  ],
  [
    'no time in a gap',
    'FREQ=DAILY;COUNT=3',
    { start: '2026-03-28 02:30:00' },
    ['2026-03-28 02:30:00', '2026-03-30 02:30:00'],
  ],
  [
    'dates beside the rule, and exceptions',
    ['FREQ=DAILY;COUNT=3', 'RDATE:20260401T100000', 'EXDATE;VALUE=DATE:20260304'],
    {},
    ['2026-03-03 19:00:00', '2026-03-05 19:00:00', '2026-04-01 10:00:00'],
  ],
  [
    'dates alone',
    'RDATE;TZID=America/New_York:20260310T130000',
    {},
    ['2026-03-03 19:00:00', '2026-03-10 18:00:00'],
  ],
  [
    'whole days',
    'FREQ=MONTHLY;UNTIL=20260503',
    { start: '2026-03-03 00:00:00', isAllDay: true },
    ['2026-03-03 00:00:00', '2026-04-03 00:00:00', '2026-05-03 00:00:00'],
  ],
];

describe('29.1 dates', () => {
  it.each(dates)('%s', (_, value, frame, expected) => {
    const of = { ...TUESDAY, ...frame };
    expect(datesWithin(read(value, of), of, WINDOW)).toEqual(expected);
  });

  it('gives the first ones', () => {
    expect(datesWithin(read('FREQ=DAILY'), TUESDAY, { ...WINDOW, limit: 5 })).toHaveLength(5);
    expect(datesWithin(read('FREQ=DAILY'), TUESDAY, WINDOW)).toHaveLength(729);
  });
});

it('29.1 lines are normalised, UNTIL in UTC', () => {
  const lines = ['freq=weekly;byday=tu,mo;until=20260630', 'RDATE:20260501T100000Z'];
  const expected = [
    'RRULE:FREQ=WEEKLY;UNTIL=20260630T215959Z;BYDAY=MO,TU',
    'RDATE:20260501T120000',
  ];
  expect(toLines(read(lines), TUESDAY)).toEqual(expected);
  expect(toLines(read(expected), TUESDAY)).toEqual(expected);
});

const words: [value: unknown, text: string][] = [
  [
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20270630', 'EXDATE:20260317,20260331,20260414'],
    'Every second Tuesday until 30 June 2027, except 3 dates',
  ],
  ['FREQ=DAILY', 'Every day'],
  ['FREQ=DAILY;COUNT=10', 'Every day, 10 times'],
  ['FREQ=WEEKLY', 'Every Tuesday'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday'],
  ['FREQ=WEEKLY;INTERVAL=3;BYDAY=TU,TH', 'Every third week on Tuesday and Thursday'],
  ['FREQ=MONTHLY', 'Every month on the 3rd'],
  ['FREQ=MONTHLY;BYDAY=1TU,-1FR', 'Every month on the last Friday and the first Tuesday'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 'Every month on the last day'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', 'Every month on the last of weekdays'],
  ['FREQ=YEARLY', 'Every year on 3 March'],
  ['FREQ=YEARLY;BYMONTH=3;BYDAY=1TU', 'Every year on the first Tuesday of March'],
  ['FREQ=DAILY;BYHOUR=9,19;BYMINUTE=0', 'Every day at 09:00 and 19:00'],
  ['FREQ=DAILY;INTERVAL=12;BYMONTH=3,4', 'Every 12th day in March and April'],
  ['RDATE:20260310T190000', 'On 2 dates'],
  [['FREQ=WEEKLY', 'RDATE:20260304T190000'], 'Every Tuesday, and on 1 more date'],
];

it.each(words)('29.1 words: %s', (value, text) => {
  expect(recurrenceText(read(value), TUESDAY)).toBe(text);
});

describe('29.1 changes', () => {
  it('splits a rule at a date, its count included', () => {
    const rule = read(['FREQ=WEEKLY;COUNT=5', 'EXDATE:20260310T190000,20260324T190000']);
    const { before, after } = splitAt(rule, TUESDAY, '2026-03-17 19:00:00');
    const all = datesWithin(rule, TUESDAY, WINDOW);
    const later = { ...TUESDAY, start: '2026-03-17 19:00:00' };
    const parts = [...datesWithin(before, TUESDAY, WINDOW), ...datesWithin(after, later, WINDOW)];
    expect(parts).toEqual(all);
    expect(after.rule?.count).toBe(3);
  });

  it.each([
    ['a count', 'FREQ=WEEKLY;COUNT=3'],
    ['an end', 'FREQ=WEEKLY;UNTIL=20260318'],
  ])('a rule that %s ends before the split gives no further date', (_, text) => {
    const rule = read([text, 'RDATE:20260414T190000']);
    const { before } = splitAt(rule, TUESDAY, '2026-04-14 19:00:00');
    expect(datesWithin(before, TUESDAY, WINDOW)).toEqual(
      datesWithin(rule, TUESDAY, WINDOW).slice(0, 3),
    );
  });

  it('moves exceptions with the time of day', () => {
    const rule = read(['FREQ=WEEKLY;COUNT=2', 'EXDATE:20260310T190000']);
    const later = { ...TUESDAY, start: '2026-03-03 20:00:00' };
    expect(withTimeOf(rule, TUESDAY, later).excepted).toEqual(['2026-03-10 20:00:00']);
  });
});

it.each([
  ['of two', ['FREQ=WEEKLY;COUNT=2'], '2026-03-10 19:00:00'],
  ['where all are excepted', ['FREQ=DAILY;COUNT=1', 'EXDATE:20260303T190000'], ''],
  ['without an end', ['FREQ=DAILY'], null],
])('29.1 the last date %s', (_, rules, last) => {
  expect(lastTime([{ ...TUESDAY, from: '', moved: 0, rules }])).toBe(last);
});
