/**
 * CSV files as spreadsheets, plugins and portals write them, after their published forms; and days
 * that could be two.
 */
import { expect, test } from 'vitest';
import { readDay } from '../../src/rows/columns/days.js';
import { type Facts, loadBody, openCases } from '../support/cases.js';

const app = openCases();

const columns = (text: string) => `?columns=${encodeURIComponent(text)}`;

/** A name; parameters; the file; how many rows; of each title what its event says. */
const TABLES: [
  name: string,
  query: string,
  lines: string[],
  counts: Facts,
  events: Record<string, Facts>,
][] = [
  [
    'our own columns',
    '',
    ['title,start_date,end_date,venue.venue', 'Jazz,2026-12-05 19:00:00,2026-12-05 21:00:00,Hall'],
    { created: 1 },
    { Jazz: { start_date: '2026-12-05 19:00:00', venue: { venue: 'Hall' } } },
  ],
  [
    'a spreadsheet of Germany: semicolons, points, decimal commas, times of their own',
    columns(
      'Titel=title,Tag=start_date,Beginn=start_time,Ort=venue.venue,Breite=venue.geo_lat,Länge=venue.geo_lng',
    ),
    [
      'Titel;Tag;Beginn;Ort;Breite;Länge',
      'Konzert;05.12.2026;19:30;Halle;48,3069;14,2858',
      'Markt;6.12.2026;;Platz;48,0390;14,4190',
    ],
    { created: 2 },
    {
      Konzert: {
        start_date: '2026-12-05 19:30:00',
        venue: expect.objectContaining({ geo_lat: 48.3069, geo_lng: 14.2858 }),
      },
      Markt: { start_date: '2026-12-06 00:00:00', all_day: true },
    },
  ],
  [
    'days of which one shows the form: the month first',
    columns('Name=title,Date=start_date,Time=start_time'),
    ['Name,Date,Time', 'A,12/05/2026,7:30 PM', 'B,12/25/2026,8 PM'],
    { created: 2 },
    { A: { start_date: '2026-12-05 19:30:00' }, B: { start_date: '2026-12-25 20:00:00' } },
  ],
  [
    'days of which one shows the form: the day first',
    columns('Name=title,Date=start_date'),
    ['Name,Date', 'A,05/12/2026', 'B,25/12/2026'],
    { created: 2 },
    { A: { start_date: '2026-12-05 00:00:00', all_day: true }, B: {} },
  ],
  [
    'days of both forms: only those that can be one',
    columns('Name=title,Date=start_date'),
    ['Name,Date', 'A,05/12/2026', 'B,25/12/2026', 'C,12/26/2026'],
    { created: 2, rejected: 1 },
    { B: { start_date: '2026-12-25 00:00:00' }, C: { start_date: '2026-12-26 00:00:00' } },
  ],
  [
    'a form that is named, and a day against it',
    `${columns('Name=title,Date=start_date')}&dates=dmy`,
    ['Name,Date', 'A,05/12/2026', 'B,12/26/2026'],
    { created: 1, rejected: 1 },
    { A: { start_date: '2026-12-05 00:00:00' } },
  ],
  [
    'tabs, and a byte order mark',
    '',
    ['\uFEFFtitle\tstart_date\tcost', 'Jazz\t2026-12-05 19:00\t12 EUR'],
    { created: 1 },
    { Jazz: { cost: '12 EUR' } },
  ],
  [
    'numbers of seconds, compact days, and numbers that are no date',
    '',
    ['title,start_date', 'A,1796493600', 'B,20261206', 'C,2026', 'D,46360', 'E,12345678'],
    { created: 2, rejected: 3 },
    { A: { utc_start_date: '2026-12-05 18:00:00' }, B: { all_day: true } },
  ],
  [
    'an export of The Events Calendar',
    '',
    [
      'Event Name,Event Venue Name,Event Organizers,Event Start Date,Event Start Time,Event End Date,Event End Time,All Day Event,Timezone,Event Category',
      '"Tea &amp; talk",Mill,"Ann, Bob",2026-12-05,19:30:00,2026-12-05,21:00:00,FALSE,Europe/Vienna,"Talks, Tea"',
    ],
    { created: 1 },
    {
      'Tea & talk': {
        start_date: '2026-12-05 19:30:00',
        timezone: 'Europe/Vienna',
        venue: { venue: 'Mill' },
        organizer: [{ organizer: 'Ann' }, { organizer: 'Bob' }],
      },
    },
  ],
  [
    'IDs of another system',
    '?source=shop',
    ['id,title,start_date,venue.id,venue.venue', '5,Jazz,2026-12-05 19:00,1,Hall'],
    { created: 1 },
    { Jazz: { venue: { venue: 'Hall' } } },
  ],
];

