/** Filters, visibility, words, places, orders and pages of the search index. */
import { describe, expect, test } from 'vitest';
import type { Status } from '../../src/kinds/record.js';
import type { GeoFilter } from '../../src/lib/place/geo.js';
import type { SearchQuery, Where } from '../../src/search/port.js';
import {
  idsOf,
  makeDocument,
  makeQuery,
  makeRecord,
  makeSnapshot,
  NOW,
  putRecords,
  usedBy,
  utcText,
  walkIds,
} from './builders.js';
import { freshIndex, type OpenIndex } from './search-index.js';

/** Part of the search index's contract. */
export function describeIndexLists(open: OpenIndex): void {
  describeFilters(open);
  describeWords(open);
  describePlaces(open);
  describeOrders(open);
}

const sorted = (ids: number[]) => [...ids].sort((a, b) => a - b);

function describeFilters(open: OpenIndex): void {
  describe('filters', () => {
    const index = freshIndex(open);
    const list = async (changes: Partial<SearchQuery>) =>
      sorted(await idsOf(index(), makeQuery('event', changes)));
    const where = (...tests: Where[]) => list({ where: tests });

    test('anyOf, noneOf and range: alone, together and empty', async () => {
      const tag = (id: number) => makeSnapshot(makeRecord('tag', id));
      await putRecords(
        index(),
        makeRecord('event', 1, { relations: { tags: [tag(1), tag(2)] } }),
        makeRecord('event', 2, { relations: { tags: [tag(2)] }, fields: { featured: true } }),
        makeRecord('event', 3),
      );
      const tags = (...values: number[]): Where => ({ test: 'anyOf', field: 'tags', values });
      const start = (range: object): Where => ({ test: 'range', field: 'start', ...range });
      expect(await where(tags(2))).toEqual([1, 2]);
      expect(await where(tags(1, 2, 3))).toEqual([1, 2]);
      expect(await where(tags(1), tags(2))).toEqual([1]);
      expect(await where(tags())).toEqual([]);
      expect(await where({ test: 'anyOf', field: 'id', values: [3, 1, 9] })).toEqual([1, 3]);
      expect(await where({ test: 'anyOf', field: 'id', values: [] })).toEqual([]);
      expect(await where({ test: 'noneOf', field: 'id', values: [3, 1, 9] })).toEqual([2]);
      expect(await where({ test: 'noneOf', field: 'id', values: [] })).toEqual([1, 2, 3]);
      expect(await where({ test: 'anyOf', field: 'featured', values: [1] })).toEqual([2]);
      expect(await where({ test: 'anyOf', field: 'featured', values: [0] })).toEqual([1, 3]);
      const second = NOW + 2 * 3600;
      expect(await where(start({ gte: second }))).toEqual([2, 3]);
      expect(await where(start({ gt: second }))).toEqual([3]);
      expect(await where(start({ lte: second }))).toEqual([1, 2]);
      expect(await where(start({ lt: second, gt: NOW }))).toEqual([1]);
      expect(await where(start({ gte: second }), start({ lte: second }))).toEqual([2]);
      expect(await where(start({}))).toEqual([1, 2, 3]);
    });

    test('texts are compared as a whole: quotes and wildcards are literal', async () => {
      const at = (id: number, city: string) =>
        makeRecord('venue', id, { fields: { city, country: 'X' } });
      await putRecords(index(), at(1, "L'Aquila"), at(2, 'New York'), at(3, 'New%'), at(4, 'York'));
      const cities = (...values: string[]) =>
        idsOf(
          index(),
          makeQuery('venue', { where: [{ test: 'anyOf', field: 'city', values }] }),
        ).then(sorted);
      expect(await cities("l'aquila")).toEqual([1]);
      expect(await cities('new york', 'york')).toEqual([2, 4]);
      expect(await cities('new%')).toEqual([3]);
      expect(await cities('new')).toEqual([]);
    });

    test('usage: at least a number, or less; unknown usage counts as less', async () => {
      await index().put([
        makeDocument(makeRecord('venue', 1)),
        makeDocument(makeRecord('venue', 2), usedBy(2, NOW - 5)),
        makeDocument(makeRecord('venue', 3), usedBy(1, NOW)),
      ]);
      await index().refresh();
      const used = async (...tests: Where[]) =>
        sorted(await idsOf(index(), makeQuery('venue', { where: tests })));
      const last = { test: 'usage', field: 'last_start', gte: NOW } as const;
      expect(await used({ test: 'usage', field: 'events', gte: 1 })).toEqual([2, 3]);
      expect(await used({ test: 'usage', field: 'events', gte: 1, isNegated: true })).toEqual([1]);
      expect(await used({ test: 'usage', field: 'published', gte: 2 })).toEqual([2]);
      expect(await used(last)).toEqual([3]);
      expect(await used({ ...last, isNegated: true })).toEqual([1, 2]);
    });

    test('visible: any clause; publish from the publication date on; never hidden', async () => {
      const of = (id: number, status: Status, author: number, more = {}) =>
        makeRecord('event', id, { status, author, ...more });
      await putRecords(
        index(),
        of(1, 'publish', 1),
        of(2, 'draft', 1),
        of(3, 'draft', 2),
        of(4, 'future', 2, { date_utc: utcText(NOW) }),
        of(5, 'future', 2, { date_utc: utcText(NOW + 1) }),
        of(6, 'private', 1),
        of(7, 'trash', 1),
        of(8, 'publish', 1, { fields: { hide_from_listings: true } }),
        of(9, 'pending', 3),
      );
      expect(await list({ visible: [{ status: 'publish' }] })).toEqual([1, 4]);
      expect(await list({ visible: [{ status: 'future' }] })).toEqual([5]);
      expect(await list({ visible: [{ status: 'draft', author: 2 }] })).toEqual([3]);
      expect(
        await list({ visible: [{ status: 'publish' }, { status: 'future', author: 2 }] }),
      ).toEqual([1, 4, 5]);
      expect(await list({ visible: [{ status: 'trash' }, { status: 'pending' }] })).toEqual([7, 9]);
      expect(await list({ visible: [] })).toEqual([1, 2, 3, 4, 5, 6, 7, 9]);
    });
  });
}

