/**
 * Mapping rows to payloads: cleaning, keys, towns, mappings, our own columns and named ones.
 */
import { describe, expect, test } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import type { Json } from '../../src/kinds/record.js';
import { findTown } from '../../src/lib/place/towns-called.js';
import { foldPlace } from '../../src/lib/text/text.js';
import { cleanUrl } from '../../src/rows/columns/clean.js';
import { ownColumns, readColumns } from '../../src/rows/columns/own-columns.js';
import { type Findings, openTools, type Tools } from '../../src/rows/columns/tools.js';
import { mappedBy } from '../../src/rows/map-row.js';
import { faultsOfMapping, type Mapping, type Row } from '../../src/rows/mapping.js';
import { confsTech } from '../../src/rows/mappings/confs-tech.js';

const good: Mapping = {
  name: 'test',
  kind: 'event',
  source: { title: 'Test', url: 'https://example.org', licence: 'MIT' },
  key: (row) => [row.a, row.b],
  payload: (row, { text }) => ({ title: text(row.a), website: text(row.c) }),
};

/** The result of a tool, and its warnings. */
function use<T>(work: (tools: Tools) => T) {
  const findings: Findings = { issues: [], warnings: [], notes: [] };
  return { value: work(openTools('test', findings)), ...findings };
}

const WORDS = { 'U.S.A.': 'United States', gone: '' };
const tools: [string, (tools: Tools) => unknown, unknown][] = [
  ['a text, trimmed and collapsed', ({ text }) => text('  x \n y '), 'x y'],
  ['an empty text', ({ text }) => text('  '), undefined],
  ['no text', ({ text }) => text(undefined), undefined],
  ['null', ({ text }) => text(null), undefined],
  ['a number as text', ({ text }) => text(97209), '97209'],
  ['prose', ({ prose }) => prose(' x  y \r\n\r\n\r\n z'), 'x  y\n\n z'],
  ['join', ({ join }) => join(', ', '1 Main St', '', 'Dublin 2'), '1 Main St, Dublin 2'],
  ['join of nothing', ({ join }) => join(', ', '', undefined), undefined],
  ['number', ({ number }) => number(' -97.5 ', 'a'), -97.5],
  ['number zero', ({ number }) => number(0, 'a'), 0],
  ['translate', ({ translate }) => translate(WORDS, 'u.s.a. '), 'United States'],
  ['translate, not in the table', ({ translate }) => translate(WORDS, 'Peru'), 'Peru'],
  ['translate to nothing', ({ translate }) => translate(WORDS, 'gone'), ''],
  ['no inherited words', ({ translate }) => translate({}, 'constructor'), 'constructor'],
  ['list', ({ list }) => list('x,,y,x'), ['x', 'y']],
  ['list from a list', ({ list }) => list(['x', 'y']), ['x', 'y']],
  ['list of nothing', ({ list }) => list(' , '), undefined],
  ['one of', ({ isOneOf }) => isOneOf(' y', 'X', 'Y'), true],
  ['none of', ({ isOneOf }) => isOneOf('z', 'X', 'Y'), false],
  ['one of, a boolean', ({ isOneOf }) => isOneOf(true, 'true'), true],
  ['a key', ({ key }) => key('A', '', 'b|c'), 'test:A||b\\|c'],
];

const urls: [string, string | null][] = [
  ['http://www.antla.de', 'http://www.antla.de'],
  ['Http://www.ColfaxAleCellar.com', 'http://www.ColfaxAleCellar.com'],
  ['example.org/a?b', 'http://example.org/a?b'],
  ['example.org:8080', 'http://example.org:8080'],
  ['//example.org', 'http://example.org'],
  ['http://[::1]/', 'http://[::1]/'],
  ['http://tbd', null],
  ['http://pizzaandbrew@aol.com', null],
  ['mailto:a@example.org', null],
  ['javascript:alert(1)', null],
  ['ftp://example.org', null],
  ['https://www.developerweek.com/Austin, TX', null],
  ['n/a', null],
  ['', null],
];

