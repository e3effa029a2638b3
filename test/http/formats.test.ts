/** Formats besides JSON: how one is chosen, what it shows, pages, headers. Contract 20. */
import { expect, it, vi } from 'vitest';
import { limits } from '../../src/limits.js';
import type { Output } from '../../src/present/formats/format.js';
import { formats } from '../../src/present/formats/registry.js';
import { pairNamed } from '../support/adapters.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { eventPayload, givenEvent, givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';
import { PREFIX, rawCall } from '../support/shared.js';

const ICS = 'text/calendar; charset=utf-8';
const ATOM = 'application/atom+xml; charset=utf-8';
const RSS = 'application/rss+xml; charset=utf-8';
const GEOJSON = 'application/geo+json; charset=utf-8';
const JSONLD = 'application/ld+json; charset=utf-8';

/** One public event at a venue, and a draft. */
const some = async (app: TestApp): Promise<Json> => {
  const venue = { venue: 'Town hall', city: 'Ghent', geo_lat: 51.05, geo_lng: 3.72 };
  const event = await givenEvent(app, { title: 'Public', venue });
  await givenEvent(app, { title: 'Secret', status: 'draft' });
  return event;
};

const row = (name: string, call: Scenario['call'], rest: Partial<Scenario> = {}): Scenario => ({
  name,
  given: some,
  call,
  status: 200,
  readsOnly: true,
  ...rest,
});
const get = (path: string, headers: Record<string, string> = {}) => ({
  request: `GET ${path}`,
  headers,
});
const accepting = (accept: string, path = '/events') => get(path, { accept });
const isEvent = ({ text }: { text: string }) => {
  expect(text).toContain('Public');
  expect(text).not.toContain('Secret');
};

