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

test('tables of Outlook and of spreadsheets in other languages, what is private included', async () => {
  const german = await readText(
    lines(
      'Betreff,Beginnt am,Beginnt um,Endet am,Endet um,Ganztägiges Ereignis,Ort,Privat',
      'Fest,12.6.2027,00:00:00,14.6.2027,00:00:00,Ein,Schloßpark,Aus',
      'Vorstand,15.6.2027,18:00:00,15.6.2027,19:00:00,Aus,,Ein',
    ),
  );
  expect(german.payloads).toMatchObject([
    {
      title: 'Fest',
      start_date: '2027-06-12 00:00:00',
      end_date: '2027-06-13T23:59:59',
      all_day: true,
    },
    { title: 'Vorstand', end_date: '2027-06-15 19:00:00', status: 'private' },
  ]);
  const tables = [
    ['Titre;Date;Heure;Lieu;Ville;Tarif', 'Bal;samedi 5 juin 2027;20h;Mairie;Lyon;5 €'],
    ['Título;Fecha;Hora;Lugar;Ciudad;Precio', 'Bal;5 de junio de 2027;20:00;Mairie;Lyon;5 €'],
    ['Titolo;Data;Ora;Luogo;Città;Prezzo', 'Bal;sabato 5 giugno 2027;20.00;Mairie;Lyon;5 €'],
    ['Event;Date;Time;Venue;City;Price', 'Bal;June 5, 2027;8pm;Mairie;Lyon;5 €'],
    ['event_name;event_start_date;event_start_time;location_name;location_city;cost'].concat(
      'Bal;2027-06-05;20:00:00;Mairie;Lyon;5 €',
    ),
    ['タイトル;日付;開始時間;会場;city;料金', 'Bal;2027年6月5日;20:00;Mairie;Lyon;5 €'],
  ];
  for (const table of tables) {
    const { payloads } = await readText(lines(...table));
    const { start_date, ...fields } = payloads[0];
    expect(start_date.slice(0, 16)).toBe('2027-06-05 20:00');
    expect(fields).toEqual({ title: 'Bal', cost: '5 €', venue: { venue: 'Mairie', city: 'Lyon' } });
  }
});

test("a start in a column that is not ours beside our title, but no day of a post's publication", async () => {
  const rows = [
    { title: 'A', start: { dateTime: '2027-06-07T10:00:00' }, isCancelled: true },
    { title: 'B', date: '2027-06-07', venue: 'Hall' },
    { title: 'C', 'Start time': '2027-06-07T10:00:00Z', End: '2027-06-07T12:00:00Z' },
    { title: 'D', date: '2026-01-01', modified: '2026-02-01' },
  ];
  const { payloads } = await readText(lines(...rows.map((row) => JSON.stringify(row))));
  expect(payloads).toMatchObject([
    { start_date: '2027-06-07T10:00:00', event_status: 'cancelled' },
    { start_date: '2027-06-07', venue: { venue: 'Hall' } },
    { start_date: '2027-06-07T10:00:00Z', end_date: '2027-06-07T12:00:00Z' },
    {},
  ]);
  expect(payloads[3]).not.toHaveProperty('start_date');
});

test('a place without a name is left out, and costs no row', async () => {
  const { payloads, warnings } = await readText(
    lines('Event,Date,Venue,City', 'A,2027-06-05,,Ghent', 'B,2027-06-06,Hall,Ghent'),
  );
  expect(payloads.map(({ venue }) => venue)).toEqual([undefined, { venue: 'Hall', city: 'Ghent' }]);
  const reason = 'venue: left out: it has no name: "{"city":"Ghent"}" (column Venue)';
  expect(warnings).toEqual([reason]);
});

test('places whose columns begin with their kind, of no export of The Events Calendar', async () => {
  const { payloads } = await readText(
    lines('Venue Name,Address 1,Zip Code,Latitude,Longitude', 'Hall,1 Pier,55802,46.78,-92.1'),
    { kind: 'venue' },
  );
  expect(payloads).toEqual([
    { venue: 'Hall', address: '1 Pier', zip: '55802', geo_lat: 46.78, geo_lng: -92.1 },
  ]);
});

test('headers say the same in any spelling, beside columns of ours, too', async () => {
  const spellings = [
    { eventName: 'A', StartDateTime: '2027-05-03 20:00', ends_at: '2027-05-03 21:00' },
    { 'Event-Name': 'A', startDate: '2027-05-03 20:00', 'End Date': '2027-05-03 21:00' },
    { title: 'A', date_from: '2027-05-03 20:00', dateTo: '2027-05-03 21:00' },
    { title: 'A', start_date: '2027-05-03 20:00', end_date: '2027-05-03 21:00' },
  ];
  const others = { url: 'https://a.example/1', location: 'Hall, Ghent', entryPrice: '5 €' };
  const { payloads } = await readText(
    JSON.stringify(spellings.map((row) => ({ ...row, ...others }))),
  );
  const read = {
    ...{ title: 'A', start_date: '2027-05-03 20:00', end_date: '2027-05-03 21:00', cost: '5 €' },
    ...{ website: 'https://a.example/1', venue: { venue: 'Hall', address: 'Ghent' } },
  };
  expect(payloads).toEqual(Array(4).fill(read));
});

