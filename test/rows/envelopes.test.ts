/** Answers and exports of other systems: where their rows are, and files that hold none. */
import { expect, test } from 'vitest';
import { readText } from '../support/read-text.js';

test('elements of Overpass', async () => {
  const tags = { amenity: 'theatre', name: 'Kulturwerk', 'addr:city': 'Berlin' };
  const elements = [
    { type: 'node', id: 101, lat: 52.52, lon: 13.405, tags },
    { type: 'way', id: 202, center: { lat: 52.53, lon: 13.41 }, tags: { name: 'Atelierhaus' } },
  ];
  const text = JSON.stringify({ version: 0.6, osm3s: { copyright: 'x' }, elements });
  const { payloads, keys } = await readText(text, { kind: 'venue' });
  expect(payloads).toEqual([
    { venue: 'Kulturwerk', city: 'Berlin', geo_lat: 52.52, geo_lng: 13.405 },
    { venue: 'Atelierhaus', geo_lat: 52.53, geo_lng: 13.41 },
  ]);
  expect(keys).toEqual(['openstreetmap:node/101', 'openstreetmap:way/202']);
});

test('solutions of SPARQL', async () => {
  const bindings = [
    {
      itemLabel: { type: 'literal', value: 'Shore Museum' },
      coord: { type: 'literal', value: 'Point(-3.1883 55.9533)' },
    },
  ];
  const text = JSON.stringify({ head: { vars: [] }, results: { bindings } });
  const reading = { kind: 'venue', columns: 'itemLabel=venue,coord=geo' } as const;
  expect((await readText(text, reading)).payloads).toEqual([
    { venue: 'Shore Museum', geo_lat: 55.9533, geo_lng: -3.1883 },
  ]);
});

test('the point of an event of GeoJSON is of its place, unless this has another', async () => {
  const event = { title: 'Fair', start_date: '2027-06-12' };
  const venues = [{ 'venue.venue': 'Hall' }, { venue: 'Hall' }, { venue: { name: 'Hall' } }];
  const own = { venue: { name: 'Hall', geo: { lat: 1, lon: 2 } } };
  const features = [...venues, own, { venue: 7 }].map((venue) => ({
    ...{ type: 'Feature', geometry: { type: 'Point', coordinates: [13.4, 52.5] } },
    properties: { ...event, ...venue },
  }));
  const read = await readText(JSON.stringify({ type: 'FeatureCollection', features }));
  const placed = { venue: 'Hall', geo_lat: 52.5, geo_lng: 13.4 };
  const places = [placed, placed, placed, { ...placed, geo_lat: 1, geo_lng: 2 }, 7];
  expect(read.payloads).toMatchObject(places.map((venue) => ({ ...event, venue })));
  expect(read.warnings).toEqual([]);
  const [{ type, geometry } = {}] = features;
  const alone = await readText(JSON.stringify({ type, geometry, properties: event }));
  expect(alone.warnings).toHaveLength(2);
});

test('a midnight in UTC of a solution of SPARQL is a whole day', async () => {
  const datatype = 'http://www.w3.org/2001/XMLSchema#dateTime';
  const bindings = ['2027-06-12T00:00:00Z', '2027-06-12T18:30:00Z'].map((value) => ({
    eventLabel: { type: 'literal', value: 'Fair' },
    start: { type: 'literal', datatype, value },
  }));
  const text = JSON.stringify({ head: { vars: [] }, results: { bindings } });
  const { payloads } = await readText(text, { columns: 'eventLabel=title,start=start_date' });
  expect(payloads).toEqual([
    { title: 'Fair', start_date: '2027-06-12', all_day: true },
    { title: 'Fair', start_date: '2027-06-12T18:30:00Z' },
  ]);
});

test('a collection of ActivityStreams, and its activities', async () => {
  const object = {
    ...{ type: 'Event', id: 'https://m.example.org/1', name: 'Repair café', content: 'Bring it' },
    ...{ startTime: '2027-03-06T14:00:00+01:00', endTime: '2027-03-06T17:00:00+01:00' },
    location: { type: 'Place', name: 'Maison', address: { addressLocality: 'Lyon' } },
  };
  const orderedItems = [{ type: 'Create', id: 'https://m.example.org/1/activity', object }];
  const first = { type: 'OrderedCollectionPage', orderedItems };
  const { payloads } = await readText(JSON.stringify({ type: 'OrderedCollection', first }));
  expect(payloads).toMatchObject([
    { title: 'Repair café', start_date: '2027-03-06T14:00:00+01:00', venue: { city: 'Lyon' } },
  ]);
});

test("Facebook's export has its letters as bytes", async () => {
  const name = Buffer.from('Café in Nürnberg').toString('latin1');
  const place = { name: 'Kulturwerk', coordinate: { latitude: 49.45, longitude: 11.08 } };
  const events = [
    { name, start_timestamp: 1799863200, end_timestamp: 1799874000, place },
    { name: 'Picnic', start_timestamp: 1800000000, end_timestamp: 0 },
  ];
  const { payloads, faults } = await readText(JSON.stringify({ your_events_v2: events }));
  expect(faults).toEqual([]);
  expect(payloads).toMatchObject([
    { title: 'Café in Nürnberg', venue: { venue: 'Kulturwerk', geo_lat: 49.45 } },
    { title: 'Picnic', start_date: '2027-01-15T08:00:00Z' },
  ]);
});

