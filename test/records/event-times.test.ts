/**
 * The times of a created event, as tables: zones, offsets, words, all-day, gaps and overlaps,
 * an end before its start, and what is refused. Updates are in event-times-update.test.ts.
 */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/kinds/record.js';
import { eventTimes } from '../../src/records/write/event-times.js';
import { options, timesOf } from './event-lines.js';

const creates: [name: string, input: JsonObject, local: string, utc: string][] = [
  [
    'no zone: the site zone',
    { start_date: '2026-03-01 09:00', end_date: '2026-03-01 10:00' },
    '2026-03-01 09:00:00, 2026-03-01 10:00:00, America/New_York',
    '2026-03-01 14:00:00, 2026-03-01 15:00:00',
  ],
  [
    'an empty zone is the site zone',
    { start_date: '2026-03-01 09:00', end_date: '2026-03-01 10:00', timezone: '' },
    '2026-03-01 09:00:00, 2026-03-01 10:00:00, America/New_York',
    '2026-03-01 14:00:00, 2026-03-01 15:00:00',
  ],
  [
    'its own zone, in its usual spelling',
    { start_date: '2026-03-01 09:00', end_date: '2026-03-01 10:00', timezone: 'pacific/auckland' },
    '2026-03-01 09:00:00, 2026-03-01 10:00:00, Pacific/Auckland',
    '2026-02-28 20:00:00, 2026-02-28 21:00:00',
  ],
  [
    'an offset is an instant, shown in the zone',
    {
      start_date: '2026-03-01T09:00:00Z',
      end_date: '2026-03-01T12:00:00+02:00',
      timezone: 'Asia/Kathmandu',
    },
    '2026-03-01 14:45:00, 2026-03-01 15:45:00, Asia/Kathmandu',
    '2026-03-01 09:00:00, 2026-03-01 10:00:00',
  ],
  [
    'unix seconds',
    { start_date: 1_772_355_600, end_date: '1772359200', timezone: 'UTC+2' },
    '2026-03-01 11:00:00, 2026-03-01 12:00:00, UTC+2',
    '2026-03-01 09:00:00, 2026-03-01 10:00:00',
  ],
  [
    'words',
    { start_date: 'tomorrow 9am', end_date: 'next friday 4pm', timezone: 'Pacific/Kiritimati' },
    '2026-03-06 09:00:00, 2026-03-06 16:00:00, Pacific/Kiritimati',
    '2026-03-05 19:00:00, 2026-03-06 02:00:00',
  ],
  [
    'a start in a gap',
    { start_date: '2026-03-08 02:30', end_date: '2026-03-08 05:00' },
    '2026-03-08 03:30:00, 2026-03-08 05:00:00, America/New_York',
    '2026-03-08 07:30:00, 2026-03-08 09:00:00',
  ],
  [
    'a start moved out of a gap to after its end keeps the length',
    { start_date: '2026-03-08 02:30', end_date: '2026-03-08 03:10' },
    '2026-03-08 03:30:00, 2026-03-08 04:10:00, America/New_York',
    '2026-03-08 07:30:00, 2026-03-08 08:10:00',
  ],
  [
    'a start moved out of a gap to its end keeps the length',
    { start_date: '2026-03-08 02:30', end_date: '2026-03-08 03:30' },
    '2026-03-08 03:30:00, 2026-03-08 04:30:00, America/New_York',
    '2026-03-08 07:30:00, 2026-03-08 08:30:00',
  ],
  [
    'a start in the second half of an overlap, an end of the first',
    { start_date: '2026-11-01T06:15:00Z', end_date: '2026-11-01 01:45' },
    '2026-11-01 01:15:00, 2026-11-01 01:45:00, America/New_York',
    '2026-11-01 06:15:00, 2026-11-01 06:45:00',
  ],
  [
    'end before start',
    { start_date: '2026-03-01 09:00', end_date: '2026-02-01 10:00', timezone: 'Europe/Paris' },
    '2026-03-01 09:00:00, 2026-03-01 09:00:00, Europe/Paris',
    '2026-03-01 08:00:00, 2026-03-01 08:00:00',
  ],
  [
    'local times that go back over an overlap are not an end before the start',
    { start_date: '2026-11-01 01:45', end_date: '2026-11-01T01:15:00-05:00' },
    '2026-11-01 01:45:00, 2026-11-01 01:15:00, America/New_York',
    '2026-11-01 05:45:00, 2026-11-01 06:15:00',
  ],
  [
    'all day, over several days',
    {
      start_date: '2026-07-03 15:00',
      end_date: '2026-07-05 01:00',
      all_day: true,
      timezone: 'Pacific/Pago_Pago',
    },
    '2026-07-03 00:00:00, 2026-07-05 23:59:59, Pacific/Pago_Pago, all day',
    '2026-07-03 11:00:00, 2026-07-06 10:59:59',
  ],
  [
    'all day, from an instant that is another day in the zone',
    {
      start_date: '2026-07-03T20:00:00Z',
      end_date: '2026-07-03T21:00:00Z',
      all_day: true,
      timezone: 'Asia/Tokyo',
    },
    '2026-07-04 00:00:00, 2026-07-04 23:59:59, Asia/Tokyo, all day',
    '2026-07-03 15:00:00, 2026-07-04 14:59:59',
  ],
  [
    'all day, 23 hours long',
    { start_date: '2026-03-08', end_date: '2026-03-08', all_day: true },
    '2026-03-08 00:00:00, 2026-03-08 23:59:59, America/New_York, all day',
    '2026-03-08 05:00:00, 2026-03-09 03:59:59',
  ],
  [
    'all day, end earlier the same day',
    {
      start_date: '2026-07-03 15:00',
      end_date: '2026-07-03 10:00',
      all_day: true,
      timezone: 'UTC',
    },
    '2026-07-03 00:00:00, 2026-07-03 23:59:59, UTC, all day',
    '2026-07-03 00:00:00, 2026-07-03 23:59:59',
  ],
  [
    'all day, end on an earlier day',
    { start_date: '2026-07-03 15:00', end_date: '2026-06-01', all_day: true, timezone: 'UTC' },
    '2026-07-03 00:00:00, 2026-07-03 23:59:59, UTC, all day',
    '2026-07-03 00:00:00, 2026-07-03 23:59:59',
  ],
  [
    'all day where midnight does not exist',
    {
      start_date: '2018-11-04',
      end_date: '2018-11-04',
      all_day: true,
      timezone: 'America/Sao_Paulo',
    },
    '2018-11-04 01:00:00, 2018-11-04 23:59:59, America/Sao_Paulo, all day',
    '2018-11-04 03:00:00, 2018-11-05 01:59:59',
  ],
];

