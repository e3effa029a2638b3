/** Venues without coordinates stand in their town, in circles alone. Contract 11. */
import { expect } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { givenEvent, givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const BERLIN = { lat: 52.524, lng: 13.411 };

/** Name of a venue, its fields, and those of its event; `null`: it has none. */
const VENUES: [name: string, fields: object, event?: object | null][] = [
  ['Placed', { city: 'Berlin', country: 'Germany', geo_lat: BERLIN.lat, geo_lng: BERLIN.lng }],
  ['In town', { city: 'Berlin', country: 'Germany' }],
  ['Town alone', { city: 'Berlin' }],
  ['Online', { city: 'Berlin', country: 'DE' }, { attendance_mode: 'online' }],
  ['Draft', { city: 'Berlin', country: 'DE', status: 'draft' }],
  ['Elsewhere', { city: 'Berlin', country: 'France' }],
  ['Several', { city: 'Springfield', country: 'US' }],
  ['By state', { city: 'Springfield', state: 'Illinois', country: 'US' }],
  ['Nowhere', { address: 'Hall 1' }],
];

async function givenTowns(app: TestApp): Promise<void> {
  for (const [venue, fields, event = {}] of VENUES) {
    const { id } = await givenVenue(app, { venue, ...fields });
    if (event) await givenEvent(app, { title: venue, venue: id, ...event });
  }
}

const BOX = 'geoloc_bbox=13,52,14,53';

const lists: [query: string, titles: string][] = [
  ['near=Berlin&geoloc_radius=5', 'In town, Placed, Town alone'],
  ['geoloc_lat=52.524&geoloc_lng=13.411&geoloc_radius=1', 'In town, Placed, Town alone'],
  ['near=Berlin&geoloc_radius=5&orderby=distance', 'In town, Placed, Town alone'],
  ['near=Springfield,%20Illinois&geoloc_radius=5', 'By state'],
  ['near=Springfield,%20Missouri&geoloc_radius=5', ''],
  // What asks for coordinates, and maps, leave it out.
  ['near=Berlin&geoloc_radius=5&geoloc=true', 'Placed'],
  ['near=Berlin&geoloc_radius=5&geoloc=false', ''],
  ['geoloc=true', 'Placed'],
  ['geoloc=false&city=Berlin', 'Elsewhere, In town, Town alone'],
  [BOX, 'Placed'],
  [`near=Berlin&${BOX}`, 'Placed'],
];

const scenarios: Scenario[] = [
  ...lists.flatMap(([query, titles]) =>
    (['events', 'venues'] as const).map(
      (route): Scenario => ({
        name: `11 GET /${route}?${query}: ${titles}`,
        readsOnly: true,
        given: givenTowns,
        call: { request: `GET /${route}?per_page=50&${query}` },
        status: 200,
        check: ({ body }) => {
          const names = body[route].map((one: Json) => one.title ?? one.venue);
          // An online event is nowhere, whatever its venue is.
          const found = names.filter((name: string) => name !== 'Online').sort();
          expect(found.join(', ')).toBe(titles);
        },
      }),
    ),
  ),
  {
    name: '11 near: the distance says that it is the town’s, and the answer has no coordinates',
    readsOnly: true,
    given: givenTowns,
    call: {
      request:
        'GET /events?near=Berlin&geoloc_radius=5&fields=title,distance,distance_precision,venue.geo_lat',
    },
    status: 200,
    check: ({ body }) => {
      const byTitle = Object.fromEntries(body.events.map((one: Json) => [one.title, one]));
      const { venue: exact, ...placed } = byTitle.Placed;
      expect(placed).toEqual({ title: 'Placed', distance: expect.any(Number) });
      expect(exact).toEqual({ geo_lat: BERLIN.lat });
      expect(byTitle.Online).toBeUndefined();
      expect(byTitle['In town']).toMatchObject({ distance: 0, distance_precision: 'city' });
      expect(byTitle['In town'].venue?.geo_lat).toBeUndefined();
    },
  },
  {
    name: '11 near: maps and their tiles count what has coordinates',
    readsOnly: true,
    given: givenTowns,
    call: { request: `GET /events?${BOX}&facets=tiles&tiles_zoom=4` },
    status: 200,
    check: ({ body }) =>
      expect(body.facets.tiles).toMatchObject([{ count: 1, venue: { name: 'Placed' } }]),
  },
  {
    name: '11 near: coordinates that a venue gets replace those of its town, and its town theirs',
    given: givenTowns,
    call: { request: 'GET /venues?near=Berlin&geoloc_radius=5' },
    status: 200,
    check: async ({ body }, _, app) => {
      const { id } = body.venues.find((one: Json) => one.venue === 'In town');
      const found = async (near: string) => {
        const list = await app.given({ request: `GET /events?near=${near}&geoloc_radius=5` });
        const event = list.events.find((one: Json) => one.title === 'In town');
        return event ? (event.distance_precision ?? 'exact') : null;
      };
      const put = (changes: object) => app.given({ request: `PATCH /venues/${id}`, body: changes });
      await put({ geo_lat: 48.137, geo_lng: 11.575 });
      expect([await found('Berlin'), await found('Munich')]).toEqual([null, 'exact']);
      await put({ geo_lat: null, geo_lng: null });
      expect([await found('Berlin'), await found('Munich')]).toEqual(['city', null]);
      await put({ city: 'Munich' });
      expect([await found('Berlin'), await found('Munich')]).toEqual([null, 'city']);
    },
  },
];

runScenarios('venues in their town', scenarios, /near|geoloc/);
