/**
 * CSV files as spreadsheets, plugins and portals write them, after their published forms; and days
 * that could be two.
 */
import { expect, test } from 'vitest';
import { readDay } from '../../src/import/days.js';
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
])('the day %s', (text, expected) => {
  expect(readDay(text)).toEqual(expected);
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
