/** Facets of the search index, and the branches of trees. */
import { describe, expect, test } from 'vitest';
import type { SearchQuery } from '../../src/search/port.js';
import { makeQuery, makeRecord, makeSnapshot, putRecords } from './builders.js';
import { freshIndex, type OpenIndex } from './search-index.js';

/** Part of the search index's contract. */
export function describeIndexFacets(open: OpenIndex): void {
  describe('facets', () => {
    const index = freshIndex(open);

    test('counts the whole filtered set, highest first, ties by name, at most 50', async () => {
      const tags = Array.from({ length: 60 }, (_, at) =>
        makeRecord('tag', at + 1, { title: `tag ${String(60 - at).padStart(2, '0')}` }),
      );
      const events = Array.from({ length: 5 }, (_, at) =>
        makeRecord('event', at + 1, {
          relations: {
            tags: (at === 0 ? tags : tags.slice(0, 1)).map((tag) => makeSnapshot(tag)),
          },
        }),
      );
      await putRecords(index(), ...tags, ...events);
      const query = makeQuery('event', { limit: 1, facets: ['tags', 'month', 'city'] });
      const { facets } = await index().search(query);
      expect(facets.tags).toHaveLength(50);
      expect(facets.tags?.[0]).toMatchObject({ id: 1, slug: 'tag-1', name: 'tag 60', count: 5 });
      expect(facets.tags?.[1]).toMatchObject({ id: 60, name: 'tag 01', count: 1 });
      expect(facets.month).toEqual([{ value: '2026-03', count: 5 }]);
      expect(facets.city).toEqual([]);
    });

    test.each<[string, Partial<SearchQuery>]>([
      ['all', {}],
      ['by words', { text: { words: ['jazz'], mode: 'anyField' } }],
    ])('a branch counts a record with two of its values once: %s', async (_, more) => {
      const categories = [1, 2, 3].map((id) => makeRecord('category', id));
      const snapshots = (...ids: number[]) =>
        categories.filter(({ id }) => ids.includes(id)).map((one) => makeSnapshot(one));
      const links = [[1], [1, 2], [2], [3], [1, 3]];
      const events = links.map((ids, at) =>
        makeRecord('event', at + 1, {
          title: 'Jazz',
          relations: { categories: snapshots(...ids) },
        }),
      );
      await putRecords(index(), ...categories, ...events);
      const below = [
        { id: 1, ids: [1, 2] },
        { id: 9, ids: [9] },
      ];
      const asked = { facets: ['categories'], branches: { categories: below } };
      const { branches } = await index().search(makeQuery('event', { ...asked, ...more }));
      expect(branches).toEqual({ categories: new Map([[1, 4]]) });
    });
  });
}
