/** Times and spans as people write them into tables. Contract 16.2. */
import { expect, test } from 'vitest';
import { readText } from '../support/read-text.js';

const HOURS: [start: string, end: string, expected: string, expectedEnd?: string][] = [
  ['ab 19 Uhr', '', '2027-12-05 19:00'],
  ['19-21 Uhr', '', '2027-12-05 19:00', '2027-12-05 21:00'],
  ['19:30 - 22:00', '', '2027-12-05 19:30', '2027-12-05 22:00'],
  ['09:00-11:00', '', '2027-12-05 09:00', '2027-12-05 11:00'],
  ['7-9 pm', '', '2027-12-05 19:00', '2027-12-05 21:00'],
  ['11-1 pm', '', '2027-12-05 11:00', '2027-12-05 13:00'],
  ['ganztägig', '', '2027-12-05'],
  ['12 noon', '', '2027-12-05 12:00'],
  ['19.30', '21.30', '2027-12-05 19:30', '2027-12-05 21:30'],
  ['7pm', '9pm', '2027-12-05 19:00', '2027-12-05 21:00'],
  ['1930', '2130', '2027-12-05 19:30', '2027-12-05 21:30'],
  ['22:00', '02:00', '2027-12-05 22:00', '2027-12-06 02:00'],
  ['10:30 PM', '12:30 AM', '2027-12-05 22:30', '2027-12-06 00:30'],
];

test.each(HOURS)('a column of times has %s, its end %s', async (start, end, at, until) => {
  const row = ['A', '05.12.2027', start, end].join(';');
  const { payloads, faults } = await readText(`title;start_date;start_time;end_time\n${row}\n`);
  expect(faults).toEqual([]);
  expect(payloads[0].start_date).toBe(at);
  expect(payloads[0].end_date).toBe(until);
});

const CELLS: [text: string, start: string, end?: string][] = [
  ['5.–7. Dezember 2027', '2027-12-05', '2027-12-07'],
  ['Dec 5-7, 2027', '2027-12-05', '2027-12-07'],
  ['5 Dec 2027 - 7 Dec 2027', '2027-12-05', '2027-12-07'],
  ['2027-12-04 19:30 to 21:30', '2027-12-04 19:30', '2027-12-04 21:30'],
  ['2027-12-04T19:30/2027-12-04T21:30', '2027-12-04 19:30', '2027-12-04 21:30'],
  ['Sat 4 Dec 2027, 7.30pm', '2027-12-04 7:30pm'],
  ['4.12.2027 19:30-22:00', '2027-12-04 19:30', '2027-12-04 22:00'],
  ['2027-12-04 19:30-05:00', '2027-12-04 19:30-05:00'],
  ['Saturday, December 4, 2027 7:30 PM EST', '2027-12-04 19:30-05:00'],
  ['2027. 12. 4. 오후 7:30', '2027-12-04 7:30 pm'],
  ['Sat Dec 04 2027 19:30:00 GMT-0500 (Eastern Standard Time)', '2027-12-04 19:30:00-0500'],
  ['2027-12-04 19:30 GMT', '2027-12-04 19:30Z'],
  ['20271204T193000-0500', '2027-12-04T19:30:00-0500'],
];

test.each(CELLS)('a cell has %s', async (text, start, end) => {
  const { payloads, faults } = await readText(`title,start_date\nA,"${text}"\n`);
  expect(faults).toEqual([]);
  expect(payloads[0].start_date).toBe(start);
  expect(payloads[0].end_date).toBe(end);
});

test('the CSV of another program gives its end without a day', async () => {
  const { payloads } = await readText(
    [
      'Event Name,Event Start Date,Event Start Time,Event End Date,Event End Time',
      'Late,2027-12-05,22:00,,02:00',
    ].join('\n'),
  );
  expect(payloads[0]).toMatchObject({ end_date: '2027-12-06 02:00' });
});