describe('tools', () => {
  test.each(tools)('%s', (_name, work, value) => {
    expect(use(work)).toMatchObject({ value, issues: [], warnings: [] });
  });

  test.each(urls)('the URL %j is %j', (text, expected) => {
    expect(cleanUrl(text)).toBe(expected);
  });

  test.each<[string, (tools: Tools) => unknown, string, string]>([
    ['url', ({ url }) => url('http://tbd'), 'website', 'url'],
    ['number', ({ number }) => number('x', 'capacity'), 'capacity', 'number'],
  ])('a value that is not a valid %s is left out with a warning', (_name, work, param, as) => {
    const warnings = [{ param, reason: expect.stringContaining(`not usable as ${as}: "`) }];
    expect(use(work)).toMatchObject({ value: undefined, issues: [], warnings });
  });
});

describe('coordinates', () => {
  const cases: [string, string, unknown][] = [
    ['50.2', '11.3', { geo_lat: 50.2, geo_lng: 11.3 }],
    ['0', '11.3', { geo_lat: 0, geo_lng: 11.3 }],
    ['', '', {}],
    ['50.2', '', 'one coordinate without the other'],
    ['50.2', 'x', 'one coordinate without the other'],
    ['95', '10', 'coordinates out of range'],
    ['0', '0.0', 'coordinates 0,0'],
  ];
  test.each(cases)('%s, %s', (lat, lng, expected) => {
    const { value, warnings } = use(({ coordinates }) => coordinates(lat, lng));
    if (typeof expected !== 'string') return expect(value).toEqual(expected);
    expect(value).toEqual({});
    expect(warnings).toContainEqual({
      param: 'geo_lat',
      reason: `left out: ${expected}: "${lat}, ${lng}"`,
    });
  });
});

test('a field that the kind lacks is named once', () => {
  const odd: Mapping = { ...good, payload: ({ a }) => ({ title: String(a), colour: 'red' }) };
  const mapper = mappedBy(odd);
  const warned = [{ a: 'A' }, { a: 'B' }].map((row) => mapper.map(row));
  expect(warned).toMatchObject([{ warnings: [{ param: 'colour' }] }, { warnings: [] }]);
});

describe('towns', () => {
  const cases: [string, string, string, string | null][] = [
    ['Portland', 'OR', 'United States of America', 'America/Los_Angeles'],
    ['Portland', 'ME', 'United States of America', 'America/New_York'],
    ['Portland', 'Maine', 'United States of America', 'America/New_York'],
    ['Newcastle', '', 'Australia', 'Australia/Sydney'],
    ['Ghent', '', 'Belgique', 'Europe/Brussels'],
    ['Portland', 'WA', 'United States of America', null],
    ['Wrocław', '', 'Poland', 'Europe/Warsaw'],
    ['ZURICH', '', 'Switzerland', 'Europe/Zurich'],
    ['St. John’s', '', 'Canada', 'America/St_Johns'],
    ['Atlantis', '', 'Greece', null],
  ];
  test.each(cases)('%s %s %s → %s', (city, state, country, timezone) => {
    expect(findTown({ city, state, country })?.timezone ?? null).toBe(timezone);
  });

  test.each([
    ['Bangalore', 'India', 'Asia/Kolkata'],
    ['Sidney', 'Australia', 'Australia/Sydney'],
    ['Portland, ME', 'U.S.A.', 'America/New_York'],
    ['Washington, DC', 'U.S.A.', 'America/New_York'],
  ])('%s %s by its other spelling: %s', (city, country, timezone) => {
    const row = { name: 'X', startDate: '2026-01-01', city, country };
    expect(mappedBy(confsTech).map(row)).toMatchObject({ payload: { timezone } });
  });

  test.each([
    [{ online: true }, 'online', ['Online']],
    [{ online: true, city: 'Berlin', country: 'Germany' }, 'hybrid', ['Online']],
    [{ online: false, city: 'Berlin', country: 'Germany' }, undefined, undefined],
  ])('%o is attended %s', (some, mode, tags) => {
    const row = { name: 'X', startDate: '2026-01-01', ...some };
    const mapped = mappedBy(confsTech).map(row);
    const { attendance_mode, tags: named } = 'payload' in mapped ? mapped.payload : {};
    expect([attendance_mode, named]).toEqual([mode, tags]);
  });

  test('town names are folded', () => {
    expect(foldPlace("  Saint John's ")).toBe(foldPlace('St. John’s'));
    expect(foldPlace('Łódź')).toBe('lodz');
  });
});

