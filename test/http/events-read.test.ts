/**
 * GET of one event, by ID and by slug: keys, their order and types, values, json_ld.
 * Contract 1.1, 1.5–1.7. Who may read it: permissions.test.ts.
 */
import { expect } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { givenEvent } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const KEYS = [
  ...['id', 'global_id', 'global_id_lineage', 'author', 'status', 'date', 'date_utc'],
  ...['modified', 'modified_utc', 'url', 'rest_url', 'title', 'description', 'excerpt', 'slug'],
  ...['image', 'all_day', 'start_date', 'start_date_details', 'end_date', 'end_date_details'],
  ...['utc_start_date', 'utc_start_date_details', 'utc_end_date', 'utc_end_date_details'],
  ...['timezone', 'timezone_abbr', 'cost', 'cost_details', 'website', 'show_map'],
  ...['show_map_link', 'hide_from_listings', 'sticky', 'featured', 'categories', 'tags', 'venue'],
  ...['organizer', 'custom_fields'],
];
/** Contract 19, 20.1: behind all older keys. */
const LIFE = [
  ...['event_status', 'event_status_reason', 'previous_dates', 'attendance_mode', 'online_url'],
  ...['availability', 'uid', 'sequence', 'recurrence'],
];

const full = {
  description: 'Stalls and music.',
  excerpt: 'Stalls.',
  timezone: 'America/New_York',
  image: 'https://img.test/a/fair.jpeg',
  cost: ['10', '30'],
  website: 'https://fair.test/',
  categories: ['Music'],
  tags: ['outdoor'],
  venue: { venue: 'Town hall', city: 'Paris', geo_lat: 48.8566, geo_lng: 2.3522 },
  organizer: [{ organizer: 'Ann Lee', email: 'ann@lee.test' }, { organizer: 'Bo Ek' }],
};

const byId = (event: Json) => ({ request: `GET /events/${event.id}` });
const bySlug = (event: Json) => ({ request: `GET /events/by-slug/${event.slug}` });
const givenFull = (app: TestApp) => givenEvent(app, full);

