/** Slugs: made from a text, unique among the records of a kind. Source: Contract 4.8. */
import slugify from '@sindresorhus/slugify';
import type { KindName } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import type { Deps } from '../deps.js';

const TRASHED = '__trashed';

/** By default the library turns `&` into `and`, and some symbols into words. */
const NOT_WORDS: [string, string][] = ['&', '🦄', '♥'].map((sign) => [sign, ' ']);

/**
 * → the slug: lower case, accents folded, other characters as `-`, at most 200 characters; '' when
 * nothing is left.
 */
export function toSlug(text: string): string {
  // `ü` becomes `u`, not the German `ue`; in scripts other than Latin, marks are kept.
  const plain = text.normalize('NFD').replace(/(\p{Script=Latin})\p{M}+/gu, '$1');
  const slug = slugify(plain.normalize('NFC'), {
    decamelize: false,
    preserveCharacters: ['_'],
    customReplacements: NOT_WORDS,
  });
  return slug.slice(0, limits.slugChars).replace(/-+$/, '');
}

/** → the slug of a record in the trash, which makes its former slug free for others. */
export const trashedSlug = (slug: string): string => withSuffix(slug, TRASHED);
/** → the slug a record had before it went to the trash. */
export const restoredSlug = (slug: string): string => slug.replace(/__trashed(-\d+)?$/, '');

/** Constraints on a free slug: slugs of the same write, and the slug that the record has. */
export interface SlugChoice {
  avoid?: ReadonlySet<string> | undefined;
  own?: string | undefined;
}

/**
 * → the first of `base`, `base-2`, `base-3`… that neither a record of the kind nor `avoid` has;
 * `own`, which the record itself has, counts as free.
 * Beyond `base-8` the search doubles and halves, so that a thousand records of one title stay
 * cheap; a gap may then be missed.
 */
export async function freeSlug(
  deps: Pick<Deps, 'store'>,
  kind: KindName,
  base: string,
  { avoid, own }: SlugChoice = {},
): Promise<string> {
  const nth = (n: number) => (n === 1 ? base : withSuffix(base, `-${n}`));
  const isFree = async (n: number) => {
    const slug = nth(n);
    if (slug === own) return true;
    return !avoid?.has(slug) && !(await deps.store.takenSlugs(kind, [slug])).has(slug);
  };
  if (await isFree(1)) return base;
  const next = [2, 3, 4, 5, 6, 7, 8].map(nth);
  const held = await deps.store.takenSlugs(kind, next);
  const first = next.find((slug) => slug === own || !(avoid?.has(slug) || held.has(slug)));
  if (first !== undefined) return first;
  let taken = 8;
  let free = 16;
  while (!(await isFree(free))) {
    taken = free;
    free *= 2;
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isFree(middle)) free = middle;
    else taken = middle;
  }
  return nth(free);
}

function withSuffix(slug: string, suffix: string): string {
  return slug.slice(0, limits.slugChars - suffix.length) + suffix;
}
