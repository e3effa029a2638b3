/**
 * "Near me" on the lists of events and venues. Contract 11. Coordinates on write: venues.test.ts.
 * Lines and poles of the globe, edges of boxes: contracts/search-index-lists.ts.
 * The last table compares answers with a separate haversine over random places.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { overTwoPairs } from '../support/adapters.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { givenEvent, givenVenue } from '../support/factories.js';
import { oncePer, runScenarios, type Scenario } from '../support/scenarios.js';
import { fc } from '../support/seed.js';

type Place = [lat: number, lng: number];

const paris: Place = [48.8566, 2.3522];
const london: Place = [51.5074, -0.1278];
const versailles: Place = [48.8049, 2.1204];
const suva: Place = [-18.1248, 178.4501];
const apia: Place = [-13.8507, -171.7514];

function haversineM([latA, lngA]: Place, [latB, lngB]: Place): number {
  const radians = Math.PI / 180;
  const h =
    Math.sin(((latB - latA) * radians) / 2) ** 2 +
    Math.cos(latA * radians) *
      Math.cos(latB * radians) *
      Math.sin(((lngB - lngA) * radians) / 2) ** 2;
  return 2 * 6_371_008.8 * Math.asin(Math.sqrt(h));
}

/** A venue and an event there for each name; null is a venue without coordinates. */
const givenPlaces = oncePer((places: Record<string, Place | null>) => async (app: TestApp) => {
  const venues: Json = {};
  for (const [name, place] of Object.entries(places)) {
    const extra = place ? { geo_lat: place[0], geo_lng: place[1] } : {};
    venues[name] = await givenVenue(app, { venue: name, city: name, ...extra });
    await givenEvent(app, { title: name, venue: venues[name].id });
  }
  return venues;
});

const near = ([lat, lng]: Place, more = '') => `geoloc_lat=${lat}&geoloc_lng=${lng}${more}`;

const cities = { Paris: paris, Versailles: versailles, London: london, Nowhere: null };

/** The same query finds the same places on events and on venues. */
const finds = (
  name: string,
  places: Record<string, Place | null>,
  query: string,
  found: string[],
): Scenario[] =>
  ['events', 'venues'].map((route) => ({
    name: `11 ${name} (${route})`,
    readsOnly: true,
    given: givenPlaces(places),
    call: { request: `GET /${route}?${query}` },
    status: 200,
    check: ({ body }) => {
      const names = body[route].map((record: Json) => record.title ?? record.venue);
      expect(names.sort()).toEqual([...found].sort());
      expect(body.total).toBe(found.length);
    },
  }));

const refused = (rows: [query: string, ...params: string[]][]): Scenario[] =>
  rows.flatMap(([query, ...params]) =>
    ['events', 'venues'].map((route) => ({
      name: `11 ${route}?${query} is 400 naming ${params.join(', ')}`,
      readsOnly: true,
      call: { request: `GET /${route}?${query}` },
      status: 400,
      code: 'rest_invalid_param',
      params,
    })),
  );

const lists: Scenario[] = [
  ...finds('geoloc: true', cities, 'geoloc=true', ['Paris', 'Versailles', 'London']),
  ...finds('geoloc: false', cities, 'geoloc=0', ['Nowhere']),
  {
    name: '11 geoloc: false holds for events without a venue',
    given: (app) => givenEvent(app, { title: 'homeless' }),
    call: { request: 'GET /events?geoloc=false' },
    status: 200,
    body: { total: 1 },
  },
  ...finds('radius: 40 km when absent', cities, near(paris), ['Paris', 'Versailles']),
  ...finds('radius: a small one', cities, near(paris, '&geoloc_radius=5'), ['Paris']),
  ...finds('radius: fractions', cities, near(paris, '&geoloc_radius=0.5'), ['Paris']),
  ...finds('radius: in miles', cities, near(paris, '&geoloc_radius=214&geoloc_unit=mi'), [
    'Paris',
    'Versailles',
    'London',
  ]),
  ...finds('radius: in metres', cities, near(paris, '&geoloc_radius=18000&geoloc_unit=m'), [
    'Paris',
    'Versailles',
  ]),
  ...finds('radius: half the equator holds all', cities, near(suva, '&geoloc_radius=20040'), [
    'Paris',
    'Versailles',
    'London',
  ]),
  ...finds('0,0 is a place', { Null: [0, 0], Paris: paris }, near([0, 0]), ['Null']),
  ...finds('bbox', cities, 'geoloc_bbox=2,48,3,49', ['Paris', 'Versailles']),
  ...finds(
    'bbox: west above east crosses the antimeridian',
    { Suva: suva, Apia: apia, Paris: paris },
    'geoloc_bbox=170,-20,-170,-10',
    ['Suva', 'Apia'],
  ),
  ...finds('bbox and point: AND', cities, near(paris, '&geoloc_bbox=2.2,48,3,49'), ['Paris']),
  ...finds('point and city: AND', cities, near(paris, '&city=VERSAILLES'), ['Versailles']),
  ...finds('point and search: AND', cities, near(paris, '&search=vers'), ['Versailles']),
  ...finds('geoloc: false with a point finds nothing', cities, near(paris, '&geoloc=false'), []),
];

