/** Rows as well-known programs publish them, read by the mapping that they are told by. */
import { describe, expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import type { KindName } from '../../src/kinds/record.js';
import { mapperFor, recognised } from '../../src/rows/mapper.js';
import type { Row } from '../../src/rows/mapping.js';
import type { Json } from '../support/app.js';

/** → the payload of a row, and the name of its mapping. */
const read = (row: Row, kind: KindName = 'event'): Json => {
  const mapping = recognised(kinds[kind], row);
  if (!mapping) throw new Error('no mapping');
  const mapper = mapperFor(kinds[kind], { mapping: mapping.name, source: 'source' });
  return { mapping: mapping.name, ...mapper.map(row) };
};

describe('exports of The Events Calendar as CSV', () => {
  const row = {
    'Event Name': 'Folk &amp; Roots',
    'Event Start Date': '2026-12-14',
    'Event Start Time': '19:30:00',
    'Event End Date': '2026-12-14',
    'Event End Time': '22:00:00',
    'All Day Event': 'FALSE',
    'Event Cost': '15',
  };

  it.each([
    ['Event Organizer Name(s) or ID(s)', 'Folk Club, City Arts', ['Folk Club', 'City Arts']],
    ['Event Organizers', 'Folk Club', ['Folk Club']],
    ['Organizer', 'Folk Club', ['Folk Club']],
    ['Event Organizer Name', '17', []],
  ])('organizers in the column %s: %s', (column, text, names) => {
    const { mapping, payload } = read({ ...row, [column]: text });
    expect(mapping).toBe('the-events-calendar');
    const organizers = payload.organizer ?? [];
    expect(organizers.map((one: Json) => one.organizer)).toEqual(names);
    expect(payload).toMatchObject({ title: 'Folk & Roots', start_date: '2026-12-14 19:30:00' });
  });

  it('says what became of an event', () => {
    const columns = { 'Event Status': 'Canceled', 'Event Status Reason': 'ill' };
    const expected = { event_status: 'cancelled', event_status_reason: 'ill' };
    expect(read({ ...row, ...columns }).payload).toMatchObject(expected);
  });

  it('names the columns that it does not read', () => {
    const columns = { 'Event Sticky in Month View': 'TRUE', 'Event Show Map': 'TRUE' };
    const { payload, notes } = read({ ...row, ...columns });
    expect([payload.sticky, notes]).toEqual([true, ['event show map']]);
  });

  it.each([
    [{ 'Event Currency Symbol': '€', 'Event Currency Position': 'prefix' }, '€15'],
    [{ 'Event Currency Symbol': '€', 'Event Currency Position': 'postfix' }, '15 €'],
    [{ 'Event Currency Symbol': '€', 'Event Cost': 'Free' }, 'Free'],
    [{}, '15'],
    [{ 'Event Cost': '', 'Event Currency Symbol': '€' }, undefined],
  ])('a cost with %j is %s', (columns, cost) => {
    expect(read({ ...row, ...columns }).payload.cost).toBe(cost);
  });
});

describe('answers of The Events Calendar', () => {
  const event = {
    global_id: 'mill.test?id=7',
    id: 7,
    title: 'Folk',
    start_date: '2026-12-14 19:30:00',
  };
  const venue = { venue: 'Old Mill &#8211; Hall', id: 3, city: 'Duluth' };

  it.each<[string, Row, object]>([
    [
      'an online event',
      { is_virtual: true, virtual_url: 'https://zoom.us/j/1', venue: [] },
      { attendance_mode: 'online', online_url: 'https://zoom.us/j/1' },
    ],
    ['a place besides', { is_virtual: true, venue }, { attendance_mode: 'hybrid' }],
    [
      'a bare cost in rupees',
      { cost: '20000', cost_details: { currency_symbol: '₹', currency_position: 'prefix' } },
      { cost: '₹20000' },
    ],
    [
      'an organizer that is no list',
      { organizer: { organizer: 'Ann' } },
      { organizer: [{ organizer: 'Ann' }] },
    ],
    ['called off', { event_status: 'canceled' }, { event_status: 'cancelled' }],
    ['called off, in capitals', { event_status: 'CANCELLED' }, { event_status: 'cancelled' }],
    ['moved', { event_status: 'moved-online' }, { event_status: 'moved_online' }],
    // Validation leaves it out, with a warning.
    ['a state that is not known', { event_status: 'void' }, { event_status: 'void' }],
  ])('%s', (_name, fields, expected) => {
    expect(read({ ...event, ...fields }).payload).toMatchObject(expected);
  });

  it.each<[KindName, Row, object]>([
    [
      'venue',
      { ...venue, global_id: 'mill.test?id=3' },
      { venue: 'Old Mill – Hall', city: 'Duluth' },
    ],
    [
      'venue',
      {
        'Venue Name': 'Mill',
        'Venue Address': '1 Lane',
        'Venue Address 2': 'Floor 2',
        'VENUE STATE/PROVINCE': 'MN',
      },
      { venue: 'Mill', address: '1 Lane, Floor 2', stateprovince: 'MN' },
    ],
    [
      'organizer',
      { global_id: 'mill.test?id=4', organizer: 'Ann &amp; Co', author: '2' },
      { organizer: 'Ann & Co' },
    ],
    [
      'organizer',
      { 'Organizer Name': 'Ann', 'Organizer Email': 'ann@mill.test' },
      { organizer: 'Ann', email: 'ann@mill.test' },
    ],
  ])('a %s: %j', (kind, row, expected) => {
    const { mapping, payload } = read(row, kind);
    expect(mapping).toBe('the-events-calendar');
    expect(payload).toEqual(expected);
  });
});

describe('JSON-LD', () => {
  const event = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: 'Fish &#038; Chips',
    url: 'https://pub.test/event/fish/',
    startDate: '2026-12-12T19:00:00+00:00',
  };

  it.each([
    ['&lt;p&gt;Come &amp;amp; eat&lt;/p&gt;\\n', '<p>Come &amp; eat</p>'],
    ['a &lt; b and b &gt; a', 'a &lt; b and b &gt; a'],
    ['<p>&lt;b&gt; is a tag</p>', '<p>&lt;b&gt; is a tag</p>'],
    ['Talks', 'Talks'],
  ])('a description as WordPress escapes it: %s', (description, html) => {
    const { payload } = read({ ...event, description });
    expect(payload).toMatchObject({ title: 'Fish & Chips', description: html });
  });

  const ulm = { streetAddress: 'Markt 1', addressLocality: 'Ulm' };
  it.each<[string, Row, object]>([
    ['free by a name', { isAccessibleForFree: 'http://schema.org/True' }, { cost: ['0'] }],
    ['not free', { isAccessibleForFree: false }, { title: 'Fish & Chips' }],
    [
      'prices from and to',
      { offers: { priceSpecification: { minPrice: 8, maxPrice: 12, priceCurrency: 'CHF' } } },
      { cost: ['8 CHF', '12 CHF'] },
    ],
    ['a price in words', { offers: { price: 'Free', priceCurrency: 'USD' } }, { cost: ['Free'] }],
    ['sold out in words', { offers: { availability: 'Sold Out' } }, { availability: 'sold_out' }],
    ['no place left', { remainingAttendeeCapacity: '0' }, { availability: 'sold_out' }],
    ['no ticket left', { offers: { inventoryLevel: { value: 0 } } }, { availability: 'sold_out' }],
    [
      'sold out, or sold no more',
      { offers: [{ availability: 'OutOfStock' }, { availability: 'SoldOut' }] },
      { availability: 'sold_out' },
    ],
    ['both in a word', { eventAttendanceMode: 'Hybrid' }, { attendance_mode: 'hybrid' }],
    ['online in a word', { eventAttendanceMode: 'virtual' }, { attendance_mode: 'online' }],
    ['sold before', { offers: { availability: 'PreOrder' } }, { availability: 'available' }],
    ['sold no more', { offers: { availability: 'Discontinued' } }, { availability: 'not_on_sale' }],
    [
      'an address as the place',
      { location: { '@type': 'PostalAddress', name: 'Rathaus', ...ulm } },
      { venue: { venue: 'Rathaus', address: 'Markt 1', city: 'Ulm' } },
    ],
    [
      'coordinates of the place itself',
      { location: { name: 'Loft', latitude: 45.5, longitude: 9.2 } },
      { venue: { venue: 'Loft', geo_lat: 45.5, geo_lng: 9.2 } },
    ],
    [
      'online as a place',
      { location: { name: 'Online', address: 'Online' } },
      { attendance_mode: 'online' },
    ],
    [
      'an organizer by its legal name',
      { organizer: { legalName: 'B GmbH', email: 'mailto:b@b.test' } },
      { organizer: [{ organizer: 'B GmbH', email: 'b@b.test' }] },
    ],
  ])('%s', (_name, fields, expected) => {
    expect(read({ ...event, ...fields }).payload).toMatchObject(expected);
  });

  const weekly = { startDate: '2026-12-07', repeatFrequency: 'P1W', startTime: '19:00' };
  it.each<[string, Row]>([
    ['attendance_mode', { eventAttendanceMode: 'telepathic' }],
    ['availability', { offers: { availability: 'ausverkauft' } }],
    ['recurrence', { eventSchedule: { ...weekly, repeatFrequency: 'now and then' } }],
    ['recurrence', { eventSchedule: [weekly, { ...weekly, startTime: '11:00' }] }],
  ])('says that %s is left out: %j', (param, fields) => {
    expect(read({ ...event, ...fields }).warnings).toMatchObject([{ param }]);
  });

  it('of several starts says that all but the first are left out', () => {
    const startDate = ['2026-12-12', '2026-12-13'];
    expect(read({ ...event, startDate }).warnings).toMatchObject([{ param: 'start_date' }]);
  });

  it('of Eventbrite: prices of an offer, a town, an online event of days', () => {
    const offers = {
      '@type': 'AggregateOffer',
      lowPrice: '25.00',
      highPrice: '60.00',
      priceCurrency: 'USD',
      availability: 'InStock',
    };
    const location = {
      '@type': 'VirtualLocation',
      url: 'https://www.eventbrite.com/e/day-fair-99',
    };
    expect(
      read({ ...event, startDate: '2026-12-13', endDate: '2026-12-13', offers, location }),
    ).toMatchObject({
      mapping: 'schema-org-events',
      payload: { all_day: true, attendance_mode: 'online', availability: 'available' },
    });
  });

  it.each<[Json, string | undefined]>([
    ['de-AT', 'de-AT'],
    [['pt_BR', 'en'], 'pt-BR'],
    [{ '@type': 'Language', name: 'Spanish', alternateName: 'es' }, 'es'],
    [{ '@type': 'Language', name: 'Spanish' }, undefined],
    ['Deutsch', undefined],
  ])('the language spoken, %j, is %s', (inLanguage, language) => {
    expect(read({ ...event, inLanguage }).payload?.language).toBe(language);
  });

  it('of Meetup: a place and a meeting are both, a price of 0 is one', () => {
    const location: Json[] = [
      { '@type': 'Place', name: 'c-base', address: { addressLocality: 'Berlin' } },
      { '@type': 'VirtualLocation', url: 'https://zoom.us/j/123' },
    ];
    const mode = 'https://schema.org/MixedEventAttendanceMode';
    const offers = { '@type': 'Offer', price: '0', priceCurrency: 'EUR' };
    expect(read({ ...event, location, offers, eventAttendanceMode: mode }).payload).toMatchObject({
      attendance_mode: 'hybrid',
      online_url: 'https://zoom.us/j/123',
      venue: { venue: 'c-base', city: 'Berlin' },
      cost: ['0'],
    });
  });
});

it('events of Ticketmaster: an end, a text, and data without a field here by its name', () => {
  const dates = {
    start: { localDate: '2027-04-18', localTime: '20:00:00' },
    end: { localDate: '2027-04-18', localTime: '23:00:00' },
  };
  const told = { type: 'event', id: 'G5v0Z1', name: 'Pell', info: 'Loud', locale: 'en-us', dates };
  expect(read(told)).toMatchObject({
    ...{ mapping: 'ticketmaster', externalId: 'source:G5v0Z1' },
    payload: {
      ...{ title: 'Pell', description: 'Loud' },
      ...{ start_date: '2027-04-18 20:00:00', end_date: '2027-04-18 23:00:00' },
    },
    warnings: [{ param: 'locale' }],
  });
});