test.each(TABLES)('%s', async (_name, query, lines, counts, expected) => {
  const load = () => loadBody(app(), `${lines.join('\r\n')}\r\n`, { query, type: 'text/csv' });
  const loaded = await load();
  const said = JSON.stringify(loaded.lines);
  expect(loaded.summary, said).toMatchObject({ rejected: 0, ...counts });
  for (const [title, facts] of Object.entries(expected)) {
    expect(loaded.events.get(title)?.[0], title).toMatchObject(facts);
  }
  expect((await load()).summary, 'again').toMatchObject({ created: 0, updated: 0 });
});

test.each<[string, object]>([
  ['2026-12-05', { date: '2026-12-05' }],
  ['2026-12-05T19:00:00+01:00', { date: '2026-12-05T19:00:00+01:00' }],
  ['20261205', { date: '2026-12-05' }],
  ['20261205T190000Z', { date: '2026-12-05T19:00:00Z' }],
  ['2026/12/5', { date: '2026-12-05' }],
  ['5.12.2026 19:00', { date: '2026-12-05 19:00' }],
  ['31.02.2026', { reason: expect.stringContaining('no date') }],
  ['05/05/2026', { date: '2026-05-05' }],
  ['12/05/2026 7 PM', { dmy: '2026-05-12 7 PM', mdy: '2026-12-05 7 PM' }],
  ['13-05-2026', { dmy: '2026-05-13', mdy: null }],
  ['99/99/2026', { reason: expect.stringContaining('no date') }],
  ['1797012000000', { date: '2026-12-11T18:00:00Z' }],
  ['2027', { reason: expect.stringContaining('no date') }],
  ['0', { reason: expect.stringContaining('no date') }],
  ['tomorrow 9am', { date: 'tomorrow 9am' }],
  ...(
    [
      ['5.12.26 19.30 Uhr', '2026-12-05 19:30'],
      ['Samstag, 05.12.2026, 19 Uhr', '2026-12-05 19:00'],
      ['Samstag, 5. Dezember 2026, 19:30 Uhr', '2026-12-05 19:30'],
      ['5 décembre 2026 à 20h30', '2026-12-05 20:30'],
      ['5 de diciembre de 2026 20:00', '2026-12-05 20:00'],
      ['5 декабря 2026 19:00', '2026-12-05 19:00'],
      ['5 grudnia 2026', '2026-12-05'],
      ['5-Dec-26', '2026-12-05'],
      ['Saturday, December 5th, 2026 8 p.m.', '2026-12-05 8 pm'],
      ['Dec 5 2026 8pm', '2026-12-05 8pm'],
      ['Sat, 5 Dec 2026 19:00:00 +0100', '2026-12-05 19:00:00 +0100'],
      ['2026-12-05 20h', '2026-12-05 20:00'],
      ['5 Quintember 2026', '5 Quintember 2026'],
      ['5. 12. 2026 19:00', '2026-12-05 19:00'],
      ['05.12.2026 (Sa) 19:00', '2026-12-05 19:00'],
      ['5 de diciembre de 2026 20:30 h', '2026-12-05 20:30'],
      ['5/dic/2026 21h', '2026-12-05 21:00'],
      ['Saturday 5th December 2026 at 8pm', '2026-12-05 8pm'],
      ['December 5, 2026 @ 8:00 pm', '2026-12-05 8:00 pm'],
      ['5 декабря 2026 г., 19:00', '2026-12-05 19:00'],
      ['lørdag 5. desember 2026 kl. 19.00', '2026-12-05 19:00'],
      ['zaterdag 5 december 2026 om 20.00 uur', '2026-12-05 20:00'],
      ['sábado, 5 de dezembro de 2026 às 19h30', '2026-12-05 19:30'],
      // Until then is not from then on.
      ['5.12.2026 bis 20:00', '2026-12-05 bis 20:00'],
      ['2026年12月5日', '2026-12-05'],
      ['2026年12月5日（土）午後7時30分', '2026-12-05 7:30 pm'],
      ['2026/12/5(土) 19時', '2026-12-05 19:00'],
      ['2026年12月5日19:30', '2026-12-05 19:30'],
      ['2026년 12월 5일 오후 7시', '2026-12-05 7:00 pm'],
    ] as const
  ).map(([text, date]): [string, object] => [text, { date }]),
])('the day %s', (text, expected) => {
  expect(readDay(text)).toEqual(expected);
});

