/**
 * Words in the search index: which fields weigh most, and what a misspelled word may be. The
 * same on every engine. Contract 3.2, 12.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import type { StoredRecord } from '../../src/kinds/record.js';
import { isOneLetterAway } from '../../src/lib/text/one-letter.js';
import { fc } from '../support/seed.js';
import {
  assertInTime,
  idsOf,
  makeQuery,
  makeRecord,
  makeSnapshot,
  NOW,
  putRecords,
  revise,
  utcText,
  walkIds,
} from './builders.js';
import { freshIndex, type OpenIndex } from './search-index.js';

/** Part of the search index's contract. */
export function describeIndexWords(open: OpenIndex): void {
  describeLevels(open);
  describeSpelling(open);
}

const event = (id: number, title: string, changes: Partial<StoredRecord> = {}) =>
  makeRecord('event', id, { title, ...changes });

function describeLevels(open: OpenIndex): void {
  describe('where words are found', () => {
    const index = freshIndex(open);
    // Entries that earlier tests deleted count in the statistics of an engine for some time.
    beforeEach(async () => (await index().rebuild('words')).finish());
    const linked = (kind: 'venue' | 'organizer' | 'category' | 'tag', title: string) =>
      makeSnapshot(makeRecord(kind, 100, { title }));
    const inCity = (city: string) =>
      makeSnapshot(makeRecord('venue', 101, { title: 'x', fields: { city } }));
    const relevant = (words: string[], direction: 'asc' | 'desc' = 'desc') =>
      makeQuery('event', {
        text: { words, mode: 'anyField' },
        sort: { by: 'relevance', direction },
      });

    test('Contract 12: in every field; a title weighs more than a venue, a venue more than a text', async () => {
      const places: Partial<StoredRecord>[] = [
        { title: 'jazz' },
        { relations: { venue: [linked('venue', 'jazz')] } },
        { relations: { venue: [inCity('jazz')] } },
        { relations: { organizer: [linked('organizer', 'jazz')] } },
        { relations: { tags: [linked('tag', 'jazz')] } },
        { fields: { description: 'jazz' } },
      ];
      const records = places.map((changes, at) => event(at + 1, 'x', changes));
      await putRecords(index(), ...records, event(7, 'nothing'));
      const desc = await idsOf(index(), relevant(['jazz']));
      expect([...desc].sort()).toEqual([1, 2, 3, 4, 5, 6]);
      expect(desc.filter((id) => [1, 2, 6].includes(id))).toEqual([1, 2, 6]);
      expect(await idsOf(index(), relevant(['jazz'], 'asc'))).toEqual(desc.reverse());
      expect(await idsOf(index(), relevant(['azz']))).toEqual([]);
    });

    test('Contract 12: BM25: rare words, repeated words and short titles come first', async () => {
      await putRecords(
        index(),
        event(1, 'jazz', { fields: { description: 'music' } }),
        event(2, 'jazz and many other things', { fields: { description: 'music' } }),
        event(3, 'x', { fields: { description: 'folk folk folk and jazz' } }),
        event(4, 'x', { fields: { description: 'folk and music and other jazz' } }),
        event(5, 'ballet music', { fields: { description: 'jazz' } }),
        event(6, 'jazz music', { fields: { description: 'ballet' } }),
      );
      const first = async (...words: string[]) => (await idsOf(index(), relevant(words)))[0];
      expect(await first('jazz')).toBe(1);
      expect(await first('folk')).toBe(3);
      expect(await first('jazz', 'ballet')).toBe(5);
    });

    test('Contract 13: a walk by relevance meets each record once', async () => {
      const some = (words: string[], at: number) => words.filter((_, bit) => at & (2 ** bit));
      const records = Array.from({ length: 64 }, (_, at) =>
        event(at + 1, ['jazz', ...some(['at', 'the', 'big', 'hall'], at % 16)].join(' '), {
          fields: { description: some(['jazz', 'jazzy', 'folk'], at).join(' ') },
        }),
      );
      await putRecords(index(), ...records);
      // Deleted entries count in the statistics of an engine for some time.
      await putRecords(index(), ...records.slice(0, 20).map((record) => revise(record, {})));
      for (const direction of ['asc', 'desc'] as const) {
        const ids = await walkIds(index(), { ...relevant(['jaz', 'jazz'], direction), limit: 7 });
        expect(ids).toHaveLength(64);
        expect(new Set(ids).size).toBe(64);
      }
    });

    test('Contract 3.2: the words of a search may stand in different fields', async () => {
      await putRecords(
        index(),
        event(1, 'Python day', { relations: { venue: [inCity('Köln')] } }),
        event(2, 'Python day', { relations: { venue: [inCity('Bonn')] } }),
      );
      expect(await idsOf(index(), relevant(['koln', 'pyth']))).toEqual([1]);
    });
  });
}

