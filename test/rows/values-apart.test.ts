/** A value that cannot be read, or that means less than it seems to, costs itself and not its row. */
import { expect, test } from 'vitest';
import { omit } from '../../src/lib/omit.js';
import { readText } from '../support/read-text.js';

test('yes and no as people write them; another word costs itself', async () => {
  const words = 'yes Yes YES TRUE 1 y x on ja oui sí ✓ WAHR'.split(' ');
  const nos = 'no No NO FALSE 0 n off nein non falsch'.split(' ');
  const rows = [...words, ...nos, 'maybe'].map((word) => `A,2027-12-01 19:00,${word}`);
  const { payloads, warnings, faults } = await readText(
    ['title,start_date,featured', ...rows].join('\n'),
  );
  expect(faults).toEqual([]);
  expect(payloads.map(({ featured }) => featured)).toEqual([
    ...words.map(() => true),
    ...nos.map(() => false),
    undefined,
  ]);
  expect(warnings).toEqual(['featured: left out: not usable as yes or no: "maybe"']);
});

test('an offer that states nothing is not sold out with the one beside it', async () => {
  const offer = (availability?: string, further = {}) => ({ price: 5, availability, ...further });
  const offers = [
    [offer(), offer('SoldOut')],
    [offer('SoldOut'), offer('SoldOut')],
    [offer(undefined, { offers: [offer('SoldOut'), offer('SoldOut')] })],
    [offer('SoldOut'), offer('https://schema.org/InStock')],
    [offer(), offer('LimitedAvailability')],
  ];
  const events = offers.map((offers, at) => ({
    ...{ '@type': 'Event', name: `E${at}`, url: `https://e.example.org/${at}` },
    ...{ startDate: '2027-12-05T19:00:00Z', offers },
  }));
  const { payloads, warnings } = await readText(JSON.stringify(events));
  const availabilities = [undefined, 'sold_out', 'sold_out', 'available', 'limited'];
  expect(payloads.map(({ availability }) => availability)).toEqual(availabilities);
  expect(warnings).toEqual(['availability: left out: soldout']);
});

test('a name in a parameter keeps the quotes that are its own', async () => {
  const names = ['Kino "Luna" e.V.', '"Ann, Inc."', '"The ^\'Luna^\'"'];
  const events = names.map((name, at) => [
    ...['BEGIN:VEVENT', `UID:${at}@example.org`, 'DTSTART:20270301T190000Z', 'SUMMARY:A'],
    ...[`ORGANIZER;CN=${name}:mailto:a@example.org`, 'END:VEVENT'],
  ]);
  const lines = ['BEGIN:VCALENDAR', ...events.flat(), 'END:VCALENDAR'];
  const { payloads } = await readText(lines.join('\r\n'));
  expect(payloads.map(({ organizer }) => organizer.organizer)).toEqual([
    'Kino "Luna" e.V.',
    'Ann, Inc.',
    'The "Luna"',
  ]);
});

test('states, prices and described records of other systems', async () => {
  const times = { start_date: '2027-06-06 10:00', end_date: '2027-06-06 12:00' };
  const states = ['Live', 'onsale', 'confirmed', 'canceled', 'Cancelled', 'unlisted', 'draft'];
  const { payloads, faults } = await readText(
    JSON.stringify([
      ...states.map((status, at) => ({ title: `S${at}`, ...times, status })),
      {
        ...{ title: 'Open day', ...times, cost: { min: 5, currency: 'USD' } },
        ...{ tags: [{ name: 'art' }], organizer: { name: 'Web team' } },
        venue: { name: 'Building D', address: { line1: '1 Pier', city: 'Decorah', lat: 43 } },
      },
      {
        ...{ name: { text: 'Brewing', html: 'B' }, status: 'live', venue: null },
        start: { timezone: 'America/New_York', local: '2027-09-21T08:30:00' },
        end: { timezone: 'America/New_York', local: '2027-09-21T09:30:00' },
      },
      { summary: 'Fair', start: { date: '2027-03-01' }, end: { date: '2027-03-03' } },
    ]),
  );
  expect(faults).toEqual([]);
  expect(payloads.slice(0, 7).map(({ status, event_status }) => status ?? event_status)).toEqual([
    undefined,
    undefined,
    undefined,
    'cancelled',
    'cancelled',
    'private',
    'draft',
  ]);
  expect(payloads[7]).toMatchObject({
    ...{ cost: ['5 USD'], tags: ['art'], organizer: { organizer: 'Web team' } },
    venue: { venue: 'Building D', address: '1 Pier', city: 'Decorah' },
  });
  expect(payloads[8]).toMatchObject({
    ...{ title: 'Brewing', start_date: '2027-09-21T08:30:00', timezone: 'America/New_York' },
  });
  expect(payloads[9]).toMatchObject({ start_date: '2027-03-01', end_date: '2027-03-02' });
});

