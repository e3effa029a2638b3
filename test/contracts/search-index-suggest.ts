/** Suggestions of the search index. Source: Contract 15. */
import { describe, expect, test } from 'vitest';
import type { StoredRecord } from '../../src/kinds/record.js';
import {
  makeDocument,
  makeQuery,
  makeRecord,
  makeSnapshot,
  NOW,
  putRecords,
  revise,
  usedBy,
  utcText,
} from './builders.js';
import { freshIndex, type OpenIndex } from './search-index.js';

/** Part of the search index's contract. */
export function describeIndexSuggestions(open: OpenIndex): void {
  describe('suggestions', () => {
    const index = freshIndex(open);
    const event = (id: number, title: string, changes = {}) =>
      makeRecord('event', id, { title, ...changes });
    const texts = async (text: string, limit = 20, now = NOW) =>
      (await index().suggest(text, limit, now)).map((found) => found.text);

    test('texts that start with the input first, then texts with a word that does', async () => {
      await putRecords(index(), event(1, 'All that Jazz'), event(2, 'Jazz at night'));
      expect(await texts('ja')).toEqual(['Jazz at night', 'All that Jazz']);
      expect(await texts('JAZZ AT')).toEqual(['Jazz at night']);
      expect(await texts('that ja')).toEqual(['All that Jazz']);
      expect(await texts('azz')).toEqual([]);
      expect(await texts('ja', 1)).toEqual(['Jazz at night']);
    });

    test('case and accents are folded, punctuation is ignored, other scripts work', async () => {
      await putRecords(
        index(),
        event(1, 'Café «Ñandú»'),
        event(2, '東京ジャズ'),
        event(3, "O'Neil"),
      );
      expect(await texts('cafe')).toEqual(['Café «Ñandú»']);
      expect(await texts('NAN')).toEqual(['Café «Ñandú»']);
      expect(await texts('東')).toEqual(['東京ジャズ']);
      expect(await texts('neil')).toEqual(["O'Neil"]);
      expect(await texts('"')).toEqual([]);
      expect(await texts('%')).toEqual([]);
    });

    test('a word at the end of a long title, and a long text typed in full', async () => {
      const title = `${Array.from({ length: 14 }, (_, at) => `word${at}`).join(' ')} zebra`;
      await putRecords(index(), event(1, title));
      expect(await texts('zeb')).toEqual([title]);
      expect(await texts(title)).toEqual([title]);
      expect(await texts(`${title} x`)).toEqual([]);
    });

    test('titles, venues, cities and categories, each with its ID and count', async () => {
      const venue = makeRecord('venue', 10, { title: 'Berlin Hall', fields: { city: 'Berlin' } });
      const records = [1, 2].map((id) =>
        event(id, `Berlin ${id}`, { relations: { venue: [makeSnapshot(venue)] } }),
      );
      await putRecords(index(), venue, ...records, makeRecord('tag', 4, { title: 'Berlin tag' }));
      const category = makeRecord('category', 3, { title: 'Berlin nights' });
      const unused = makeRecord('category', 4, { title: 'Berlin mornings' });
      await index().put([makeDocument(category, usedBy(2)), makeDocument(unused)]);
      await index().put([makeDocument(revise(venue), usedBy(2))]);
      await index().refresh();
      const found = await index().suggest('berl', 20, NOW);
      expect([...found].sort((a, b) => (a.text < b.text ? -1 : 1))).toEqual([
        { type: 'city', key: 'berlin', text: 'Berlin', id: 10, count: 2 },
        { type: 'event', key: '000000001', text: 'Berlin 1', id: 1, count: 0 },
        { type: 'event', key: '000000002', text: 'Berlin 2', id: 2, count: 0 },
        { type: 'venue', key: '000000010', text: 'Berlin Hall', id: 10, count: 2 },
        { type: 'category', key: '000000003', text: 'Berlin nights', id: 3, count: 2 },
      ]);
    });

    test('what is left out for want of use makes way for what comes after it', async () => {
      const of = (id: number, title: string) => makeRecord('category', id, { title });
      await index().put([
        ...[1, 2, 3].map((id) => makeDocument(of(id, `Jazz ${id}`))),
        makeDocument(of(4, 'Jazz in use'), usedBy(1)),
        makeDocument(of(5, 'New jazz'), usedBy(1)),
      ]);
      await index().refresh();
      expect(await texts('jazz', 2)).toEqual(['Jazz in use', 'New jazz']);
    });

    const at = (start: number, end: number) => ({
      utc_start_date: utcText(NOW + start),
      utc_end_date: utcText(NOW + end),
    });

    test('an event that is over is not offered, one that runs is', async () => {
      await putRecords(
        index(),
        event(1, 'Jazz over', { fields: at(-20, -10) }),
        event(2, 'Jazz running', { fields: at(-10, 10) }),
        event(3, 'Jazz twice', { fields: at(-20, -10) }),
        event(4, 'Jazz twice', { fields: at(10, 20) }),
      );
      expect(await texts('jazz')).toEqual(['Jazz running', 'Jazz twice']);
      expect(await index().suggest('jazz tw', 20, NOW)).toMatchObject([{ id: 4 }]);
      expect(await texts('jazz', 20, NOW + 11)).toEqual(['Jazz twice']);
      expect(await texts('jazz', 20, NOW + 21)).toEqual([]);
    });

    test('a venue, city or category whose events are all over is not offered', async () => {
      const venues = [10, 20, 30].map((id) =>
        makeRecord('venue', id, { title: `Berlin Hall ${id}`, fields: { city: `Berlin ${id}` } }),
      );
      const category = makeRecord('category', 40, { title: 'Berlin nights' });
      const [over, running, toCome] = venues.map((venue) => ({ venue: [makeSnapshot(venue)] }));
      const categories = [makeSnapshot(category)];
      await index().put([
        ...[-10, 10, 20].map((end, n) =>
          makeDocument(venues[n] as StoredRecord, usedBy(1, null, NOW + end)),
        ),
        makeDocument(category, usedBy(1, null, NOW - 10)),
        makeDocument(event(1, 'A', { fields: at(-20, -10), relations: { ...over, categories } })),
        makeDocument(event(2, 'B', { fields: at(-10, 10), relations: running })),
        makeDocument(event(3, 'C', { fields: at(10, 20), relations: toCome })),
      ]);
      await index().refresh();
      expect((await texts('berl')).sort()).toEqual([
        'Berlin 20',
        'Berlin 30',
        'Berlin Hall 20',
        'Berlin Hall 30',
      ]);
      expect((await texts('berl', 20, NOW + 11)).sort()).toEqual(['Berlin 30', 'Berlin Hall 30']);
      expect(await texts('berl', 20, NOW + 21)).toEqual([]);
    });

    test('come and go with the usage of a record that has not changed', async () => {
      const hall = makeRecord('venue', 10, { title: 'Berlin Hall', fields: { city: 'Bonn' } });
      const touched = (version: number, published: number) =>
        makeDocument({ ...hall, version }, usedBy(published));
      const search = makeQuery('venue', { text: { words: ['hall'], mode: 'oneField' } });
      for (const [at, published] of [0, 2, 3, 0, 1].entries()) {
        await index().put([touched(at + 1, published), makeDocument(event(1, `Fair ${at}`))]);
        await index().refresh();
        expect(await texts('berl')).toEqual(published > 0 ? ['Berlin Hall'] : []);
        expect(await index().lookUp('venue', { ids: [10] })).toMatchObject([{ count: published }]);
        expect((await index().search(search)).hits).toMatchObject([{ id: 10 }]);
      }
      const isOver = makeDocument({ ...hall, version: 6 }, usedBy(1, null, NOW - 1));
      await index().put([isOver]);
      await index().refresh();
      expect(await texts('berl')).toEqual([]);
      await index().put([touched(7, 1)]);
      await index().refresh();
      expect(await texts('berl')).toEqual(['Berlin Hall']);
      expect(await index().put([touched(2, 9)])).toMatchObject([{ outcome: 'stale' }]);
      await index().put([
        makeDocument(revise({ ...hall, version: 9 }, { title: 'Barn' }), usedBy(1)),
      ]);
      await index().refresh();
      expect(await texts('ba')).toEqual(['Barn']);
      expect(await texts('berl')).toEqual([]);
      expect((await index().search(search)).hits).toEqual([]);
    });

    test('a city is one however it is spelled, records of one name are several', async () => {
      const venues = ['Zürich', 'Zurich', 'ZÜRICH', 'Zurich'].map((city, at) =>
        makeRecord('venue', at + 1, { title: 'Zurich Hall', fields: { city } }),
      );
      await index().put(venues.map((venue, at) => makeDocument(venue, usedBy(at === 0 ? 9 : 2))));
      await index().refresh();
      for (const limit of [20, 5]) {
        const found = await index().suggest('zur', limit, NOW);
        expect(found.filter(({ type }) => type === 'city')).toMatchObject([
          { key: 'zurich', text: 'Zürich', id: 1, count: 15 },
        ]);
        const halls = found.filter(({ type }) => type === 'venue');
        expect(halls.map(({ id, count }) => [id, count])).toEqual([
          ...[
            [1, 9],
            [2, 2],
            [3, 2],
            [4, 2],
          ],
        ]);
      }
      expect(await index().suggest('zur', 1, NOW)).toMatchObject([{ type: 'city', count: 15 }]);
    });

    test('the dates of a series are one suggestion, that of the first to come', async () => {
      const date = (id: number, title: string, start: number) =>
        event(id, title, {
          fields: { ...at(start, start + 1), parent: 1, recurrence: { date: `2026-01-0${id}` } },
        });
      await putRecords(
        index(),
        date(2, 'Yoga', -10),
        date(3, 'Yoga', 10),
        date(4, 'Yoga for all', 20),
        event(5, 'Yoga', { fields: at(10, 20) }),
      );
      const found = await index().suggest('yoga', 20, NOW);
      expect(found.map(({ id, text }) => [id, text])).toEqual([
        [3, 'Yoga'],
        [5, 'Yoga'],
      ]);
    });

    test('a text of several events is suggested for each', async () => {
      const venues = [1, 2, 3].map((id) =>
        makeRecord('venue', id, { title: `Hall ${id}`, fields: { city: 'Berlin' } }),
      );
      await index().put(venues.map((venue) => makeDocument(venue, usedBy(1))));
      const [venue] = venues.map(makeSnapshot);
      const at = { relations: { venue: venue ? [venue] : [] } };
      await putRecords(
        index(),
        event(11, 'Berlin Berlin', at),
        event(12, 'Berlin Berlin', at),
        makeRecord('venue', 4, { title: 'Hall 4', fields: { city: 'Berlin-Mitte' } }),
      );
      const each = ['Berlin', 'Berlin Berlin', 'Berlin Berlin'];
      expect((await texts('berlin')).sort()).toEqual(each);
      expect(await texts('berlin', 2)).toHaveLength(2);
    });

    test('only what an anonymous reader may see and lists show', async () => {
      const future = { status: 'future', date_utc: utcText(NOW + 10) };
      await putRecords(
        index(),
        event(1, 'Secret draft', { status: 'draft' }),
        event(2, 'Secret private', { status: 'private' }),
        event(3, 'Secret future', future),
        event(4, 'Secret hidden', { fields: { hide_from_listings: true } }),
        event(5, 'Secret trash', { status: 'trash' }),
        makeRecord('venue', 6, {
          title: 'Secret hall',
          status: 'draft',
          fields: { city: 'Secret' },
        }),
      );
      expect(await texts('secret')).toEqual([]);
      expect(await texts('secret', 20, NOW + 10)).toEqual(['Secret future']);
    });
  });
}