test('headers without their spaces, accents and signs, in other languages, too', async () => {
  const tables = [
    ['EventName;EventDatum;EventZeit;Strasse', 'Bal;05.06.2027;20:00;Kai 1'],
    ['Nazwa;Data;Godzina;Miejsce;Adres', 'Bal;5 czerwca 2027;20:00;Mairie;Kai 1'],
    ['Název;Datum;Čas;Místo;Adresa', 'Bal;5. 6. 2027;20:00;Mairie;Kai 1'],
    ['Titulo;Data;Horario;Local;Morada', 'Bal;2027-06-05;20h00;Mairie;Kai 1'],
    ['What;When;Where', 'Bal;2027-06-05 20:00;"Mairie, Kai 1"'],
    ['Event Title;Date of event;Show;Venue;Address 1', 'Bal;2027-06-05;8 pm;Mairie;Kai 1'],
  ];
  for (const [head = '', row = ''] of tables) {
    const { payloads, faults } = await readText(lines(head, row));
    expect(faults, head).toEqual([]);
    expect(payloads[0], head).toMatchObject({ title: 'Bal', start_date: '2027-06-05 20:00' });
    if (/M|Where/.test(head)) expect(payloads[0].venue.address).toBe('Kai 1');
  }
});

test('the number of a house stands in its address where its column does', async () => {
  const { payloads } = await readText(
    lines('Titel;Datum;Ort;Straße;Hausnr.', 'A;05.06.2027;Halle;Hauptstraße;12a'),
  );
  expect(payloads[0].venue).toEqual({ venue: 'Halle', address: 'Hauptstraße 12a' });
  const venues = await readText(lines('Name,House number,Street', 'Hall,12,Main St'), {
    kind: 'venue',
  });
  expect(venues.payloads).toEqual([{ venue: 'Hall', address: '12 Main St' }]);
});

test('coordinates of a table of events are of its venue; half a point is left out', async () => {
  const { payloads, warnings } = await readText(
    lines(
      'Event;Date;Venue;Latitude;Longitude',
      'A;2027-06-05;Hall;46,78;-92,1',
      'B;2027-06-05;Mill;46,78;',
    ),
  );
  expect(payloads.map(({ venue }) => venue)).toEqual([
    { venue: 'Hall', geo_lat: 46.78, geo_lng: -92.1 },
    { venue: 'Mill' },
  ]);
  expect(warnings).toEqual(['venue.geo: left out: one coordinate without the other']);
});

test('a header twice: one column more, the day and the time, or a row of two meanings', async () => {
  const { payloads, warnings } = await readText(
    lines('Objet,Début,Début,Fin,Fin,Notes,Notes', 'Bal,2027-06-05,20:00,2027-06-05,22:00,a,b'),
  );
  expect(payloads).toMatchObject([
    { start_date: '2027-06-05 20:00', end_date: '2027-06-05 22:00' },
  ]);
  expect(warnings.map((warning) => warning.split(':')[0])).toEqual(['Notes', 'Notes (2)']);
  for (const head of ['Title,Date,Venue,Venue', 'title,start_date,venue,venue']) {
    const { faults } = await readText(lines(head, 'A,2027-06-05,Hall,Mill'));
    expect(faults).toEqual([
      expect.stringMatching(/^line: the table has this column twice: ".enue \(2\)"/),
    ]);
  }
});

test('values without a header are left out, and counted', async () => {
  const { notes } = await readText(lines('Titel;Datum;', 'A;05.06.2027;x', 'B;05.06.2027;'));
  expect(notes).toEqual(['column: without a header, left out: cells: 1']);
});

test('an address without any name of a venue is no venue, and is named once', async () => {
  const rows = ['title,start_date,Ville,PLZ', 'A,2027-06-05,Ghent,9000', 'B,2027-06-06,Ghent,9000'];
  const { payloads, warnings } = await readText(rows.join('\n'));
  expect(payloads.map(({ venue }) => venue)).toEqual([undefined, undefined]);
  expect(warnings.map((warning) => warning.split(':')[0])).toEqual(['Ville', 'PLZ']);
});

test('rows that leave members out in turn are each read by their own headers', async () => {
  const rows = [
    { Titel: 'A', Datum: '05.06.2027', Ort: 'Mühle' },
    { Titel: 'B', Datum: '06.06.2027' },
    { Titel: 'C', Datum: '07.06.2027', Ort: 'Hof' },
    { Title: 'D', Date: '2027-06-08' },
  ];
  const { payloads, faults } = await readText(JSON.stringify(rows));
  expect(faults).toEqual([]);
  expect(payloads.map(({ title, venue }) => [title, venue?.venue])).toEqual([
    ...[['A', 'Mühle'], ['B'], ['C', 'Hof']].map(([title, venue]) => [title, venue]),
    ['D', undefined],
  ]);
});
