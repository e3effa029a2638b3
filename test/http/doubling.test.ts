/**
 * Texts of strangers: each text of each input format, and each field of a write over HTTP, twice as
 * long, costs less than three times the CPU.
 */
import { expect, it } from 'vitest';
import { validateEntry } from '../../src/import/validate.js';
import { allKinds, kinds } from '../../src/kinds/index.js';
import type { KindName } from '../../src/kinds/record.js';
import { withDates } from '../../src/rows/columns/dated.js';
import { formatNamed } from '../../src/rows/formats/index.js';
import { loadItems } from '../../src/rows/items.js';
import { mapperFor, type Wanted } from '../../src/rows/mapper.js';
import { readRows } from '../../src/rows/rows.js';
import { loadSchema } from '../../src/validation/schemas.js';
import type { Json, TestApp } from '../support/app.js';
import { growthOf, PIECES, textOf } from '../support/doubling.js';
import { describeApp } from '../support/shared.js';

/** Work on a text: a file that is read, or a request. */
type Work = (app: TestApp) => Promise<unknown>;
/** Half of what one expression gets: thousands of texts are tried, and a square still shows. */
const CHARS = 32 * 1024;
/** Ends the name of a place that takes a list: its length counts, more than what is in it. */
const MANY = ', many';
/** Places of texts by name. */
type Places = Record<string, (text: string) => Work>;

/** → the value with another one for each text and number in it, by its path. */
function* leaves(value: Json, path = ''): Generator<[string, (text: Json) => Json]> {
  if (typeof value !== 'object' || value === null) {
    yield [path, (text) => text];
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    for (const [at, put] of leaves(inner, `${path}.${name}`)) {
      const whole = (text: Json) => ({ ...value, [name]: put(text) });
      yield [at, Array.isArray(value) ? (text) => Object.values(whole(text)) : whole];
    }
  }
}

/** → as JSON: each text of a row, and a list of many in its place. */
function rowPlaces(row: Json, call: (row: Json) => Work): Places {
  const places: Places = {};
  for (const [path, put] of leaves(row)) {
    places[path] = (text) => call(put(text));
    places[`${path}, behind what it holds`] = (text) => {
      const value = path
        .split('.')
        .slice(1)
        .reduce((inner, name) => inner[name], row);
      return call(put(`${value}${text}`));
    };
    places[`${path}${MANY}`] = (text) =>
      call(put((text.match(/.{1,32}/gsu) ?? []).map((part, at) => `${part}${at}`)));
  }
  return places;
}

/** → reads a file and checks its records, as a load does before it looks for those that are here. */
const load =
  (kindName: KindName, formatName: string, text: string, wanted: Partial<Wanted> = {}): Work =>
  async () => {
    const kind = kinds[kindName];
    const bytes = async function* () {
      yield Buffer.from(text);
    };
    const format = formatNamed(formatName) ?? undefined;
    const rows = readRows({ bytes: bytes() }, { kind: kindName, format });
    const items = loadItems(rows, mapperFor(kind, { source: null, ...wanted }));
    const rules = { caller: null, languages: ['en'] as const, lang: 'en' };
    for await (const item of withDates(items, undefined)) {
      if (!('issues' in item)) validateEntry(kind, item, rules);
    }
  };

