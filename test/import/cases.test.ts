/**
 * Files that other products, or this one before, read wrongly: each is a row, and says what a user
 * gets of it. Facts of public reports; persons and places are invented.
 */
import { expect, test } from 'vitest';
import type { Json } from '../support/app.js';
import { type Facts, type Loaded, loadCase, openCases } from '../support/cases.js';

const app = openCases();
const load = (file: string) => loadCase(app(), file, { type: 'text/calendar' });

const startsOf = ({ events }: Loaded, title: string): string[] =>
  (events.get(title) ?? []).map((event) => event.start_date);

/** → the warnings of a row by the title of its event. */
const warningsOf = ({ lines, events }: Loaded, title: string): Json =>
  lines.find(({ id }) => events.get(title)?.some((event) => event.id === id))?.warnings ?? {};

const nowhere = expect.not.objectContaining({ geo_lat: expect.anything() });

/** File; how many rows are created; of each title what its events say. */
const CALENDARS: [file: string, counts: Facts, events: Record<string, Facts>][] = [
  [
    '01-fold-inside-utf8.ics',
    { created: 1, rejected: 0 },
    {
      Führung: {
        description:
          'Geführter Rundgang über die Dächer der Königsstraße, anschließend Kaffee für alle ' +
          'Gäste und müde Füße',
      },
    },
  ],
  ['02-alarm-line-without-colon.ics', { created: 1, rejected: 0 }, { Chorprobe: {} }],
  [
    '03-raw-newlines-in-description.ics',
    { created: 2, rejected: 0 },
    {
      'Taller de traducción': {
        description: expect.stringMatching(/grande\.\nTraed .* : todo .*\nGracias/s),
        website: 'https://example.org/t/643/1',
      },
      Asamblea: {},
    },
  ],
  [
    '05-geo-spellings.ics',
    { created: 8, rejected: 0 },
    {
      'Escaped semicolon': { venue: { geo_lat: 53.3696, geo_lng: -1.47238 } },
      Comma: { venue: { geo_lat: 53.3696, geo_lng: -1.47238 } },
      'Swapped out of range': { venue: nowhere },
      'Only semicolon': { venue: nowhere },
      'Null island': { venue: nowhere },
      Space: { venue: { geo_lat: 52.52, geo_lng: 13.405 } },
      Letters: { venue: { geo_lat: 52.52, geo_lng: 13.405 } },
    },
  ],
  [
    '06-html-in-texts.ics',
    { created: 4, rejected: 0 },
    {
      'Open Day & Fair – 2026': {},
      'Alt desc only': { description: '<p>Only here</p>' },
      Altrep: { description: 'test "html" ok' },
    },
  ],
  [
    '12-spellings-of-times-and-zones.ics',
    { created: 13, rejected: 1 },
    {
      'Display name zone': { timezone: 'Europe/Amsterdam', utc_start_date: '2026-12-05 17:00:00' },
      'TZID and Z': { utc_start_date: '2026-12-05 08:00:00' },
      'No seconds': { start_date: '2026-12-05 18:00:00', timezone: 'Europe/Vienna' },
      Offset: { start_date: '2026-12-05 18:00:00', timezone: '+01:00' },
      'Empty DTEND': { end_date: '2026-12-05 18:00:00' },
      'Date end': { end_date: '2026-12-06 00:00:00' },
      dashes: { utc_start_date: '2026-12-05 18:00:00' },
      tzone: { utc_start_date: '2026-12-05 18:00:00' },
    },
  ],
  [
    '13-places-that-are-none.ics',
    { created: 11, rejected: 0 },
    {
      'Meetup online': { venue: [], attendance_mode: 'online' },
      'Zoom text': {
        venue: [],
        attendance_mode: 'online',
        online_url: 'https://us02web.zoom.us/j/123?pwd=abc',
      },
      Apple: {
        venue: { venue: 'Community Hub', address: expect.stringContaining('12 Bridge Street') },
      },
      'URI place': { venue: [], online_url: 'https://teams.example.org/l/1' },
      Teams: { venue: [], attendance_mode: 'online' },
      TBD: { venue: [] },
      'Comma only': { venue: [] },
      'Google meet': { venue: { venue: 'Hall' }, attendance_mode: 'hybrid' },
      'two urls': { venue: [] },
    },
  ],
  [
    '14-whole-days-of-outlook.ics',
    { created: 7, rejected: 0 },
    {
      'W1 Value date with time': { all_day: true, end_date: '2026-12-08 23:59:59' },
      'W2 Outlook all day': { all_day: true, end_date: '2026-12-07 23:59:59' },
      'W3 Ends at midnight': { all_day: false, end_date: '2026-12-08 00:00:00' },
      'W6 DTEND before': { end_date: '2026-12-07 20:00:00' },
      'W7 mixed': { all_day: true, start_date: '2026-12-07 00:00:00' },
    },
  ],
];

