/**
 * The pages of towns: the list of a town, of its day or weekend, of a category in it. Each is the
 * front page with filters. Contract 26.11.
 */
import { ApiError, noRoute } from '../../errors.js';
import { kinds } from '../../kinds/index.js';
import type { JsonObject } from '../../kinds/record.js';
import type { UrlRoots } from '../../present/markers.js';
import type { Deps } from '../../records/deps.js';
import { readForPage } from '../../records/read.js';
import { toDays } from '../event/when.js';
import { FACET } from '../site/category-counts.js';
import type { Crumb } from '../site/crumbs.js';
import type { Move, Site, Visit } from '../site/document.js';
import { basePath, listedKind } from '../site/paths.js';
import { INDEXED_EVENTS, type ListedTown, townCalled } from '../site/towns.js';

/** Days that have a page. */
export const LANDING_DAYS = ['today', 'weekend'] as const;

/** A page of a town. */
export interface Landing {
  town: ListedTown;
  /** Its URL below SITE_URL. */
  url: string;
  /** The parameters of its list. */
  filters: JsonObject;
  /** The pages above it. */
  above: readonly Crumb[];
  /** → whether search engines are to show it, with so many events on it. */
  isIndexed: (total: number) => boolean;
}

/** What a path asks for. */
interface Asked {
  town: string;
  day: (typeof LANDING_DAYS)[number] | null;
  category: string;
}

const PATH = /^\/in\/([^/]+)(?:\/(today|weekend)|\/category\/([^/]+))?\/?$/;

/** → what a path of such a page asks for; null: it is none. */
export function readLandingPath(path: string): Asked | null {
  const [, town, day, category = ''] = PATH.exec(path) ?? [];
  if (town === undefined) return null;
  try {
    return {
      town: decodeURIComponent(town),
      day: LANDING_DAYS.find((one) => one === day) ?? null,
      category: decodeURIComponent(category),
    };
  } catch {
    return null;
  }
}

/** → the URL of a page of a town. */
export function landingUrl(
  { site }: Pick<UrlRoots, 'site'>,
  { slug }: Pick<ListedTown, 'slug'>,
  { day = null, category = '' }: Partial<Pick<Asked, 'day' | 'category'>> = {},
): string {
  const more = day ?? (category && `category/${encodeURIComponent(category)}`);
  return `${site}/in/${encodeURIComponent(slug)}/${more && `${more}/`}`;
}

/**
 * → the page that a path asks for, or where it is. Throws `rest_no_route` for a town or category
 * that there is not, and what lists throw.
 */
export async function readLanding(
  deps: Deps,
  { path, search }: Pick<Visit, 'path' | 'search'>,
  { town: slug, day, category }: Asked,
  { towns }: Pick<Site, 'towns'>,
): Promise<Landing | Move> {
  const town = await townCalled(towns, slug);
  if (!town) throw noRoute();
  const named = category === '' ? '' : await categoryCalled(deps, category);
  const url = landingUrl(deps.roots, town, { day, category: named });
  const own = url.slice(deps.roots.site.length);
  // Escapes may be written in several ways.
  if (decodeURI(path) !== decodeURI(own)) {
    return { status: 301, location: basePath(deps.roots) + own + search };
  }
  return {
    town,
    url,
    filters: {
      town: town.values,
      ...(day ? withoutNulls(toDays(day)) : {}),
      ...(named ? { [FACET]: named } : {}),
    },
    above: url === landingUrl(deps.roots, town) ? [] : [crumbOf(deps.roots, town)],
    // Days have few events now and then: the town decides.
    isIndexed: (total) => (day ? town.coming : total) >= INDEXED_EVENTS,
  };
}

/** → the way to the page of a town. */
const crumbOf = (roots: UrlRoots, town: ListedTown): Crumb => ({
  name: town.name,
  url: landingUrl(roots, town),
});

const withoutNulls = (changes: Readonly<Record<string, string | null>>): JsonObject =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null));

/** → the slug of the category that a slug, or one that it had, names. */
async function categoryCalled(deps: Deps, slug: string): Promise<string> {
  const target = listedKind.facets?.[FACET]?.target;
  if (!target) throw noRoute();
  const read = (key: { slug: string } | { id: number }) => readForPage(deps, kinds[target], key);
  try {
    return (await read({ slug })).slug;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 301) throw error;
    return (await read({ id: Number(error.data.id) })).slug;
  }
}