const day = { startDate: '2026-05-01T19:00:00+02:00', endDate: '2026-05-01T21:00:00+02:00' };
const address = {
  streetAddress: '1 High Street',
  addressLocality: 'London',
  addressRegion: 'England',
  postalCode: 'N1 9AA',
  addressCountry: 'GB',
};
const schedule = {
  '@type': 'Schedule',
  repeatFrequency: 'P1W',
  byDay: 'Tuesday',
  startDate: '2026-03-03',
  endDate: '2026-06-30',
  startTime: '19:00',
  endTime: '20:30',
  exceptDate: '2026-03-17',
  scheduleTimezone: 'Europe/Paris',
};
const place = {
  '@type': 'Place',
  name: 'Hall',
  description: 'A hall',
  address,
  geo: { latitude: '51.5', longitude: '-0.1' },
  telephone: '1234',
  url: 'https://hall.example',
};
const described = {
  '@type': 'Event',
  '@id': 'https://a.example/1',
  name: 'Jazz',
  description: 'Music',
  ...day,
  previousStartDate: '2026-04-01',
  duration: 'PT2H',
  inLanguage: 'en',
  keywords: 'jazz, music',
  eventStatus: 'EventScheduled',
  eventAttendanceMode: 'OfflineEventAttendanceMode',
  url: 'https://a.example/1',
  image: 'https://a.example/1.jpg',
  offers: { price: '10', priceCurrency: 'EUR', availability: 'InStock', inventoryLevel: '3' },
  organizer: {
    name: 'Club',
    email: 'mailto:a@b.example',
    telephone: '1',
    url: 'https://b.example',
  },
  location: place,
};
const answered = {
  id: '1',
  global_id: 'a.example?id=1',
  title: 'Jazz',
  description: 'Music',
  excerpt: 'Music',
  status: 'publish',
  image: { url: 'https://a.example/1.jpg' },
  all_day: 'false',
  start_date: '2026-05-01 19:00:00',
  end_date: '2026-05-01 21:00:00',
  timezone: 'Europe/Berlin',
  cost: '10',
  cost_details: { currency_symbol: '$', currency_position: 'prefix' },
  website: 'https://a.example',
  categories: [{ name: 'Jazz' }],
  tags: [{ name: 'live' }],
  event_status: 'scheduled',
  virtual_url: 'https://a.example',
  venue: { id: '2', venue: 'Hall', address: 'High Street', city: 'London', geo_lat: '51.5' },
  organizer: [{ id: '3', organizer: 'Club', phone: '1', email: 'a@b.example' }],
};
const exported = {
  external_id: 'a:1',
  keys: ['b:1'],
  lang: 'en',
  title: 'Jazz',
  description: 'Music',
  excerpt: 'Music',
  slug: 'jazz',
  status: 'publish',
  start_date: '2026-05-01 19:00:00',
  end_date: '2026-05-01 21:00:00',
  timezone: 'Europe/Berlin',
  recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20260508T190000'],
  local_dates: { excepted: ['2026-05-08 19:00:00'] },
  cost: ['10'],
  website: 'https://a.example',
  image: 'https://a.example/1.jpg',
  categories: ['Jazz'],
  tags: ['live'],
  event_status: 'scheduled',
  language: 'en',
  venue: { external_id: 'a:2', venue: 'Hall', city: 'London', country: 'GB', geo_lat: '51.5' },
  organizer: [{ external_id: 'a:3', organizer: 'Club', email: 'a@b.example' }],
  own: ['title'],
  removed: { by: 'user', at: '2026-01-01 00:00:00' },
};
const brewery = {
  id: '1',
  brewery_type: 'micro',
  name: 'Brewery',
  address_1: 'High Street',
  city: 'Portland',
  state_province: 'Oregon',
  postal_code: '97201',
  country: 'United States',
  phone: '1',
  website_url: 'a.example',
  latitude: '45.5',
  longitude: '-122.6',
};
const conference = { name: 'Conf', url: 'https://a.example', city: 'Portland, OR', topic: 'css' };
const conferences = { ...conference, country: 'U.S.A.', online: 'true', startDate: '2026-05-01' };
const feature = { '@id': 'node/1', name: 'Hall', 'addr:street': 'Street', 'addr:city': 'Tartu' };
const features = { ...feature, phone: '1', website: 'a.example', geo_lat: '58.3', geo_lng: '26.7' };
const table = {
  'Event Name': 'Jazz',
  'Event Description': 'Music',
  'Event Start Date': '5/13/2026',
  'Event Start Time': '8:00 pm',
  'Event End Date': '13 May 2026',
  'Event Cost': '10',
  'Event Currency Symbol': '$',
  'Event Website': 'a.example',
  'Event Venue Name': 'Hall',
  'Event Organizer Name(s) or ID(s)': 'Club',
  'Event Category': 'Jazz, Live',
  'Event Time Zone': 'Europe/Berlin',
};

