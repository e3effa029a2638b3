/**
 * Facets of the list of events: counts over the whole filtered set, the 50 highest each, ties by
 * name, and only what the reader may see. Contract 15.
 */
import { expect } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { givenEvent, givenOrganizer, givenTerm, givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

async function givenProgramme(app: TestApp): Promise<Json> {
  const music = await givenTerm(app, 'categories', 'Music');
  const jazz = await givenTerm(app, 'categories', 'Jazz', { parent: music.id });
  const art = await givenTerm(app, 'categories', 'Art');
  const free = await givenTerm(app, 'tags', 'Free');
  const hall = await givenVenue(app, { venue: 'Hall', city: 'São Paulo', geo_lat: 1, geo_lng: 1 });
  const park = await givenVenue(app, { venue: 'Park', city: 'Lyon' });
  const arena = await givenVenue(app, { venue: 'Arena', city: 'SAO PAULO' });
  const ann = await givenOrganizer(app, { organizer: 'Ann' });
  const bob = await givenOrganizer(app, { organizer: 'Bob' });
  const on = (title: string, start: string, extra: Json) =>
    givenEvent(app, { title, start_date: start, end_date: start, ...extra });
  await on('a', '2026-04-01', { categories: [jazz.id], venue: hall.id, organizer: [ann.id] });
  await on('b', '2026-04-30', { categories: [music.id, art.id], venue: park.id });
  await on('c', '2026-05-01', { tags: [free.id], venue: hall.id, organizer: [ann.id, bob.id] });
  await on('d', '2026-06-01', { categories: [jazz.id], venue: arena.id, featured: true });
  await on('hidden', '2026-04-01', { tags: [free.id], hide_from_listings: true });
  await on('draft', '2026-04-01', { tags: [free.id], status: 'draft' });
  await on('past', '2020-04-01', { tags: [free.id] });
  return { music, jazz, art, free, hall, park, arena, ann, bob };
}

const counts = (
  name: string,
  query: string,
  facets: (given: Json) => Json,
  options: { as?: string; given?: (app: TestApp) => Promise<Json> } = {},
): Scenario => ({
  name: `15 facets: ${name}`,
  readsOnly: true,
  given: options.given ?? givenProgramme,
  call: { request: `GET /events?${query}`, ...(options.as ? { as: options.as } : {}) },
  status: 200,
  check: ({ body }, given) => expect(body.facets).toEqual(facets(given)),
});

const term = ({ id, slug, name }: Json, count: number) => ({ id, slug, name, count });
const post = (record: Json, count: number) => ({
  id: record.id,
  slug: record.slug,
  name: record.venue ?? record.organizer,
  count,
});

/** Events around the antimeridian, at a pole, at one venue of two beside each other, and nowhere. */
async function givenPlaces(app: TestApp): Promise<Json> {
  const at = async (venue: string, geo_lat: number, geo_lng: number, more: Json = {}) => {
    const made = await givenVenue(app, { venue, geo_lat, geo_lng, ...more });
    const event = { title: venue, start_date: '2026-04-01', end_date: '2026-04-01' };
    await givenEvent(app, { ...event, venue: made.id });
    return made;
  };
  const mole = await at('Mole', 45.069, 7.693);
  await givenEvent(app, { title: 'second', venue: mole.id });
  const po = await at('Po', 45.0621, 7.6969);
  const east = await at('East', 12, 180);
  const west = await at('West', 12.01, -179.99);
  const pole = await at('Pole', -90, 45);
  await at('Secret', 45.069, 7.693, { status: 'draft' });
  await givenEvent(app, { title: 'anywhere', venue: mole.id, attendance_mode: 'online' });
  return { mole, po, east, west, pole };
}

const only = ({ id, slug, venue: name }: Json) => ({
  venue: { id, slug, name },
  town: expect.any(String),
});

/** Contract 27. */
function tiles(): Scenario[] {
  const of = (zoom: number, box: string, more = '') =>
    `facets=tiles&tiles_zoom=${zoom}&geoloc_bbox=${box}&start_date=2026-01-01${more}`;
  const given = { given: givenPlaces };
  const refused = (name: string, query: string, params: string[]): Scenario => ({
    name: `27 tiles: ${name}`,
    call: { request: `GET /events?${query}` },
    status: 400,
    code: 'rest_invalid_param',
    params,
  });
  return [
    counts(
      'tiles of the world: means of places, a venue where it is the only one',
      of(2, '-180,-90,180,90'),
      (g) => ({
        tiles: [
          { value: '2/2/1', count: 3, lat: 45.0667, lng: 7.6943, town: 'Turin' },
          { value: '2/0/1', count: 1, lat: 12.01, lng: -179.99, ...only(g.west) },
          { value: '2/2/3', count: 1, lat: -90, lng: 45, ...only(g.pole) },
          { value: '2/3/1', count: 1, lat: 12, lng: 180, ...only(g.east) },
        ],
      }),
      given,
    ),
    counts(
      'tiles of a town: the events of the box alone',
      of(16, '7.69,45.06,7.695,45.07'),
      (g) => ({
        tiles: [{ value: '16/34168/23557', count: 2, lat: 45.069, lng: 7.693, ...only(g.mole) }],
      }),
      given,
    ),
    counts(
      'tiles across the antimeridian, with another facet and a search',
      of(4, '170,0,-170,20', '&search=west').replace('=tiles', '=month,tiles'),
      (g) => ({
        month: [{ value: '2026-04', count: 1 }],
        tiles: [{ value: '4/0/7', count: 1, lat: 12.01, lng: -179.99, ...only(g.west) }],
      }),
      given,
    ),
    counts('tiles of nothing', of(4, '10,10,11,11'), () => ({ tiles: [] }), given),
    refused('need a zoom and a box, told at once', 'facets=tiles', ['tiles_zoom', 'geoloc_bbox']),
    refused('an odd zoom', of(3, '1,1,2,2'), ['tiles_zoom']),
    refused('more than 500 tiles', of(6, '-180,-90,180,90'), ['tiles_zoom']),
  ];
}

const scenarios: Scenario[] = [
  counts('categories: with what is below them, the highest first', 'facets=categories', (g) => ({
    categories: [term(g.music, 3), term(g.jazz, 2), term(g.art, 1)],
  })),
  counts('tags: hidden, unpublished and past events do not count', 'facets=tags', (g) => ({
    tags: [term(g.free, 1)],
  })),
  counts('venue', 'facets=venue', (g) => ({
    venue: [post(g.hall, 2), post(g.arena, 1), post(g.park, 1)],
  })),
  counts('organizer', 'facets=organizer', (g) => ({
    organizer: [post(g.ann, 2), post(g.bob, 1)],
  })),
  counts('city: spellings folded together', 'facets=city', () => ({
    city: [
      { value: expect.stringMatching(/^(São Paulo|SAO PAULO)$/), count: 3 },
      { value: 'Lyon', count: 1 },
    ],
  })),
  counts('month: the month of the start', 'facets=month', () => ({
    month: [
      { value: '2026-04', count: 2 },
      { value: '2026-05', count: 1 },
      { value: '2026-06', count: 1 },
    ],
  })),
  counts('several at once, in the order asked for', 'facets=month,tags', (g) => ({
    month: expect.any(Array),
    tags: [term(g.free, 1)],
  })),
  counts('a list', 'facets[]=tags&facets[]=organizer', (g) => ({
    tags: [term(g.free, 1)],
    organizer: [post(g.ann, 2), post(g.bob, 1)],
  })),
  counts(
    'over the whole filtered set, not the page',
    'facets=categories&per_page=1&page=2',
    (g) => ({
      categories: [term(g.music, 3), term(g.jazz, 2), term(g.art, 1)],
    }),
  ),
  counts('follow filters: category with descendants', 'facets=city&categories=music', () => ({
    city: [
      { value: expect.any(String), count: 2 },
      { value: 'Lyon', count: 1 },
    ],
  })),
  counts('follow filters: dates and search', 'facets=month&search=b&end_date=2026-04-30', () => ({
    month: [{ value: '2026-04', count: 1 }],
  })),
  counts('follow filters: near me', 'facets=organizer&geoloc_lat=1&geoloc_lng=1', (g) => ({
    organizer: [post(g.ann, 2), post(g.bob, 1)],
  })),
  counts('follow filters: featured', 'facets=venue,tags&featured=1', (g) => ({
    venue: [post(g.arena, 1)],
    tags: [],
  })),
  counts('no results: empty lists', 'facets=month,city,venue&search=zzz', () => ({
    month: [],
    city: [],
    venue: [],
  })),
  counts(
    'an editor counts drafts as the list shows them',
    'facets=tags',
    (g) => ({ tags: [term(g.free, 2)] }),
    { as: 'editor' },
  ),
  counts(
    'a venue that is not public is not named to readers',
    'facets=venue,city',
    () => ({ venue: [], city: [] }),
    {
      given: async (app) => {
        const secret = await givenVenue(app, {
          venue: 'Secret',
          city: 'Atlantis',
          status: 'draft',
        });
        await givenEvent(app, { venue: secret.id });
      },
    },
  ),
  counts(
    'at most 50 values, ties by name',
    'facets=tags',
    () => ({
      tags: Array.from({ length: 50 }, (_, n) =>
        expect.objectContaining({ name: `t${n + 10}`, count: n === 0 ? 2 : 1 }),
      ),
    }),
    {
      given: async (app) => {
        const names = Array.from({ length: 60 }, (_, n) => `t${n + 10}`);
        await givenEvent(app, { tags: names.reverse() });
        await givenEvent(app, { tags: ['t10'] });
      },
    },
  ),
  ...tiles(),
  {
    name: '15 facets: absent unless requested',
    given: givenProgramme,
    call: { request: 'GET /events' },
    status: 200,
    check: ({ body }) => expect(body).not.toHaveProperty('facets'),
  },
  ...['facets=', 'facets=colour', 'facets=categories,colour', 'facets=status'].map(
    (query): Scenario => ({
      name: `15 ${query} is 400 naming facets`,
      call: { request: `GET /events?${query}` },
      status: 400,
      code: 'rest_invalid_param',
      params: ['facets'],
    }),
  ),
  ...['venues', 'organizers', 'categories', 'tags'].map(
    (route): Scenario => ({
      name: `15 facets: only on events, ignored on ${route}`,
      call: { request: `GET /${route}?facets=city` },
      status: 200,
      check: ({ body }) => expect(body).not.toHaveProperty('facets'),
    }),
  ),
];

runScenarios(
  'facets',
  scenarios,
  /facets: (categories|city|over the|follow filters: (cat|near)|an editor|at most 50|tiles (of a town|across))/,
);
