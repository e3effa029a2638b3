/** Slugs: made from a text, unique among the records of a kind. Source: Contract 4.8. */

import slugify from '@sindresorhus/slugify';
import { LRUCache } from 'lru-cache';
import type { Kind } from '../../kinds/kind.js';
import type { KindName, StoredRecord } from '../../kinds/record.js';
import { occurrenceOf } from '../../kinds/series.js';
import { languageOf } from '../../kinds/texts.js';
import { statusOf } from '../../kinds/visibility.js';
import { remembered } from '../../lib/remember.js';
import { inGerman, withoutEnd } from '../../lib/text/text.js';
import { limits } from '../../limits.js';
import { slugOfDate } from '../../series/date.js';
import type { Deps } from '../deps.js';
import type { Draft } from './plan.js';

/** By default the library turns `&` into `and`, and some symbols into words. */
const NOT_WORDS: [string, string][] = ['&', '🦄', '♥'].map((sign) => [sign, ' ']);

/**
 * → the slug: lower case, in Latin letters where the library has them, without accents; all but
 * letters, digits and `_` as `-`; at most 200 characters; '' when nothing is left. Names and titles
 * come again and again.
 */
export const toSlug = remembered(makeSlug, limits.rememberedSlugs);

/** Scripts whose letters the library writes in Latin ones, and signs that are of no script. */
const LATINIZED = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Arabic', 'Common']
  .concat('Inherited')
  .map((script) => `\\p{sc=${script}}`)
  .join('');

/** Letters that the slug function would drop: Han, kana, Hangul, Hebrew, Thai and so on. */
const KEPT = new RegExp(
  `((?:(?=[\\p{L}\\p{M}\\p{N}])[^${LATINIZED}\\u{10000}-\\u{10FFFF}]|ー)+)`,
  'u',
);

function makeSlug(text: string): string {
  // `ü` becomes `u`, not the German `ue`; in scripts other than Latin, marks are kept.
  const plain = text.normalize('NFD').replace(/(\p{Script=Latin})\p{M}+/gu, '$1');
  const parts = plain.normalize('NFC').split(KEPT);
  // Every other part is letters that are kept. The ends of the others are `-` where they separate.
  const slug = parts.map((part, at) =>
    at % 2 === 1 ? part.toLowerCase() : latinized(`_${part}_`).slice(1, -1),
  );
  return withoutEnd(slug.join('').replace(/^-+/, '').slice(0, limits.slugChars), '-');
}

const latinized = (text: string): string =>
  slugify(text, {
    decamelize: false,
    preserveCharacters: ['_'],
    customReplacements: NOT_WORDS,
  });

/**
 * → the slug of a record after a write, and whether no other record may have it. A removed record
 * gives up its slug; restored, it gets it, or the next free one. A draft without a title need not
 * have one.
 */
export async function slugAfter(
  deps: Pick<Deps, 'store'>,
  kind: Kind,
  record: StoredRecord,
  { payload, slug: loaded, stored, avoid }: Draft,
): Promise<Pick<StoredRecord, 'slug' | 'slug_reserved'>> {
  const { slug: sent = loaded } = payload;
  const current = sent === undefined ? record.slug : toSlug(sent);
  if (record.removed) return { slug: current, slug_reserved: false };
  const isUnpublished = ['draft', 'pending'].includes(statusOf(record));
  const isLate = kind.isSlugLate && isUnpublished;
  const base = current || (isLate ? '' : await firstSlug(deps, kind, record));
  const isHeld = stored !== null && (stored.slug_reserved || stored.removed !== null);
  if (base === '' || (isUnpublished && !isHeld)) return { slug: base, slug_reserved: false };
  if (base === stored?.slug && (await isItsOwn(deps, stored))) {
    return { slug: base, slug_reserved: true };
  }
  const choice = { avoid, current: stored?.slug_reserved ? stored.slug : undefined };
  const slug = await freeSlug(deps, kind.name, base, choice);
  const parentId = kind.isTree && slug !== base ? Number(record.fields.parent ?? 0) : 0;
  const parent = parentId > 0 ? await deps.store.get(kind.name, { id: parentId }) : null;
  if (!parent) return { slug, slug_reserved: true };
  // The slug of the parent distinguishes children of the same name better than a number.
  const withParent = toSlug(`${base}-${parent.slug}`);
  return { slug: await freeSlug(deps, kind.name, withParent, choice), slug_reserved: true };
}