/** A calendar: `{}` stands for a text behind the property, `{;}` for one of a parameter. */
const PROPERTIES = [
  ...['UID:{}', 'SUMMARY:{}', 'SUMMARY;X=a{}:Jazz', 'DESCRIPTION:{}', 'X-ALT-DESC:{}'],
  ...['LOCATION:{}', 'LOCATION:Hall\\, High Street{}', 'GEO:{}', 'GEO:51.5;0.1{}', 'URL:{}'],
  ...['CATEGORIES:{}', 'ORGANIZER;CN=Club:MAILTO:{}', 'ORGANIZER;CN="{}":MAILTO:a@b.example'],
  ...['ORGANIZER;CN={}:MAILTO:a@b.example', 'STATUS:{}', 'COMMENT:{}', 'CLASS:{}', 'SEQUENCE:{}'],
  ...['CONFERENCE:{}', 'X-GOOGLE-CONFERENCE:https://a.example{}', 'LAST-MODIFIED:{}'],
  ...['DTSTART;TZID={}:20260501T190000', 'DTSTART;TZID="{}":20260501T190000', 'DTSTART:{}'],
  ...['DTSTART:20260501T190000{}', 'DTEND;TZID={}:20260501T190000', 'DTEND:{}', 'DURATION:PT1H{}'],
  ...['RRULE:FREQ=WEEKLY{}', 'RRULE:{}', 'RDATE:20260501T190000{}', 'RDATE:{}', 'EXDATE:{}'],
  ...['EXRULE:{}', 'RECURRENCE-ID:{}', 'RECURRENCE-ID;RANGE={}:20260501T190000', '{}', 'X-{}:a'],
  ...['X-APPLE-STRUCTURED-LOCATION;X-TITLE={}:geo:1,1', 'X-APPLE-STRUCTURED-LOCATION:{}'],
];
const OF_CALENDAR = ['X-WR-TIMEZONE:{}', 'METHOD:{}', 'PRODID:{}', 'REFRESH-INTERVAL:{}'];
const OF_ZONE = ['TZID:{}', 'X-LIC-LOCATION:{}'];
const OF_PART = ['DTSTART:{}', 'RRULE:{}', 'RDATE:{}', 'TZOFFSETTO:{}', 'TZNAME:{}'];

function calendarPlaces(): Places {
  const file = (of: Record<string, string[]>) =>
    load(
      'event',
      'ical',
      [
        ...['BEGIN:VCALENDAR', ...(of.calendar ?? []), 'BEGIN:VTIMEZONE', ...(of.zone ?? [])],
        ...['TZID:Own', 'BEGIN:STANDARD', ...(of.part ?? []), 'DTSTART:20200101T000000'],
        ...['TZOFFSETFROM:+0107', 'TZOFFSETTO:+0107', 'END:STANDARD', 'END:VTIMEZONE'],
        ...[
          'BEGIN:VEVENT',
          ...(of.event ?? []),
          'UID:a',
          'SUMMARY:Jazz',
          'DTSTART:20260501T190000',
        ],
        ...['RRULE:FREQ=WEEKLY;COUNT=3', 'END:VEVENT', 'END:VCALENDAR', ''],
      ].join('\r\n'),
    );
  const of = { calendar: OF_CALENDAR, zone: OF_ZONE, part: OF_PART, event: PROPERTIES };
  const places: Places = {};
  for (const [where, lines] of Object.entries(of)) {
    for (const line of lines) {
      const folded = (text: string) => line.replace('{}', () => text.replaceAll('\n', '\r\n '));
      places[`${where} ${line}`] = (text) => file({ [where]: [folded(text)] });
      places[`${where} ${line}${MANY}`] = (text) =>
        file({ [where]: (text.match(/.{1,64}/gsu) ?? []).map((part, at) => folded(part + at)) });
    }
  }
  return places;
}

const json = (kind: KindName, mapping: string) => (row: Json) =>
  load(kind, 'json', JSON.stringify([row]), { mapping });