function describeWords(open: OpenIndex): void {
  describe('words', () => {
    const index = freshIndex(open);

    test('anyField: every search word starts some word, in any field', async () => {
      const event = (id: number, title: string, description: string) =>
        makeRecord('event', id, { title, fields: { description } });
      await putRecords(
        index(),
        event(1, 'Jazz night', 'At the café'),
        event(2, 'Night of jazz', ''),
        event(3, 'Jazzercise', 'nothing'),
        event(4, '東京 jam', 'NEAR AND OR NOT'),
      );
      const find = async (...words: string[]) =>
        sorted(await idsOf(index(), makeQuery('event', { text: { words, mode: 'anyField' } })));
      expect(await find('jazz')).toEqual([1, 2, 3]);
      expect(await find('jazz', 'night')).toEqual([1, 2]);
      expect(await find('cafe', 'jazz')).toEqual([1]);
      expect(await find('azz')).toEqual([]);
      expect(await find('ja')).toEqual([1, 2, 3, 4]);
      expect(await find('東')).toEqual([4]);
      expect(await find('and')).toEqual([4]);
      expect(await find('near', 'not')).toEqual([4]);
      expect(await find('title')).toEqual([]);
      expect(await find()).toEqual([]);
    });

    test('oneField: all words in one field', async () => {
      await putRecords(
        index(),
        makeRecord('venue', 1, { title: 'Town hall', fields: { city: 'Berlin' } }),
        makeRecord('venue', 2, { title: 'Berlin town', fields: { address: 'Hall 5' } }),
      );
      const find = async (...words: string[]) =>
        sorted(await idsOf(index(), makeQuery('venue', { text: { words, mode: 'oneField' } })));
      expect(await find('town')).toEqual([1, 2]);
      expect(await find('hall', 'to')).toEqual([1]);
      expect(await find('berlin', 'hall')).toEqual([]);
      expect(await find('berl', 'tow')).toEqual([2]);
    });

    test('substring: the literal text anywhere in the name or slug', async () => {
      const tag = (id: number, title: string, slug: string) =>
        makeRecord('tag', id, { title, slug });
      await putRecords(index(), tag(1, 'Food & drink', 'foo-bar'), tag(2, '100%', 'all_of-it'));
      const find = async (text: string) =>
        sorted(
          await idsOf(index(), makeQuery('tag', { text: { words: [text], mode: 'substring' } })),
        );
      expect(await find('bar')).toEqual([1]);
      expect(await find('od & dr')).toEqual([1]);
      expect(await find('%')).toEqual([2]);
      expect(await find('_')).toEqual([2]);
      expect(await find('o')).toEqual([1, 2]);
      expect(await find('zz')).toEqual([]);
    });
  });
}

