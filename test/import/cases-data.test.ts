/**
 * JSON-LD, JSON and CSV that other products, or this one before, read wrongly: each is a row, and
 * says what a user gets of it. Facts of public reports; persons and places are invented.
 */
import { describe, expect, test } from 'vitest';
import { type Facts, loadCase, openCases } from '../support/cases.js';

const app = openCases();
const load = (file: string, query = '') => loadCase(app(), file, { query });

const place = expect.objectContaining({ venue: 'Kulturhaus', city: 'Linz' });

/** File; parameters; how many rows; of each title what its event says. */
const FILES: [file: string, query: string, counts: Facts, events: Record<string, Facts>][] = [
  [
    '26-schema-org-lists-and-ids.jsonld',
    '?mapping=schema-org-events',
    { created: 11, rejected: 0 },
    {
      'X01 mode list': { attendance_mode: 'online' },
      'X02 availability list': { availability: 'sold_out' },
      'X03 start list': { utc_start_date: '2026-12-10 18:00:00' },
      'X04 cancelled list': { event_status: 'cancelled' },
      'X05 status object': { event_status: 'cancelled' },
      'X06 place name list': { venue: place },
      'X07 description list': { description: 'Eins' },
      'X08 organizer list names': { organizer: [{ organizer: 'A' }] },
      'X09 hash status': { event_status: 'cancelled' },
      'X10 old status': { event_status: 'cancelled' },
      'X11 end day': { utc_end_date: '2026-12-12 22:59:59' },
    },
  ],
  [
    '28-graph-of-a-page.jsonld',
    '',
    { created: 1, rejected: 0 },
    { 'Y1 Adventkonzert': { venue: place, organizer: [{ organizer: 'Kulturhaus' }] } },
  ],
  ['29-itemlist.json', '', { created: 2, rejected: 0 }, { 'I1 Concert': {}, 'I2 Concert': {} }],
  ['29-datafeed.json', '', { created: 2, rejected: 0 }, { 'D1 Work Night': {} }],
  ['29-rpde.json', '', { created: 1, rejected: 0 }, { 'R1 Aqua fit': { venue: place } }],
  [
    '31-tec-events.json',
    '?source=oldsite',
    { created: 1, rejected: 0 },
    {
      'Fish & Chips – Quiz': {
        cost: '$5 – $10',
        venue: { venue: 'The Anchor', city: 'Duluth' },
        organizer: [{ organizer: 'Quiz Crew' }],
        categories: [{ name: 'Food & Drink' }],
      },
    },
  ],
  [
    '32-tec-events.csv',
    '?dates=mdy',
    { created: 2, rejected: 0 },
    {
      'Lamplight Supper': {
        start_date: '2026-12-05 19:30:00',
        end_date: '2026-12-05 22:00:00',
        timezone: 'America/Chicago',
        venue: { venue: 'Old Mill' },
        organizer: [{ organizer: 'Rosa Lind' }, { organizer: 'Friends of the Mill' }],
        categories: [{ name: 'Food' }, { name: 'Community' }],
        cost: '$12',
      },
      'Quiet Day': { all_day: true, start_date: '2026-12-06 00:00:00' },
    },
  ],
  [
    '33-compact-dates.csv',
    '',
    { created: 1, rejected: 1 },
    { 'Winter fair': { all_day: true, start_date: '2026-12-05 00:00:00' } },
  ],
  [
    '110-ticketmaster.json',
    '',
    { created: 2, rejected: 0 },
    {
      'The Pell Band': {
        utc_start_date: '2027-04-19 00:00:00',
        venue: {
          ...{ venue: 'Harbor Hall', address: '1 Pier Way', city: 'New York', zip: '10001' },
          ...{ stateprovince: 'New York', country: 'United States Of America', geo_lat: 40.7497 },
        },
        cost: '25 USD – 75.5 USD',
        categories: [{ name: 'Music' }],
      },
      'Comedy (time to be announced)': {
        ...{ start_date: '2027-05-01 00:00:00', all_day: true, event_status: 'cancelled' },
        venue: { city: 'Chicago' },
      },
    },
  ],
  [
    '36-gancio.json',
    `?source=gancio&columns=${encodeURIComponent(
      'start_datetime=start_date,end_datetime=end_date,place.name=venue.venue,' +
        'place.address=venue.address,place.latitude=venue.geo_lat,place.longitude=venue.geo_lng',
    )}`,
    { created: 1, rejected: 0 },
    {
      'Assemblea pubblica': {
        utc_start_date: '2026-12-11 18:00:00',
        venue: { venue: 'Ex Caserma', geo_lat: 45.07 },
        tags: [{ name: 'assemblea' }, { name: 'città' }],
      },
    },
  ],
  [
    '36-openagenda.json',
    `?columns=${encodeURIComponent(
      'title.fr=title,description.fr=description,firstTiming.begin=start_date,' +
        'firstTiming.end=end_date,location.name=venue.venue,location.address=venue.address,' +
        'location.city=venue.city,keywords.fr=tags,status=-',
    )}`,
    { created: 1, rejected: 0 },
    {
      'Atelier cuisine d’hiver': {
        utc_start_date: '2026-12-12 09:00:00',
        venue: { venue: 'Maison du quartier', city: 'Nantes' },
        tags: [{ name: 'cuisine' }, { name: 'hiver' }],
      },
    },
  ],
];

describe('files', () => {
  test.each(FILES)('%s %s', async (file, query, counts, expected) => {
    const loaded = await load(file, query);
    expect(loaded.summary, JSON.stringify(loaded.lines)).toMatchObject(counts);
    for (const [title, facts] of Object.entries(expected)) {
      expect(loaded.events.get(title)?.[0], title).toMatchObject(facts);
    }
    const { created, updated } = (await load(file, query)).summary;
    expect({ created, updated }, 'again').toEqual({ created: 0, updated: 0 });
  });
});

test('days that could be two are rejected with both', async () => {
  const { lines } = await load('32-tec-events.csv');
  const reason = expect.stringMatching(/2026-05-12.*2026-12-05|2026-12-05.*2026-05-12/);
  expect(lines[0]).toMatchObject({ status: 'rejected', params: { start_date: reason } });
});

test('IDs of another system link nothing here', async () => {
  const given = (request: string, body: object) => app().given({ request, as: 'admin', body });
  for (const venue of ['A', 'B', 'V']) await given('POST /venues', { venue });
  for (const organizer of ['A', 'B', 'C', 'O1']) await given('POST /organizers', { organizer });
  for (const query of ['', '?source=oldsite']) {
    const { events } = await load('31-tec-events.json', query);
    const [event] = events.get('Fish & Chips – Quiz') ?? [];
    expect([event.venue.venue, event.organizer[0].organizer]).toEqual(['The Anchor', 'Quiz Crew']);
  }
});

test('a decimal comma', async () => {
  const { given } = app();
  const loaded = await loadCase(app(), '34-decimal-comma.csv', { route: 'venues' });
  expect(loaded.summary).toMatchObject({ created: 2, rejected: 0 });
  const { venues } = await given({ request: 'GET /venues' });
  expect(venues).toMatchObject([
    { venue: 'Stadthalle', geo_lat: 48.039, geo_lng: 14.419 },
    { venue: 'Café Mitte', geo_lat: 48.3069, geo_lng: 14.2858 },
  ]);
});

test('a column that is named and not there', async () => {
  const loaded = await load('33-compact-dates.csv', '?columns=day%3Dstart_date');
  expect(loaded.lines).toMatchObject([{ status: 'rejected', params: { line: /day/ } }]);
});