test.each([
  ['<?xml version="1.0"?>\n<rss><channel/></rss>', 'RSS'],
  ['<rss xmlns:wp="http://wordpress.org/export/1.2/"></rss>', "WordPress's export"],
  ['<?xml version="1.0"?>\n<feed xmlns="x"></feed>', 'Atom'],
  ['<?xml version="1.0"?>\n<kml xmlns="x"></kml>', 'KML'],
  ['<?xml version="1.0"?>\n<events></events>', 'XML'],
])('%s is refused by name, with the way that works', async (text, name) => {
  const { payloads, faults } = await readText(text);
  expect(payloads).toEqual([]);
  expect(faults).toEqual([expect.stringMatching(new RegExp(`^line: the file is ${name}.*: \\w`))]);
});

test.each([
  ['OData', { value: 'rows' }],
  ['Hydra', { 'hydra:member': 'rows' }],
  ['a list of GraphQL', { data: { searchEvents: { total: 1, elements: 'rows' } } }],
  ['nodes of GraphQL', { data: { groupByUrlname: { upcomingEvents: { edges: 'nodes' } } } }],
  ['the open data of Berlin', { messages: {}, results: { count: 1 }, index: 'rows', item: [] }],
  ['Localist', { events: 'events' }],
  ['Airtable', { records: 'fields' }],
  ['Strapi', { data: 'attributes', meta: { pagination: { page: 1 } } }],
  ['JSON:API', { jsonapi: { version: '1.0' }, data: 'resources' }],
])('rows are in %s', async (_, envelope) => {
  const row = { title: 'A', start_date: '2027-06-01' };
  const lists = {
    ...{ rows: [row], nodes: [{ node: row, cursor: 'x' }], events: [{ event: row }] },
    fields: [{ id: 'rec1', createdTime: '2027-01-01T00:00:00.000Z', fields: row }],
    attributes: [{ id: 1, attributes: row }],
    resources: [{ type: 'events', id: '1', attributes: row, links: { self: '/1' } }],
  };
  const text = JSON.stringify(envelope, (_key, value) => lists[value as 'rows'] ?? value);
  expect((await readText(text)).payloads).toMatchObject([row]);
});

test('paths of columns into the values of a record still lead there', async () => {
  const fields = { Was: 'A', Tag: '2027-06-01' };
  const text = JSON.stringify({ records: [{ id: 'rec1', fields }] });
  const reading = { columns: 'fields.Was=title,fields.Tag=start_date,id=external_id' };
  expect((await readText(text, reading)).payloads).toMatchObject([
    { title: 'A', start_date: '2027-06-01' },
  ]);
});

test('a row with values of its own beside `fields` or `attributes` is the row', async () => {
  const row = { title: 'A', start_date: '2027-06-01', attributes: { title: 'B' } };
  const { payloads } = await readText(JSON.stringify({ data: [row] }));
  expect(payloads).toMatchObject([{ title: 'A', start_date: '2027-06-01' }]);
});

const EVENT = { title: 'A', start_date: '2027-06-01' };

test.each([
  ['Webflow', { items: [{ id: '1', isDraft: false, fieldData: EVENT }] }],
  ['Contentful', { items: [{ sys: { id: '1' }, metadata: {}, fields: EVENT }] }],
  ['Opendatasoft', { records: [{ recordid: '1', record_timestamp: 'x', fields: EVENT }] }],
  ['Luma', { entries: [{ api_id: '1', event: EVENT, tags: [] }] }],
  ['Storyblok', { stories: [{ name: 'B', id: 1, content: EVENT }] }],
  ['CKAN', { success: true, result: { fields: [{ id: 'title' }], records: [EVENT] } }],
  ['Sanity', { ms: 1, result: [EVENT] }],
  [
    'ArcGIS',
    { fields: [{ name: 'x' }], features: [{ attributes: EVENT, geometry: { x: 1, y: 2 } }] },
  ],
])('values stand in an object of a record of %s', async (_, answer) => {
  const { payloads, faults } = await readText(JSON.stringify(answer));
  expect(faults).toEqual([]);
  expect(payloads).toMatchObject([EVENT]);
});

test('an object inside a record with a title and a start is no record', async () => {
  const rows = [
    { ...EVENT, event: { title: 'B', start_date: '2027-07-01' }, fields: { title: 'C' } },
  ];
  expect((await readText(JSON.stringify(rows))).payloads).toMatchObject([EVENT]);
});

test('a point of ArcGIS is that of the place, in degrees alone', async () => {
  const points = [
    { x: 4, y: 51 },
    { x: -10616500.1, y: 3473980.2 },
  ];
  const attributes = { Name: 'A', StartDate: 1809180000000, Location: 'Hall' };
  const features = points.map((geometry) => ({ attributes, geometry }));
  const { payloads, faults } = await readText(JSON.stringify({ features }));
  expect(faults).toEqual([]);
  expect(payloads.map(({ venue }) => venue)).toEqual([
    { venue: 'Hall', geo_lat: 51, geo_lng: 4 },
    { venue: 'Hall' },
  ]);
});

test('of a list of times the first counts, and the others are named', async () => {
  const [begin, end] = ['2027-05-14T10:00:00+02:00', '2027-05-14T18:00:00+02:00'];
  const events = [
    { title: 'A', timings: [{ begin, end }, { begin: '2027-05-15T10:00:00+02:00' }] },
    { event: { title: 'A', event_instances: [{ event_instance: { id: 9, start: begin, end } }] } },
  ];
  const { payloads, warnings } = await readText(JSON.stringify({ events }));
  const times = { title: 'A', start_date: begin, end_date: end };
  expect(payloads).toMatchObject([times, times]);
  expect(warnings).toContain('timings: left out: all but the first of 2 times');
});