describe('mappings', () => {
  test('empty fields are left out and listed', () => {
    expect(mappedBy(good).map({ a: 'X', b: '1' })).toEqual({
      externalId: 'test:X|1',
      payload: { title: 'X' },
      warnings: [],
      notes: [],
      emptied: ['website'],
    });
  });

  test.each<[string, Row, string | null]>([
    ['in its own case', { a: '  ＲUBY  Conf ', b: 'É' }, 'test:RUBY Conf|É'],
    ['one part empty', { b: 'x' }, 'test:|x'],
    ['no key', { a: ' ', b: '' }, null],
    ['separators inside', { a: 'x|y', b: 'z\\' }, 'test:x\\|y|z\\\\'],
  ])('a key: %s', (_name, row, externalId) => {
    expect(mappedBy(good).map(row)).toMatchObject({ externalId });
  });

  test('a key over the limit is an issue, a key at the limit is not', () => {
    const keyed = (length: number) => mappedBy(good).map({ a: 'x'.repeat(length) });
    expect(keyed(994)).toHaveProperty('externalId');
    expect(keyed(995)).toHaveProperty('issues');
  });

  test('an object instead of text rejects the row, and all such fields are listed', () => {
    const reason = (shown: Json) =>
      `a text is wanted, not an object or list: ${JSON.stringify(shown)}`;
    expect(mappedBy(good).map({ a: {}, c: [1] })).toEqual({
      externalId: null,
      issues: [
        {
          param: 'external_id',
          reason: 'a key is made of texts, not of an object or list',
        },
        { param: 'line', reason: reason({}) },
        { param: 'line', reason: reason([1]) },
      ],
    });
  });

  test('a row at which the mapping throws is rejected', () => {
    const fails = {
      ...good,
      payload: () => {
        throw new Error('oops');
      },
    };
    const reason = 'the mapping test failed: Error: oops';
    expect(mappedBy(fails).map({ a: 'x' })).toEqual({ issues: [{ param: 'line', reason }] });
  });

  test.each<[string, unknown, string]>([
    ['no object', undefined, 'exports no `mapping`'],
    ['a wrong name', { ...good, name: 'A b' }, 'name must be'],
    ['no key', { ...good, key: ['a'] }, 'key must be a function'],
    ['no payload', { ...good, payload: undefined }, 'payload must be a function'],
    ['no source', { ...good, source: { title: 'x' } }, 'title, url and licence'],
    ['a wrong merge', { ...good, merge: 'tags' }, 'merge must be a list'],
    ['another kind', { ...good, kind: 'tag' }, 'kind must be one of venue, event'],
  ])('%s', (_name, value, reason) => {
    expect(faultsOfMapping(value, ['venue', 'event']).join()).toContain(reason);
    expect(faultsOfMapping(good, ['venue', 'event'])).toEqual([]);
  });
});

