/** Files that other software wrote, as a load reads them: Overpass's GeoJSON, schema.org. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import { describeForSchemaOrg } from '../../src/present/json-ld.js';
import { type LoadItem, loadItems } from '../../src/rows/items.js';
import { mappedBy } from '../../src/rows/map-row.js';
import { mappings } from '../../src/rows/mappings/index.js';
import { fileSource } from '../../src/rows/read/bytes.js';
import { readRows } from '../../src/rows/rows.js';
import { tempFolder } from '../support/process.js';

const folder = new URL('../fixtures/foreign', import.meta.url).pathname;

async function read(file: string, name: string) {
  const mapping = mappings.find((one) => one.name === name);
  if (!mapping) throw new Error(`no mapping ${name}`);
  const items: LoadItem[] = [];
  const rows = readRows(fileSource(resolve(folder, file)), { kind: mapping.kind });
  for await (const item of loadItems(rows, mappedBy(mapping))) {
    items.push(item);
  }
  return items.map((item) => {
    if ('issues' in item) throw new Error(JSON.stringify(item.issues));
    return item;
  });
}

test('venues of OpenStreetMap', async () => {
  const items = await read('overpass-tartu.geojson', 'openstreetmap');
  expect(items.map(({ externalId }) => externalId).slice(0, 2)).toEqual([
    'openstreetmap:way/423854733',
    'openstreetmap:node/1354158969',
  ]);
  expect(items.map(({ payload }) => payload)).toEqual([
    { venue: 'Boost', geo_lat: 58.3768281, geo_lng: 26.7290047 },
    { venue: 'Vein ja Vine', geo_lat: 58.3811696, geo_lng: 26.7217343 },
    // Without a name, which the load rejects.
    { geo_lat: 58.3751552, geo_lng: 26.7749614 },
    {
      venue: 'deTolly Õllebaar',
      address: 'Küüni 5A',
      city: 'Tartu',
      geo_lat: 58.3791902,
      geo_lng: 26.7230957,
    },
    {
      venue: 'Naiiv',
      address: 'Vallikraavi 6',
      city: 'Tartu',
      zip: '51003',
      geo_lat: 58.3778865,
      geo_lng: 26.7216213,
    },
    {
      venue: 'Püssirohukelder',
      phone: '+372 7 303 555',
      website: 'http://www.pyss.ee/',
      geo_lat: 58.379192,
      geo_lng: 26.718882,
    },
  ]);
});

test('offers and whole days of our own JSON-LD', async () => {
  const path = join(tempFolder(), 'own.jsonld');
  const offered = async (event: Record<string, unknown>, changes: Record<string, unknown> = {}) => {
    const description = describeForSchemaOrg(event, kinds.event, {
      currency: { symbol: '€', code: 'EUR' },
    });
    writeFileSync(path, JSON.stringify({ '@graph': [{ ...description, ...changes }] }));
    return (await read(path, 'schema-org-events'))[0]?.payload;
  };
  const event = {
    title: 'Fair',
    all_day: true,
    start_date: '2026-07-01 00:00:00',
    end_date: '2026-07-02 23:59:59',
    date_utc: '2026-01-02 03:04:05',
    cost_details: { values: ['10'] },
  };
  expect(await offered({ ...event, availability: 'sold_out' })).toMatchObject({
    all_day: true,
    start_date: '2026-07-01',
    end_date: '2026-07-02',
    cost: ['10 EUR'],
    availability: 'sold_out',
  });
  const states = ['available', 'limited', 'not_on_sale'];
  for (const availability of states) {
    expect(await offered({ ...event, availability })).toMatchObject({ availability });
  }
  const offers = [
    { price: 0, priceCurrency: 'USD', availability: 'SoldOut' },
    { lowPrice: '5', highPrice: '9.50', availability: 'http://schema.org/limitedavailability' },
    'free tea',
  ];
  expect(await offered(event, { offers })).toMatchObject({
    cost: ['0', '5', '9.50'],
    availability: 'limited',
  });
  expect(await offered(event, { offers: { url: 'https://example.com' } })).not.toMatchObject({
    cost: expect.anything(),
  });
});

test('events of schema.org', async () => {
  const items = await read('schema-org-events.jsonld', 'schema-org-events');
  const byTitle = new Map(items.map(({ payload }) => [payload.title, payload]));
  expect(byTitle.get('Typhoon with Radiation City')).toMatchObject({
    start_date: '2013-09-14T21:30',
    end_date: '2013-09-14T21:30',
    venue: {
      venue: 'The Hi-Dive',
      address: '7 S. Broadway',
      city: 'Denver',
      stateprovince: 'CO',
      zip: '80209',
    },
  });
  expect(byTitle.get('Shostakovich Leningrad')?.venue).toEqual({
    venue: 'Chicago Symphony Center',
    address: '220 S. Michigan Ave, Chicago, Illinois, USA',
  });
  expect(byTitle.get('The Adventures of Kira and Morrison')).toMatchObject({
    start_date: '2025-07-21T19:00-05:00',
    event_status: 'scheduled',
    attendance_mode: 'hybrid',
    online_url: 'https://operaonline.stream5.com/',
    venue: { venue: 'Snickerpark Stadium', country: 'US' },
    organizer: [{ organizer: 'Kira and Morrison Music' }],
  });
  const online = byTitle.get('Story Time Reading');
  expect(online).toMatchObject({ attendance_mode: 'online' });
  expect(online).not.toHaveProperty('venue');
});

test('former starts beyond the first 100 are left out', async () => {
  const path = join(tempFolder(), 'moved.jsonld');
  const previousStartDate = Array.from({ length: 20_000 }, (_, at) => `2026-01-01T19:00:${at}`);
  const event = { '@type': 'Event', '@id': 'https://a.example/1', startDate: '2026-03-01' };
  writeFileSync(
    path,
    JSON.stringify({ '@graph': [{ ...event, name: 'Jazz', previousStartDate }] }),
  );
  const [item] = await read(path, 'schema-org-events');
  expect(item?.former).toHaveLength(100);
  expect(item?.warnings.map(({ param }) => param)).toContain('previousStartDate');
});

test('a schedule of schema.org is a recurrence', async () => {
  const path = join(tempFolder(), 'scheduled.jsonld');
  const scheduled = async (eventSchedule: unknown) => {
    const event = { '@type': 'Event', name: 'Choir', startDate: '2026-01-01', eventSchedule };
    writeFileSync(path, JSON.stringify({ '@graph': [event] }));
    return (await read(path, 'schema-org-events'))[0]?.payload;
  };
  const schedule = {
    '@type': 'Schedule',
    repeatFrequency: 'P2W',
    byDay: ['https://schema.org/Tuesday', 'TH'],
    startDate: '2026-03-03',
    endDate: '2026-06-30',
    startTime: '19:00:00',
    endTime: '20:30:00',
    exceptDate: ['2026-03-17', '2026-03-19T19:00:00'],
    scheduleTimezone: 'Europe/Paris',
  };
  expect(await scheduled(schedule)).toMatchObject({
    start_date: '2026-03-03 19:00:00',
    end_date: '2026-03-03 20:30:00',
    timezone: 'Europe/Paris',
    recurrence: [
      'RRULE:FREQ=WEEKLY;INTERVAL=2;UNTIL=20260630;BYDAY=TU,TH',
      'EXDATE:20260317,20260319T190000',
    ],
  });
  const night = { ...schedule, startTime: '22:00', endTime: '02:00' };
  expect(await scheduled(night)).toMatchObject({ end_date: '2026-03-04 02:00' });
  const monthly = {
    repeatFrequency: 'P1M',
    repeatCount: 3,
    byMonthDay: 5,
    startDate: '2026-03-05',
  };
  expect(await scheduled([monthly])).toMatchObject({
    start_date: '2026-03-05',
    recurrence: ['RRULE:FREQ=MONTHLY;INTERVAL=1;COUNT=3;BYMONTHDAY=5'],
  });
  for (const odd of ['weekly', { ...schedule, repeatFrequency: 'PT1H' }, null]) {
    const payload = await scheduled(odd);
    expect(payload).toMatchObject({ start_date: '2026-01-01' });
    expect(payload).not.toHaveProperty('recurrence');
  }
});