test.each(CALENDARS)('%s', async (file, counts, expected) => {
  const loaded = await load(file);
  expect(loaded.summary).toMatchObject(counts);
  for (const [title, facts] of Object.entries(expected)) {
    expect(loaded.events.get(title)?.[0], title).toMatchObject(facts);
  }
});

/** File; of each title the starts of its events. */
const DATES: [file: string, starts: Record<string, string[]>][] = [
  [
    '04-rule-trailing-semicolon.ics',
    {
      Lecture: ['2026-12-05', '2026-12-12', '2026-12-19'],
      'Leading semicolon': ['2026-12-05', '2026-12-12', '2026-12-19'],
      'Small letters': ['2026-12-05', '2026-12-12', '2026-12-19'],
      'First Wednesday': ['2026-12-02', '2027-01-06', '2027-02-03'],
    },
  ],
  [
    '07-one-uid-many-starts.ics',
    { Storytime: ['2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22'] },
  ],
  [
    '08-two-changes-of-one-date.ics',
    { 'Call moved late': ['2026-12-13 18'], 'Call old change': [], Call: ['2026-12-05'] },
  ],
  [
    '20-own-zone-over-dst.ics',
    {
      'Choir weekly': [
        ...['2027-03-08 19', '2027-03-15 19', '2027-03-22 19'],
        ...['2027-03-29 19', '2027-04-05 19', '2027-04-12 19'],
      ],
      'Choir once': ['2027-04-05 19'],
    },
  ],
  [
    '23-recurrence-quirks.ics',
    {
      'Date override moved': ['2026-12-13 11'],
      'Date override series': ['2026-12-05', '2026-12-19', '2026-12-26'],
      'Same rule twice': ['2026-12-05', '2026-12-12', '2026-12-19'],
      'Exdates in other zones': ['2026-12-05'],
      'Until the first day': ['2026-12-05'],
      'Only rdates': ['2026-12-05', '2026-12-12', '2026-12-19 20'],
      'Empty summary override': ['2026-12-05', '2026-12-12', '2026-12-19', '2026-12-26'],
      'Series moved, old override': ['2026-12-05', '2026-12-19', '2026-12-26'],
      'Override of the old time': ['2026-12-13 19'],
    },
  ],
];

test.each(DATES)('%s', async (file, expected) => {
  const loaded = await load(file);
  expect(loaded.summary.rejected).toBe(0);
  for (const [title, starts] of Object.entries(expected)) {
    const all = startsOf(loaded, title);
    expect(all.length, title).toBeGreaterThanOrEqual(starts.length);
    expect(all.slice(0, starts.length), title).toEqual(
      starts.map((start) => expect.stringMatching(new RegExp(`^${start}`))),
    );
  }
  const again = await load(file);
  const { created, updated, rejected } = again.summary;
  expect({ created, updated, rejected }, 'again').toEqual({ created: 0, updated: 0, rejected: 0 });
});

test('what is left out is told by its property', async () => {
  const loaded = await load('05-geo-spellings.ics');
  for (const title of ['Swapped out of range', 'Empty', 'Only semicolon', 'Null island']) {
    expect(warningsOf(loaded, title), title).toHaveProperty('geo');
  }
  for (const title of ['Escaped semicolon', 'Comma', 'Space', 'Letters']) {
    expect(warningsOf(loaded, title), title).toEqual({});
  }
});