describe('our own columns', () => {
  const cases: [string, 'venue' | 'event', Row, string | null, unknown][] = [
    [
      'a plain CSV of venues',
      'venue',
      {
        venue: 'Hall',
        city: ' Bonn ',
        geo_lat: '50.7',
        geo_lng: '7.1',
        phone: '',
        website: 'hall.example.org',
      },
      null,
      {
        venue: 'Hall',
        city: 'Bonn',
        geo_lat: 50.7,
        geo_lng: 7.1,
        website: 'http://hall.example.org',
      },
    ],
    [
      'external_id is kept unchanged',
      'venue',
      { external_id: ' X:Y ', id: '3', venue: 'V' },
      'X:Y',
      { venue: 'V' },
    ],
    ['id', 'venue', { id: 12, venue: 'V' }, 'register:12', { venue: 'V' }],
    [
      'what became of an event',
      'event',
      { event_status: ' Canceled', online_url: 'live.example.org/1', availability: '' },
      null,
      { event_status: 'cancelled', online_url: 'http://live.example.org/1' },
    ],
    ['an invalid coordinate is kept', 'venue', { geo_lat: 'north' }, null, { geo_lat: 'north' }],
    ['0,0 stays', 'venue', { geo_lat: '0', geo_lng: '0' }, null, { geo_lat: 0, geo_lng: 0 }],
    [
      'comma lists',
      'event',
      { categories: 'a, b,', tags: ' , ' },
      null,
      { categories: ['a', 'b'] },
    ],
    [
      'nested values',
      'event',
      { venue: { venue: 'V' }, tags: ['x'], cost: null },
      null,
      { venue: { venue: 'V' }, tags: ['x'] },
    ],
    ['a venue by id', 'event', { venue: '5' }, null, { venue: '5' }],
    [
      'a venue by name and columns',
      'event',
      { venue: 'V', 'venue.city': 'C' },
      null,
      { venue: { venue: 'V', city: 'C' } },
    ],
  ];
  test.each(cases)('%s', (_name, kind, row, externalId, payload) => {
    const mapped = ownColumns(kinds[kind], { source: 'register' }).map(row);
    expect(mapped).toMatchObject({ externalId, warnings: [] });
    expect('payload' in mapped && mapped.payload).toEqual(payload);
  });

  test('an ID without a source identifies nothing, which is said once', () => {
    const mapper = ownColumns(kinds.venue);
    expect([mapper.map({ id: 1, venue: 'A' }), mapper.map({ id: 2, venue: 'B' })]).toMatchObject([
      { externalId: null, warnings: [{ param: 'id' }] },
      { externalId: null, warnings: [] },
    ]);
  });

  test('empty columns are listed, so that they can clear their fields', () => {
    const row = { venue: 'Hall', phone: ' ', city: null, zip: '1', website: 'none such' };
    expect(ownColumns(kinds.venue).map(row)).toMatchObject({
      payload: { venue: 'Hall', zip: '1' },
      emptied: ['phone', 'city', 'website'],
    });
  });

  test('columns can be renamed; the others keep their names', () => {
    const columns = readColumns(
      kinds.venue,
      'name=venue, lat = geo_lat,lon=geo_lng,uid=external_id',
    );
    const row = { uid: 'A1', name: 'Hall', lat: '50.7', lon: '7.1', city: 'Bonn', website: '' };
    expect(ownColumns(kinds.venue, { columns }).map(row)).toEqual({
      externalId: 'A1',
      payload: { venue: 'Hall', geo_lat: 50.7, geo_lng: 7.1, city: 'Bonn' },
      columns: { external_id: 'uid', venue: 'name', geo_lat: 'lat', geo_lng: 'lon' },
      warnings: [],
      emptied: ['website'],
    });
    const inline = readColumns(kinds.event, 'name=title,hall=venue.venue,town=venue.city');
    expect(
      ownColumns(kinds.event, { columns: inline }).map({ name: 'X', hall: 'H', town: 'T' }),
    ).toMatchObject({
      payload: { title: 'X', venue: { venue: 'H', city: 'T' } },
    });
  });

  test.each(['name', 'name=', '=venue', 'a=b=c', 'name=nothing', ''])('%j is refused', (text) => {
    expect(() => readColumns(kinds.venue, text)).toThrow('not COLUMN=FIELD with a field of venues');
  });
});