function describeSpelling(open: OpenIndex): void {
  describe('misspelled words', () => {
    const index = freshIndex(open);
    const anyEvent = makeQuery('event', { text: { words: ['none'], mode: 'anyField' } });
    const near = async (...words: string[]) =>
      (await index().spell(anyEvent, words)).map((spelling) =>
        spelling.exists ? 'held' : spelling.near.sort(),
      );

    test('a letter more, less, another, swapped; the first letter stays', async () => {
      const title = 'python pithon pthon pythons jython pyhton py pyton pythonista ython';
      await putRecords(index(), event(1, title));
      expect(await near('pytohn', 'pythn', 'xython', 'ytho')).toEqual([
        ['python', 'pyton'],
        ['python', 'pyton'],
        [],
        'held',
      ]);
      expect(await near('pythonz')).toEqual([['python', 'pythons']]);
    });

    test('short words and numbers have none; every field counts', async () => {
      const organizer = makeSnapshot(makeRecord('organizer', 9, { title: 'Jazzclub' }));
      await putRecords(
        index(),
        event(1, 'cat 2026', { relations: { organizer: [organizer] } }),
        event(2, 'x', { fields: { description: 'жара' } }),
      );
      expect(await near('cxt', '2027', 'jazclub', 'жарра')).toEqual([
        [],
        [],
        ['jazzclub'],
        ['жара'],
      ]);
    });

    test('a word is held if the query finds it: not in drafts and hidden records', async () => {
      const future = { status: 'future' as const, date_utc: utcText(NOW + 60) };
      await putRecords(
        index(),
        event(1, 'draftword', { base_status: 'draft' }),
        event(2, 'hiddenword', { fields: { hide_from_listings: true } }),
        event(3, 'laterword', future),
        event(4, 'publicword'),
      );
      const words = ['draftword', 'hiddenword', 'laterword', 'publicw'];
      const held = async (changes: object) =>
        (await index().spell({ ...anyEvent, ...changes }, words)).map(({ exists }) => exists);
      expect(await held({})).toEqual([false, false, false, true]);
      expect(await held({ nowSeconds: NOW + 60 })).toEqual([false, false, true, true]);
      expect(await held({ visible: [{ status: 'draft' }] })).toEqual([true, false, false, false]);
    });

    test('a word is held if it is found under the other filters of the query', async () => {
      const tag = makeSnapshot(makeRecord('tag', 5, { title: 'tag' }));
      await putRecords(index(), event(1, 'jazz', { relations: { tags: [tag] } }), event(2, 'rock'));
      const held = async (changes: Partial<typeof anyEvent>) =>
        (await index().spell({ ...anyEvent, ...changes }, ['jazz', 'rock'])).map(
          ({ exists }) => exists,
        );
      const start = { gte: NOW + 2 * 3600, lte: NOW + 9 * 3600 };
      expect(await held({})).toEqual([true, true]);
      expect(await held({ where: [{ test: 'anyOf', field: 'tags', values: [5] }] })).toEqual([
        true,
        false,
      ]);
      expect(await held({ where: [{ test: 'range', field: 'start', ...start }] })).toEqual([
        false,
        true,
      ]);
    });

    test('a word that no record holds any more is not near', async () => {
      const old = event(1, 'oldword');
      await putRecords(index(), old, revise(old, { title: 'newword' }));
      const text = { words: ['oldword'], mode: 'anyField' as const };
      expect((await index().search({ ...anyEvent, text })).total).toBe(0);
      expect(await near('newwrd')).toEqual([['newword']]);
    });

    test('random words: equal to comparing every word', async () => {
      const word = fc
        .array(fc.constantFrom('a', 'b', 'é', '東', 'ж', '1'), { minLength: 3, maxLength: 6 })
        .map((letters) => `a${letters.join('').replaceAll('東', 'z').replaceAll('é', 'e')}`);
      const vocabulary = fc.sample(word, { seed: 7, numRuns: 400 });
      await putRecords(index(), ...vocabulary.map((title, at) => event(at + 1, title)));
      await assertInTime(
        fc.asyncProperty(word, async (sought) => {
          const exists = vocabulary.some((one) => one.startsWith(sought));
          const expected = [...new Set(vocabulary)].filter((one) => isOneLetterAway(sought, one));
          expect(await near(sought)).toEqual([exists ? 'held' : expected.sort()]);
        }),
        { numRuns: 100 },
      );
    });
  });
}