test.each([
  ['2026-12-05 19:30', '2026-12-07', '2026-12-07 23:59:59', false],
  ['2026-12-05 7:30 PM', '2026-12-07', '2026-12-07 23:59:59', false],
  ['2026-12-05 19:30', '2026-12-05', '2026-12-05 19:30:00', false],
  ['2026-12-05 19:30', '2026-12-05 09:00', '2026-12-05 19:30:00', true],
  ['2026-12-05 9:30', '2026-12-05 10:00', '2026-12-05 10:00:00', false],
])('from %s to %s', async (start, end, expected, isTold) => {
  const title = `From ${start} to ${end}`;
  const text = `title,start_date,end_date\n${title},${start},${end}\n`;
  const { events, lines } = await loadBody(app(), text, { type: 'text/csv' });
  expect(events.get(title)?.[0]).toMatchObject({ end_date: expected });
  expect(JSON.stringify(lines).includes('is before the start'), JSON.stringify(lines)).toBe(isTold);
});

test('a venue of the same name in another town is another one', async () => {
  const rows = [
    ['In Linz', 'Kulturhaus', '', 'Linz'],
    ['In Bonn', 'Kulturhaus', '"Markt 1, 53111 Bonn"', ''],
    ['In Linz, too', 'Kulturhaus', '"Ring 1, 4020 Linz"', ''],
  ].map(([title, ...venue]) => `"${title}",2026-12-05,${venue.join(',')}`);
  const text = ['title,start_date,venue,venue.address,venue.city', ...rows].join('\n');
  const { events } = await loadBody(app(), text, { type: 'text/csv' });
  const [linz, bonn, other] = ['In Linz', 'In Bonn', 'In Linz, too'].map(
    (title) => events.get(title)?.[0].venue.id,
  );
  expect([linz === bonn, linz === other]).toEqual([false, true]);
});

test('a dry run tells of a changed date of a series in the same file', async () => {
  const vevent = (...lines: string[]) =>
    ['BEGIN:VEVENT', 'UID:tried@club.test', ...lines, 'END:VEVENT'].join('\n');
  const text = [
    'BEGIN:VCALENDAR',
    vevent('SUMMARY:Tried', 'DTSTART:20261205T190000Z', 'RRULE:FREQ=WEEKLY;COUNT=3'),
    vevent('SUMMARY:Moved', 'DTSTART:20261213T100000Z', 'RECURRENCE-ID:20261212T190000Z'),
    'END:VCALENDAR',
  ].join('\n');
  const tried = await loadBody(app(), text, { query: '?dry_run=true', type: 'text/calendar' });
  expect(tried.summary).toMatchObject({ created: 1, updated: 1, rejected: 0 });
  const made = await loadBody(app(), text, { type: 'text/calendar' });
  expect(made.summary).toMatchObject({ created: 1, updated: 1, rejected: 0 });
});

test('the form is that of the first 1,000 rows', async () => {
  const row = (at: number, day: string) => `E${at},${day}`;
  const many = Array.from({ length: 1200 }, (_, at) => row(at, '05/12/2026'));
  const load = (lines: string[]) =>
    loadBody(app(), ['title,start_date', ...lines].join('\n'), {
      query: '?dry_run=true',
      type: 'text/csv',
    });
  const shown = await load([...many.slice(0, 900), row(1, '25/12/2026'), ...many.slice(900)]);
  expect(shown.summary).toMatchObject({ created: 1201, rejected: 0 });
  const late = await load([...many, row(1, '25/12/2026')]);
  expect(late.summary).toMatchObject({ created: 1, rejected: 1200 });
});
