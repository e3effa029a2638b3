/** Tables of other programs and people, without an option: their headers say which columns they are. */
import { expect, test } from 'vitest';
import { readText } from '../support/read-text.js';

const lines = (...rows: string[]): string => `${rows.join('\n')}\n`;

test("Outlook's calendar: whole days end at the midnight after them, private stays private", async () => {
  const { payloads, faults } = await readText(
    lines(
      '"Subject","Start Date","Start Time","End Date","End Time","All day event","Meeting Organizer",' +
        '"Categories","Description","Location","Private","Sensitivity"',
      '"Fête","5/22/2027","12:00:00 AM","5/23/2027","12:00:00 AM","True","Ada Lorne","Fair;Outdoors",' +
        '"Stalls","Green, Upper Ashby","False","Normal"',
      '"Party","5/24/2027","6:00:00 PM","5/24/2027","7:00:00 PM","False","","","","","False","Confidential"',
      '"Committee","5/25/2027","6:00:00 PM","5/25/2027","7:00:00 PM","False","","","","","True",""',
    ),
  );
  expect(faults).toEqual([]);
  expect(payloads).toEqual([
    expect.objectContaining({
      ...{ title: 'Fête', start_date: '2027-05-22 00:00:00', end_date: '2027-05-22' },
      ...{ all_day: true, categories: ['Fair', 'Outdoors'] },
      organizer: { organizer: 'Ada Lorne' },
      venue: { venue: 'Green', address: 'Upper Ashby' },
    }),
    expect.objectContaining({ title: 'Party', status: 'private' }),
    expect.objectContaining({
      ...{ title: 'Committee', end_date: '2027-05-25 19:00:00', status: 'private' },
    }),
  ]);
});

test("events that Google's calendar shows to few stay private", async () => {
  const event = { id: 'g1', summary: 'Talk', start: { dateTime: '2027-05-22T19:00:00Z' } };
  const said = ['private', 'confidential', 'public', 'default'];
  const rows = said.map((visibility) => JSON.stringify({ ...event, id: visibility, visibility }));
  const { payloads } = await readText(lines(...rows));
  expect(payloads.map(({ status }) => status)).toEqual([
    'private',
    'private',
    undefined,
    undefined,
  ]);
});

test('a column of places is read as the place of a calendar', async () => {
  const places = [
    'Old Hall @ 1520 Hill Ave, Northfield',
    'Studio @ Night',
    'Kane Hall (1 Pier, Leeds)',
    'Mill\n3 River St',
    'Hall https://maps.example.org/1',
    'Hall https://zoom.us/j/1',
  ];
  const rows = places.map((place, at) => `E${at},2027-05-22,"${place}"`);
  const { payloads, warnings } = await readText(lines('Titel,Datum,Ort', ...rows));
  expect(payloads.map(({ venue }) => [venue.venue, venue.address])).toEqual([
    ['Old Hall', '1520 Hill Ave, Northfield'],
    ['Studio @ Night', undefined],
    ['Kane Hall', '1 Pier, Leeds'],
    ['Mill', '3 River St'],
    ['Hall', undefined],
    ['Hall', undefined],
  ]);
  expect(payloads[5]).toMatchObject({
    online_url: 'https://zoom.us/j/1',
    attendance_mode: 'hybrid',
  });
  const reason = 'left out: a link that is no meeting: https://maps.example.org/1 (column Ort)';
  expect(warnings).toEqual([`location: ${reason}`]);
});

test("Google's calendar: days without times are counted with the last", async () => {
  const { payloads } = await readText(
    lines(
      'Subject,Start Date,Start Time,End Date,End Time,All Day Event,Location,Private',
      'Open house,06/12/2027,,06/13/2027,,True,Online,True',
      'Late,06/14/2027,10:30 PM,06/15/2027,12:30 AM,False,Old Mill,False',
    ),
  );
  expect(payloads[0]).toMatchObject({ start_date: '2027-06-12', end_date: '2027-06-13' });
  expect(payloads[0]).toMatchObject({ status: 'private', attendance_mode: 'online' });
  expect(payloads[0].venue).toBeUndefined();
  expect(payloads[1]).toMatchObject({ end_date: '2027-06-15 00:30' });
});

test('a spreadsheet with a title above its header, in words of its language', async () => {
  const { payloads, notes, faults } = await readText(
    lines(
      'Programm;;;;',
      ';;;;',
      'Titel;Datum;Beginn;Ende;Ort',
      'Lesung;05.12.2027;19.30 Uhr;21.00 Uhr;Bücherei',
      'Konzert;06.12.2027;ab 20 Uhr;;Alte Mühle',
    ),
  );
  expect(faults).toEqual([]);
  expect(payloads).toMatchObject([
    { title: 'Lesung', start_date: '2027-12-05 19:30', end_date: '2027-12-05 21:00' },
    { start_date: '2027-12-06 20:00', venue: { venue: 'Alte Mühle' } },
  ]);
  expect(notes).toContain('line: above the header and passed by, in files: 2');
  expect(notes).toContain('header: "Titel, Datum, Beginn, Ende, Ort" in line 3, in files: 1');
});

test('fields in capitals, of venues too; a file of one column has its header', async () => {
  const { payloads } = await readText(
    lines(
      'Title,Start Date,Venue,Website',
      'Chess,2027-03-01 19:00,Old Mill,https://a.example.org',
    ),
  );
  expect(payloads[0]).toMatchObject({ title: 'Chess', venue: { venue: 'Old Mill' } });
  const venues = await readText(lines('Name,Postal Code', 'Hall,55802'), { kind: 'venue' });
  expect(venues.payloads).toEqual([{ venue: 'Hall', zip: '55802' }]);
  const alone = await readText(lines('venue', 'Hall'), { kind: 'venue' });
  expect(alone.payloads).toEqual([{ venue: 'Hall' }]);
});

test('columns that are named and in no row are told', async () => {
  const text = JSON.stringify([
    { names: { primary: 'Hall' }, addresses: [{ freeform: '1 Pier' }] },
  ]);
  const columns = 'names.primary=venue,addresses.freeform=address,nothere=city,id=-';
  const { notes, payloads } = await readText(text, { kind: 'venue', columns });
  expect(payloads).toEqual([{ venue: 'Hall', address: '1 Pier' }]);
  expect(notes).toEqual(['nothere: named as a column that no row has, in files: 1']);
});
