/**
 * What becomes of an event, and how it is attended: the six fields, their filters and facets, and
 * what json_ld tells of them. Contract 19.
 */
import { expect } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { eventPayload, givenEvent, givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const post = (extra: Json) => ({
  request: 'POST /events',
  as: 'admin',
  body: eventPayload(extra),
});
const patch = (body: Json) => (given: Json) => ({
  request: `PATCH /events/${given.id}`,
  as: 'admin',
  body,
});

/** Writes that answer these fields: on create, and on an update of an event made with `given`. */
const stored: [name: string, given: Json | null, sent: Json, answered: Json][] = [
  [
    'synonyms: the American spelling',
    null,
    { event_status: 'Canceled' },
    { event_status: 'cancelled' },
  ],
  [
    'synonyms: a name of schema.org',
    null,
    { event_status: 'EventCancelled' },
    { event_status: 'cancelled' },
  ],
  [
    'synonyms: URLs of schema.org',
    null,
    {
      event_status: 'https://schema.org/EventPostponed',
      attendance_mode: 'http://schema.org/MixedEventAttendanceMode',
      availability: 'https://schema.org/SoldOut',
    },
    { event_status: 'postponed', attendance_mode: 'hybrid', availability: 'sold_out' },
  ],
  ['synonyms: any case', null, { event_status: 'MOVED_ONLINE' }, { event_status: 'moved_online' }],
  [
    'synonyms: names of schema.org in any case',
    null,
    {
      event_status: 'eventcancelled',
      attendance_mode: 'https://schema.org/ONLINEEVENTATTENDANCEMODE',
      availability: 'https://schema.org/OutOfStock',
    },
    { event_status: 'cancelled', attendance_mode: 'online', availability: 'not_on_sale' },
  ],
  [
    'empty texts are the defaults',
    { event_status: 'cancelled', attendance_mode: 'hybrid', availability: 'limited' },
    { event_status: '', attendance_mode: '', availability: '' },
    { event_status: 'scheduled', attendance_mode: 'in_person', availability: 'available' },
  ],
  [
    'a reason is trimmed',
    { event_status: 'cancelled' },
    { event_status_reason: ' Storm ' },
    { event_status_reason: 'Storm' },
  ],
  [
    'a reason of 1,000 characters',
    { event_status: 'postponed' },
    { event_status_reason: 'x'.repeat(1000) },
    { event_status_reason: 'x'.repeat(1000) },
  ],
  ['no reason while scheduled', null, { event_status_reason: 'Why?' }, { event_status_reason: '' }],
  [
    'scheduled again: the reason is gone',
    { event_status: 'cancelled', event_status_reason: 'Storm' },
    { event_status: 'scheduled' },
    { event_status_reason: '' },
  ],
  [
    'another state keeps the reason',
    { event_status: 'cancelled', event_status_reason: 'Storm' },
    { event_status: 'postponed' },
    { event_status_reason: 'Storm' },
  ],
  [
    'moved_online is online',
    { attendance_mode: 'hybrid' },
    { event_status: 'moved_online' },
    { attendance_mode: 'online' },
  ],
  [
    'moved_online with another mode',
    null,
    { event_status: 'moved_online', attendance_mode: 'hybrid' },
    { attendance_mode: 'hybrid' },
  ],
  [
    'the mode stays when the state goes',
    { event_status: 'moved_online' },
    { event_status: 'scheduled' },
    { attendance_mode: 'online' },
  ],
  ['no address in person', null, { online_url: 'https://live.test/1' }, { online_url: '' }],
  [
    'the address is kept while in person',
    { online_url: 'https://live.test/1' },
    { attendance_mode: 'hybrid' },
    { online_url: 'https://live.test/1' },
  ],
  [
    'an empty address clears it',
    { attendance_mode: 'online', online_url: 'https://live.test/1' },
    { online_url: '' },
    { online_url: '' },
  ],
  [
    'previous_dates is read-only',
    null,
    { event_status: 'rescheduled', previous_dates: [{ start_date: 'x' }] },
    { previous_dates: [] },
  ],
  [
    'a correction keeps no dates',
    { event_status: 'rescheduled' },
    { start_date: '2026-04-01 09:00:00', end_date: '2026-04-01 11:00:00' },
    { start_date: '2026-04-01 09:00:00', previous_dates: [] },
  ],
  [
    'rescheduled with the same dates keeps none',
    null,
    { event_status: 'rescheduled', start_date: '2026-03-20 09:00:00' },
    { previous_dates: [] },
  ],
  [
    'another zone with rescheduled is another date',
    {},
    { event_status: 'rescheduled', timezone: 'Europe/Paris' },
    { previous_dates: [{ start_date: '2026-03-20 09:00:00', timezone: 'UTC' }] },
  ],
];

const writes: Scenario[] = [
  ...stored.map(
    ([name, given, sent, answered]): Scenario => ({
      name: `19 ${name}`,
      ...(given ? { given: (app: TestApp) => givenEvent(app, given) } : {}),
      call: given ? patch(sent) : post(sent),
      status: given ? 200 : 201,
      body: answered,
      check: async ({ body }, _, app) => {
        const { body: item } = await app.call({ request: `GET /events/${body.id}` });
        expect(item).toMatchObject(answered);
        const { body: list } = await app.call({ request: 'GET /events' });
        expect(list.events[0]).toMatchObject(answered);
      },
    }),
  ),
  {
    name: '19 every wrong value is named at once',
    call: post({
      event_status: 'maybe',
      event_status_reason: 'x'.repeat(1001),
      attendance_mode: 'remote',
      online_url: 'ftp://live.test/',
      availability: 7,
    }),
    status: 400,
    code: 'rest_invalid_param',
    params: [
      ...['event_status', 'event_status_reason', 'attendance_mode', 'online_url'],
      'availability',
    ],
  },
  {
    name: '19 previous_dates: the old dates, newest first, at most 10',
    given: (app) => givenEvent(app),
    call: (given) => ({ request: `GET /events/${given.id}` }),
    status: 200,
    check: async (_, given, app) => {
      const day = (n: number) => `2026-04-${String(n).padStart(2, '0')} 09:00:00`;
      for (let n = 1; n <= 12; n++) {
        const dates = { start_date: day(n), end_date: day(n) };
        await app.given(patch({ event_status: 'rescheduled', ...dates })(given));
      }
      const { body } = await app.call({ request: `GET /events/${given.id}` });
      const starts = body.previous_dates.map(({ start_date }: Json) => start_date);
      expect(starts).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map(day));
      expect(body.previous_dates[0]).toEqual({
        start_date: day(11),
        end_date: day(11),
        timezone: 'UTC',
        changed_utc: '2026-03-10 12:00:00',
      });
    },
  },
];

