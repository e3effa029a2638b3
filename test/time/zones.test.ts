/**
 * Time zones: names, conversions through gaps and overlaps on both sides of the date line,
 * abbreviations. Properties over random zones are in zones-properties.test.ts.
 */
import { describe, expect, test } from 'vitest';
import {
  isoWithOffset,
  isTimeZone,
  lastSecondOfDay,
  localToUtc,
  normalizeTimeZone,
  utcToLocal,
  zoneAbbreviation,
} from '../../src/time/zones.js';

const names: [string, string | null][] = [
  ['America/New_York', 'America/New_York'],
  ['america/new_york', 'America/New_York'],
  [' Europe/Paris ', 'Europe/Paris'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['asia/calcutta', 'Asia/Calcutta'],
  ['US/Eastern', 'US/Eastern'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
  ['UTC', 'UTC'],
  ['utc', 'UTC'],
  ['UTC+2', 'UTC+2'],
  ['utc-5.5', 'UTC-5.5'],
  ['UTC+5.75', 'UTC+5.75'],
  ['UTC+12.25', 'UTC+12.25'],
  ['UTC+05:30', 'UTC+05:30'],
  ['UTC+14', 'UTC+14'],
  ['+02:00', '+02:00'],
  ['-14:00', '-14:00'],
  ['UTC+14.5', null],
  ['UTC+15', null],
  ['+14:01', null],
  ['UTC+2.3', null],
  ['UTC+5:60', null],
  ['UTCfoo', null],
  ['UTC+', null],
  ['+0200', null],
  ['+2', null],
  ['', null],
  ['Mars/Olympus', null],
  ['America_New_York', null],
  ['constructor', null],
  ['PST', null],
  ['x'.repeat(5000), null],
];

// name, zone, given local time, local time moved out of a gap (null: unchanged), UTC
const conversions: [string, string, string, string | null, string][] = [
  ['winter', 'America/New_York', '2026-03-01 09:00:00', null, '2026-03-01 14:00:00'],
  ['summer', 'America/New_York', '2026-07-01 09:00:00', null, '2026-07-01 13:00:00'],
  ['gap', 'America/New_York', '2026-03-08 02:30:00', '2026-03-08 03:30:00', '2026-03-08 07:30:00'],
  [
    'gap begins',
    'America/New_York',
    '2026-03-08 02:00:00',
    '2026-03-08 03:00:00',
    '2026-03-08 07:00:00',
  ],
  ['before gap', 'America/New_York', '2026-03-08 01:59:59', null, '2026-03-08 06:59:59'],
  ['after gap', 'America/New_York', '2026-03-08 03:00:00', null, '2026-03-08 07:00:00'],
  ['overlap', 'America/New_York', '2026-11-01 01:30:00', null, '2026-11-01 05:30:00'],
  ['after overlap', 'America/New_York', '2026-11-01 02:00:00', null, '2026-11-01 07:00:00'],
  ['gap', 'Europe/Paris', '2026-03-29 02:30:00', '2026-03-29 03:30:00', '2026-03-29 01:30:00'],
  ['overlap', 'Europe/Paris', '2026-10-25 02:30:00', null, '2026-10-25 00:30:00'],
  ['overlap', 'Europe/London', '2026-10-25 01:30:00', null, '2026-10-25 00:30:00'],
  ['gap', 'Europe/London', '2026-03-29 01:15:00', '2026-03-29 02:15:00', '2026-03-29 01:15:00'],
  [
    'half-hour gap',
    'Australia/Lord_Howe',
    '2026-10-04 02:15:00',
    '2026-10-04 02:45:00',
    '2026-10-03 15:45:00',
  ],
  ['half-hour overlap', 'Australia/Lord_Howe', '2026-04-05 01:45:00', null, '2026-04-04 14:45:00'],
  ['gap', 'Australia/Sydney', '2026-10-04 02:30:00', '2026-10-04 03:30:00', '2026-10-03 16:30:00'],
  ['overlap', 'Australia/Sydney', '2026-04-05 02:30:00', null, '2026-04-04 15:30:00'],
  ['summer', 'Pacific/Auckland', '2026-01-01 00:00:00', null, '2025-12-31 11:00:00'],
  ['far east', 'Pacific/Kiritimati', '2026-01-01 00:00:00', null, '2025-12-31 10:00:00'],
  ['far west', 'Pacific/Pago_Pago', '2025-12-31 23:00:00', null, '2026-01-01 10:00:00'],
  ['quarter hour', 'Asia/Kathmandu', '2026-05-01 05:45:00', null, '2026-05-01 00:00:00'],
  ['half hour', 'Asia/Kolkata', '2026-05-01 05:30:00', null, '2026-05-01 00:00:00'],
  [
    'a day skipped',
    'Pacific/Apia',
    '2011-12-30 10:00:00',
    '2011-12-31 10:00:00',
    '2011-12-30 20:00:00',
  ],
  [
    'midnight gap',
    'America/Sao_Paulo',
    '2018-11-04 00:00:00',
    '2018-11-04 01:00:00',
    '2018-11-04 03:00:00',
  ],
  ['Ramadan', 'Africa/Casablanca', '2026-03-01 12:00:00', null, '2026-03-01 12:00:00'],
  ['no change', 'UTC', '2026-03-08 02:30:00', null, '2026-03-08 02:30:00'],
  ['offset', 'UTC+5.75', '2026-03-08 05:45:00', null, '2026-03-08 00:00:00'],
  ['offset', '-03:30', '2026-03-08 00:00:00', null, '2026-03-08 03:30:00'],
  ['mean time', 'Europe/Paris', '1890-01-01 00:09:21', null, '1890-01-01 00:00:00'],
  ['far future', 'America/New_York', '2150-07-01 12:00:00', null, '2150-07-01 16:00:00'],
  ['held to range', '+02:00', '0001-01-01 00:00:00', null, '0001-01-01 00:00:00'],
];

const abbreviations: [string, string, string][] = [
  ['2026-01-15 12:00:00', 'America/New_York', 'EST'],
  ['2026-07-15 12:00:00', 'America/New_York', 'EDT'],
  ['2050-07-15 12:00:00', 'America/New_York', 'EDT'],
  ['2026-01-15 12:00:00', 'Europe/Paris', 'CET'],
  ['2026-07-15 12:00:00', 'Europe/London', 'BST'],
  ['2026-01-15 12:00:00', 'Asia/Tokyo', 'JST'],
  ['2026-01-15 12:00:00', 'Asia/Kolkata', 'IST'],
  ['2026-01-15 12:00:00', 'America/Sao_Paulo', '-03'],
  ['2026-01-15 12:00:00', 'Asia/Kathmandu', '+0545'],
  ['2026-01-15 12:00:00', 'Pacific/Auckland', 'NZDT'],
  ['2026-01-15 12:00:00', 'America/Vancouver', 'PST'],
  ['2020-07-15 12:00:00', 'America/Mexico_City', 'CDT'],
  ['2015-01-15 12:00:00', 'Europe/Istanbul', '+02'],
  ['2026-01-15 12:00:00', 'UTC', 'UTC'],
  ['2026-01-15 12:00:00', 'utc+2', 'UTC+2'],
  ['2026-01-15 12:00:00', '-05:00', '-05:00'],
];

describe('time zone names', () => {
  test.each(names)('%s → %s', (text, expected) => {
    expect(normalizeTimeZone(text)).toBe(expected);
    expect(isTimeZone(text)).toBe(expected !== null);
  });

  test('every name the runtime lists is accepted and can be converted', () => {
    for (const name of Intl.supportedValuesOf('timeZone')) {
      expect(normalizeTimeZone(name)).toBe(name);
    }
  });
});

describe('conversions', () => {
  test.each(conversions)('%s, %s %s', (_name, zone, given, moved, utc) => {
    const local = moved ?? given;
    expect(localToUtc(given, zone)).toEqual({ local, utc });
    if (utc !== '0001-01-01 00:00:00') expect(utcToLocal(utc, zone)).toBe(local);
  });

  test('both instants of an overlap give the same local time', () => {
    expect(utcToLocal('2026-11-01 05:30:00', 'America/New_York')).toBe('2026-11-01 01:30:00');
    expect(utcToLocal('2026-11-01 06:30:00', 'America/New_York')).toBe('2026-11-01 01:30:00');
  });

  test('an unknown zone throws', () => {
    expect(() => localToUtc('2026-01-01 00:00:00', 'Mars/Olympus')).toThrow(RangeError);
    expect(() => utcToLocal('2026-01-01 00:00:00', '')).toThrow(RangeError);
  });

  test('the last second of a day stays in its day, even where midnight is skipped', () => {
    expect(lastSecondOfDay('2024-03-30 10:00:00', 'America/Nuuk')).toEqual({
      local: '2024-03-30 22:59:59',
      utc: '2024-03-31 00:59:59',
    });
    expect(lastSecondOfDay('2026-03-08 10:00:00', 'America/New_York')).toEqual({
      local: '2026-03-08 23:59:59',
      utc: '2026-03-09 03:59:59',
    });
  });

  test.each(abbreviations)('abbreviation at %s in %s is %s', (utc, zone, expected) => {
    expect(zoneAbbreviation(utc, zone)).toBe(expected);
  });

  test('ISO 8601 with offset', () => {
    const overlap = '2026-11-01 01:30:00';
    const zone = 'America/New_York';
    expect(isoWithOffset('2026-03-01 09:00:00', zone)).toBe('2026-03-01T09:00:00-05:00');
    expect(isoWithOffset('2026-03-01 09:00:00', 'UTC')).toBe('2026-03-01T09:00:00+00:00');
    expect(isoWithOffset('2026-03-01 09:00:00', 'UTC+5.75')).toBe('2026-03-01T09:00:00+05:45');
    expect(isoWithOffset('2026-03-08 02:30:00', zone)).toBe('2026-03-08T03:30:00-04:00');
    expect(isoWithOffset(overlap, zone)).toBe('2026-11-01T01:30:00-04:00');
    expect(isoWithOffset(overlap, zone, '2026-11-01 06:30:00')).toBe('2026-11-01T01:30:00-05:00');
  });
});
