/**
 * POST, PUT and PATCH of one event, by ID and by slug: sent fields change, absent fields stay.
 * Contract 0, 4.1, 4.3, 4.8, 6.3. Permissions: permissions.test.ts.
 */
import { expect } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { itemPaths } from '../support/event-rows.js';
import { givenEvent } from '../support/factories.js';
import { oncePer, runScenarios, type Scenario } from '../support/scenarios.js';

/** One update, by ID with PATCH and by slug with PUT: the same answer and the same record. */
function update(
  name: string,
  {
    stored = {},
    sent,
    as = 'admin',
    ...rest
  }: { stored?: Json; sent: Json; as?: string } & Partial<Omit<Scenario, 'call' | 'name'>>,
): Scenario[] {
  return Object.entries(itemPaths).map(
    ([how, path]): Scenario => ({
      status: 200,
      given: (app) => givenEvent(app, stored, as),
      ...rest,
      name: `${name} (${how})`,
      call: (event: Json) => ({
        request: `${how === 'by ID' ? 'PATCH' : 'PUT'} ${path(event)}`,
        as,
        body: sent,
      }),
    }),
  );
}

const PLAIN = {};
const unchangedEvent = oncePer((stored: Json) => (app: TestApp) => givenEvent(app, stored));

const bad = (name: string, sent: Json, stored: Json = PLAIN): Scenario[] =>
  update(name, {
    readsOnly: true,
    given: unchangedEvent(stored),
    sent,
    status: 400,
    code: 'rest_invalid_param',
    params: Object.keys(sent),
    check: async (_answer, event, app) => {
      const now = await app.given({ request: `GET /events/${event.id}` });
      expect(now).toMatchObject(event);
    },
  });

const full = {
  description: 'Stalls.',
  excerpt: 'Short.',
  slug: 'own-slug',
  status: 'publish',
  date: '2026-02-01 08:00:00',
  timezone: 'America/New_York',
  all_day: true,
  image: 'https://img.test/a.png',
  cost: ['$10', '$30'],
  website: 'https://fair.test/',
  show_map: true,
  show_map_link: true,
  hide_from_listings: true,
  sticky: true,
  featured: true,
  categories: ['Music'],
  tags: ['outdoor'],
  venue: { venue: 'Town hall' },
  organizer: [{ organizer: 'Ann Lee' }, { organizer: 'Bo Ek' }],
};

/** One write for each rule about fields that an update leaves out. */
const unchanged: Scenario[] = [
  ...update('4.1 an empty update changes nothing', {
    stored: full,
    sent: {},
    check: ({ body }, event) => expect(body).toEqual(event),
  }),
  ...update('4.1 an update of one field leaves every other one', {
    stored: full,
    sent: { title: 'Autumn fair' },
    check: ({ body }, event) => expect(body).toEqual({ ...event, title: 'Autumn fair' }),
  }),
  ...update('0 null is absent on update, for every field', {
    stored: full,
    sent: Object.fromEntries(
      [...Object.keys(full), 'title', 'start_date', 'end_date', 'author', 'date_utc'].map((key) => [
        key,
        null,
      ]),
    ),
    check: ({ body }, event) => expect(body).toEqual(event),
  }),
  ...update('4.1 an update without status leaves a draft a draft', {
    stored: { status: 'draft', slug: 'a-draft' },
    sent: { title: 'B' },
    body: { status: 'draft', slug: 'a-draft' },
  }),
  ...update('0 an id in the body is ignored, as are generated fields', {
    sent: { id: 999, url: 'x', utc_start_date: 'x', cost_details: 1, title: 'B' },
    check: ({ body }, event) => expect(body).toEqual({ ...event, title: 'B' }),
  }),
  {
    name: '4.1 POST, PUT and PATCH give the same answer, and none creates an event',
    given: (app) => givenEvent(app),
    call: (event: Json) => ({
      request: `POST /events/${event.id}`,
      as: 'admin',
      body: { title: 'B' },
    }),
    status: 200,
    check: async ({ body }, event, app) => {
      for (const path of Object.values(itemPaths)) {
        for (const method of ['POST', 'PUT', 'PATCH']) {
          const request = `${method} ${path(event)}`;
          const answer = await app.call({ request, as: 'admin', body: { title: 'B' } });
          expect([answer.status, answer.body]).toEqual([200, body]);
        }
      }
      expect((await app.given({ request: 'GET /events' })).total).toBe(1);
    },
  },
];