const described: [name: string, sent: Json, wanted: Json][] = [
  [
    'an event as it was announced',
    { cost: '10' },
    {
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: { '@type': 'Place' },
      offers: { price: '10', availability: 'inStock' },
    },
  ],
  [
    'moved online, sold out, no price',
    {
      event_status: 'moved_online',
      online_url: 'https://live.test/1',
      availability: 'sold_out',
    },
    {
      eventStatus: 'https://schema.org/EventMovedOnline',
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: { '@type': 'VirtualLocation', url: 'https://live.test/1' },
      offers: { '@type': 'Offer', availability: 'https://schema.org/SoldOut' },
    },
  ],
  [
    'hybrid, address unknown',
    { attendance_mode: 'hybrid', event_status: 'cancelled' },
    {
      eventStatus: 'https://schema.org/EventCancelled',
      eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
      location: [
        { '@type': 'Place', name: 'Town hall' },
        { '@type': 'VirtualLocation', url: 'https://example.com/event/spring-fair/' },
      ],
    },
  ],
];

const jsonLd: Scenario[] = [
  ...described.map(
    ([name, sent, wanted]): Scenario => ({
      name: `19 json_ld: ${name}`,
      given: (app) => givenEvent(app, { venue: { venue: 'Town hall' }, ...sent }),
      call: (given) => ({ request: `GET /events/${given.id}` }),
      status: 200,
      body: { json_ld: wanted },
      check: ({ body }) => expect(body.json_ld).not.toHaveProperty('previousStartDate'),
    }),
  ),
  {
    name: '19 json_ld: previousStartDate, one text and then a list',
    given: (app) => givenEvent(app, { timezone: 'America/New_York' }),
    call: patch({ event_status: 'rescheduled', start_date: '2026-04-01', end_date: '2026-04-01' }),
    status: 200,
    check: async ({ body: { id } }, _, app) => {
      const previous = async () =>
        (await app.call({ request: `GET /events/${id}` })).body.json_ld.previousStartDate;
      expect(await previous()).toBe('2026-03-20T09:00:00-04:00');
      const again = { start_date: '2026-05-01', end_date: '2026-05-01' };
      await app.given(patch({ event_status: 'EventRescheduled', ...again })({ id }));
      expect(await previous()).toEqual(['2026-04-01T00:00:00-04:00', '2026-03-20T09:00:00-04:00']);
      await app.given(patch({ event_status: 'scheduled' })({ id }));
      expect(await previous()).toBeUndefined();
    },
  },
];

