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
  ['De 14h à 16h30', '', '2027-12-05 14:00', '2027-12-05 16:30'],
  ['de 10:00 a 13:00 h', '', '2027-12-05 10:00', '2027-12-05 13:00'],
  ['ore 21:00', '', '2027-12-05 21:00'],
  ['20.00 uur', '22 uur', '2027-12-05 20:00', '2027-12-05 22:00'],
  ['ore 21,00', '', '2027-12-05 21:00'],
  ['14u', '16u30', '2027-12-05 14:00', '2027-12-05 16:30'],
  ['午後7時30分', '21時', '2027-12-05 19:30', '2027-12-05 21:00'],
  ['8 PM til late', 'open end', '2027-12-05 20:00'],
  ['7:30pm-late', '', '2027-12-05 19:30'],
  ['TBA', '', '2027-12-05'],
  ['10:30 PM', '12:30 AM', '2027-12-05 22:30', '2027-12-06 00:30'],
];

test.each(HOURS)('a column of times has %s, its end %s', async (start, end, at, until) => {
  const row = ['A', '05.12.2027', start, end].join(';');
  const { payloads, faults } = await readText(`title;start_date;start_time;end_time\n${row}\n`);
  expect(faults).toEqual([]);
  expect(payloads[0].start_date).toBe(at);
  expect(payloads[0].end_date).toBe(until);
});

test.each([
  '20271205',
  '2027-12-05 00:00:00.0',
  '2027-12-05T00:00',
  '05.12.2027 00:00',
])('beside a time, the day %s is a day', async (day) => {
  const { payloads } = await readText(`title;start_date;start_time\nA;${day};19:30\n`);
  expect(payloads.map(({ start_date }) => start_date)).toEqual(['2027-12-05 19:30']);
});

