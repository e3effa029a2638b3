/**
 * The date-time parser in tables: every form the contract accepts, the forms it refuses, and the
 * small helpers on date-time texts. Now is Wednesday 2026-03-04 15:30 UTC (10:30 in New York).
 */
import { describe, expect, test } from 'vitest';
import {
  addMonths,
  dateDetails,
  endOfDay,
  parseDateTime,
  secondsToUtc,
  startOfDay,
  utcToSeconds,
} from '../../src/time/date-times.js';
import { fc } from '../support/seed.js';

const nowMs = Date.UTC(2026, 2, 4, 15, 30, 0, 250);
const newYork = { zone: 'America/New_York', nowMs };
const utc = { zone: 'UTC', nowMs };

// Read in UTC: input, expected.
const written: [unknown, string][] = [
  ['2026-03-01', '2026-03-01 00:00:00'],
  ['2026-03-01 09:00:00', '2026-03-01 09:00:00'],
  ['2026-03-01T09:00:00', '2026-03-01 09:00:00'],
  ['2026-03-01t09:00', '2026-03-01 09:00:00'],
  ['2026-03-01 9:05', '2026-03-01 09:05:00'],
  ['  2026-03-01   09:00  ', '2026-03-01 09:00:00'],
  ['2026-03-01T09:00:00.999', '2026-03-01 09:00:00'],
  ['2026-03-01T09:00:00,5Z', '2026-03-01 09:00:00'],
  ['2026-03-01T09:00:00Z', '2026-03-01 09:00:00'],
  ['2026-03-01T09:00z', '2026-03-01 09:00:00'],
  ['2026-03-01T09:00:00+02:00', '2026-03-01 07:00:00'],
  ['2026-03-01 09:00:00 +0200', '2026-03-01 07:00:00'],
  ['2026-03-01T09:00:00-05', '2026-03-01 14:00:00'],
  ['2026-03-01T09:00:00+14:00', '2026-02-28 19:00:00'],
  ['2026-03-01 4pm', '2026-03-01 16:00:00'],
  ['2026-03-01 4 PM', '2026-03-01 16:00:00'],
  ['2026-03-01 9:30am', '2026-03-01 09:30:00'],
  ['2026-03-01 12am', '2026-03-01 00:00:00'],
  ['2026-03-01 12pm', '2026-03-01 12:00:00'],
  ['2026-03-01 noon', '2026-03-01 12:00:00'],
  ['2026-03-01 24:00:00', '2026-03-02 00:00:00'],
  ['2024-02-29', '2024-02-29 00:00:00'],
  ['0001-01-01', '0001-01-01 00:00:00'],
  ['0099-12-31 23:59:59', '0099-12-31 23:59:59'],
  ['9999-12-31 23:59:59', '9999-12-31 23:59:59'],
  [0, '1970-01-01 00:00:00'],
  ['0', '1970-01-01 00:00:00'],
  ['-1', '1969-12-31 23:59:59'],
  [1_772_355_600, '2026-03-01 09:00:00'],
  ['1772355600', '2026-03-01 09:00:00'],
  ['2026', '1970-01-01 00:33:46'],
  ['20260301', '1970-08-23 11:51:41'],
];

const refused: unknown[] = [
  ...['', ' ', 'foo', '2026-02-30', '2025-02-29', '2026-13-01', '2026-00-10', '2026-01-00'],
  ...['2026-3-1', '26-03-01', '2026/03/01', '01.03.2026', '+2026-03-01', '0000-01-01'],
  ...['2026-03-01 25:00', '2026-03-01T09:60', '2026-03-01 09:00:60', '2026-03-01 24:00:01'],
  ...['2026-03-01T9:00', '2026-03-01T4pm', '2026-03-01 9', '2026-03-01T', '2026-03-01 0am'],
  ...['2026-03-01 13pm', '2026-03-01T09:00:00+15:00', '2026-03-01T09:00:00+14:30'],
  ...['2026-03-01T09:00+02:60', '2026-03-01 09:00 02:00', '2026-03-01 09:00 EST'],
  ...['0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00', '9999-12-31 24:00'],
  ...['+999999999 years', '-999999999 months', '+9999999999 days', '9'.repeat(40), '1.5'],
  ...['next', 'next foo', 'last blue moon', 'tomorrow 25:00', 'tomorrow at 9am', 'noon'],
  ...[
    '* 1 week',
    '+1',
    '+1 eon',
    '1 eon',
    '+1 week 2 days',
    'now now',
    'tomorrow tomorrow',
    'constructor',
  ],
  ...[`2026-03-01${' '.repeat(91)}`, '2026-03-01\u0000', '٢٠٢٦-٠٣-٠١'],
  ...[1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e15, -1e15],
  ...[null, undefined, true, false, [], ['2026-03-01'], {}, new Date(0), 5n, Symbol('x')],
];