async function givenProgramme(app: TestApp): Promise<void> {
  const venue = await givenVenue(app, { geo_lat: 1, geo_lng: 1 });
  for (const [title, extra] of [
    ['plain', { cost: ['0', '10'] }],
    ['off', { event_status: 'cancelled', cost: '$10', availability: 'sold_out' }],
    ['later', { event_status: 'postponed', cost: 'Free' }],
    ['web', { event_status: 'moved_online', venue: venue.id, cost: '100' }],
    ['both', { attendance_mode: 'hybrid', venue: venue.id, availability: 'sold_out' }],
  ] as const) {
    await givenEvent(app, { title, ...extra });
  }
}

const lists: Scenario[] = [
  ['', 'plain off later web both'],
  ['event_status=cancelled', 'off'],
  ['event_status=canceled,postponed', 'off later'],
  ['event_status[]=moved_online&event_status[]=cancelled', 'off web'],
  ['attendance_mode=online,hybrid', 'web both'],
  ['availability=sold_out&attendance_mode=in_person', 'off'],
  ['is_free=true', 'plain later'],
  ['is_free=0', 'off web both'],
  ['geoloc=true', 'both'],
  ['geoloc_bbox=0,0,2,2', 'both'],
].map(
  ([query = '', titles = '']): Scenario => ({
    name: `19 GET /events?${query}`,
    readsOnly: true,
    given: givenProgramme,
    call: { request: `GET /events?${query}` },
    status: 200,
    check: ({ body }) => {
      const found = body.events.map(({ title }: Json) => title).filter(Boolean);
      expect([found.join(' '), body.total]).toEqual([titles, found.length]);
    },
  }),
);

const facets: Scenario[] = [
  {
    name: '19 facets of the state, the mode and what is left',
    readsOnly: true,
    given: givenProgramme,
    call: { request: 'GET /events?facets=event_status,attendance_mode,availability' },
    status: 200,
    body: {
      facets: {
        event_status: [
          { value: 'scheduled', count: 2 },
          { value: 'cancelled', count: 1 },
          { value: 'moved_online', count: 1 },
          { value: 'postponed', count: 1 },
        ],
        attendance_mode: [
          { value: 'in_person', count: 3 },
          { value: 'hybrid', count: 1 },
          { value: 'online', count: 1 },
        ],
        availability: [
          { value: 'available', count: 3 },
          { value: 'sold_out', count: 2 },
        ],
      },
    },
  },
  {
    name: '19 unknown values of the filters are 400, all at once',
    call: {
      request: 'GET /events?event_status=gone&attendance_mode=x&availability=,&is_free=maybe',
    },
    status: 400,
    code: 'rest_invalid_param',
    params: ['event_status', 'attendance_mode', 'availability', 'is_free'],
  },
];

runScenarios(
  'what becomes of an event',
  [...writes, ...jsonLd, ...lists, ...facets],
  /the old dates|event_status=can|facets of/,
);