const shape: Scenario[] = [
  {
    name: '1.1 every key is present in the order of the contract, json_ld on a single GET',
    given: (app) => givenEvent(app),
    call: byId,
    status: 200,
    check: ({ body }) => expect(Object.keys(body)).toEqual([...KEYS, 'json_ld', ...LIFE]),
  },
  {
    name: '1.1 key order is the same by slug, with everything set',
    given: givenFull,
    call: bySlug,
    status: 200,
    check: ({ body }) => expect(Object.keys(body)).toEqual([...KEYS, 'json_ld', ...LIFE]),
  },
  {
    name: '1.1 the list has the same keys and values, without json_ld',
    given: givenFull,
    call: { request: 'GET /events' },
    status: 200,
    check: async ({ body }, given, app) => {
      const [event] = body.events;
      expect(Object.keys(event)).toEqual([...KEYS, ...LIFE]);
      const single = (await app.call(byId(given))).body;
      delete single.json_ld;
      delete single.venue.json_ld;
      for (const organizer of single.organizer) delete organizer.json_ld;
      expect(event).toEqual(single);
    },
  },
  {
    name: '1.1 a bare event: false image, empty lists, [] for no venue, defaults',
    given: (app) => givenEvent(app),
    call: byId,
    status: 200,
    check: ({ body }, given, app) => {
      const api = 'http://api.test/vendor/events/v1';
      const { json_ld: _, ...event } = body;
      const hour = (text: string) => ({ year: '2026', month: '03', day: '20', hour: text });
      const details = (text: string) => ({ ...hour(text), minutes: '00', seconds: '00' });
      expect(event).toEqual({
        id: given.id,
        global_id: `example.com?id=${given.id}`,
        global_id_lineage: [`example.com?id=${given.id}`],
        author: app.userIds.admin,
        status: 'publish',
        date: '2026-03-10 12:00:00',
        date_utc: '2026-03-10 12:00:00',
        modified: '2026-03-10 12:00:00',
        modified_utc: '2026-03-10 12:00:00',
        url: 'https://example.com/event/spring-fair/',
        rest_url: `${api}/events/${given.id}`,
        title: 'Spring fair',
        description: '',
        excerpt: '',
        slug: 'spring-fair',
        image: false,
        all_day: false,
        start_date: '2026-03-20 09:00:00',
        start_date_details: details('09'),
        end_date: '2026-03-20 11:00:00',
        end_date_details: details('11'),
        utc_start_date: '2026-03-20 09:00:00',
        utc_start_date_details: details('09'),
        utc_end_date: '2026-03-20 11:00:00',
        utc_end_date_details: details('11'),
        timezone: 'UTC',
        timezone_abbr: 'UTC',
        cost: '',
        cost_details: {
          currency_symbol: '',
          currency_code: '',
          currency_position: '',
          values: [],
        },
        website: 'https://example.com/event/spring-fair/',
        show_map: false,
        show_map_link: false,
        hide_from_listings: false,
        sticky: false,
        featured: false,
        categories: [],
        tags: [],
        venue: [],
        organizer: [],
        custom_fields: [],
        event_status: 'scheduled',
        event_status_reason: '',
        previous_dates: [],
        attendance_mode: 'in_person',
        online_url: '',
        availability: 'available',
        uid: `event-${body.id}@example.com`,
        sequence: 0,
        recurrence: null,
      });
    },
  },
  {
    name: '1.1 date details are texts with leading zeros, in the zone of the date',
    given: (app) =>
      givenEvent(app, {
        start_date: '2026-01-05 09:00:07',
        end_date: '2026-01-05 10:00:00',
        timezone: 'America/New_York',
      }),
    call: byId,
    status: 200,
    body: {
      timezone_abbr: 'EST',
      start_date_details: {
        year: '2026',
        month: '01',
        day: '05',
        hour: '09',
        minutes: '00',
        seconds: '07',
      },
      utc_start_date_details: { hour: '14', seconds: '07' },
    },
  },
  {
    name: '1.1 timezone_abbr of an offset zone is the stored zone',
    given: (app) => givenEvent(app, { timezone: 'UTC+2' }),
    call: byId,
    status: 200,
    body: { timezone: 'UTC+2', timezone_abbr: 'UTC+2', utc_start_date: '2026-03-20 07:00:00' },
  },
  {
    name: '1.1 modified is in the site zone, modified_utc in UTC, and an update moves both',
    settings: { SITE_TIMEZONE: 'Europe/Paris' },
    given: async (app) => {
      const event = await givenEvent(app);
      app.clock.nowMs += 3_600_000;
      return app.given({ request: `PATCH /events/${event.id}`, body: { title: 'Autumn fair' } });
    },
    call: byId,
    status: 200,
    body: {
      date: '2026-03-10 13:00:00',
      date_utc: '2026-03-10 12:00:00',
      modified: '2026-03-10 14:00:00',
      modified_utc: '2026-03-10 13:00:00',
    },
  },
  {
    name: '1.1 global_id holds the host, without the port, and the path of SITE_URL',
    settings: { SITE_URL: 'https://example.com:8443/fairs/' },
    given: (app) => givenEvent(app),
    call: byId,
    status: 200,
    body: (given: Json) => ({
      global_id: `example.com/fairs?id=${given.id}`,
      url: 'https://example.com:8443/fairs/event/spring-fair/',
    }),
  },
  {
    name: '1.1 OURS text is answered as stored: trimmed, no <p>, no typographic changes',
    given: (app) =>
      givenEvent(app, { title: '  "Fair" -- <b>x</b> ', description: ' a\n\nb "c" ' }),
    call: byId,
    status: 200,
    body: { title: '"Fair" -- <b>x</b>', description: 'a\n\nb "c"' },
  },
  {
    name: '1.5 a term in an event is the term as its endpoint shows it, and term_taxonomy_id',
    given: givenFull,
    call: byId,
    status: 200,
    check: async ({ body }, _given, app) => {
      for (const [field, route] of [
        ['categories', 'categories'],
        ['tags', 'tags'],
      ] as const) {
        const [nested] = body[field];
        const own = (await app.call({ request: `GET /${route}/${nested.id}` })).body;
        expect(nested).toMatchObject({ ...own, term_taxonomy_id: own.id, count: 1, parent: 0 });
      }
    },
  },
  {
    name: '1.6 an image is {url, id, extension}, without empty values',
    given: givenFull,
    call: byId,
    status: 200,
    check: ({ body }) => {
      expect(body.image).toEqual({
        url: 'https://img.test/a/fair.jpeg',
        id: expect.any(Number),
        extension: 'jpg',
      });
    },
  },
  ...[
    ['text with a currency sign', '20$', '20$', ['$', 'postfix', ['20']]],
    ['free to a price', ['0$', '20$', '30$'], 'Free – 30$', ['$', 'postfix', ['0', '20', '30']]],
    ['values ascend by amount', ['$100', '$20'], '$20 – $100', ['$', 'prefix', ['20', '100']]],
    ['a number alone gets the default sign', 23, '$23', ['', '', ['23']]],
    ['words are answered unchanged', 'Pay what you can', 'Pay what you can', null],
    ['zero is Free', '0', 'Free', ['', '', ['0']]],
  ].map(
    ([name, cost, shown, details]): Scenario => ({
      name: `1.7 cost: ${name}`,
      given: (app) => givenEvent(app, { cost }),
      call: byId,
      status: 200,
      check: ({ body }) => {
        expect(body.cost).toBe(shown);
        const { currency_symbol, currency_code, currency_position, values } = body.cost_details;
        if (details) expect([currency_symbol, currency_position, values]).toEqual(details);
        expect(currency_code).toBe('');
      },
    }),
  ),
];

