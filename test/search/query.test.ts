/** List parameters → SearchQuery: filters, words, places, order, date window. */
import { describe, expect, test } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import type { JsonObject, KindName } from '../../src/kinds/record.js';
import { toSearchQuery } from '../../src/search/query.js';
import { readListParams } from '../../src/validation/list-params.js';
import { NOW } from '../contracts/builders.js';

const utc = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`) / 1000;
const context = {
  siteTimeZone: 'UTC',
  nowMs: NOW * 1000,
  perPageDefault: 10,
  perPageMax: 50,
  geoRadiusKm: 40,
  currencyCode: 'USD',
  isFull: false,
  ids: { categories: [[4, 5]], event: [[]], venue: [[9]], tags_all: [[1], [2]], tags_none: [[3]] },
};
function queryOf(kindName: KindName, raw: JsonObject, changes: Partial<typeof context> = {}) {
  const settings = { ...context, ...changes };
  const kind = kinds[kindName];
  const { params, issues } = readListParams(kind, raw, settings);
  expect(issues).toEqual([]);
  const query = toSearchQuery(kind, params, {
    nowSeconds: Math.floor(settings.nowMs / 1000),
    visible: [{ status: 'publish' }],
    isFull: settings.isFull,
    ids: settings.ids,
    from: { offset: 0 },
  });
  return { query, shown: params.dates.shown };
}
const whereOf = (kind: KindName, raw: JsonObject, changes: Partial<typeof context> = {}) =>
  queryOf(kind, raw, changes).query.where;
/** Filters other than those of the date window. */
const filtersOf = (values: JsonObject) =>
  whereOf('event', { starts_before: '2026-03-10', ...values }).filter(
    (where) => !('field' in where && where.field === 'start'),
  );
const start = (bounds: object) => ({ test: 'range', field: 'start', ...bounds });
const end = (bounds: object) => ({ test: 'range', field: 'end', ...bounds });

describe('filters', () => {
  test.each([
    [
      'categories',
      { categories: ['a', 'b'] },
      { test: 'anyOf', field: 'categories', values: [4, 5] },
    ],
    ['venue', { venue: [9] }, { test: 'anyOf', field: 'venue', values: [9] }],
    ['featured', { featured: true }, { test: 'anyOf', field: 'featured', values: [1] }],
    ['not featured', { featured: false }, { test: 'anyOf', field: 'featured', values: [0] }],
    [
      'city',
      { city: ['Zürich', 'NEW  York'] },
      { test: 'anyOf', field: 'city', values: ['zurich', 'new york'] },
    ],
    [
      'modified_after',
      { modified_after: '2026-03-01 10:00:00' },
      { test: 'range', field: 'modified', gte: utc('2026-03-01 10:00:00') },
    ],
  ])('%s', (_, values, where) => {
    expect(filtersOf(values)).toEqual([where]);
  });

  test.each<[string, KindName, JsonObject, object[]]>([
    ['include', 'venue', { include: [3, 1] }, [{ test: 'anyOf', field: 'id', values: [3, 1] }]],
    [
      'exclude',
      'tag',
      { exclude: [3], hide_empty: false },
      [{ test: 'noneOf', field: 'id', values: [3] }],
    ],
    ['event without any', 'venue', { event: 7 }, [{ test: 'anyOf', field: 'id', values: [] }]],
    [
      'top level',
      'category',
      { parent: 0, hide_empty: false },
      [{ test: 'anyOf', field: 'parent', values: [0] }],
    ],
    [
      'slug',
      'tag',
      { slug: 'a-b', hide_empty: false },
      [{ test: 'anyOf', field: 'slug', values: ['a-b'] }],
    ],
    [
      'has_events',
      'venue',
      { has_events: true },
      [{ test: 'usage', field: 'events', gte: 1, isNegated: false }],
    ],
    [
      'has_events false',
      'venue',
      { has_events: false },
      [{ test: 'usage', field: 'events', gte: 1, isNegated: true }],
    ],
    ['hide_empty', 'tag', { hide_empty: true }, [{ test: 'usage', field: 'published', gte: 1 }]],
    ['hide_empty false', 'tag', { hide_empty: false }, []],
    ['only_with_upcoming false', 'venue', { only_with_upcoming: false }, []],
  ])('%s', (_, kind, values, where) => {
    expect(whereOf(kind, values)).toEqual(where);
  });

  test('only_with_upcoming: from now on; users who may read all count every event', () => {
    const values = { only_with_upcoming: true };
    const usage = (field: string) => [{ test: 'usage', field, gte: NOW }];
    expect(whereOf('venue', values)).toEqual(usage('last_start_published'));
    expect(whereOf('venue', values, { isFull: true })).toEqual(usage('last_start'));
  });
});

describe('date window', () => {
  test('3.2 defaults: from yesterday 00:00:00 to the end of the day in 24 months', () => {
    const { query, shown } = queryOf('event', {});
    expect(query.where).toEqual([
      start({ gte: utc('2026-03-09 00:00:00') }),
      start({ lte: utc('2028-03-10 23:59:59') }),
    ]);
    expect(shown).toEqual({
      start_date: '2026-03-09 23:59:00',
      end_date: '2028-03-10 12:00:00',
    });
  });

  test('3.2 defaults are those of the site zone', () => {
    const late = { siteTimeZone: 'Pacific/Kiritimati', nowMs: utc('2026-03-10 12:00:00') * 1000 };
    expect(whereOf('event', {}, late)[0]).toEqual(start({ gte: utc('2026-03-09 10:00:00') }));
  });

  test('3.2 include: dates are ignored, both defaults and those sent', () => {
    const ids = { test: 'anyOf', field: 'id', values: [5] };
    expect(whereOf('event', { include: [5] })).toEqual([ids]);
    expect(whereOf('event', { include: [5], start_date: '2026-01-01' })).toEqual([ids]);
  });

  test.each([
    [
      'start_date',
      { start_date: '2026-05-01 15:00' },
      [start({ gte: utc('2026-05-01 00:00:00') })],
    ],
    ['end_date', { end_date: '2026-05-01 15:00' }, [start({ lte: utc('2026-05-01 23:59:59') })]],
    [
      'starts_before',
      { starts_before: '2026-05-01 15:00' },
      [start({ lt: utc('2026-05-01 23:59:59') })],
    ],
    [
      'starts_after',
      { starts_after: '2026-05-01 15:00' },
      [start({ gt: utc('2026-05-01 23:59:59') })],
    ],
    ['ends_before', { ends_before: '2026-05-01 15:00' }, [end({ lt: utc('2026-05-01 23:59:59') })]],
    ['ends_after', { ends_after: '2026-05-01 15:00' }, [end({ gt: utc('2026-05-01 23:59:59') })]],
    [
      'overlaps',
      { overlaps: '2026-05-01 15:00,2026-05-02 09:00' },
      [start({ lte: utc('2026-05-02 23:59:59') }), end({ gt: utc('2026-05-01 00:00:00') })],
    ],
  ])('%s: rounded to days', (_, values, where) => {
    const tests = whereOf('event', values);
    for (const one of where) expect(tests).toContainEqual(one);
  });

  test.each([
    ['start_date', start({ gte: utc('2026-05-01 15:00:07') })],
    ['end_date', start({ lte: utc('2026-05-01 15:00:07') })],
    ['starts_after', start({ gt: utc('2026-05-01 15:00:07') })],
    ['ends_before', end({ lt: utc('2026-05-01 15:00:07') })],
  ])('%s, strict: to the second', (param, where) => {
    const values = { [param]: '2026-05-01 15:00:07', strict_dates: true };
    expect(whereOf('event', values)).toContainEqual(where);
  });

  test.each([
    'starts_before',
    'starts_after',
    'ends_before',
    'ends_after',
    'overlaps',
  ])('3.5 %s: the default window is dropped, what was sent stays', (param) => {
    const value = param === 'overlaps' ? '2026-05-01,2026-05-02' : '2026-05-01';
    const alone = whereOf('event', { [param]: value });
    expect(alone).toHaveLength(param === 'overlaps' ? 2 : 1);
    const both = whereOf('event', { [param]: value, end_date: '2026-06-01' });
    expect(both).toHaveLength(alone.length + 1);
  });

  test('bounds are local times in the site zone, also around a clock change', () => {
    const zone = { siteTimeZone: 'America/New_York' };
    const values = { start_date: '2026-03-08', end_date: '2026-03-08' };
    expect(whereOf('event', values, zone)).toEqual([
      start({ gte: utc('2026-03-08 05:00:00') }),
      start({ lte: utc('2026-03-09 03:59:59') }),
    ]);
  });

  test('a value with an offset is an instant; its day is that of the site zone', () => {
    const zone = { siteTimeZone: 'Asia/Tokyo' };
    const values = { start_date: '2026-05-01T20:00:00Z' };
    expect(whereOf('event', values, zone)[0]).toEqual(start({ gte: utc('2026-05-01 15:00:00') }));
  });
});

describe('words, places, order', () => {
  test('events and venues are searched by words, terms by a text', () => {
    expect(queryOf('event', { search: 'Café, café JAZZ' }).query.text).toMatchObject({
      words: ['cafe', 'jazz'],
      without: [],
      mode: 'anyField',
    });
    expect(queryOf('venue', { search: 'x' }).query.text?.mode).toBe('oneField');
    expect(queryOf('tag', { search: ' Rock &  Röll ' }).query.text).toEqual({
      words: ['rock & roll'],
      mode: 'substring',
    });
    expect(queryOf('tag', { search: '“Rock”' }).query.text?.words).toEqual(['rock']);
    expect(queryOf('event', { search: '!?' }).query.text?.words).toEqual([]);
    expect(queryOf('event', {}).query.text).toBeNull();
  });

  test('a point has a radius in the given unit, or the default radius', () => {
    const at = { geoloc_lat: 1, geoloc_lng: 2 };
    const point = { lat: 1, lng: 2 };
    expect(queryOf('event', at).query.geo).toEqual({ point, radiusM: 40_000 });
    const radiusM = (values: JsonObject) =>
      queryOf('event', { ...at, ...values }).query.geo?.radiusM;
    expect(radiusM({ geoloc_radius: 2 })).toBe(2000);
    expect(radiusM({ geoloc_radius: 2, geoloc_unit: 'mi' })).toBeCloseTo(3218.688, 6);
    expect(radiusM({ geoloc_radius: 2, geoloc_unit: 'm' })).toBe(2);
    expect(radiusM({ geoloc_unit: 'mi' })).toBe(40_000);
    expect(queryOf('event', { geoloc: false }).query.geo).toEqual({ hasPlace: false });
    expect(queryOf('event', { geoloc_bbox: '1,2,3,4' }).query.geo).toEqual({
      box: { west: 1, south: 2, east: 3, north: 4 },
    });
    expect(queryOf('event', {}).query.geo).toBeNull();
  });

  test.each<[KindName, JsonObject, object]>([
    ['event', {}, { by: 'field', field: 'start', direction: 'asc' }],
    ['event', { order: 'desc' }, { by: 'field', field: 'start', direction: 'desc' }],
    ['event', { orderby: 'date' }, { by: 'field', field: 'date', direction: 'desc' }],
    ['event', { orderby: 'modified' }, { by: 'field', field: 'modified', direction: 'desc' }],
    ['event', { orderby: 'title' }, { by: 'field', field: 'title', direction: 'asc' }],
    ['event', { orderby: 'end_date' }, { by: 'field', field: 'end', direction: 'asc' }],
    [
      'event',
      { orderby: 'distance', geoloc_lat: 1, geoloc_lng: 2 },
      { by: 'distance', direction: 'asc' },
    ],
    ['event', { orderby: 'relevance', search: 'x' }, { by: 'relevance', direction: 'desc' }],
    ['event', { include: [1] }, { by: 'field', field: 'date', direction: 'asc' }],
    ['venue', {}, { by: 'field', field: 'date', direction: 'desc' }],
    ['organizer', { order: 'asc' }, { by: 'field', field: 'date', direction: 'asc' }],
    ['category', {}, { by: 'field', field: 'title', direction: 'asc' }],
    ['tag', { orderby: 'count' }, { by: 'count', direction: 'asc' }],
    [
      'tag',
      { orderby: 'include', include: [3, 1] },
      { by: 'include', direction: 'asc', ids: [3, 1] },
    ],
  ])('%s by %j', (kind, values, sort) => {
    expect(queryOf(kind, values).query.sort).toEqual(sort);
  });

  test('other parameters are passed on', () => {
    const { query } = queryOf('event', { facets: ['city'], per_page: 3 }, { isFull: true });
    expect(query).toMatchObject({
      kind: 'event',
      from: { offset: 0 },
      limit: 3,
      isFull: true,
      facets: ['city'],
      nowSeconds: NOW,
      visible: [{ status: 'publish' }],
    });
  });
});