// Read in New York, where it is Wednesday 2026-03-04 10:30:00: input, local, UTC.
const words: [string, string, string][] = [
  ['now', '2026-03-04 10:30:00', '2026-03-04 15:30:00'],
  ['NOW 9am', '2026-03-04 09:00:00', '2026-03-04 14:00:00'],
  ['today', '2026-03-04 00:00:00', '2026-03-04 05:00:00'],
  ['Tomorrow', '2026-03-05 00:00:00', '2026-03-05 05:00:00'],
  ['tomorrow 9am', '2026-03-05 09:00:00', '2026-03-05 14:00:00'],
  ['yesterday 23:59', '2026-03-03 23:59:00', '2026-03-04 04:59:00'],
  ['yesterday 14:00:30', '2026-03-03 14:00:30', '2026-03-03 19:00:30'],
  ['today midnight', '2026-03-04 00:00:00', '2026-03-04 05:00:00'],
  ['+1 week', '2026-03-11 10:30:00', '2026-03-11 14:30:00'],
  [' 1 week', '2026-03-11 10:30:00', '2026-03-11 14:30:00'],
  ['1 week', '2026-03-11 10:30:00', '2026-03-11 14:30:00'],
  ['2 days 9:30 pm', '2026-03-06 21:30:00', '2026-03-07 02:30:00'],
  ['+1week', '2026-03-11 10:30:00', '2026-03-11 14:30:00'],
  ['+2 days 9:30 pm', '2026-03-06 21:30:00', '2026-03-07 02:30:00'],
  ['-1 day', '2026-03-03 10:30:00', '2026-03-03 15:30:00'],
  ['+1 month', '2026-04-04 10:30:00', '2026-04-04 14:30:00'],
  ['-2 years noon', '2024-03-04 12:00:00', '2024-03-04 17:00:00'],
  ['+90 minutes', '2026-03-04 12:00:00', '2026-03-04 17:00:00'],
  ['+30 seconds', '2026-03-04 10:30:30', '2026-03-04 15:30:30'],
  ['+96 hours', '2026-03-08 11:30:00', '2026-03-08 15:30:00'],
  ['+4 days 2:30', '2026-03-08 03:30:00', '2026-03-08 07:30:00'],
  ['+2 hours 9am', '2026-03-04 11:00:00', '2026-03-04 16:00:00'],
  ['next wednesday', '2026-03-11 00:00:00', '2026-03-11 04:00:00'],
  ['next wednesday 4pm', '2026-03-11 16:00:00', '2026-03-11 20:00:00'],
  ['next friday', '2026-03-06 00:00:00', '2026-03-06 05:00:00'],
  ['last wednesday', '2026-02-25 00:00:00', '2026-02-25 05:00:00'],
  ['last friday 9am', '2026-02-27 09:00:00', '2026-02-27 14:00:00'],
  ['last thu', '2026-02-26 00:00:00', '2026-02-26 05:00:00'],
  ['wednesday', '2026-03-04 00:00:00', '2026-03-04 05:00:00'],
  ['this tuesday noon', '2026-03-10 12:00:00', '2026-03-10 16:00:00'],
  ['next week', '2026-03-11 10:30:00', '2026-03-11 14:30:00'],
  ['last month', '2026-02-04 10:30:00', '2026-02-04 15:30:00'],
  ['next year 12am', '2027-03-04 00:00:00', '2027-03-04 05:00:00'],
  ['1772377200', '2026-03-01 10:00:00', '2026-03-01 15:00:00'],
  ['2026-03-01T09:00:00Z', '2026-03-01 04:00:00', '2026-03-01 09:00:00'],
  ['2026-11-01T01:30:00-05:00', '2026-11-01 01:30:00', '2026-11-01 06:30:00'],
  ['2026-11-01 01:30', '2026-11-01 01:30:00', '2026-11-01 05:30:00'],
  ['2026-03-08 02:30', '2026-03-08 03:30:00', '2026-03-08 07:30:00'],
];