const cell = (value: Json) => `"${String(value).replaceAll('"', '""')}"`;
const csv = (kind: KindName, wanted: Partial<Wanted>) => (row: Json) => {
  const lines = [Object.keys(row), Object.values(row)].map((cells) => cells.map(cell).join(','));
  return load(kind, 'csv', lines.join('\n'), wanted);
};
const page = (row: Json, around = '') =>
  `<!doctype html>${around}<script type="application/ld+json">${JSON.stringify(row)}</script>`;
const html = (text: string) => load('event', 'html', text, { mapping: 'schema-org-events' });
const session = {
  '@context': 'https://openactive.io/',
  '@type': 'ScheduledSession',
  ...day,
  superEvent: { ...described, activity: [{ prefLabel: 'Yoga' }], category: ['Sport'] },
};
const feed = (data: Json) =>
  json('event', 'openactive')({ state: 'updated', kind: 'a', id: '1', modified: 1, data });

const FORMATS: Record<string, Places> = {
  calendar: calendarPlaces(),
  'JSON-LD': rowPlaces(described, json('event', 'schema-org-events')),
  'JSON-LD, a schedule': rowPlaces({ name: 'Choir', eventSchedule: schedule }, (row) =>
    json('event', 'schema-org-events')({ '@type': 'Event', ...row }),
  ),
  'JSON-LD, places': rowPlaces(place, json('venue', 'schema-org-places')),
  page: {
    description: (text) => html(page({ ...described, description: text })),
    'before the script': (text) => html(page(described, text)),
    'in a tag': (text) => html(page(described, `<p ${text}>`)),
    'in the script': (text) => html(`<html><script type="application/ld+json">${text}</script>`),
  },
  RPDE: rowPlaces(session, feed),
  'The Events Calendar': rowPlaces(answered, json('event', 'the-events-calendar')),
  'a table of The Events Calendar': rowPlaces(
    table,
    csv('event', { mapping: 'the-events-calendar' }),
  ),
  'confs.tech': rowPlaces(conferences, (row) =>
    load('event', 'ndjson', JSON.stringify(row), { mapping: 'confs-tech' }),
  ),
  breweries: rowPlaces(brewery, csv('venue', { mapping: 'openbrewerydb' })),
  OpenStreetMap: rowPlaces(features, json('venue', 'openstreetmap')),
  'own columns': rowPlaces(
    { id: '1', title: 'Jazz', start_date: '5/13/2026', start_time: '20h30', cost: '10', tags: 'a' },
    csv('event', { source: 'club' }),
  ),
  'own lines': rowPlaces(exported, (row) => load('event', 'ndjson', JSON.stringify(row))),
};

const WRITES = allKinds.map(({ name, route, schema, titleField, family }): [string, Places] => {
  const times = { start_date: '2026-05-01 19:00:00', end_date: '2026-05-01 21:00:00' };
  const isTerm = family.name === 'term';
  const base = { [titleField]: 'Jazz', ...(name === 'event' ? times : {}) };
  const places: Places = {};
  for (const field of Object.keys(loadSchema(schema).properties)) {
    const body = (value: Json) => ({ ...base, [field]: value });
    const as = isTerm ? 'editor' : 'contributor';
    const put =
      (value: Json): Work =>
      (app) =>
        app.call({ request: `POST /${route}`, as, body: body(value), isSettled: false });
    places[field] = (text) => put(text);
    places[`${field}, behind text`] = (text) => put(`<p>2026-05-01${text}`);
    places[`${field}${MANY}`] = (text) => put(text.match(/.{1,32}/gsu));
  }
  return [`a write, ${name}`, places];
});

describeApp('a text twice as long costs less than three times the CPU', (app) => {
  it.each([...Object.entries(FORMATS), ...WRITES])(
    '%s',
    async (_, places) => {
      const grown: string[] = [];
      for (const [place, put] of Object.entries(places)) {
        for (const piece of place.endsWith(MANY) ? PIECES.slice(0, 3) : PIECES) {
          const growth = await growthOf((chars) => put(textOf(piece, chars))(app()), CHARS);
          if (growth > 0) grown.push(`${place}: ${JSON.stringify(piece)} × ${growth.toFixed(1)}`);
        }
      }
      expect(grown).toEqual([]);
    },
    600_000,
  );
});
