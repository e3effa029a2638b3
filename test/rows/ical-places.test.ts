/** Places, states, texts and images as other programs write them in calendars. */
import { expect, test } from 'vitest';
import { formatNamed } from '../../src/rows/formats/index.js';
import { openNotes } from '../../src/rows/notes.js';
import { readRows } from '../../src/rows/rows.js';
import { readText } from '../support/read-text.js';

const notes = openNotes();

function inCalendar(...lines: string[]): string {
  const event = ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Jazz', 'DTSTART:20260301T090000Z', ...lines];
  return ['BEGIN:VCALENDAR', ...event, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
}

async function rowOf(...lines: string[]) {
  async function* bytes() {
    yield Buffer.from(inCalendar(...lines));
  }
  const format = formatNamed('ical') ?? undefined;
  for await (const item of readRows({ bytes: bytes() }, { format, kind: 'event', notes })) {
    if ('row' in item) return item.row;
  }
  throw new Error('no row');
}

test.each<[string, object | null]>([
  [
    'Old Hall @ 1520 Hill Ave\\, Northfield\\, MN 55057\\, USA',
    { venue: 'Old Hall', address: '1520 Hill Ave, Northfield, MN 55057, USA' },
  ],
  ['Bar @ The Mill\\, Leeds', { venue: 'Bar @ The Mill', address: 'Leeds' }],
  ['Studio @ Night', { venue: 'Studio @ Night' }],
  [
    '<a href="https://maps.example.edu/kane">Kane Hall</a>\\, Room 120',
    { venue: 'Kane Hall', address: 'Room 120' },
  ],
  ['<b>Kane</b> Hall', { venue: 'Kane Hall' }],
  ['Kane Hall<br>Mill Road 3<br/>\\nLeeds', { venue: 'Kane Hall', address: 'Mill Road 3, Leeds' }],
  ['<p>Kane Hall</p><p>Mill Road 3</p>', { venue: 'Kane Hall', address: 'Mill Road 3' }],
  ['Kane Hall\\; Mill Road 3; Leeds', { venue: 'Kane Hall', address: 'Mill Road 3, Leeds' }],
  ['"Kane Hall" <kane@example.org>', { venue: 'Kane Hall' }],
  ['Sign in to download the location', null],
  ['Private Location (sign in to display)', null],
  ['n.n.', null],
  ['Register to see the address', null],
  ['RSVP to see address', null],
  ['Sign up to see location.', null],
  ['Online - Zoom', null],
  ['Zoom (online)', null],
  ['Online / hybrid', { venue: 'Online / hybrid' }],
])('LOCATION:%s', async (location, venue) => {
  expect((await rowOf(`LOCATION:${location}`)).venue).toEqual(venue);
});

test('the link of an anchor may be that of a meeting', async () => {
  const row = await rowOf('LOCATION:<a href="https://us02web.zoom.us/j/1">Online</a>');
  const online = { online_url: 'https://us02web.zoom.us/j/1', attendance_mode: 'online' };
  expect(row).toMatchObject({ venue: null, ...online });
});

test('a text may name a place and say that the event is online, too', async () => {
  const row = await rowOf('LOCATION:Microsoft Teams Meeting\\; North Hall');
  expect(row).toMatchObject({ venue: { venue: 'North Hall' }, attendance_mode: 'hybrid' });
});

test.each<[string, object]>([
  ['STATUS:Abgesagt', { event_status: 'cancelled' }],
  ['STATUS:POSTPONED', { event_status: 'postponed' }],
  ['STATUS:Busy', { event_status: 'scheduled' }],
  [String.raw`DESCRIPTION:Doors 6\\nShow 7\\, sharp`, { description: 'Doors 6\nShow 7, sharp' }],
  [String.raw`DESCRIPTION:C:\\new\nis a folder`, { description: 'C:\\new\nis a folder' }],
  [String.raw`DESCRIPTION:&lt\;p&gt\;Doors 6&lt\;/p&gt\;`, { description: '<p>Doors 6</p>' }],
  ['CATEGORIES:Party;Music,Jazz', { categories: ['Party', 'Music', 'Jazz'] }],
  ['CATEGORIES:R&amp;B,Arts &#38; Crafts', { categories: ['R&B', 'Arts & Crafts'] }],
  [
    String.raw`X-APPLE-STRUCTURED-LOCATION;X-TITLE="Hall\\nMill Road 3":geo:48.5,9.5`,
    { venue: { venue: 'Hall', geo_lat: 48.5, geo_lng: 9.5 } },
  ],
  ['ORGANIZER;CN=Ada:mailto:noreply@example.com', { organizer: { organizer: 'Ada' } }],
  ['ORGANIZER;CN=Club:mailto:a1b2@group.calendar.google.com', { organizer: { organizer: 'Club' } }],
])('%s', async (line, fields) => {
  expect(await rowOf(line)).toMatchObject(fields);
  expect((await rowOf(line)).organizer ?? {}).not.toHaveProperty('email');
});

const LONG = 'https://zoom.us/'.padEnd(3000, 'a');

test.each<[param: string, line: string, row: object]>([
  ['website', `URL:${LONG}`, { website: null }],
  ['conference', `CONFERENCE:${LONG}`, { online_url: null }],
  ['image', `IMAGE:${LONG}`, {}],
  ['location', `LOCATION:Hall\\, ${'Mill Road '.repeat(200)}`, { venue: null }],
  ['categories', `CATEGORIES:Jazz,${'x'.repeat(300)}`, { categories: ['Jazz'] }],
  ['categories', `CATEGORIES:${Array.from({ length: 120 }, (_, at) => `c${at}`)}`, {}],
])('a %s beyond its bound is left out, with a warning', async (param, line, row) => {
  expect(await rowOf(line)).toMatchObject(row);
  const { payloads, faults, warnings } = await readText(inCalendar(line));
  expect(payloads).toHaveLength(1);
  expect(faults).toEqual([]);
  expect(warnings).toEqual([expect.stringContaining('left out')]);
  expect(warnings[0]).toContain(param === 'website' ? 'url' : param);
});

const IMAGE = 'https://club.example.org/l.jpg';

test.each([
  [`ATTACH;FMTTYPE=image/jpeg:${IMAGE}`],
  [`IMAGE;VALUE=URI;DISPLAY=BADGE;FMTTYPE=image/png:${IMAGE}`],
  [`ATTACH;FILENAME="a:b.jpg";FMTTYPE="image/jpeg":${IMAGE}`],
  [`IMAGE;VALUE=BINARY;ENCODING=BASE64:AAAA\r\nATTACH;FMTTYPE=image/png:${IMAGE}`],
])('%s is the image', async (line) => {
  expect(await rowOf(line)).toMatchObject({ image: IMAGE });
});

test('an attachment of another type is named, and no image', async () => {
  const row = await rowOf('ATTACH;FMTTYPE=application/pdf:https://club.example.org/l.pdf');
  expect(row).not.toHaveProperty('image');
  expect(notes.list()).toEqual([{ param: 'attach', reason: 'not taken over, in events: 1' }]);
});