const CELLS: [text: string, start: string, end?: string][] = [
  ['5.–7. Dezember 2027', '2027-12-05', '2027-12-07'],
  ['Dec 5-7, 2027', '2027-12-05', '2027-12-07'],
  ['30.04.–02.05.2027', '2027-04-30', '2027-05-02'],
  ['Fr 11.06. – So 13.06.2027', '2027-06-11', '2027-06-13'],
  ['12.-14.06.2027', '2027-06-12', '2027-06-14'],
  ['1. Juni bis 31. August 2027', '2027-06-01', '2027-08-31'],
  ['30.12.–02.01.2028', '2027-12-30', '2028-01-02'],
  ['June 30 - July 12, 2027', '2027-06-30', '2027-07-12'],
  ['June 7, 2027 → June 9, 2027', '2027-06-07', '2027-06-09'],
  ['June 5, 2027 7:30 PM (GMT+2) → 9:30 PM', '2027-06-05 19:30+02:00', '2027-06-05 21:30+02:00'],
  ['du 30 juin au 2 juillet 2027', '2027-06-30', '2027-07-02'],
  ['del 5 al 7 de junio de 2027', '2027-06-05', '2027-06-07'],
  ['5 t/m 7 juni 2027', '2027-06-05', '2027-06-07'],
  ['5./6. Juni 2027', '2027-06-05', '2027-06-06'],
  ['5 et 6 juin 2027', '2027-06-05', '2027-06-06'],
  ['27/03/2027 a 28/03/2027', '2027-03-27', '2027-03-28'],
  ['2027-06-05<->2027-06-06', '2027-06-05', '2027-06-06'],
  ['2027-06-05 - 2027-06-06', '2027-06-05', '2027-06-06'],
  ['5 Dec 2027 - 7 Dec 2027', '2027-12-05', '2027-12-07'],
  ['2027-12-04 19:30 to 21:30', '2027-12-04 19:30', '2027-12-04 21:30'],
  // A sign before the only time of a day is no span.
  ['Sat 4 Dec 2027 - 8pm', '2027-12-04 8pm'],
  ['04.12.2027 | 19.30 Uhr', '2027-12-04 19:30'],
  ['04.12.2027 – 19:30-22:00', '2027-12-04 19:30', '2027-12-04 22:00'],
  ['2027-12-04T19:30/2027-12-04T21:30', '2027-12-04 19:30', '2027-12-04 21:30'],
  ['Sat 4 Dec 2027, 7.30pm', '2027-12-04 7:30pm'],
  ['4.12.2027 19:30-22:00', '2027-12-04 19:30', '2027-12-04 22:00'],
  ['2027-12-04 19:30-05:00', '2027-12-04 19:30-05:00'],
  ['Saturday, December 4, 2027 7:30 PM EST', '2027-12-04 19:30-05:00'],
  ['2027. 12. 4. 오후 7:30', '2027-12-04 7:30 pm'],
  ['Sat Dec 04 2027 19:30:00 GMT-0500 (Eastern Standard Time)', '2027-12-04 19:30:00-0500'],
  ['2027-12-04 19:30 GMT', '2027-12-04 19:30Z'],
  ['5 marca 2027 r.', '2027-03-05'],
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

const DOORS: [text: string, start: string | null][] = [
  ['Doors 7pm / Show 8pm', '20:00'],
  ['Einlass 19 Uhr, Beginn 20 Uhr', '20:00'],
  ['20:00 Uhr (Einlass: 19:00 Uhr)', '20:00'],
  ['19:00 Einlass, 20:00 Beginn', '20:00'],
  ['20 Uhr Einlass 19 Uhr', '20:00'],
  ['Portes 19h / Concert 20h', '20:00'],
  ['Doors open at 8pm', '20:00'],
  // A show before its doors is a misreading.
  ['19 Uhr Einlass 20 Uhr Beginn', null],
  ['Outdoors 8pm', null],
];

test.each(DOORS)('the start is the show, and doors are named: %s', async (text, start) => {
  for (const [head, row] of [
    ['title;start_date;start_time', `A;2027-12-05;${text}`],
    ['title;start_date', `A;2027-12-05 ${text}`],
  ]) {
    const { payloads, warnings, faults } = await readText(`${head}\n${row}\n`);
    expect(faults).toHaveLength(start === null ? 1 : 0);
    if (start === null) continue;
    const time = payloads[0].start_date.slice(11).replace(/^8 ?pm$|^20h$|^20 Uhr$/, '20:00');
    expect(time).toBe(start);
    expect(warnings).toEqual([expect.stringMatching(/: left out: no start but doors: "/)]);
  }
});

test('a time beside a day of midnight counts, and not beside a day with a time', async () => {
  const rows = [
    'A,2027-12-05 00:00:00,1900-01-01 20:00:00',
    'B,2027-12-05 00:00:00.0,20:00',
    'C,2027-12-05 20:00,19:00',
  ];
  const text = ['title,start_date,start_time', ...rows].join('\n');
  const { payloads, warnings } = await readText(text);
  expect(payloads.map(({ start_date }) => start_date.slice(0, 16))).toEqual(
    Array(3).fill('2027-12-05 20:00'),
  );
  expect(warnings).toEqual(['start_time: left out: the day has a time: "19:00"']);
});

test.each([
  '14 Uhr und 16 Uhr',
  '14:00 & 16:00',
  '2 pm and 4 pm',
])('two times are no span: %s', async (text) => {
  for (const day of ['2027-12-05,', '2027-12-05 ']) {
    const { faults } = await readText(
      `title,start_date,start_time\nA,${day}${text}${day.endsWith(',') ? '' : ','}\n`,
    );
    expect(faults).toEqual([expect.stringContaining('start_date: Must be a date-time')]);
  }
  const { payloads } = await readText(
    'title,start_date,start_time\nA,2027-12-05,between 2 and 4 pm\n',
  );
  expect(payloads[0]).toMatchObject({
    start_date: '2027-12-05 14:00',
    end_date: '2027-12-05 16:00',
  });
});

test.each([
  ['CANCELLED', '2027-12-05', { event_status: 'cancelled' }],
  ['19:00 (abgesagt)', '2027-12-05 19:00', { event_status: 'cancelled' }],
  ['Ausverkauft - 20 Uhr', '2027-12-05 20:00', { availability: 'sold_out' }],
])('a time may have a state: %s', async (text, start_date, states) => {
  const { payloads } = await readText(`title,start_date,start_time\nA,2027-12-05,${text}\n`);
  expect(payloads[0]).toMatchObject({ start_date, ...states });
});

test('two days that do not follow each other are no span', async () => {
  const { faults } = await readText('title,start_date\nA,5 et 12 juin 2027\n');
  expect(faults).toEqual([expect.stringContaining('start_date: Must be a date-time')]);
});

test.each([
  ['a day of a span', '2027-13 / 2027-01-05', ''],
  ['the day of an end without one', '2027-13-05 19:00', '18:00'],
])('%s that no month has costs its row alone', async (_, start, end) => {
  const table = `title,start_date,end_date\nA,${start},${end}\nB,2027-05-05 19:00,\n`;
  const { payloads, faults } = await readText(table);
  expect(faults).toEqual([expect.stringContaining(`start_date: Must be a date-time`)]);
  expect(payloads).toEqual([{ title: 'B', start_date: '2027-05-05 19:00' }]);
});

test('an end that cannot be read is left out, and costs no row', async () => {
  const table = 'title,start_date,start_time,end_time\nB,2027-12-06,19:00,später\n';
  const { payloads, warnings, faults } = await readText(table);
  expect(faults).toEqual([]);
  expect(payloads).toEqual([{ title: 'B', start_date: '2027-12-06 19:00' }]);
  expect(warnings).toEqual(['end_time: left out: no time: "später"']);
  const ends = await readText('title,start_date,end_date\nC,2027-12-05 19:00,offen\n');
  expect(ends.payloads).toEqual([{ title: 'C', start_date: '2027-12-05 19:00' }]);
  expect(ends.warnings).toEqual(['end_date: left out: no time: "offen"']);
});
