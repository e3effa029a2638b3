/** Single venues: shape, writes, coordinates, slugs, reuse, trash. Contract 1.2, 4.7, 4.8, 5. */
import { expect } from 'vitest';
import { givenEvent, givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const full = {
  venue: 'Town hall',
  description: 'A hall',
  address: '1 Main St',
  city: 'Springfield',
  country: 'United States',
  province: 'Prov',
  state: 'IL',
  zip: '62701',
  phone: '555-1234',
  website: 'https://hall.example/',
  image: 'https://img.example/hall.jpg',
  geo_lat: 39.8,
  geo_lng: -89.6,
};

const create = (body: object, as = 'admin') => ({ request: 'POST /venues', as, body });
const update = (id: number, body: object, as = 'admin') => ({
  request: `PATCH /venues/${id}`,
  as,
  body,
});

const shape: Scenario[] = [
  {
    name: '1.2 shape: a full venue on create, keys in order, no json_ld',
    call: create(full),
    status: 201,
    check: (answer, _, app) => {
      const id = answer.body.id;
      expect(Object.entries(answer.body)).toEqual([
        ['id', id],
        ['author', app.userIds.admin],
        ['status', 'publish'],
        ['date', '2026-03-10 12:00:00'],
        ['date_utc', '2026-03-10 12:00:00'],
        ['modified', '2026-03-10 12:00:00'],
        ['modified_utc', '2026-03-10 12:00:00'],
        ['url', 'https://example.com/venue/town-hall/'],
        ['venue', 'Town hall'],
        ['description', 'A hall'],
        ['slug', 'town-hall'],
        ['image', { url: full.image, id: expect.any(Number), extension: 'jpg' }],
        ['address', '1 Main St'],
        ['city', 'Springfield'],
        ['country', 'United States'],
        ['province', 'Prov'],
        ['state', 'IL'],
        ['zip', '62701'],
        ['phone', '555-1234'],
        ['website', 'https://hall.example/'],
        ['stateprovince', 'IL'],
        ['geo_lat', 39.8],
        ['geo_lng', -89.6],
        ['show_map', true],
        ['show_map_link', true],
        ['global_id', `example.com?id=${id}`],
        ['global_id_lineage', [`example.com?id=${id}`]],
      ]);
    },
  },
  {
    name: '1.2 shape: GET of one adds json_ld between geo_lng and show_map',
    given: (app) => givenVenue(app, full),
    call: (venue) => ({ request: `GET /venues/${venue.id}` }),
    status: 200,
    check: (answer, venue) => {
      const { json_ld: jsonLd, ...rest } = answer.body;
      expect(rest).toEqual(venue);
      const keys = Object.keys(answer.body);
      expect(keys.slice(keys.indexOf('geo_lng'))).toEqual([
        'geo_lng',
        'json_ld',
        'show_map',
        'show_map_link',
        'global_id',
        'global_id_lineage',
      ]);
      expect(jsonLd).toMatchObject({
        '@type': 'Place',
        name: 'Town hall',
        description: 'A hall',
        url: venue.url,
        address: {
          '@type': 'PostalAddress',
          streetAddress: '1 Main St',
          addressLocality: 'Springfield',
          addressRegion: 'IL',
          postalCode: '62701',
          addressCountry: 'United States',
        },
        telephone: '555-1234',
        sameAs: 'https://hall.example/',
      });
    },
  },
  {
    name: '1.2 shape: empty values are absent, the last four keys are always present',
    call: create({ venue: 'Bare' }),
    status: 201,
    check: (answer) =>
      expect(Object.keys(answer.body)).toEqual([
        'id',
        'author',
        'status',
        'date',
        'date_utc',
        'modified',
        'modified_utc',
        'url',
        'venue',
        'slug',
        'show_map',
        'show_map_link',
        'global_id',
        'global_id_lineage',
      ]),
  },
  {
    name: '1.2 shape: the list answers the record without json_ld',
    given: (app) => givenVenue(app, full),
    call: { request: 'GET /venues' },
    status: 200,
    check: (answer, venue) => {
      expect(answer.body.venues).toEqual([venue]);
      expect(Object.keys(answer.body.venues[0])).toEqual(Object.keys(venue));
    },
  },
  {
    name: '1.2 shape: the same when embedded in an event and by slug',
    given: async (app) => {
      const venue = await givenVenue(app, full);
      return { venue, event: await givenEvent(app, { venue: venue.id }) };
    },
    call: { request: 'GET /venues/by-slug/town-hall' },
    status: 200,
    check: (answer, { venue, event }) => {
      expect(event.venue).toEqual(venue);
      expect(answer.body).toMatchObject(venue);
      expect(answer.body.json_ld).toBeDefined();
    },
  },
];

const writing: Scenario[] = [
  {
    name: '4.7 venue: absent on create is reported as missing',
    call: create({ city: 'X' }),
    status: 400,
    code: 'rest_missing_callback_param',
    params: ['venue'],
  },
  ...['', '   ', 5, true, ['x']].map(
    (venue): Scenario => ({
      name: `4.7 venue: ${JSON.stringify(venue)} is refused on create`,
      call: create({ venue }),
      status: 400,
      code: 'rest_invalid_param',
      params: ['venue'],
    }),
  ),
  {
    name: '4.7 venue: "" is refused on update',
    given: (app) => givenVenue(app),
    call: (venue) => update(venue.id, { venue: '' }),
    status: 400,
    code: 'rest_invalid_param',
    params: ['venue'],
  },
  {
    name: '4.7 texts: JSON numbers are refused, and all are named',
    call: create({ venue: 'X', city: 1, zip: 62701, phone: 5, address: 1, state: 2, country: 3 }),
    status: 400,
    code: 'rest_invalid_param',
    params: ['city', 'zip', 'phone', 'address', 'state', 'country'],
  },
  {
    name: '4.7 website: must be a URL or empty',
    call: create({ venue: 'X', website: 'no url' }),
    status: 400,
    code: 'rest_invalid_param',
    params: ['website'],
  },
  {
    name: '4.7 update: "" clears the texts, description and image; their keys disappear',
    given: (app) => givenVenue(app, full),
    call: (venue) =>
      update(venue.id, {
        description: '',
        address: '',
        city: '',
        country: '',
        province: '',
        state: '',
        zip: '',
        phone: '',
        website: '',
        image: '',
        stateprovince: '',
      }),
    status: 200,
    check: (answer) => {
      for (const key of ['description', 'address', 'city', 'country', 'province', 'state', 'zip']) {
        expect(answer.body).not.toHaveProperty(key);
      }
      for (const key of ['phone', 'website', 'image', 'stateprovince']) {
        expect(answer.body).not.toHaveProperty(key);
      }
    },
  },
  {
    name: '4.1 update: absent is unchanged (PUT is partial too);: the image stays',
    given: (app) => givenVenue(app, { ...full, show_map: false, show_map_link: 'no' }),
    call: (venue) => ({ request: `PUT /venues/${venue.id}`, as: 'admin', body: { city: 'Bonn' } }),
    status: 200,
    check: (answer, venue) => {
      expect(answer.body).toEqual({ ...venue, city: 'Bonn' });
      expect(answer.body).toMatchObject({ show_map: false, show_map_link: false });
    },
  },
  {
    name: '4.7 slug: renaming does not change it, and a slug in the payload is ignored',
    given: (app) => givenVenue(app),
    call: (venue) => update(venue.id, { venue: 'City hall', slug: 'other' }),
    status: 200,
    body: { venue: 'City hall', slug: 'town-hall', url: 'https://example.com/venue/town-hall/' },
  },
  {
    name: '4.1 status: an update without status keeps a draft a draft',
    given: (app) => givenVenue(app, { status: 'draft' }),
    call: (venue) => update(venue.id, { city: 'Bonn' }),
    status: 200,
    body: { status: 'draft' },
  },
  ...(
    [
      ['4.7', true, true],
      ['4.7', false, false],
      ['4.7', 1, true],
      ['4.7', 0, false],
      ['4.7', 'true', true],
      ['4.7', 'YES', true],
      ['4.7', 'false', false],
      ['4.7', '0', false],
      ['4.7', 'no', false],
      ['4.7', 'something', false],
    ] as const
  ).map(
    ([rule, sent, answered]): Scenario => ({
      name: `${rule} show_map, show_map_link: ${JSON.stringify(sent)} is ${answered}`,
      call: create({ venue: 'X', show_map: sent, show_map_link: sent }),
      status: 201,
      body: { show_map: answered, show_map_link: answered },
    }),
  ),
  {
    name: '4.7 show_map*: an update without them keeps false',
    given: (app) => givenVenue(app, { show_map: false, show_map_link: false }),
    call: (venue) => update(venue.id, { phone: '1' }),
    status: 200,
    body: { show_map: false, show_map_link: false },
  },
];

const province = (name: string, stored: object, sent: object, expected?: string): Scenario => ({
  name: `4.7 stateprovince: ${name}`,
  given: (app) => givenVenue(app, stored),
  call: (venue) => update(venue.id, sent),
  status: 200,
  check: (answer) => expect(answer.body.stateprovince).toBe(expected),
});

const provinces: Scenario[] = [
  province('a given value is stored', { state: 'IL' }, { stateprovince: 'Given' }, 'Given'),
  province('state without a country', {}, { state: 'IL', province: 'P' }, 'IL'),
  province('state in US', { country: 'US' }, { state: 'IL', province: 'P' }, 'IL'),
  province('state in United States', { country: 'United States' }, { state: 'IL' }, 'IL'),
  province('province elsewhere', { state: 'IL', province: 'P' }, { country: 'Canada' }, 'P'),
  province('nothing elsewhere', { state: 'IL' }, { country: 'France' }, undefined),
  province('"" is derived from the merged record', { state: 'IL' }, { stateprovince: '' }, 'IL'),
  province('4.7: kept when none is sent', { stateprovince: 'Kept' }, { phone: '1' }, 'Kept'),
];

const place = (name: string, body: object, params: string[]): Scenario => ({
  name: `11 coordinates: ${name}`,
  call: create({ venue: 'X', ...body }),
  status: 400,
  code: 'rest_invalid_param',
  params,
});

const coordinates: Scenario[] = [
  place('latitude alone names longitude', { geo_lat: 1 }, ['geo_lng']),
  place('longitude alone names latitude', { geo_lng: 1 }, ['geo_lat']),
  place('longitude null beside a latitude', { geo_lat: 1, geo_lng: null }, ['geo_lng']),
  place('latitude "" beside a longitude', { geo_lat: '', geo_lng: 1 }, ['geo_lat']),
  place('latitude above 90', { geo_lat: 90.0001, geo_lng: 1 }, ['geo_lat']),
  place('latitude below -90', { geo_lat: -91, geo_lng: 1 }, ['geo_lat']),
  place('longitude above 180', { geo_lat: 1, geo_lng: 180.01 }, ['geo_lng']),
  place('longitude below -180', { geo_lat: 1, geo_lng: -181 }, ['geo_lng']),
  place('texts', { geo_lat: 'north', geo_lng: 'NaN' }, ['geo_lat', 'geo_lng']),
  place('true and a list', { geo_lat: true, geo_lng: [1] }, ['geo_lat', 'geo_lng']),
  place('infinity', { geo_lat: '1e999', geo_lng: 'Infinity' }, ['geo_lat', 'geo_lng']),
  {
    name: '11 coordinates: 0 is a coordinate, in answers, lists and json_ld',
    given: (app) => givenVenue(app, { geo_lat: 0, geo_lng: 0 }),
    call: (venue) => ({ request: `GET /venues/${venue.id}` }),
    status: 200,
    body: { geo_lat: 0, geo_lng: 0 },
    check: async (answer, venue, app) => {
      expect(venue).toMatchObject({ geo_lat: 0, geo_lng: 0 });
      expect(answer.body.json_ld.geo).toMatchObject({ latitude: 0, longitude: 0 });
      const list = await app.call({ request: 'GET /venues?geoloc=true' });
      expect(list.body.venues).toEqual([venue]);
    },
  },
  {
    name: '11 coordinates: the ends of the ranges and numbers as text are accepted',
    call: create({ venue: 'X', geo_lat: '-90', geo_lng: '180.0' }),
    status: 201,
    body: { geo_lat: -90, geo_lng: 180 },
  },
  ...([null, ''] as const).map(
    (empty): Scenario => ({
      name: `11 coordinates: both ${JSON.stringify(empty)} on an update clear them`,
      given: (app) => givenVenue(app, { geo_lat: 1, geo_lng: 2 }),
      call: (venue) => update(venue.id, { geo_lat: empty, geo_lng: empty }),
      status: 200,
      check: async (answer, _, app) => {
        expect(answer.body).not.toHaveProperty('geo_lat');
        expect(answer.body).not.toHaveProperty('geo_lng');
        const list = await app.call({ request: 'GET /venues?geoloc=false' });
        expect(list.body.total).toBe(1);
      },
    }),
  ),
  {
    name: '11 coordinates: a single one cannot be changed or cleared',
    given: (app) => givenVenue(app, { geo_lat: 1, geo_lng: 2 }),
    call: (venue) => update(venue.id, { geo_lat: '' }),
    status: 400,
    code: 'rest_invalid_param',
    params: ['geo_lng'],
    check: async (_, venue, app) => {
      const moved = await app.call(update(venue.id, { geo_lng: 5 }));
      expect(Object.keys(moved.body.data.params)).toEqual(['geo_lat']);
    },
  },
  {
    name: '11 coordinates: other updates keep them',
    given: (app) => givenVenue(app, { geo_lat: 1, geo_lng: 2 }),
    call: (venue) => update(venue.id, { city: 'Bonn' }),
    status: 200,
    body: { geo_lat: 1, geo_lng: 2 },
  },
  {
    name: '11 coordinates: inline in an event',
    call: {
      request: 'POST /events',
      as: 'admin',
      body: {
        title: 'Fair',
        start_date: '2026-03-20 09:00:00',
        end_date: '2026-03-20 11:00:00',
        venue: { venue: 'Field', geo_lat: 0, geo_lng: -0.5 },
      },
    },
    status: 201,
    body: { venue: { venue: 'Field', geo_lat: 0, geo_lng: -0.5 } },
  },
  {
    name: '11 coordinates: a single one inline in an event is refused and leaves nothing',
    call: {
      request: 'POST /events',
      as: 'admin',
      body: {
        title: 'Fair',
        start_date: '2026-03-20 09:00:00',
        end_date: '2026-03-20 11:00:00',
        venue: { venue: 'Field', geo_lat: 1 },
      },
    },
    status: 400,
    code: 'rest_invalid_param',
    params: ['venue'],
    check: async (_, __, app) =>
      expect((await app.call({ request: 'GET /venues' })).body.total).toBe(0),
  },
];

runScenarios('venues', [...shape, ...writing]);
runScenarios('venues, stateprovince', provinces);
runScenarios('venues, coordinates', coordinates);