test('a point in one column', async () => {
  const points = [
    '"38.7036, -9.3913"',
    'Point(-9.3913 38.7036)',
    '38.7036;-9.3913',
    '38.7036N 9.3913W',
  ];
  const rows = [...points, 'near the sea', '"0, 0"'].map((point, at) => `${point},G${at}`);
  const text = ['coordinates,name', ...rows].join('\n');
  const { payloads, warnings } = await readText(text, { kind: 'venue' });
  const point = { geo_lat: 38.7036, geo_lng: -9.3913 };
  expect(payloads.map((one) => omit(one, ['venue']))).toEqual([point, point, point, point, {}, {}]);
  const reason = (value: string) =>
    `geo: left out: not usable as coordinates: "${value}" (column coordinates)`;
  expect(warnings).toEqual([reason('near the sea'), reason('0, 0')]);
  const named = { kind: 'venue', columns: 'coordinates=geo,name=venue' } as const;
  expect((await readText(text, named)).payloads[1]).toMatchObject(point);
});

test('a point of a column or member `geom` has its longitude first', async () => {
  const place = (geom: string) => ({ title: 'A', start_date: '2027-06-01', place: { geom } });
  const [member, ...others] = ['13.405;52.52', '13.405 ; 52.52', 'POINT(13.405 52.52)'];
  const geo = { geo_lat: 52.52, geo_lng: 13.405 };
  const rows = [member, ...others].map((geom = '') => JSON.stringify(place(geom))).join('\n');
  const columns = 'place.geom=venue.geo,title=venue.venue';
  const { payloads } = await readText(rows, { columns });
  expect(payloads.map(({ venue }) => venue)).toEqual(Array(3).fill({ venue: 'A', ...geo }));
  const venue = { name: 'Hall', geom: member };
  const inside = JSON.stringify({ title: 'A', start_date: '2027-06-01', venue });
  expect((await readText(inside)).payloads[0].venue).toMatchObject({ venue: 'Hall', ...geo });
});

test('images, lists and cells as spreadsheets and other programs have them', async () => {
  const table = [
    'title,start_date,image,categories,cost,venue.venue,venue.zip',
    'A,2027-06-01,"https://a.example/1.jpg, https://a.example/2.jpg",Jazz|Rock,#REF!,#N/A,"=""01067"""',
    'B,2027-06-02,"poster.jpg (https://a.example/w_1,h_2/p.jpg)","Jazz\nRock",5,Bob&#039;s,',
  ];
  const { payloads, warnings } = await readText(table.join('\n'));
  expect(payloads).toMatchObject([
    { image: 'https://a.example/1.jpg', categories: ['Jazz', 'Rock'] },
    { image: 'https://a.example/w_1,h_2/p.jpg', categories: ['Jazz', 'Rock'] },
  ]);
  expect(payloads[0]).not.toHaveProperty('cost');
  expect(payloads[1].venue).toEqual({ venue: "Bob's" });
  expect(warnings).toEqual([
    'cost: left out: an error of a spreadsheet: "#REF!"',
    'venue.venue: left out: an error of a spreadsheet: "#N/A"',
    'venue: left out: it has no name: "{"zip":"01067"}"',
  ]);
});

test('lists by slashes and hashtags, formulas of links, and states in words of titles', async () => {
  const link = (text: string) => `"=HYPERLINK(""https://a.example/1""${text})"`;
  const table = [
    'title;start_date;categories;tags;status;website',
    `${link(';""Jazz""')};2027-06-01;Musik / Jazz;#jazz #blues;ausverkauft;${link('')}`,
    `Rock;2027-06-02;Theater/Tanz;jazz, #blues;Fällt aus;${link(',""Tickets""')}`,
  ];
  const { payloads, warnings } = await readText(table.join('\n'));
  const website = 'https://a.example/1';
  expect(payloads).toMatchObject([
    { title: 'Jazz', categories: ['Musik', 'Jazz'], tags: ['jazz', 'blues'], website },
    { title: 'Rock', categories: ['Theater/Tanz'], tags: ['jazz', 'blues'], website },
  ]);
  expect(payloads[0]).toMatchObject({ availability: 'sold_out' });
  expect(payloads[1]).toMatchObject({ event_status: 'cancelled' });
  expect(warnings).toEqual([]);
});