const jsonLd: Scenario[] = [
  {
    name: '1.1 a draft has json_ld for its author',
    given: (app) => givenEvent(app, { status: 'draft' }, 'author'),
    call: (event: Json) => ({ ...byId(event), as: 'author' }),
    status: 200,
    check: ({ body }) => expect(body.json_ld['@type']).toBe('Event'),
  },
  {
    name: '1.1 json_ld describes event, place, first organizer and offer; also in nested records',
    given: givenFull,
    call: byId,
    status: 200,
    check: ({ body }) => {
      expect(body.json_ld).toMatchObject({
        '@context': 'http://schema.org',
        '@type': 'Event',
        name: 'Spring fair',
        description: 'Stalls and music.',
        image: 'https://img.test/a/fair.jpeg',
        url: body.url,
        startDate: '2026-03-20T09:00:00-04:00',
        endDate: '2026-03-20T11:00:00-04:00',
        location: {
          '@type': 'Place',
          name: 'Town hall',
          address: { '@type': 'PostalAddress', addressLocality: 'Paris' },
        },
        organizer: { '@type': 'Person', name: 'Ann Lee', email: 'ann@lee.test' },
        offers: { '@type': 'Offer', price: '10', category: 'primary', availability: 'inStock' },
        performer: 'Organization',
      });
      expect(body.json_ld.offers.url).toBe(body.url);
      expect(body.venue.json_ld['@type']).toBe('Place');
      expect(body.organizer.map((item: Json) => item.json_ld['@type'])).toEqual([
        'Person',
        'Person',
      ]);
    },
  },
  {
    name: '1.1 json_ld leaves out image, location, organizer and offers when there are none',
    given: (app) => givenEvent(app),
    call: bySlug,
    status: 200,
    check: ({ body }) => {
      const keys = ['@context', '@type', 'name', 'description', 'url', 'startDate', 'endDate'];
      const life = ['eventStatus', 'eventAttendanceMode'];
      expect(Object.keys(body.json_ld)).toEqual([...keys, 'performer', ...life]);
    },
  },
  {
    name: '1.1 answers to create, update and delete hold no json_ld',
    call: {
      request: 'POST /events',
      as: 'admin',
      body: { title: 'A', start_date: '2026-03-20', end_date: '2026-03-20', ...full },
    },
    status: 201,
    check: async ({ text, body }, _given, app) => {
      expect(text).not.toContain('json_ld');
      expect(Object.keys(body)).toEqual([...KEYS, ...LIFE]);
      for (const method of ['PATCH', 'DELETE']) {
        const request = `${method} /events/${body.id}`;
        const answer = await app.call({ request, as: 'admin', body: { title: 'B' } });
        expect(answer.status).toBe(200);
        expect(answer.text).not.toContain('json_ld');
        expect(Object.keys(answer.body)).toEqual([...KEYS, ...LIFE]);
      }
    },
  },
];

runScenarios('reading an event', [...shape, ...jsonLd], /list has the same|^1\.5 /);
