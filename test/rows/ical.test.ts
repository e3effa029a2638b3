/**
 * iCalendar files as events: times and zones, places, people, states; and the samples of ical.js
 * and libical, each of which ends in a report.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RowItem } from '../../src/rows/formats/format.js';
import { formatNamed } from '../../src/rows/formats/index.js';
import { readRows } from '../../src/rows/rows.js';
import { fc } from '../support/seed.js';

const format = formatNamed('ical') ?? undefined;
const calendars = new URL('../fixtures/calendars', import.meta.url).pathname;

async function read(content: string | Buffer, zone?: string): Promise<RowItem[]> {
  async function* bytes() {
    yield Buffer.from(content);
  }
  const items: RowItem[] = [];
  for await (const item of readRows({ bytes: bytes() }, { format, kind: 'event', zone })) {
    items.push(item);
  }
  return items;
}

const inCalendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) =>
  ['BEGIN:VEVENT', 'UID:1@example.org', 'SUMMARY:Jazz', ...lines, 'END:VEVENT'].join('\r\n');

/** The row of a calendar with one event, and its warnings by field. */
async function rowOf(lines: string[], ...around: string[]) {
  const [item] = await read(inCalendar(...around, event(...lines)));
  if (!item || 'error' in item) throw new Error(item?.error ?? 'no row');
  return { row: item.row, warnings: item.warnings?.map(({ param }) => param) };
}

const START = 'DTSTART:20260301T090000Z';
const ownZone = [
  'BEGIN:VTIMEZONE',
  'TZID:Stage time',
  'BEGIN:STANDARD',
  'DTSTART:19701025T030000',
  'TZOFFSETFROM:+0330',
  'TZOFFSETTO:+0230',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:19700329T020000',
  'TZOFFSETFROM:+0230',
  'TZOFFSETTO:+0330',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];
const located = ['BEGIN:VTIMEZONE', 'TZID:Home', 'X-LIC-LOCATION:Europe/Oslo', 'END:VTIMEZONE'];
const berlin = 'X-WR-TIMEZONE:Europe/Berlin';