runScenarios('the choice of a format', [
  row('20.1 suffix: ics', get('/events.ics'), { type: ICS, check: isEvent }),
  row('20.1 suffix: atom', get('/events.atom'), { type: ATOM, check: isEvent }),
  row('20.1 suffix: rss', get('/events.rss'), { type: RSS, check: isEvent }),
  row('20.1 suffix: geojson', get('/events.geojson'), { type: GEOJSON, check: isEvent }),
  row('20.1 suffix: jsonld', get('/events.jsonld'), { type: JSONLD, check: isEvent }),
  row('20.1 suffix: json is the usual list', get('/events.json'), {
    body: { total: 1, events: [{ title: 'Public' }] },
  }),
  row('20.1 the parameter format', get('/events?format=rss'), { type: RSS, check: isEvent }),
  row('20.1 the parameter wins over Accept', accepting('text/calendar', '/events?format=json')),
  row('20.1 the suffix wins over Accept', accepting('text/calendar', '/events.atom'), {
    type: ATOM,
  }),
  row('20.1 Accept', accepting('text/calendar'), { type: ICS }),
  row('20.1 Accept by q-values', accepting('text/calendar;q=0.4, application/atom+xml;q=0.6'), {
    type: ATOM,
  }),
  row('20.1 Accept: JSON first', accepting('application/json, text/calendar;q=0.9')),
  row('20.1 Accept: wildcards mean JSON', accepting('text/html,*/*;q=0.8')),
  row('20.1 Accept: other wildcards mean JSON', accepting('text/*, application/geo+json;q=0.5')),
  row('20.1 Accept: parameters are honoured', accepting('application/geo+json; charset=utf-8'), {
    type: 'application/geo+json; charset=utf-8',
  }),
  row('20.1 Accept: a profile as well', accepting('text/calendar;component="vevent";q=0.9'), {
    type: ICS,
  }),
  row('20.1 Accept: nothing that is offered means JSON', accepting('text/html, image/png')),
  row('20.1 Accept: a venue has no calendar', accepting('text/calendar', '/venues')),
  row('20.1 venues: geojson', get('/venues.geojson'), { type: GEOJSON }),
  row('20.1 venues: jsonld', get('/venues?format=jsonld'), { type: JSONLD }),
  row('20.1 an event by ID', (event: Json) => get(`/events/${event.id}.ics`), { type: ICS }),
  row('20.1 an event by slug', get('/events/by-slug/public.jsonld'), {
    type: JSONLD,
    check: isEvent,
  }),
  row(
    '20.1 an event by Accept',
    (event: Json) => accepting('application/geo+json', `/events/${event.id}`),
    { type: GEOJSON },
  ),
  row('20.1 suffix and another format', get('/events.ics?format=atom&per_page=0'), {
    status: 400,
    code: 'rest_invalid_param',
    params: ['format', 'per_page'],
  }),
  row('20.1 suffix and another format, of a record', get('/events/by-slug/public.ics?format=rss'), {
    status: 400,
    params: ['format'],
  }),
  row('20.1 a price that no title can say', get('/events.atom?cost_max=5&cost_currency=x'), {
    status: 400,
    params: ['cost_currency'],
  }),
  row('20.1 a month that no title can say', get('/events.ics?view=month&month=x'), {
    status: 400,
  }),
  row('20.1 suffix and the same format', get('/events.ics?format=ics'), { type: ICS }),
  row('20.1 an unknown format, beside other faults', get('/events?format=pdf&page=0'), {
    status: 400,
    params: ['format', 'page'],
  }),
  row('20.1 a format of another kind', get('/venues?format=ics'), {
    status: 400,
    params: ['format'],
  }),
  row('20.1 organizers have no formats', get('/organizers?format=ics')),
  row('20.1 an unknown suffix', get('/events.pdf'), { status: 404, code: 'rest_no_route' }),
  row('20.1 an unknown suffix of an ID', get('/events/12.pdf'), {
    status: 404,
    code: 'rest_no_route',
  }),
  row('20.1 an unknown suffix belongs to the slug', get('/events/by-slug/public.pdf'), {
    status: 400,
    params: ['slug'],
  }),
  row(
    '20.1 no write has a suffix',
    { request: 'POST /events.ics', as: 'admin', body: {} },
    {
      status: 404,
      code: 'rest_no_route',
    },
  ),
  row(
    '20.1 no update has a suffix',
    (event: Json) => ({
      request: `PUT /events/${event.id}.ics`,
      as: 'admin',
      body: { title: 'Other' },
    }),
    { status: 404, code: 'rest_no_route' },
  ),
  row('20.1 errors are JSON', get('/events/999999.ics'), {
    status: 404,
    code: 'rest-event-not-found',
  }),
  row(
    '20.1 a draft is not shown to its editor either',
    { request: 'GET /events.ics', as: 'admin' },
    {
      type: ICS,
      check: (answer) => {
        isEvent(answer);
        expect(answer.headers.get('cache-control')).toBe('private, no-store');
      },
    },
  ),
  row(
    '20.1 other statuses cannot be asked for',
    {
      request: 'GET /events.rss?status=draft',
      as: 'admin',
    },
    { status: 400, params: ['status'] },
  ),
  row('20.1 filters apply', get('/events.atom?city=Bruges'), {
    type: ATOM,
    check: ({ text }) => expect(text).not.toContain('<entry>'),
  }),
  row('20.1 an empty calendar holds the zone of the site', get('/events.ics?city=Bruges'), {
    type: ICS,
    check: ({ text }) => expect(text).toContain('BEGIN:VTIMEZONE\r\nTZID:UTC'),
  }),
  row(
    '20.1 HEAD',
    { request: 'HEAD /events.ics' },
    {
      type: ICS,
      check: ({ text }) => expect(text).toBe(''),
    },
  ),
  row('20.1 headers', get('/events.ics'), {
    type: ICS,
    check: ({ headers }) => {
      expect(headers.get('cache-control')).toBe('public, max-age=900');
      expect(headers.get('vary')).toMatch(/Authorization.*Accept$/);
      expect(headers.get('x-tec-total')).toBe('1');
      expect(headers.get('etag')).toMatch(/^"/);
      expect(headers.get('link')).toBeNull();
    },
  }),
  row('20.1 JSON says Vary: Accept, too, and keeps its Cache-Control', get('/events'), {
    check: ({ headers }) => {
      expect(headers.get('vary')).toContain('Accept');
      expect(headers.get('cache-control')).toBe('no-cache');
    },
  }),
  row('20.1 answers that are kept are not mixed up', accepting('text/calendar'), {
    type: ICS,
    check: async (_, __, app) => {
      for (const [accept, type] of [
        ['application/json', 'application/json; charset=UTF-8'],
        ['application/atom+xml', ATOM],
        ['text/calendar', ICS],
      ] as const) {
        const { headers } = await app.call(accepting(accept));
        expect(headers.get('content-type')).toBe(type);
      }
    },
  }),
  row('20.4 properties are the fields asked for', get('/events.geojson?fields=id,venue.city'), {
    type: GEOJSON,
    check: ({ body }, event) =>
      expect(body).toMatchObject({
        type: 'FeatureCollection',
        numberMatched: 1,
        numberReturned: 1,
        bbox: [3.72, 51.05, 3.72, 51.05],
        features: [
          {
            type: 'Feature',
            id: event.id,
            geometry: { type: 'Point', coordinates: [3.72, 51.05] },
            properties: { id: event.id, venue: { city: 'Ghent' } },
          },
        ],
      }),
  }),
  row('20.4 an unknown field', get('/events.geojson?fields=nothing'), {
    status: 400,
    params: ['fields'],
  }),
  {
    name: '20.1 the bytes depend on the records alone: a known ETag gives 304 for days',
    given: some,
    call: get('/events.ics'),
    status: 200,
    type: ICS,
    check: async (first, event, app) => {
      const headers = { 'if-none-match': String(first.headers.get('etag')) };
      const ask = () => rawCall(app, { path: `${PREFIX}/events.ics`, headers });
      app.clock.nowMs += 3 * 86_400_000;
      expect((await ask()).status).toBe(304);
      await app.given({ request: `POST /events/${event.id}`, body: { title: 'New' } });
      const changed = await ask();
      expect(changed.status).toBe(200);
      expect(changed.text).toContain('SUMMARY:New');
      expect(changed.text).toContain(`UID:event-${event.id}@example.com\r\n`);
    },
  },
  {
    name: '20.1 pages are linked, until the last one',
    given: async (app) => {
      for (const title of ['One', 'Two', 'Three']) await givenEvent(app, { title });
    },
    call: get('/events.atom?per_page=2&order=asc'),
    status: 200,
    type: ATOM,
    check: async (first, _, app) => {
      const next = 'http://api.test/vendor/events/v1/events.atom?per_page=2&order=asc&page=2';
      expect(first.headers.get('link')).toBe(`<${next}>; rel="next"`);
      expect(first.text).toContain(next.replaceAll('&', '&amp;'));
      const second = await app.call(get('/events.atom?per_page=2&order=asc&page=2'));
      expect(second.headers.get('link')).toBeNull();
      const titles = [first, second].flatMap(({ text }) => text.match(/<title>\w+<\/title>/g));
      expect(titles).toEqual(['One', 'Two', 'Three'].map((title) => `<title>${title}</title>`));
    },
  },
  {
    name: '20.3 by publication date, newest first, unless an order is sent',
    given: async (app) => {
      await givenEvent(app, { title: 'Old', date: '2026-01-01', start_date: '2026-03-19' });
      await givenEvent(app, { title: 'New', date: '2026-02-01' });
    },
    call: get('/events.rss'),
    status: 200,
    type: RSS,
    check: async ({ text }, _, app) => {
      expect(text.indexOf('Old')).toBeGreaterThan(text.indexOf('New'));
      const { text: sorted } = await app.call(get('/events.rss?orderby=start_date'));
      expect(sorted.indexOf('Old')).toBeLessThan(sorted.indexOf('New'));
    },
  },
]);

it('a page is read in slices, and goes on by cursor where pages do not reach', async () => {
  const app = await openTestApp(pairNamed('sqlite + sqlite'));
  const count = limits.feedSlice * 2 + 5;
  for (let at = 0; at < count; at++) {
    await app.given({ request: 'POST /events', body: eventPayload({ title: `Event ${at}` }) });
  }
  const whole = await app.call(get('/events.ics'));
  const uids = whole.text.match(/^UID:.*$/gm) ?? [];
  expect(new Set(uids).size).toBe(count);
  expect(whole.headers.get('link')).toBeNull();
  expect(whole.headers.get('x-tec-total')).toBe(String(count));
  const part = await app.call(get('/events.ics?per_page=150'));
  const rest = await app.call(get('/events.ics?per_page=150&page=2'));
  const both = [part, rest].flatMap(({ text }) => text.match(/^UID:.*$/gm) ?? []);
  expect(both).toEqual(uids);
  const { body } = await app.call(get('/events?per_page=3'));
  const after = await app.call(get(`/events.ics?per_page=150&cursor=${body.next_cursor}`));
  expect(after.text.match(/^UID:.*$/gm)).toEqual(uids.slice(3, 153));
  expect(after.headers.get('link')).toMatch(/per_page=150&cursor=[\w.-]+>; rel="next"$/);
  for (const format of Object.values(formats)) {
    expect(await mostInOneTurn(app, format), format.name).toBe(limits.feedTurnRecords);
  }
  await app.close();
});

/** → the most records of a long feed that were written in one turn of the event loop. */
async function mostInOneTurn(app: TestApp, format: Output): Promise<number> {
  const written = new Map<number, number>();
  let turns = 0;
  const tick = () => {
    turns++;
    next = setImmediate(tick);
  };
  let next = setImmediate(tick);
  const { open } = format;
  const spy = vi.spyOn(format, 'open').mockImplementation((feed) => {
    const writer = open(feed);
    const add: typeof writer.add = (record) => {
      written.set(turns, (written.get(turns) ?? 0) + 1);
      return writer.add(record);
    };
    return { ...writer, add };
  });
  // Asked for the first time, so that no cached answer is given.
  await app.call(get(`/events.${format.name}?per_page=999`));
  spy.mockRestore();
  clearImmediate(next);
  return Math.max(...written.values());
}

it('a page ends early once it is too long for memory, and loses nothing', async () => {
  const app = await openTestApp(pairNamed('sqlite + sqlite'));
  const description = 'x'.repeat(180_000);
  const count = limits.feedSlice + 1;
  for (let at = 0; at < count; at++) await givenEvent(app, { title: `Event ${at}`, description });
  const first = await app.call(get('/events.ics'));
  const next = /<http:\/\/api\.test\/vendor\/events\/v1([^>]+)>/.exec(
    first.headers.get('link') ?? '',
  )?.[1];
  const second = await app.call(get(String(next)));
  const uids = [first, second].map(({ text }) => text.match(/^UID:.*$/gm) ?? []);
  expect(uids.map(({ length }) => length)).toEqual([limits.feedSlice, 1]);
  expect(new Set(uids.flat()).size).toBe(count);
  await app.close();
});

it('a venue that is not public does not show', async () => {
  const app = await openTestApp(pairNamed('sqlite + sqlite'));
  const venue = await givenVenue(app, {
    venue: 'Hidden hall',
    status: 'private',
    geo_lat: 1,
    geo_lng: 2,
  });
  const event = await givenEvent(app, { venue: venue.id });
  for (const format of ['ics', 'atom', 'rss', 'geojson', 'jsonld']) {
    for (const path of [`/events.${format}`, `/events/${event.id}.${format}`]) {
      const { text } = await app.call({ request: `GET ${path}`, as: 'admin' });
      expect(text, path).toContain('Spring fair');
      expect(text, path).not.toMatch(/Hidden hall|GEO:|"Point"|georss:point/);
    }
  }
  await app.close();
});