const wrong: Scenario[] = [
  ...refused([
    ['geoloc=', 'geoloc'],
    ['geoloc=maybe', 'geoloc'],
    ['geoloc_lat=1', 'geoloc_lng'],
    ['geoloc_lng=1', 'geoloc_lat'],
    ['geoloc_lat=&geoloc_lng=', 'geoloc_lat', 'geoloc_lng'],
    ['geoloc_lat=91&geoloc_lng=0', 'geoloc_lat'],
    ['geoloc_lat=-90.001&geoloc_lng=0', 'geoloc_lat'],
    ['geoloc_lat=0&geoloc_lng=180.5', 'geoloc_lng'],
    ['geoloc_lat=NaN&geoloc_lng=0', 'geoloc_lat'],
    ['geoloc_lat=Infinity&geoloc_lng=0', 'geoloc_lat'],
    ['geoloc_lat=0x10&geoloc_lng=0', 'geoloc_lat'],
    ['geoloc_lat=north&geoloc_lng=0', 'geoloc_lat'],
    ['geoloc_lat[]=1&geoloc_lng=0', 'geoloc_lat'],
    ['geoloc_radius=10', 'geoloc_radius'],
    [near(paris, '&geoloc_radius=0'), 'geoloc_radius'],
    [near(paris, '&geoloc_radius=-1'), 'geoloc_radius'],
    [near(paris, '&geoloc_radius='), 'geoloc_radius'],
    [near(paris, '&geoloc_radius=wide'), 'geoloc_radius'],
    [near(paris, '&geoloc_radius=20040.001'), 'geoloc_radius'],
    [near(paris, '&geoloc_radius=12453&geoloc_unit=mi'), 'geoloc_radius'],
    [near(paris, '&geoloc_radius=20040001&geoloc_unit=m'), 'geoloc_radius'],
    [near(paris, '&geoloc_unit=ft'), 'geoloc_unit'],
    [near(paris, '&geoloc_unit='), 'geoloc_unit'],
    ['geoloc_bbox=', 'geoloc_bbox'],
    ['geoloc_bbox=1,2,3', 'geoloc_bbox'],
    ['geoloc_bbox=1,2,3,4,5', 'geoloc_bbox'],
    ['geoloc_bbox=1,2,3,north', 'geoloc_bbox'],
    ['geoloc_bbox=0,10,1,5', 'geoloc_bbox'],
    ['geoloc_bbox=-181,0,0,1', 'geoloc_bbox'],
    ['geoloc_bbox=0,0,1,91', 'geoloc_bbox'],
    ['orderby=distance', 'orderby'],
  ]),
  {
    name: '11 organizers have no place: geo parameters are ignored',
    call: { request: 'GET /organizers?geoloc_lat=95' },
    status: 200,
  },
];