test('images by objects, and whole days by objects with times', async () => {
  const row = { title: 'A', start_date: '2027-06-01' };
  const { payloads, warnings } = await readText(
    JSON.stringify([
      { ...row, image: { base: 'https://a.example/', filename: 'a.jpg' } },
      { ...row, image: { source: 'https://a.example/c.jpg', id: '1' } },
      { ...row, image: { id: 7 } },
      {
        ...{ subject: 'B', isAllDay: true },
        start: { dateTime: '2027-06-09T00:00:00.0000000', timeZone: 'UTC' },
        end: { dateTime: '2027-06-10T00:00:00.0000000', timeZone: 'UTC' },
      },
    ]),
  );
  expect(payloads.map(({ image, end_date }) => image ?? end_date)).toEqual([
    'https://a.example/a.jpg',
    'https://a.example/c.jpg',
    undefined,
    '2027-06-09',
  ]);
  expect(warnings).toEqual(['image: left out: an image without a URL: "{"id":7}"']);
});

test('zones of rows have the names of Windows, too', async () => {
  const row = { title: 'A', start_date: '2027-06-01 19:00', timezone: 'Eastern Standard Time' };
  const start = { dateTime: '2027-06-08T10:00:00', timeZone: 'W. Europe Standard Time' };
  const { payloads } = await readText(JSON.stringify([row, { title: 'B', start }]));
  expect(payloads.map(({ timezone }) => timezone)).toEqual(['America/New_York', 'Europe/Berlin']);
});

test('a price of an object is as it is shown; a number that may count cents is left out', async () => {
  const pounds = { currency: 'GBP' };
  const prices: [price: object, cost: string[] | undefined][] = [
    [{ ...pounds, value: 4500, major_value: '45.00', display: '45.00 GBP' }, ['45.00 GBP']],
    [{ ...pounds, value: 4500, major_value: '45.00' }, ['45.00 GBP']],
    [{ ...pounds, amount: 2475 }, undefined],
    [{ ...pounds, total: 2475, face_value: 2250, fees: 225 }, undefined],
    [{ ...pounds, amount: 15 }, ['15 GBP']],
    [{ ...pounds, value: '24.75' }, ['24.75 GBP']],
    [{ ...pounds, min: 150, max: 2475, amount: 15000 }, ['150 GBP', '2475 GBP']],
    [{ currencyCode: 'JPY', amount: 3000 }, ['3000 JPY']],
  ];
  const rows = prices.map(([cost]) => ({ title: 'A', start_date: '2027-06-01', cost }));
  const { payloads, warnings } = await readText(JSON.stringify(rows));
  expect(payloads.map(({ cost }) => cost)).toEqual(prices.map(([, cost]) => cost));
  const reason = 'cost: left out: no price, or a number that may count cents: ';
  expect(warnings).toEqual([
    `${reason}"{"currency":"GBP","amount":2475}"`,
    expect.stringContaining(reason),
  ]);
});

test('a member of a described record that a path names leaves the others in it', async () => {
  const venue = { name: 'Bar', city: 'Ghent', location: { lat: 51.05, lon: 3.72 }, capacity: 9 };
  const paths = ['name=venue.venue', 'location.lat=venue.geo_lat', 'location.lon=venue.geo_lng'];
  const { payloads } = await readText(
    JSON.stringify([{ title: 'A', start_date: '2027-06-01', venue }]),
    { columns: paths.map((path) => `venue.${path}`).join() },
  );
  const read = { venue: 'Bar', city: 'Ghent', geo_lat: 51.05, geo_lng: 3.72 };
  expect(payloads).toMatchObject([{ venue: read }]);
});

test('columns of a described record and its object count together, in any order', async () => {
  const day = { title: 'A', start_date: '2027-06-01' };
  const rows = [
    { ...day, 'venue.name': 'Bar', venue: { city: 'Ghent' } },
    { ...day, venue: { city: 'Ghent' }, 'venue.venue': 'Bar' },
    { ...day, 'venue.city': 'Ghent', venue: 'Bar' },
    { ...day, 'venue.city': 'Ghent', venue: { name: 'Bar', city: 'Bruges' } },
  ];
  const { payloads, warnings } = await readText(JSON.stringify(rows));
  expect(payloads).toMatchObject(Array(4).fill({ venue: { venue: 'Bar', city: 'Ghent' } }));
  expect(warnings).toEqual([]);
});

test('a state that is yes or no is that of a page: published, or a draft', async () => {
  const row = { title: 'A', start_date: '2027-12-01 19:00' };
  const states = [true, false, 1, 0, '1', '0'];
  const { payloads, warnings } = await readText(
    JSON.stringify(states.map((status) => ({ ...row, status }))),
  );
  const drafts = [undefined, 'draft', undefined, 'draft', undefined, 'draft'];
  expect(payloads.map(({ status }) => status)).toEqual(drafts);
  expect(warnings).toEqual([]);
});

test('a column of yes and no that is mapped to the state of events calls them off', async () => {
  const offs = [true, false, 'TRUE', 'No', '1', '0', 1, 0];
  const rows = offs.map((off, at) => ({
    ...{ title: `E${at}`, start_date: '2027-12-01 19:00', state: { is_cancelled: off } },
  }));
  const columns = 'title=title,start_date=start_date,state.is_cancelled=event_status';
  const { payloads, warnings } = await readText(JSON.stringify(rows), { columns });
  const states = payloads.map(({ event_status, status }) => [event_status, status]);
  expect(states).toEqual(offs.map((_, at) => [at % 2 === 0 ? 'cancelled' : undefined, undefined]));
  expect(warnings).toEqual([]);
});