const invalid: [string, boolean, JsonObject, string[]][] = [
  ['nothing on create', false, {}, ['start_date', 'end_date']],
  ['a bad start', false, { start_date: '2026-02-30', end_date: '2026-03-01' }, ['start_date']],
  ['an empty end', true, { end_date: '' }, ['end_date']],
  ['a bad zone alone', true, { timezone: 'UTCfoo' }, ['timezone']],
  [
    'all three',
    true,
    { start_date: true, end_date: [], timezone: 'Mars/Olympus' },
    ['start_date', 'end_date', 'timezone'],
  ],
];

describe('eventTimes, create', () => {
  test.each(creates)('create: %s', (_name, input, local, utc) => {
    expect(eventTimes(input, null, options)).toEqual(timesOf(local, utc));
  });

  test.each(invalid)('invalid: %s', (_name, isUpdate, input, names) => {
    const before = timesOf('2026-06-10 20:00:00, 2026-06-10 22:00:00, UTC', '');
    const params = Object.fromEntries(names.map((name) => [name, expect.any(String)]));
    expect(() => eventTimes(input, isUpdate ? before : null, options)).toThrow(
      expect.objectContaining({ data: expect.objectContaining({ params }) }),
    );
  });

  test('an all-day event saved again does not drift where clocks skip midnight', () => {
    const input = {
      start_date: '2024-03-30',
      end_date: '2024-03-30',
      all_day: true,
      timezone: 'America/Nuuk',
    };
    const first = eventTimes(input, null, options);
    expect(first.end_date).toBe('2024-03-30 22:59:59');
    expect(eventTimes({ all_day: true }, first, options)).toEqual(first);
  });
});
