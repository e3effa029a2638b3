/**
 * The times of an updated event, as a table: absent fields are kept, one end only, a changed
 * zone, all-day on and off. Rows without expected times change nothing.
 */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/kinds/record.js';
import { type EventTimes, eventTimes } from '../../src/records/write/event-times.js';
import { options, timesOf } from './event-lines.js';

const timed = timesOf(
  '2026-06-10 20:00:00, 2026-06-10 22:00:00, Europe/Paris',
  '2026-06-10 18:00:00, 2026-06-10 20:00:00',
);
const wholeDays = timesOf(
  '2026-06-10 00:00:00, 2026-06-11 23:59:59, Europe/Paris, all day',
  '2026-06-09 22:00:00, 2026-06-11 21:59:59',
);
// 01:30 the second time in the overlap, as stored for an instant with an offset.
const secondPass = timesOf(
  '2026-11-01 01:30:00, 2026-11-01 04:00:00, America/New_York',
  '2026-11-01 06:30:00, 2026-11-01 09:00:00',
);

const updates: [
  name: string,
  before: EventTimes,
  input: JsonObject,
  local?: string,
  utc?: string,
][] = [
  ['nothing sent', timed, {}],
  ['nothing sent, all day', wholeDays, {}],
  [
    'nulls are absent',
    wholeDays,
    { start_date: null, end_date: null, all_day: null, timezone: null },
  ],
  ['the same zone', secondPass, { timezone: 'America/New_York' }],
  [
    'a new start, read in the stored zone',
    timed,
    { start_date: '2026-06-10 21:00' },
    '2026-06-10 21:00:00, 2026-06-10 22:00:00, Europe/Paris',
    '2026-06-10 19:00:00, 2026-06-10 20:00:00',
  ],
  [
    'a new start after the stored end',
    timed,
    { start_date: '2026-06-12 09:00' },
    '2026-06-12 09:00:00, 2026-06-12 11:00:00, Europe/Paris',
    '2026-06-12 07:00:00, 2026-06-12 09:00:00',
  ],
  [
    'a new start at the stored end',
    timed,
    { start_date: '2026-06-10 22:00' },
    '2026-06-10 22:00:00, 2026-06-11 00:00:00, Europe/Paris',
    '2026-06-10 20:00:00, 2026-06-10 22:00:00',
  ],
  [
    'a new start of a rescheduled event, before the stored one',
    timed,
    { start_date: '2026-06-10 19:00', event_status: 'rescheduled' },
    '2026-06-10 19:00:00, 2026-06-10 21:00:00, Europe/Paris',
    '2026-06-10 17:00:00, 2026-06-10 19:00:00',
  ],
  [
    'a new start and a new end of a rescheduled event',
    timed,
    { start_date: '2026-06-10 19:00', end_date: '2026-06-10 23:00', event_status: 'rescheduled' },
    '2026-06-10 19:00:00, 2026-06-10 23:00:00, Europe/Paris',
    '2026-06-10 17:00:00, 2026-06-10 21:00:00',
  ],
  ['rescheduled without new times', timed, { event_status: 'rescheduled' }],
  [
    'a new start in the second half of an overlap: the exact length stays',
    secondPass,
    { start_date: '2026-11-01T06:00:00Z', event_status: 'rescheduled' },
    '2026-11-01 01:00:00, 2026-11-01 03:30:00, America/New_York',
    '2026-11-01 06:00:00, 2026-11-01 08:30:00',
  ],
  [
    'a new start in a gap, past the stored end',
    timed,
    { timezone: 'Europe/Paris', start_date: '2027-03-28 02:30' },
    '2027-03-28 03:30:00, 2027-03-28 05:30:00, Europe/Paris',
    '2027-03-28 01:30:00, 2027-03-28 03:30:00',
  ],
  [
    'a new end',
    timed,
    { end_date: '2026-06-11T00:30:00Z' },
    '2026-06-10 20:00:00, 2026-06-11 02:30:00, Europe/Paris',
    '2026-06-10 18:00:00, 2026-06-11 00:30:00',
  ],
  [
    'a new end before the stored start',
    timed,
    { end_date: '2026-06-01' },
    '2026-06-10 20:00:00, 2026-06-10 20:00:00, Europe/Paris',
    '2026-06-10 18:00:00, 2026-06-10 18:00:00',
  ],
  [
    'a new end keeps a start in the second half of an overlap',
    secondPass,
    { end_date: '2026-11-01 03:00' },
    '2026-11-01 01:30:00, 2026-11-01 03:00:00, America/New_York',
    '2026-11-01 06:30:00, 2026-11-01 08:00:00',
  ],
  [
    'only the zone: the local time stays',
    timed,
    { timezone: 'America/New_York' },
    '2026-06-10 20:00:00, 2026-06-10 22:00:00, America/New_York',
    '2026-06-11 00:00:00, 2026-06-11 02:00:00',
  ],
  [
    'only the zone, all day',
    wholeDays,
    { timezone: 'Pacific/Auckland' },
    '2026-06-10 00:00:00, 2026-06-11 23:59:59, Pacific/Auckland, all day',
    '2026-06-09 12:00:00, 2026-06-11 11:59:59',
  ],
  [
    'a zone and a start: the stored end moves to the zone too',
    timed,
    { timezone: 'Asia/Tokyo', start_date: '2026-06-10 21:00' },
    '2026-06-10 21:00:00, 2026-06-10 22:00:00, Asia/Tokyo',
    '2026-06-10 12:00:00, 2026-06-10 13:00:00',
  ],
  [
    'all_day false keeps the times',
    wholeDays,
    { all_day: false },
    '2026-06-10 00:00:00, 2026-06-11 23:59:59, Europe/Paris',
    '2026-06-09 22:00:00, 2026-06-11 21:59:59',
  ],
  [
    'all_day true on a timed event',
    timed,
    { all_day: true },
    '2026-06-10 00:00:00, 2026-06-10 23:59:59, Europe/Paris, all day',
    '2026-06-09 22:00:00, 2026-06-10 21:59:59',
  ],
  [
    'a new end without all_day makes the event timed',
    wholeDays,
    { end_date: '2026-06-12 18:00' },
    '2026-06-10 00:00:00, 2026-06-12 18:00:00, Europe/Paris',
    '2026-06-09 22:00:00, 2026-06-12 16:00:00',
  ],
  [
    'a new end with all_day',
    wholeDays,
    { end_date: '2026-06-12 18:00', all_day: true },
    '2026-06-10 00:00:00, 2026-06-12 23:59:59, Europe/Paris, all day',
    '2026-06-09 22:00:00, 2026-06-12 21:59:59',
  ],
  [
    'all_day with a start after the stored end',
    wholeDays,
    { start_date: '2026-06-20 18:00', all_day: true },
    '2026-06-20 00:00:00, 2026-06-21 23:59:59, Europe/Paris, all day',
    '2026-06-19 22:00:00, 2026-06-21 21:59:59',
  ],
  [
    'whole days over a clock change stay as many',
    wholeDays,
    { start_date: '2026-10-24', all_day: true },
    '2026-10-24 00:00:00, 2026-10-25 23:59:59, Europe/Paris, all day',
    '2026-10-23 22:00:00, 2026-10-25 22:59:59',
  ],
  [
    'all_day with a later start on the day of a timed event',
    timed,
    { start_date: '2026-06-10 23:00', all_day: true },
    '2026-06-10 00:00:00, 2026-06-10 23:59:59, Europe/Paris, all day',
    '2026-06-09 22:00:00, 2026-06-10 21:59:59',
  ],
];

describe('eventTimes, update', () => {
  test.each(updates)('update: %s', (_name, before, input, local, utc) => {
    const frozen = Object.freeze({ ...before });
    const after = local && utc ? timesOf(local, utc) : before;
    expect(eventTimes(input, frozen, options)).toEqual(after);
  });
});