/** → the slug of the title; of a date, from its series' slug, or title in a draft series. */
async function firstSlug(
  { store }: Pick<Deps, 'store'>,
  kind: Kind,
  record: StoredRecord,
): Promise<string> {
  // German writes `ue`. Files name terms without slugs and find them by the plain one.
  const isGerman = kind.family.hasStatus && /^de\b/.test(languageOf(record, []));
  const ofTitle = toSlug(isGerman ? inGerman(record.title) : record.title) || kind.name;
  const { series: id, date } = occurrenceOf(record) ?? {};
  const series = id === undefined ? null : await store.get(kind.name, { id });
  return date === undefined ? ofTitle : slugOfDate({ slug: series?.slug || ofTitle }, date);
}

/** → whether no other record has the slug of a record. */
async function isItsOwn({ store }: Pick<Deps, 'store'>, stored: StoredRecord): Promise<boolean> {
  if (stored.slug_reserved) return true;
  const holders = await store.find(stored.kind, 'slug', [stored.slug], 2);
  return holders.every(({ id }) => id === stored.id);
}

/**
 * → the first of `base`, `base-2`, `base-3`… that neither a record of the kind nor `avoid` has;
 * `own`, which the record itself has, counts as free. Beyond `base-8` many numbers are tried at a
 * time, by which a gap may be missed.
 */
export async function freeSlug(
  deps: Pick<Deps, 'store'>,
  kind: KindName,
  base: string,
  { avoid, current }: Pick<Draft, 'avoid'> & { current?: string | undefined } = {},
): Promise<string> {
  const freeOf = async (numbers: readonly number[]): Promise<number[]> => {
    const slugs = numbers.map((n) => nthSlug(base, n));
    const taken = await deps.store.takenSlugs(kind, slugs);
    const isFree = (slug: string) => slug === current || !(avoid?.has(slug) || taken.has(slug));
    return numbers.filter((_, at) => isFree(slugs[at] ?? ''));
  };
  const [first] = await freeOf([1]);
  const [small] = first ? [first] : await freeOf(FIRST);
  if (small !== undefined) return nthSlug(base, small);
  const numbers = afterLast(kind, base);
  const [next = numbers[0]] = await freeOf(numbers);
  const number = next === undefined || next === numbers[0] ? await searchFree(freeOf) : next;
  lastNumbers.set(`${kind} ${base}`, number);
  return nthSlug(base, number);
}

/** → the slugs that are tried first where `base` is taken, for `count` records. */
export const numberedSlugs = (kind: KindName, base: string, count: number): string[] =>
  [...FIRST, ...afterLast(kind, base, count)].map((n) => nthSlug(base, n));

/** The number that each slug got last which many records have: the next ones are free, probably. */
const lastNumbers = new LRUCache<string, number>({ max: limits.rememberedSlugs });

/** → the last number and its successors; empty when it is unknown. */
function afterLast(kind: KindName, base: string, count = 1): number[] {
  const last = lastNumbers.get(`${kind} ${base}`);
  return last === undefined ? [] : Array.from({ length: FIRST.length + count }, (_, n) => last + n);
}

const nthSlug = (base: string, n: number): string => (n === 1 ? base : withSuffix(base, `-${n}`));

const FIRST = [1, 2, 3, 4, 5, 6, 7, 8];

/** The numbers tried at a time, and the doublings of 8 that are tried to find an upper bound. */
const TRIED = 64;
const DOUBLINGS = 30;

/** → a free number above 8 whose predecessor is taken. */
async function searchFree(
  freeOf: (numbers: readonly number[]) => Promise<number[]>,
): Promise<number> {
  const bounds = Array.from({ length: DOUBLINGS }, (_, at) => 16 * 2 ** at);
  let [free = 16 * 2 ** DOUBLINGS] = await freeOf(bounds);
  let taken = free / 2;
  while (free - taken > 1) {
    const step = Math.ceil((free - taken) / TRIED);
    const count = Math.ceil((free - taken) / step) - 1;
    const freeNumbers = await freeOf(
      Array.from({ length: count }, (_, at) => taken + step * (at + 1)),
    );
    taken = freeNumbers[0] === undefined ? taken + step * count : freeNumbers[0] - step;
    free = freeNumbers[0] ?? free;
  }
  return free;
}

function withSuffix(slug: string, suffix: string): string {
  return slug.slice(0, limits.slugChars - suffix.length) + suffix;
}