function describePlaces(open: OpenIndex): void {
  describe('places', () => {
    const index = freshIndex(open);
    const venue = (id: number, lat: number, lng: number) =>
      makeRecord('venue', id, { fields: { geo_lat: lat, geo_lng: lng } });
    const near = async (geo: GeoFilter) =>
      sorted(await idsOf(index(), makeQuery('venue', { geo })));

    test('radius: across the antimeridian, around poles, the whole globe, one point', async () => {
      await putRecords(
        index(),
        venue(1, 10, 179.9),
        venue(2, 10, -179.9),
        venue(3, 10, 180),
        venue(4, 10, -180),
        venue(5, 89.9, 0),
        venue(6, 89.9, 180),
        venue(7, -90, 77),
        venue(8, 0, 0),
        makeRecord('venue', 9),
      );
      const at = (lat: number, lng: number, radiusM: number) =>
        near({ point: { lat, lng }, radiusM });
      expect(await at(10, 180, 12_000)).toEqual([1, 2, 3, 4]);
      expect(await at(10, -179.95, 6_000)).toEqual([2, 3, 4]);
      expect(await at(90, -120, 12_000)).toEqual([5, 6]);
      expect(await at(89.9, 90, 16_000)).toEqual([5, 6]);
      expect(await at(-90, 0, 1)).toEqual([7]);
      expect(await at(0, 0, 0.001)).toEqual([8]);
      expect(await at(45, 45, 20_040_000)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    });

    test('box: includes its edges, crosses the antimeridian, combines with a point', async () => {
      await putRecords(
        index(),
        venue(1, 10, 20),
        venue(2, 10.000001, 20),
        venue(3, 0, 180),
        venue(4, 0, -180),
        venue(5, 0, -175),
      );
      const box = (west: number, south: number, east: number, north: number) => ({
        box: { west, south, east, north },
      });
      expect(await near(box(10, 5, 20, 10))).toEqual([1]);
      expect(await near(box(20, 10, 20, 10))).toEqual([1]);
      expect(await near(box(170, -1, -170, 1))).toEqual([3, 4, 5]);
      expect(await near(box(170, -1, 180, 1))).toEqual([3, 4]);
      expect(await near(box(-180, -90, 180, 90))).toEqual([1, 2, 3, 4, 5]);
      const both = { ...box(170, -1, -170, 1), point: { lat: 0, lng: 180 }, radiusM: 10 };
      expect(await near(both)).toEqual([3, 4]);
    });

    test('hasPlace; distances are given only when the query has a point', async () => {
      await putRecords(index(), venue(1, 0, 0), makeRecord('venue', 2));
      expect(await near({ hasPlace: true })).toEqual([1]);
      expect(await near({ hasPlace: false })).toEqual([2]);
      const point = { lat: 0, lng: 1 };
      const { hits } = await index().search(
        makeQuery('venue', { geo: { point, radiusM: 200_000 } }),
      );
      expect(hits[0]?.distanceM).toBeCloseTo(111_195.08, 1);
      const all = await index().search(makeQuery('venue'));
      expect(all.hits.map(({ distanceM }) => distanceM)).toEqual([null, null]);
    });
  });
}

function describeOrders(open: OpenIndex): void {
  describe('orders and pages', () => {
    const index = freshIndex(open);

    test('every field in both directions; ties by ID in the same direction', async () => {
      const event = (id: number, title: string, day: number) =>
        makeRecord('event', id, { title, fields: { utc_start_date: utcText(NOW + day * 86_400) } });
      await putRecords(
        index(),
        event(3, 'b', 1),
        event(1, 'B', 2),
        event(2, 'á', 1),
        event(4, 'c', 0),
      );
      const by = (field: string, direction: 'asc' | 'desc') =>
        idsOf(index(), makeQuery('event', { sort: { by: 'field', field, direction } }));
      expect(await by('title', 'asc')).toEqual([2, 1, 3, 4]);
      expect(await by('title', 'desc')).toEqual([4, 3, 1, 2]);
      expect(await by('start', 'asc')).toEqual([4, 2, 3, 1]);
      expect(await by('start', 'desc')).toEqual([1, 3, 2, 4]);
      expect(await by('date', 'asc')).toEqual([1, 2, 3, 4]);
      expect(await by('date', 'desc')).toEqual([4, 3, 2, 1]);
    });

    test('relevance: title matches before text matches, whole words before prefixes', async () => {
      const event = (id: number, title: string, description: string) =>
        makeRecord('event', id, { title, fields: { description } });
      await putRecords(
        index(),
        event(1, 'x', 'jazzy'),
        event(2, 'x', 'jazz'),
        event(3, 'jazzy', 'x'),
        event(4, 'jazz', 'x'),
        event(5, 'jazz', 'jazz'),
      );
      const query = (direction: 'asc' | 'desc') =>
        makeQuery('event', {
          text: { words: ['jazz'], mode: 'anyField' },
          sort: { by: 'relevance', direction },
        });
      expect(await idsOf(index(), query('desc'))).toEqual([5, 4, 3, 2, 1]);
      expect(await idsOf(index(), query('asc'))).toEqual([1, 2, 3, 4, 5]);
    });

    test('distance, count and include', async () => {
      await index().put(
        [0, 2, 1, 2].map((count, at) => makeDocument(makeRecord('tag', at + 1), usedBy(count))),
      );
      const venue = (id: number, lng: number) =>
        makeRecord('venue', id, { fields: { geo_lat: 0, geo_lng: lng } });
      await putRecords(index(), venue(1, 3), venue(2, -1), venue(3, 0), venue(4, 3));
      const geo = { point: { lat: 0, lng: 0 }, radiusM: 1e6 };
      const by = (direction: 'asc' | 'desc') =>
        idsOf(index(), makeQuery('venue', { geo, sort: { by: 'distance', direction } }));
      expect(await by('asc')).toEqual([3, 2, 1, 4]);
      expect(await by('desc')).toEqual([4, 1, 2, 3]);
      const count = (direction: 'asc' | 'desc') =>
        idsOf(index(), makeQuery('tag', { sort: { by: 'count', direction } }));
      expect(await count('asc')).toEqual([1, 3, 2, 4]);
      expect(await count('desc')).toEqual([4, 2, 3, 1]);
      const values = [3, 1, 4];
      const include = makeQuery('tag', {
        where: [{ test: 'anyOf', field: 'id', values }],
        sort: { by: 'include', ids: values, direction: 'asc' },
      });
      expect(await idsOf(index(), include)).toEqual([3, 1, 4]);
    });

    test('points a few metres apart: radius, order and walk', async () => {
      const venue = (id: number, lng: number) =>
        makeRecord('venue', id, { fields: { geo_lat: 0, geo_lng: lng } });
      await putRecords(index(), venue(1, 2e-4), venue(2, 1e-4), venue(3, 0), venue(4, 0));
      const list = (lng: number, radiusM: number) =>
        makeQuery('venue', {
          geo: { point: { lat: 0, lng }, radiusM },
          sort: { by: 'distance', direction: 'asc' },
          limit: 1,
        });
      // 1e-4 degrees are 11.1 m.
      expect(await walkIds(index(), list(0, 30))).toEqual([3, 4, 2, 1]);
      expect(await walkIds(index(), list(0, 15))).toEqual([3, 4, 2]);
      expect(await walkIds(index(), list(0, 5))).toEqual([3, 4]);
      expect(await walkIds(index(), list(-1e-4, 1000))).toEqual([3, 4, 2, 1]);
      expect(await walkIds(index(), list(5e-3, 1000))).toEqual([1, 2, 3, 4]);
    });

    test('pages: offset, walk, past the end; hasMore and total are correct', async () => {
      const records = Array.from({ length: 7 }, (_, at) => makeRecord('event', at + 1));
      await putRecords(index(), ...records);
      const page = (offset: number) =>
        index().search(makeQuery('event', { from: { offset }, limit: 3 }));
      const shown = async (offset: number) => {
        const { hits, total, hasMore } = await page(offset);
        return [hits.map(({ id }) => id), total, hasMore];
      };
      expect(await shown(0)).toEqual([[1, 2, 3], 7, true]);
      expect(await shown(3)).toEqual([[4, 5, 6], 7, true]);
      expect(await shown(6)).toEqual([[7], 7, false]);
      expect(await shown(4)).toEqual([[5, 6, 7], 7, false]);
      expect(await shown(9)).toEqual([[], 7, false]);
      for (const limit of [1, 2, 3, 7, 8]) {
        expect(await walkIds(index(), makeQuery('event', { limit }))).toEqual([
          1, 2, 3, 4, 5, 6, 7,
        ]);
      }
    });
  });
}