const fields: Scenario[] = [
  ...update('4.3 texts change; the slug stays with a new title', {
    sent: { title: ' New ', description: ' d ', excerpt: 'e' },
    body: { title: 'New', description: 'd', excerpt: 'e', slug: 'spring-fair' },
  }),
  ...['title', 'slug'].flatMap((field) =>
    bad(`4.3 ${field}: "" cannot clear it`, { [field]: '' }, full),
  ),
  ...update('4.3 description, excerpt: "" clears them', {
    stored: full,
    sent: { description: '', excerpt: '' },
    body: { description: '', excerpt: '' },
  }),
  ...bad('4.3 title: a number is 400', { title: 5 }),
  ...bad('4.5 image: "" is 400 on an event', { image: '' }, full),
  ...bad('4.3 several bad fields are named at once', { featured: 'x', timezone: 'Mars', cost: {} }),
  ...['', []].flatMap((cost) =>
    update(`4.3 cost: ${JSON.stringify(cost)} clears it`, {
      stored: full,
      sent: { cost },
      body: { cost: '', cost_details: { values: [], currency_symbol: '' } },
    }),
  ),
  ...update('4.3 website: "" clears it and the answer falls back to the url', {
    stored: full,
    sent: { website: '' },
    body: { website: 'https://example.com/event/own-slug/' },
  }),
  ...update('4.3 flags can be unset', {
    stored: full,
    sent: {
      show_map: false,
      show_map_link: 0,
      hide_from_listings: 'false',
      sticky: '0',
      featured: false,
    },
    body: {
      show_map: false,
      show_map_link: false,
      hide_from_listings: false,
      sticky: false,
      featured: false,
    },
  }),
  ...update('4.5 image: another URL replaces it', {
    stored: full,
    sent: { image: 'https://img.test/b.gif' },
    body: { image: { url: 'https://img.test/b.gif', extension: 'gif' } },
  }),
  ...update('4.3 date: the publication date changes when it is sent', {
    stored: full,
    sent: { date_utc: '2026-01-01 00:00:00' },
    body: { date_utc: '2026-01-01 00:00:00', status: 'publish' },
  }),
  {
    name: '4.3 author: an editor may give an event to another user',
    given: (app) => givenEvent(app),
    call: (event: Json, app) => ({
      request: `PATCH /events/${event.id}`,
      as: 'editor',
      body: { author: app.userIds.author },
    }),
    status: 200,
    check: ({ body }, _event, app) => expect(body.author).toBe(app.userIds.author),
  },
];

const newYork = { timezone: 'America/New_York' };
/** The times themselves: records/event-times-update.test.ts. */
const times: Scenario[] = [
  {
    name: '4.3 date and date_utc, sent back as they were answered, stay',
    given: (app) => givenEvent(app, { timezone: 'America/New_York', date_utc: '2026-02-01' }),
    call: ({ id, date, date_utc }) => ({
      request: `PUT /events/${id}`,
      as: 'admin',
      body: { title: 'Renamed', date, date_utc },
    }),
    status: 200,
    check: ({ body }, { date, date_utc }) =>
      expect([body.date, body.date_utc]).toEqual([date, date_utc]),
  },
  ...update('4.2 a date without offset is read in the stored zone', {
    stored: newYork,
    settings: { SITE_TIMEZONE: 'Europe/Paris' },
    sent: { start_date: '2026-03-20 08:00:00' },
    body: { start_date: '2026-03-20 08:00:00', utc_start_date: '2026-03-20 12:00:00' },
  }),
  ...update('4.3 timezone: "" leaves the zone', {
    stored: newYork,
    sent: { timezone: '' },
    body: newYork,
  }),
  ...bad('4.2 end_date: text that is not a date is 400', { end_date: 'later' }),
  ...bad('4.2 start_date: "" is 400', { start_date: '' }),
];

const slugs: Scenario[] = [
  ...update('0 a slug in the body renames, by slug and by ID', {
    sent: { slug: 'New Name' },
    body: { slug: 'new-name', url: 'https://example.com/event/new-name/' },
    check: async ({ body }, _event, app) => {
      expect((await app.call({ request: 'GET /events/by-slug/new-name' })).body.id).toBe(body.id);
      expect((await app.call({ request: 'GET /events/by-slug/spring-fair' })).status).toBe(301);
    },
  }),
  ...update('4.8 a rename to a slug in use gets -2', {
    given: async (app) => {
      await givenEvent(app, { title: 'Taken' });
      return givenEvent(app);
    },
    sent: { slug: 'taken' },
    body: { slug: 'taken-2' },
  }),
  ...update('4.8 sending its own slug keeps it', {
    sent: { slug: 'spring-fair' },
    body: { slug: 'spring-fair' },
  }),
  ...update('4.8 asking again for a taken slug keeps the suffixed one', {
    given: async (app) => {
      await givenEvent(app);
      return givenEvent(app);
    },
    sent: { slug: 'spring-fair' },
    body: { slug: 'spring-fair-2' },
  }),
  ...bad('4.3 slug: without letters or digits is 400', { slug: '!!!' }),
];

runScenarios(
  'updating an event',
  [...unchanged, ...fields, ...times, ...slugs],
  /(slug in use|of one field|sending its own).*by ID/,
);