// Words in other zones at the same now: zone, input, local, UTC.
const elsewhere: [string, string, string, string][] = [
  ['Pacific/Auckland', 'today', '2026-03-05 00:00:00', '2026-03-04 11:00:00'],
  ['Pacific/Kiritimati', 'tomorrow', '2026-03-06 00:00:00', '2026-03-05 10:00:00'],
  ['Pacific/Pago_Pago', 'today', '2026-03-04 00:00:00', '2026-03-04 11:00:00'],
  ['Asia/Kathmandu', 'now', '2026-03-04 21:15:00', '2026-03-04 15:30:00'],
  ['Asia/Tokyo', 'wednesday', '2026-03-11 00:00:00', '2026-03-10 15:00:00'],
  ['Europe/Paris', '2026-03-29 2:30am', '2026-03-29 03:30:00', '2026-03-29 01:30:00'],
  ['Australia/Lord_Howe', '2026-10-04 02:15', '2026-10-04 02:45:00', '2026-10-03 15:45:00'],
  ['UTC-5.5', '2026-03-01', '2026-03-01 00:00:00', '2026-03-01 05:30:00'],
];

describe('parseDateTime', () => {
  test.each(written)('%j is %s', (input, expected) => {
    expect(parseDateTime(input, utc)).toEqual({ local: expected, utc: expected });
  });

  test.each(refused.map((value) => [String(value).slice(0, 60), value]))('refuses %j', (_, value) =>
    expect(parseDateTime(value, newYork)).toBeNull());

  test.each(words)('%s in New York is %s', (input, local, expected) => {
    expect(parseDateTime(input, newYork)).toEqual({ local, utc: expected });
  });

  test.each(elsewhere)('in %s, %s is %s', (zone, input, local, expected) => {
    expect(parseDateTime(input, { zone, nowMs })).toEqual({ local, utc: expected });
  });

  test('months roll over as they do in PHP', () => {
    const at = { zone: 'UTC', nowMs: Date.UTC(2026, 0, 31, 8) };
    expect(parseDateTime('+1 month', at)?.local).toBe('2026-03-03 08:00:00');
  });

  test('refuses an unknown zone or an impossible now instead of throwing', () => {
    expect(parseDateTime('today', { zone: 'Mars/Olympus', nowMs })).toBeNull();
    expect(parseDateTime('today', { zone: 'UTC', nowMs: Number.NaN })).toBeNull();
  });

  test('never throws, and its results are read back as the same moment', () => {
    const texts = fc.oneof(
      fc.anything(),
      fc.string({ unit: 'grapheme' }),
      fc.stringMatching(/^[+-]?\d{1,12} ?(day|week|month|year|hour)s?( \d{1,2}(am|pm)?)?$/),
      fc.stringMatching(/^\d{4}-[01]\d-[0-3]\d[ T][0-2]\d:[0-6]\d(:[0-6]\d)?([+-]\d\d:\d\d)?$/),
    );
    fc.assert(
      fc.property(texts, (value) => {
        const read = parseDateTime(value, newYork);
        if (read !== null) {
          expect(parseDateTime(`${read.utc}Z`, newYork)).toEqual(read);
        }
      }),
      { numRuns: 3000 },
    );
  });
});

describe('helpers', () => {
  test('start and end of the day', () => {
    expect(startOfDay('2026-03-04 10:30:00')).toBe('2026-03-04 00:00:00');
    expect(endOfDay('2026-03-04 10:30:00')).toBe('2026-03-04 23:59:59');
  });

  test('details are texts with leading zeros', () => {
    expect(dateDetails('2026-01-05 09:07:03')).toEqual({
      year: '2026',
      month: '01',
      day: '05',
      hour: '09',
      minutes: '07',
      seconds: '03',
    });
  });

  test.each([
    ['2026-03-04 10:30:00', 24, '2028-03-04 10:30:00'],
    ['2026-01-31 10:30:00', 1, '2026-03-03 10:30:00'],
    ['2026-03-15 00:00:01', -3, '2025-12-15 00:00:01'],
    ['1969-12-31 23:59:59', 2, '1970-03-03 23:59:59'],
    ['9999-12-01 00:00:00', 1, '9999-12-31 23:59:59'],
  ])('%s and %i months', (local, months, expected) => {
    expect(addMonths(local, months)).toBe(expected);
  });

  test.each([
    ['1970-01-01 00:00:00', 0],
    ['1969-12-31 23:59:59', -1],
    ['0001-01-01 00:00:00', -62_135_596_800],
    ['9999-12-31 23:59:59', 253_402_300_799],
  ])('%s UTC is %i s', (text, seconds) => {
    expect(utcToSeconds(text)).toBe(seconds);
    expect(secondsToUtc(seconds)).toBe(text);
  });
});
