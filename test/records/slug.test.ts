/** Slugs: making one from a text, and finding the first free one among many. Contract 4.8. */
import { describe, expect, test } from 'vitest';
import { slugOf } from '../../src/kinds/visibility.js';
import { limits } from '../../src/limits.js';
import { freeSlug, toSlug } from '../../src/records/write/slug.js';
import { fc } from '../support/seed.js';

describe('toSlug', () => {
  test.each([
    ['Spring Fair', 'spring-fair'],
    ['  Café & Crème  ', 'cafe-creme'],
    ['Straße', 'strasse'],
    ['foo_bar', 'foo_bar'],
    ['FooBar', 'foobar'],
    ['--a--b--', 'a-b'],
    ['!!!', ''],
    ['', ''],
    ['Москва', 'moskva'],
    ['大阪 2026', '大阪-2026'],
    ['ジャズ・フェスティバル', 'ジャズ-フェスティバル'],
    ['한국어 음악', '한국어-음악'],
    ['שבת שלום', 'שבת-שלום'],
    ['हिन्दी संगीत', 'हिन्दी-संगीत'],
    ['ดนตรี Jazz', 'ดนตรี-jazz'],
    ['🎉 音楽 🎉', '音楽'],
  ])('%s → %s', (text, slug) => {
    expect(toSlug(text)).toBe(slug);
    expect(toSlug(slug)).toBe(slug);
  });

  test('at most 200 characters, and no dash at the end', () => {
    expect(toSlug('a'.repeat(300))).toHaveLength(limits.slugChars);
    expect(toSlug(`${'a'.repeat(199)} bcd`)).toBe('a'.repeat(199));
  });
});

describe('the slug of a removed record', () => {
  const removed = { by: 'user', at: '2026-03-10 12:00:00' } as const;

  test.each([
    ['fair', 'fair__trashed'],
    ['fair__trashed', 'fair__trashed__trashed'],
    ['', ''],
    ['a'.repeat(limits.slugChars), `${'a'.repeat(limits.slugChars - 9)}__trashed`],
  ])('%s → %s', (slug, answered) => {
    expect(slugOf({ slug, removed })).toBe(answered);
    expect(slugOf({ slug, removed: null })).toBe(slug);
  });
});

describe('freeSlug', () => {
  const storeOf = (taken: Iterable<string>) => {
    const slugs = new Set(taken);
    let asked = 0;
    return {
      asked: () => asked,
      deps: {
        store: {
          takenSlugs: async (_: string, wanted: readonly string[]) => {
            asked++;
            return new Set(wanted.filter((slug) => slugs.has(slug)));
          },
        },
      } as unknown as Parameters<typeof freeSlug>[0],
    };
  };
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => `fair-${from + at}`);

  test.each([
    ['nothing taken', [], 'fair'],
    ['taken', ['fair'], 'fair-2'],
    ['two taken', ['fair', 'fair-2'], 'fair-3'],
    ['a gap', ['fair', 'fair-3'], 'fair-2'],
    ['others', ['fairy', 'fair-2'], 'fair'],
    ['many', ['fair', ...numbered(2, 1000)], 'fair-1001'],
  ])('%s', async (_, taken, slug) => {
    expect(await freeSlug(storeOf(taken).deps, 'event', 'fair')).toBe(slug);
  });

  test('slugs of the same write are avoided', async () => {
    const avoid = new Set(['fair-2']);
    expect(await freeSlug(storeOf(['fair']).deps, 'event', 'fair', { avoid })).toBe('fair-3');
  });

  test('five thousand records with one title need few queries', async () => {
    const store = storeOf(['fair', ...numbered(2, 5000)]);
    expect(await freeSlug(store.deps, 'event', 'fair')).toBe('fair-5001');
    expect(store.asked()).toBeLessThan(8);
  });

  test('equal to trying one by one, whatever numbers up to n are taken', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 3000 }), async (n) => {
        const store = storeOf(['fair', ...numbered(2, n)]);
        expect(await freeSlug(store.deps, 'event', 'fair')).toBe(`fair-${Math.max(n, 1) + 1}`);
      }),
    );
  });

  test('a number does not make a slug longer than the limit', async () => {
    const long = 'a'.repeat(limits.slugChars);
    const slug = await freeSlug(storeOf([long]).deps, 'event', long);
    expect(slug).toBe(`${'a'.repeat(limits.slugChars - 2)}-2`);
  });
});