const distances: Scenario[] = [
  ...(['km', 'mi', 'm'] as const).flatMap((unit) =>
    ['events', 'venues'].map((route) => ({
      name: `11 distance: in ${unit}, exact to the metre, nearest first (${route})`,
      readsOnly: true,
      given: givenPlaces(cities),
      call: {
        request: `GET /${route}?${near(paris)}&geoloc_unit=${unit}&geoloc_radius=${
          unit === 'm' ? 400_000 : 400
        }&orderby=distance`,
      },
      status: 200,
      check: ({ body }: Json) => {
        const metres = { km: 1000, mi: 1609.344, m: 1 }[unit];
        const inMetres = body[route].map((record: Json) => record.distance * metres);
        const places = [paris, versailles, london];
        expect(inMetres).toHaveLength(places.length);
        for (const [at, place] of places.entries())
          expect(inMetres[at]).toBeCloseTo(Math.round(haversineM(paris, place)), 2);
      },
    })),
  ),
  {
    name: '12 distance: desc is farthest first',
    given: givenPlaces(cities),
    call: { request: `GET /venues?${near(paris)}&orderby=distance&order=desc` },
    status: 200,
    check: ({ body }) =>
      expect(body.venues.map((venue: Json) => venue.venue)).toEqual(['Versailles', 'Paris']),
  },
  {
    name: '12 distance: ties by id, in the same direction',
    given: givenPlaces({ a: paris, b: paris, c: paris }),
    call: { request: `GET /events?${near(london)}&geoloc_radius=500&orderby=distance&order=desc` },
    status: 200,
    check: ({ body }) =>
      expect(body.events.map((event: Json) => event.title)).toEqual(['c', 'b', 'a']),
  },
  {
    name: '11 distance: absent without a point',
    given: givenPlaces(cities),
    call: { request: 'GET /events?geoloc=true' },
    status: 200,
    check: ({ body }) =>
      body.events.map((event: Json) => expect(event).not.toHaveProperty('distance')),
  },
  {
    name: '11 radius: the default is configurable',
    settings: { GEO_RADIUS_KM: '400' },
    given: givenPlaces(cities),
    call: { request: `GET /events?${near(paris)}` },
    status: 200,
    body: { total: 3 },
  },
  {
    name: '11 a point with dates, search and a category',
    given: async (app) => {
      const venues = await givenPlaces(cities)(app);
      await givenEvent(app, { title: 'Fête', categories: 'Music', venue: venues.Paris.id });
    },
    call: {
      request: `GET /events?${near(paris)}&search=fete&categories=music&end_date=2026-03-20`,
    },
    status: 200,
    body: { total: 1, events: [{ title: 'Fête', distance: 0 }] },
  },
];

runScenarios('geo lists', [...lists, ...wrong, ...distances], /half|west|exact|desc|ties/);

overTwoPairs('geo against a haversine', (pair) => {
  const places: { id: number; place: Place }[] = [];
  let app: TestApp;

  const degrees = (max: number) =>
    fc.oneof(fc.double({ min: -max, max, noNaN: true }), fc.constantFrom(-max, 0.01 - max, 0, max));
  const aPlace = fc.tuple(degrees(90), degrees(180));

  beforeAll(async () => {
    app = await openTestApp(pair);
    for (const place of fc.sample(aPlace, { numRuns: 45 })) {
      const [geo_lat, geo_lng] = place;
      const { id } = await givenVenue(app, { venue: `V${places.length}`, geo_lat, geo_lng });
      places.push({ id, place });
    }
  });
  afterAll(() => app.close());

  it(`11 radius: includes exact distances up to the radius`, async () => {
    const radiusKm = fc.oneof(
      fc.double({ min: 1, max: 20_000, noNaN: true }),
      fc.constantFrom(0.001, 50, 20_040),
    );
    await fc.assert(
      fc.asyncProperty(aPlace, radiusKm, async (point, km) => {
        const query = near(point, `&geoloc_radius=${km}&orderby=distance&per_page=50`);
        const { body } = await app.call({ request: `GET /venues?${query}` });
        const wanted = places.filter(({ place }) => haversineM(point, place) <= km * 1000);
        const ids = body.venues.map((venue: Json) => venue.id);
        expect([...ids].sort()).toEqual(wanted.map(({ id }) => id).sort());
        const sorted = body.venues.map((venue: Json) => venue.distance);
        expect(sorted).toEqual([...sorted].sort((a, b) => a - b));
      }),
      { numRuns: 150, examples: [[[6.037091348628667e-7, -180], 1]] },
    );
  });
});
