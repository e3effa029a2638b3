/** What single venues have of their own: stateprovince, coordinates. Contract 4.7, 11. */
import { expect } from 'vitest';
import { givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const create = (body: object, as = 'admin') => ({ request: 'POST /venues', as, body });
const update = (id: number, body: object, as = 'admin') => ({
  request: `PATCH /venues/${id}`,
  as,
  body,
});

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

runScenarios('venues, stateprovince', provinces);
runScenarios('venues, coordinates', coordinates, /0 is a coord|both null/);