describe('times', () => {
  test('take a day that its line does not call one, and an RRULE of nothing', async () => {
    const { row } = await rowOf(['DTSTART:20190106', 'DTEND:20190107', 'RRULE:', 'SEQUENCE:0']);
    expect(row).toMatchObject({
      start_date: '2019-01-06 00:00:00',
      end_date: '2019-01-06 00:00:00',
      all_day: true,
      recurrence: null,
    });
  });

  test.each<[string, string[], string[], string[]]>([
    ['UTC', [START], [], ['2026-03-01 09:00:00', '2026-03-01 09:00:00', 'UTC']],
    [
      'UTC, in a calendar with a zone',
      [START, 'DTEND:20260301T100000Z'],
      [berlin],
      ['2026-03-01 10:00:00', '2026-03-01 11:00:00', 'Europe/Berlin'],
    ],
    [
      'UTC of what recurs, in a calendar with a zone: its rule counts in UTC',
      ['DTSTART:20260303T233000Z', 'DTEND:20260304T003000Z', 'RRULE:FREQ=WEEKLY;BYDAY=TU'],
      [berlin],
      ['2026-03-03 23:30:00', '2026-03-04 00:30:00', 'UTC'],
    ],
    [
      'UTC of a changed date, whose series may be in that zone',
      [START, 'RECURRENCE-ID:20260301T080000Z'],
      [berlin],
      ['2026-03-01 10:00:00', '2026-03-01 10:00:00', 'Europe/Berlin'],
    ],
    [
      'a zone of the tz database, the end in another one',
      ['DTSTART;TZID=Europe/Berlin:20260301T200000', 'DTEND;TZID=Europe/London:20260301T203000'],
      [],
      ['2026-03-01 20:00:00', '2026-03-01 21:30:00', 'Europe/Berlin'],
    ],
    [
      'a name with its origin before it',
      ['DTSTART;TZID=/mozilla.org/20070129_1/America/Indiana/Knox:20260301T200000'],
      [],
      ['2026-03-01 20:00:00', '2026-03-01 20:00:00', 'America/Indiana/Knox'],
    ],
    [
      'a name of Windows',
      ['DTSTART;TZID="W. Europe Standard Time":20260301T200000'],
      [],
      ['2026-03-01 20:00:00', '2026-03-01 20:00:00', 'Europe/Berlin'],
    ],
    [
      'a zone of the file that says where it is',
      ['DTSTART;TZID=Home:20260301T200000'],
      located,
      ['2026-03-01 20:00:00', '2026-03-01 20:00:00', 'Europe/Oslo'],
    ],
    [
      'a floating time, in a calendar with a zone',
      ['DTSTART:20260301T200000'],
      [berlin],
      ['2026-03-01 20:00:00', '2026-03-01 20:00:00', 'Europe/Berlin'],
    ],
    [
      'a duration: days by the calendar, hours exactly',
      ['DTSTART;TZID=Europe/Berlin:20260327T230000', 'DURATION:P1DT4H'],
      [],
      ['2026-03-27 23:00:00', '2026-03-29 04:00:00', 'Europe/Berlin'],
    ],
    [
      'whole days: the end is the day after',
      ['DTSTART;VALUE=DATE:20260301', 'DTEND;VALUE=DATE:20260303'],
      [berlin],
      ['2026-03-01 00:00:00', '2026-03-02 00:00:00', 'Europe/Berlin'],
    ],
    [
      'one day',
      ['DTSTART;VALUE=DATE:20260301'],
      [berlin],
      ['2026-03-01 00:00:00', '2026-03-01 00:00:00', 'Europe/Berlin'],
    ],
  ])('%s', async (_name, lines, around, expected) => {
    const { row, warnings } = await rowOf(lines, ...around);
    expect([row.start_date, row.end_date, row.timezone]).toEqual(expected);
    expect(row.all_day).toBe(lines[0]?.includes('VALUE=DATE'));
    expect(warnings).toEqual([]);
  });

  test('floating times take the zone that is given, else none', async () => {
    const text = inCalendar(event('DTSTART:20260301T200000'));
    expect((await read(text, 'Asia/Tokyo'))[0]).toMatchObject({ row: { timezone: 'Asia/Tokyo' } });
    expect((await read(text))[0]).not.toHaveProperty('row.timezone');
  });

  test.each([
    ['no start', [], 'an event without DTSTART'],
    ['an unknown zone', ['DTSTART;TZID=Narnia:20260301T200000'], 'the zone Narnia is not known'],
    ['a zone without end', ['DTSTART;TZID=Loop:20260301T200000'], 'the zone Loop is not known'],
    ['a date that is none', ['DTSTART:2026-02-30'], 'is no date'],
  ])('%s is refused', async (_name, lines, reason) => {
    const loop = ownZone
      .map((line) => line.replace('Stage time', 'Loop'))
      .map((line) => line.replace(/FREQ=YEARLY.*/, 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'));
    const text = inCalendar(...loop, event(...lines), event(START).replace('UID:1', 'UID:2'));
    const [first, second] = await read(text);
    expect(first).toMatchObject({ error: expect.stringContaining(reason) });
    expect(second).toHaveProperty('row');
  });
});

const STREET = 'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=1 Mill Lane:geo:-92.1,46.8';

describe('an event', () => {
  test('whole', async () => {
    const { row, warnings } = await rowOf([
      START,
      'DESCRIPTION:Bring\\nyour\\, own',
      ' \\; chair',
      'LOCATION:Blue Note\\, 131 W 3rd St\\, New York',
      'GEO:40.73;-74',
      'URL:https://example.org/jazz',
      'CATEGORIES:Jazz,Live\\, loud',
      'CATEGORIES:Jazz',
      'ORGANIZER;CN="Ann, Inc.":mailto:ann@example.org',
      'STATUS:CANCELLED',
      'BEGIN:VALARM',
      'TRIGGER:-PT1H',
      'END:VALARM',
    ]);
    expect(row).toEqual({
      recurrence: null,
      external_id: 'ical:1@example.org',
      title: 'Jazz',
      description: 'Bring\nyour, own; chair',
      event_status: 'cancelled',
      event_status_reason: '',
      website: 'https://example.org/jazz',
      categories: ['Jazz', 'Live, loud'],
      organizer: { organizer: 'Ann, Inc.', email: 'ann@example.org' },
      start_date: '2026-03-01 09:00:00',
      end_date: '2026-03-01 09:00:00',
      all_day: false,
      timezone: 'UTC',
      online_url: null,
      attendance_mode: null,
      venue: {
        venue: 'Blue Note',
        address: '131 W 3rd St, New York',
        geo_lat: 40.73,
        geo_lng: -74,
      },
    });
    expect(warnings).toEqual([]);
  });

  test.each<[string, string[], object, string[]]>([
    [
      'nothing but a start',
      [],
      { venue: null, website: null, categories: [], organizer: null },
      [],
    ],
    ['an organizer without a name', ['ORGANIZER:mailto:a@b.org'], { organizer: null }, []],
    [
      'a meeting as its place',
      ['LOCATION:Zoom https://us02web.zoom.us/j/1?pwd=a'],
      { venue: null, online_url: 'https://us02web.zoom.us/j/1?pwd=a', attendance_mode: 'online' },
      [],
    ],
    [
      'another web address as its place',
      ['LOCATION:https://tickets.example.org/1'],
      { venue: null, online_url: null, attendance_mode: null },
      ['location'],
    ],
    [
      'a place and a conference',
      ['LOCATION:Hall', 'CONFERENCE;VALUE=URI:https://meet.example.org/1'],
      { venue: { venue: 'Hall' }, attendance_mode: 'hybrid' },
      [],
    ],
    ...[
      ...['Microsoft Teams-Besprechung', 'Réunion Microsoft Teams', 'Online-Veranstaltung'],
      ...['wird noch bekannt gegeben', 'Needs a location'],
    ].map((text, at): [string, string[], object, string[]] => [
      `no place: ${text}`,
      [`LOCATION:${text}`],
      { venue: null, attendance_mode: at < 3 ? 'online' : null },
      at < 3 ? [] : ['location'],
    ]),
    ...[
      ['Pub (1 High St\\, London)', 'Pub', '1 High St, London'],
      ['Hall (upstairs)\\, 1 High St', 'Hall (upstairs)', '1 High St'],
      ['Old Mill\\, 1 Mill Lane\\, Ulm', 'Old Mill', '1 Mill Lane, Ulm'],
    ].map(([text, venue, address]): [string, string[], object, string[]] => [
      `the place ${text}, a meeting and an organizer with an escaped name`,
      [
        ...[`LOCATION:${text}`, 'X-MICROSOFT-ONLINEMEETINGEXTERNALLINK:https://a.test/1'],
        ...['ORGANIZER;CN="Ann%20B":MAILTO:', STREET].slice(0, address?.includes('Mill') ? 2 : 1),
      ],
      {
        venue: { venue, address },
        online_url: 'https://a.test/1',
        organizer: { organizer: 'Ann B' },
      },
      address?.includes('Mill') ? ['geo'] : [],
    ]),
    ['coordinates of no place', ['GEO:1;2'], { venue: null }, ['geo']],
    [
      'coordinates off the globe',
      ['LOCATION:Hall', 'GEO:91;2'],
      { venue: { venue: 'Hall' } },
      ['geo'],
    ],
    ['a tentative event', ['STATUS:TENTATIVE'], { event_status: 'scheduled' }, ['status']],
    [
      'a postponed event of ours',
      ['STATUS:TENTATIVE', 'X-MARQUEE-EVENT-STATUS:postponed', 'COMMENT:Storm'],
      { event_status: 'postponed', event_status_reason: 'Storm' },
      [],
    ],
    [
      'a cancelled event with a long comment',
      ['STATUS:CANCELLED', `COMMENT:${'x'.repeat(1200)}`],
      { event_status: 'cancelled', event_status_reason: 'x'.repeat(1000) },
      [],
    ],
    ['a private event', ['CLASS:PRIVATE'], { status: 'private' }, []],
    ['a series', ['RRULE:FREQ=DAILY'], { recurrence: ['RRULE:FREQ=DAILY'] }, []],
    [
      'a series whose start is no date of its rule',
      ['RRULE:FREQ=YEARLY;BYMONTH=7;COUNT=3', 'EXDATE:20270701T090000Z'],
      {
        recurrence: [
          expect.any(String),
          'EXDATE:20270701T090000Z',
          expect.stringMatching(/^RDATE:/),
        ],
      },
      [],
    ],
    [
      'a changed date',
      ['RECURRENCE-ID:20260301T090000Z'],
      { recurrence_id: expect.any(String) },
      [],
    ],
  ])('%s', async (_name, lines, expected, told) => {
    const { row, warnings } = await rowOf([START, ...lines]);
    expect(row).toMatchObject(expected);
    expect(warnings).toEqual(told);
  });

  test('a file that takes its events back cancels them', async () => {
    const { row } = await rowOf([START], 'METHOD:CANCEL');
    expect(row.event_status).toBe('cancelled');
  });

  test('without UID it has no key, and says so', async () => {
    const text = inCalendar(event(START).replace('UID:1@example.org\r\n', ''));
    const [item] = await read(text);
    expect(item).not.toHaveProperty('row.external_id');
    expect(item).toMatchObject({ warnings: [{ param: 'uid' }] });
  });

  test.each([
    [
      'another kind of component',
      inCalendar('BEGIN:VTODO', 'END:VTODO'),
      'no event, but other components',
    ],
    ['no calendar', 'hello', 'not an iCalendar file'],
    ['a file that is cut off', inCalendar(event(START)).slice(0, 90), 'ends inside this VEVENT'],
  ])('%s', async (_name, text, error) => {
    expect(await read(text)).toMatchObject([{ error: expect.stringContaining(error) }]);
  });

  test('an event of 2 MiB costs itself alone', async () => {
    const long = event(START, `DESCRIPTION:${'x'.repeat(2 * 1024 * 1024)}`);
    const third = event(START).replace('UID:1', 'UID:3');
    const items = await read(inCalendar(event(START), long, third));
    expect(items.map((item) => 'error' in item)).toEqual([true, false, false]);
  });
});

const samples = readdirSync(calendars).filter((name) => name.endsWith('.ics'));

describe('samples of other software', () => {
  test('every one ends in a report', async () => {
    const counts: Record<string, string> = {};
    for (const name of samples) {
      const items = await read(readFileSync(join(calendars, name)));
      const rows = items.filter((item) => 'row' in item).length;
      counts[name] = `${rows} of ${items.length}`;
    }
    expect(counts).toMatchInlineSnapshot(`
      {
        "ical.js-blank_description.ics": "1 of 1",
        "ical.js-blank_line_end.ics": "0 of 0",
        "ical.js-day_long_recur_yearly.ics": "1 of 1",
        "ical.js-duration_instead_of_dtend.ics": "1 of 1",
        "ical.js-forced_types.ics": "1 of 1",
        "ical.js-google_birthday.ics": "4 of 4",
        "ical.js-minimal.ics": "1 of 1",
        "ical.js-multiple_rrules.ics": "1 of 1",
        "ical.js-only_dtstart_date.ics": "1 of 1",
        "ical.js-parserv2.ics": "1 of 1",
        "ical.js-recur_instances.ics": "3 of 3",
        "ical.js-timezone_from_file.ics": "1 of 1",
        "ical.js-utc_negative_zero.ics": "1 of 1",
        "libical-2445.ics": "6 of 6",
        "libical-3.ics": "0 of 1",
        "libical-8.ics": "1 of 1",
        "libical-fuzzmerge4.ics": "0 of 1",
        "libical-issue250.ics": "0 of 1",
        "libical-overlaps.ics": "5 of 5",
        "libical-process-calendar.ics": "2 of 3",
        "libical-recur-errors.ics": "4 of 4",
        "libical-restriction.ics": "1 of 3",
        "libical-spanlist.ics": "5 of 5",
        "libical-timefuzz71741.ics": "0 of 1",
      }
    `);
  });

  test('and whatever is done to it', async () => {
    const texts = samples.map((name) => readFileSync(join(calendars, name)));
    const run = fc.asyncProperty(
      fc.constantFrom(...texts),
      fc.array(fc.tuple(fc.nat(), fc.nat(12), fc.string({ maxLength: 6 })), { minLength: 1 }),
      async (bytes, edits) => {
        let text = bytes.toString('latin1');
        for (const [at, length, put] of edits) {
          const start = at % text.length;
          text = text.slice(0, start) + put + text.slice(start + length);
        }
        const items = await read(Buffer.from(text, 'latin1'));
        for (const item of items) expect('error' in item || 'row' in item).toBe(true);
      },
    );
    await fc.assert(run, { numRuns: 60 });
  });
});
