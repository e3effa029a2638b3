/**
 * Mapping rows to payloads: tables for rules, cleaning, keys, towns and our own columns.
 */
import { describe, expect, test } from 'vitest';
import { cleanUrl, foldPlace } from '../../src/loading/clean.js';
import { mapRow } from '../../src/loading/map-row.js';
import { compileMapping, type Expression, identityMapping } from '../../src/loading/mapping.js';

const source = { title: 'Test', url: 'https://example.org', licence: 'MIT' };

async function mapOne(field: string, expression: Expression, row: Record<string, unknown>) {
  const mapping = await compileMapping({
    name: 'test',
    kind: 'venue',
    source,
    key: ['id'],
    tables: { words: { 'U.S.A.': 'United States', gone: '' } },
    fields: { [field]: expression },
  });
  return mapRow(mapping, row);
}

const url = { from: 'u', as: 'url' } as const;
const values: [string, Expression, Record<string, unknown>, unknown][] = [
  ['a column, trimmed and collapsed', 'a', { a: '  x \n y ' }, 'x y'],
  ['an empty column', 'a', { a: '  ' }, undefined],
  ['a column that is not there', 'a', {}, undefined],
  ['null', 'a', { a: null }, undefined],
  ['a number as text', 'a', { a: 97209 }, '97209'],
  ['dots reach into objects', 'a.b', { a: { b: 'x' } }, 'x'],
  ['a column with a dot in its name', 'a.b', { 'a.b': 'x' }, 'x'],
  ['no inherited members', 'constructor', {}, undefined],
  ['prose', { from: 'a', as: 'prose' }, { a: ' x  y \r\n\r\n\r\n z' }, 'x  y\n\n z'],
  [
    'join',
    { join: ['a', 'b', 'c'], with: ', ' },
    { a: '1 Main St', b: '', c: 'Dublin 2' },
    '1 Main St, Dublin 2',
  ],
  ['join of nothing', { join: ['a', 'b'] }, {}, undefined],
  ['first', { first: ['a', { from: 'b' }] }, { a: '', b: 'x' }, 'x'],
  ['constant', { const: true }, {}, true],
  ['number', { from: 'a', as: 'number' }, { a: ' -97.5 ' }, -97.5],
  ['number zero', { from: 'a', as: 'number' }, { a: 0 }, 0],
  ['boolean', { from: 'a', as: 'boolean' }, { a: 'No' }, false],
  ['map', { from: 'a', map: 'words' }, { a: 'u.s.a. ' }, 'United States'],
  ['map, not in the table', { from: 'a', map: 'words' }, { a: 'Peru' }, 'Peru'],
  ['map to nothing', { from: 'a', map: 'words' }, { a: 'gone' }, undefined],
  ['list', { from: 'a', as: 'list', map: 'words' }, { a: 'x, gone,,y,x' }, ['x', 'y']],
  ['list from a list', { from: 'a', as: 'list' }, { a: ['x', 'y'] }, ['x', 'y']],
  [
    'split, first',
    { from: 'a', split: ', ', take: 'first' },
    { a: 'Kansas City, MO' },
    'Kansas City',
  ],
  ['split, last', { from: 'a', split: ', ', take: 'last' }, { a: 'Kansas City, MO' }, 'MO'],
  [
    'split without separator, first',
    { from: 'a', split: ', ', take: 'first' },
    { a: 'Bonn' },
    'Bonn',
  ],
  [
    'split without separator, last',
    { from: 'a', split: ', ', take: 'last' },
    { a: 'Bonn' },
    undefined,
  ],
  ['when, met', { from: 'a', when: { b: ['X', 'Y'] } }, { a: '1', b: ' y' }, '1'],
  ['when, not met', { from: 'a', when: { b: ['X'] } }, { a: '1' }, undefined],
  ['when, a boolean', { from: 'a', when: { b: ['true'] } }, { a: '1', b: true }, '1'],
  ['unless, met', { from: 'a', unless: { b: ['X'] } }, { a: '1', b: 'x' }, undefined],
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

describe('rules', () => {
  test.each(values)('%s', async (_name, expression, row, expected) => {
    const mapped = await mapOne('venue', expression, { id: '1', ...row });
    expect(mapped).toEqual({
      externalId: 'test:1',
      payload: expected === undefined ? {} : { venue: expected },
      warnings: [],
    });
  });

  test.each(urls)('the URL %j is %j', (text, expected) => {
    expect(cleanUrl(text)).toBe(expected);
  });

  test('what cannot be used is left out with a warning', async () => {
    expect(await mapOne('website', url, { id: '1', u: 'http://tbd' })).toEqual({
      externalId: 'test:1',
      payload: {},
      warnings: [{ param: 'website', reason: 'left out: not usable as url' }],
    });
  });

  test('an object where text is wanted is an issue', async () => {
    const reason = 'column "a" must be text, not an object or list';
    expect(await mapOne('venue', 'a', { a: {} })).toEqual({ issues: [{ param: 'venue', reason }] });
  });
});

describe('keys', () => {
  const cases: [string, Record<string, unknown>, string | null][] = [
    ['folded', { a: '  ＲUBY  Conf ', b: 'É' }, 'test:ruby conf|é'],
    ['one part empty', { b: 'x' }, 'test:|x'],
    ['no key', { a: ' ', b: '' }, null],
    ['separators inside', { a: 'x|y', b: 'z\\' }, 'test:x\\|y|z\\\\'],
  ];
  test.each(cases)('%s', async (_name, row, expected) => {
    const mapping = await compileMapping({
      name: 'test',
      kind: 'event',
      source,
      key: ['a', 'b'],
      fields: { title: 'a' },
    });
    expect(mapRow(mapping, row)).toMatchObject({ externalId: expected });
  });

  test('a key over the bound is an issue, at the bound it is none', async () => {
    expect(await mapOne('venue', 'a', { id: 'x'.repeat(995) })).toHaveProperty('externalId');
    expect(await mapOne('venue', 'a', { id: 'x'.repeat(996) })).toHaveProperty('issues');
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
  test.each(cases)('%s, %s', async (lat, lng, expected) => {
    const mapping = await compileMapping({
      name: 'test',
      kind: 'venue',
      source,
      key: ['id'],
      fields: { geo_lat: { from: 'lat', as: 'number' }, geo_lng: { from: 'lng', as: 'number' } },
    });
    const mapped = mapRow(mapping, { lat, lng });
    if (typeof expected !== 'string') return expect(mapped).toMatchObject({ payload: expected });
    expect(mapped).toMatchObject({ payload: {} });
    const reason = `left out: ${expected}`;
    const warnings = 'warnings' in mapped ? mapped.warnings : [];
    expect(warnings).toContainEqual({ param: 'geo_lat', reason });
  });
});

describe('towns', () => {
  const cases: [string, string, string, string | null][] = [
    ['Portland', 'OR', 'United States of America', 'America/Los_Angeles'],
    ['Portland', 'ME', 'United States of America', 'America/New_York'],
    ['Portland', 'Maine', 'United States of America', 'America/New_York'],
    ['Portland', '', 'Australia', 'Australia/Melbourne'],
    ['Portland', 'WA', 'United States of America', null],
    ['Wrocław', '', 'Poland', 'Europe/Warsaw'],
    ['ZURICH', '', 'Switzerland', 'Europe/Zurich'],
    ['St. John’s', '', 'Canada', 'America/St_Johns'],
    ['Bangalore', '', 'India', 'Asia/Kolkata'],
    ['Sidney', '', 'Australia', 'Australia/Sydney'],
    ['Atlantis', '', 'Greece', null],
  ];
  test.each(cases)('%s %s %s → %s', async (city, state, country, timezone) => {
    const mapping = await compileMapping({
      name: 'test',
      kind: 'event',
      source,
      key: ['city'],
      locate: {
        city: 'city',
        state: 'state',
        country: 'country',
        aliases: { Bangalore: 'Bengaluru', Sidney: 'Sydney' },
      },
      fields: { timezone: 'place.timezone' },
    });
    const payload = timezone === null ? {} : { timezone };
    expect(mapRow(mapping, { city, state, country })).toMatchObject({ payload });
  });

  test('names are folded', () => {
    expect(foldPlace("  Saint John's ")).toBe(foldPlace('St. John’s'));
    expect(foldPlace('Łódź')).toBe('lodz');
  });
});

describe('our own columns', () => {
  const cases: [string, 'venue' | 'event', Record<string, unknown>, string | null, unknown][] = [
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
      'external_id stands as it is',
      'venue',
      { external_id: ' X:Y ', id: '3', venue: 'V' },
      'X:Y',
      { venue: 'V' },
    ],
    ['id', 'venue', { id: 12, venue: 'V' }, 'venue:12', { venue: 'V' }],
    ['a coordinate that is none stays', 'venue', { geo_lat: 'north' }, null, { geo_lat: 'north' }],
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
    const mapped = mapRow(identityMapping(kind), row);
    expect({ ...mapped, emptied: undefined }).toEqual({ externalId, payload, warnings: [] });
  });

  test('columns that stand empty are named, so that they can empty their fields', () => {
    const row = { venue: 'Hall', phone: ' ', city: null, zip: '1', website: 'none such' };
    expect(mapRow(identityMapping('venue'), row)).toMatchObject({
      payload: { venue: 'Hall', zip: '1' },
      emptied: ['phone', 'city', 'website'],
    });
  });
});

describe('mapping files', () => {
  const good = { name: 'test', kind: 'event', source, key: ['a'], fields: { title: 'a' } };
  const cases: [string, unknown, string][] = [
    ['an unknown part', { ...good, colour: 1 }, 'additional properties'],
    ['no key', { ...good, key: [] }, 'fewer than 1'],
    ['an unknown table', { ...good, fields: { title: { from: 'a', map: 't' } } }, 'no table "t"'],
    ['two sources', { ...good, fields: { title: { from: 'a', const: 'b' } } }, 'exactly one of'],
    ['no source', { ...good, fields: { title: { as: 'text' } } }, 'exactly one of'],
    ['merging no list', { ...good, merge: ['tags'] }, '"tags" is no field'],
    ['another kind', { ...good, kind: 'tag' }, 'allowed values'],
  ];
  test.each(cases)('%s', async (_name, file, reason) => {
    await expect(compileMapping(file)).rejects.toThrow(reason);
  });
});
