/** The date of a series that a text names, as calendars and rows write it. Contract 17, 29.5. */
import { expect, test } from 'vitest';
import { dateNamed, dateText } from '../../src/time/recurrence/named.js';

const stretch = (start: string, ...rules: string[]) => ({
  ...{ from: '', moved: 0, zone: 'Europe/Paris', isAllDay: start.endsWith(' 00:00:00') },
  ...{ start, rules },
});

const night = stretch('2026-03-09 00:30:00', 'FREQ=DAILY;COUNT=9');
const twice = stretch('2026-03-09 10:00:00', 'FREQ=DAILY;BYHOUR=10,20;COUNT=9');
const erased = { ...twice, local: { added: [], excepted: ['2026-03-10 10:00:00'] } };
const days = stretch('2026-03-09 00:00:00', 'FREQ=DAILY;COUNT=9');

test.each<[string, typeof night & { local?: typeof erased.local }, string, string]>([
  ['a date', night, '2026-03-10 00:30:00', '2026-03-10 00:30:00'],
  ['a date of UTC', night, dateText('2026-03-09 23:30:00', 'UTC', false), '2026-03-10 00:30:00'],
  ['one of another zone', night, '2026-03-09 19:30:00[America/New_York]', '2026-03-10 00:30:00'],
  [
    'one behind a change of clocks',
    stretch('2026-03-27 10:00:00', 'FREQ=DAILY;COUNT=9'),
    '2026-03-30 08:00:00[UTC]',
    '2026-03-30 10:00:00',
  ],
  ['a day', night, '2026-03-10', '2026-03-10 00:30:00'],
  ['a time of before', night, '2026-03-10 09:00:00', '2026-03-10 00:30:00'],
  ['one of two', twice, '2026-03-10 20:00:00', '2026-03-10 20:00:00'],
  ['none of two', twice, '2026-03-10 15:00:00', '2026-03-10 15:00:00'],
  ['an erased one of two', erased, '2026-03-10 10:00:00', '2026-03-10 10:00:00'],
  ['the one that is left', erased, '2026-03-10', '2026-03-10 20:00:00'],
  ['no date', night, '2026-05-10 00:30:00', '2026-05-10 00:30:00'],
  ['a midnight elsewhere', days, '2026-03-09 23:00:00[UTC]', '2026-03-10 00:00:00'],
  ['an hour of a whole day', days, '2026-03-10 09:00:00', '2026-03-10 00:00:00'],
])('%s', (_name, series, text, date) => {
  expect(dateNamed([series], text)).toBe(date);
});
