/**
 * Facets of a tree: a category counts the events in it and below it, as its own list does, even if
 * no event has the category itself. Contract 15.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { KindName } from '../../kinds/record.js';
import { sortKey } from '../../lib/text/words.js';
import { limits } from '../../limits.js';
import type { FacetValue } from '../../search/facets.js';
import type { Branch, SearchPage } from '../../search/port.js';
import type { Deps } from '../deps.js';
import { namesIn } from './names.js';

/** → by facet of a tree: the records with others below them. */
export async function branchesOf(
  { terms }: Pick<Deps, 'terms'>,
  kind: Kind,
  facets: readonly string[],
): Promise<Record<string, Branch[]>> {
  const trees = facets.flatMap((name) => {
    const target = treeOf(kind, name);
    return target ? [{ name, target }] : [];
  });
  const read = trees.map(async ({ name, target }) => [name, await terms.branches(target)] as const);
  return Object.fromEntries((await Promise.all(read)).filter(([, { length }]) => length > 0));
}

/** → the kind whose tree a facet counts; null: it counts no tree. */
function treeOf({ facets }: Kind, name: string): KindName | null {
  const target = facets?.[name]?.target;
  return target && kinds[target].isTree ? target : null;
}

/** → the facets of a list, with the numbers of its branches. */
export async function withBranches(
  { index, terms, site }: Pick<Deps, 'index' | 'terms' | 'site'>,
  kind: Kind,
  { facets, branches }: Pick<SearchPage, 'facets' | 'branches'>,
): Promise<SearchPage['facets']> {
  const whole = { ...facets };
  for (const [name, counts] of Object.entries(branches)) {
    const target = treeOf(kind, name);
    const values = facets[name] ?? [];
    if (!target) continue;
    const known = new Set(values.map(({ id }) => id));
    const ids = [...counts.keys()].filter((id) => !known.has(id));
    const names = await namesIn(index, target, { ids, lang: site.languages[0] ?? '' });
    const slugs = new Map((await terms.resolve(target, ids)).map(({ id, slug }) => [id, slug]));
    const added = [...names].map(
      ([id, title]): FacetValue => ({
        ...{ value: String(id), id, slug: slugs.get(id) ?? '', name: title, count: 0 },
      }),
    );
    whole[name] = [...values, ...added]
      .map((value) => ({ ...value, count: counts.get(value.id ?? 0) ?? value.count }))
      .sort(inOrder)
      .slice(0, limits.facetValues);
  }
  return whole;
}

/** The highest counts first, ties by name, as engines order them. */
function inOrder(a: FacetValue, b: FacetValue): number {
  if (a.count !== b.count) return b.count - a.count;
  const bytesOf = ({ name = '' }: FacetValue) => Buffer.from(sortKey(name));
  return Buffer.compare(bytesOf(a), bytesOf(b)) || (a.id ?? 0) - (b.id ?? 0);
}