test('a venue with a name that is no place is none, unless it has an address', async () => {
  const row = { title: 'A', start_date: '2027-12-01 19:00' };
  const venues = [
    { name: 'Online event', lat: -8.52, lng: 179.2 },
    { name: 'Zoom (online)', city: '' },
    { name: 'TBA' },
    { name: 'Online', city: 'Riga' },
  ];
  const { payloads, warnings } = await readText(
    JSON.stringify(venues.map((venue) => ({ ...row, venue }))),
  );
  expect(payloads.map(({ venue }) => venue)).toMatchObject([
    ...[undefined, undefined, undefined],
    { venue: 'Online', city: 'Riga' },
  ]);
  expect(payloads.map(({ attendance_mode }) => attendance_mode)).toEqual([
    ...['online', 'online'],
    ...[undefined, undefined],
  ]);
  expect(warnings).toEqual(['venue: left out: no place: TBA']);
});

test('a price is in the currency of its row', async () => {
  const rows = [{ price: 59.9 }, { price: '5 €' }, { price: { amount: 15 } }, { price: 'free' }];
  const day = { title: 'A', start_date: '2027-06-01', currency: 'CHF' };
  const { payloads } = await readText(JSON.stringify(rows.map((row) => ({ ...day, ...row }))));
  expect(payloads.map(({ cost }) => cost)).toEqual(['59.9 CHF', '5 €', ['15 CHF'], 'free']);
});

test('texts by language are columns; the plain one is in the first language of the title', async () => {
  const place = { name: { de: 'Bad', en: 'Baths' } };
  const texts = { title: { de: 'Fest', 'en-GB': 'Feast' }, description: { en: ['Long'] } };
  const row = { ...texts, start_date: '2027-06-01', url: { en: 'https://a.example/en' } };
  const ld = { '@type': 'Event', name: texts.title, startDate: '2027-06-01', location: place };
  for (const rows of [[{ ...row, venue: place }], [{ ...ld, '@context': 'https://schema.org' }]]) {
    const { payloads, faults } = await readText(JSON.stringify(rows));
    expect(faults).toEqual([]);
    expect(payloads).toMatchObject([
      { lang: 'de', title: 'Fest', 'title.en-GB': 'Feast', venue: { venue: 'Bad' } },
    ]);
  }
  const { payloads } = await readText(JSON.stringify([row]));
  expect(payloads).toMatchObject([{ 'description.en': 'Long', website: 'https://a.example/en' }]);
});

test('texts of JSON-LD with languages are texts of each', async () => {
  const texts = [
    { '@value': 'Fête', '@language': 'fr' },
    { '@value': 'Feast', '@language': 'en' },
  ];
  const event = { '@type': 'Event', name: texts, startDate: '2027-06-01' };
  const { payloads, faults } = await readText(JSON.stringify([event]));
  expect(faults).toEqual([]);
  expect(payloads).toMatchObject([{ lang: 'fr', title: 'Fête', 'title.en': 'Feast' }]);
});

test('1 as the state of an event is that of a page, and no cancellation', async () => {
  const { payloads } = await readText(
    'title,start_date,event_status\nA,2027-06-01,1\nB,2027-06-01,0',
  );
  expect(payloads.map(({ event_status }) => event_status)).toEqual([undefined, undefined]);
  expect(payloads.map(({ status }) => status)).toEqual([undefined, 'draft']);
});

test('a venue with an address and an ID, but without a name, costs itself', async () => {
  const venue = { id: 7, address: '1 Main St', city: 'Ghent' };
  for (const source of [null, 'town']) {
    const text = JSON.stringify([{ title: 'A', start_date: '2027-06-01', venue }]);
    const { payloads, warnings } = await readText(text, { source });
    expect(payloads.map((payload) => payload.venue)).toEqual([undefined]);
    expect(warnings).toEqual([expect.stringContaining('it has no name')]);
  }
});

test('whole days from midnight to midnight end with the day before, as texts, too', async () => {
  const days = { start_date: '2027-05-01T00:00:00', end_date: '2027-05-02T00:00:00' };
  const rows = [
    { ...days, all_day: true },
    days,
    { ...days, all_day: true, end_date: '2027-05-02' },
  ];
  const { payloads } = await readText(JSON.stringify(rows.map((row) => ({ title: 'A', ...row }))));
  expect(payloads.map(({ end_date }) => end_date.slice(0, 10))).toEqual([
    ...['2027-05-01', '2027-05-02', '2027-05-02'],
  ]);
});
