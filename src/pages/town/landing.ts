/**
 * The pages of towns: the list of a town, of its day or weekend, of a category in it. Each is the
 * front page with filters. Contract 26.11.
 */
import { ApiError, noRoute } from '../../errors.js';
import { kinds } from '../../kinds/index.js';
import type { JsonObject } from '../../kinds/record.js';
import { omit } from '../../lib/omit.js';
import { asTexts, paramOf } from '../../present/links.js';
import type { UrlRoots } from '../../present/markers.js';
import type { Deps } from '../../records/deps.js';
import { readForPage } from '../../records/read.js';
import type { PageState } from '../event/state.js';
import { toDays } from '../event/when.js';
import { FACET } from '../site/category-counts.js';
import type { Crumb } from '../site/crumbs.js';
import type { Move, Site, Visit } from '../site/document.js';
import { basePath, decoded, listedKind, localPath, type PageRoots } from '../site/paths.js';
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

/** The request of a path. */
interface Asked {
  town: string;
  day: (typeof LANDING_DAYS)[number] | null;
  category: string;
}

const PATH = /^\/in\/([^/]+)(?:\/(today|weekend)|\/category\/([^/]+))?\/?$/;

/** → the request of such a path; null for another path. */
export function readLandingPath(path: string): Asked | null {
  const [, sent = '', date, named = ''] = PATH.exec(path) ?? [];
  const [town, category] = [decoded(sent), decoded(named)];
  const day = LANDING_DAYS.find((one) => one === date) ?? null;
  return town && category !== null ? { town, day, category } : null;
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
 * → the page of a path, or its new address. Throws `rest_no_route` for an unknown town or category,
 * and the errors of lists.
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
      ...(day ? daysOf(day) : {}),
      ...(named ? { [FACET]: named } : {}),
    },
    above: url === landingUrl(deps.roots, town) ? [] : [crumbOf(deps.roots, town)],
    // A day may have few events: the town decides, unless the day has no event.
    isIndexed: (total) => total > 0 && (day ? town.coming : total) >= INDEXED_EVENTS,
  };
}

/**
 * → the path of the page of a town with the same list as some parameters, without the parameters of
 * the town; null without such a page.
 */
function landingPath(
  roots: PageRoots,
  town: ListedTown,
  params: Readonly<Record<string, string>>,
): string | null {
  const { [FACET]: category = '', ...rest } = omit(params, ['lang']);
  const asked = JSON.stringify(rest);
  const day = LANDING_DAYS.find((one) => JSON.stringify(daysOf(one)) === asked) ?? null;
  if (asked !== '{}' && (!day || category)) return null;
  if (category.includes(',')) return null;
  return localPath(landingUrl(roots, town, { day, category }), roots);
}

/** → the state of a town's page, whose links lead to its other pages where these list the same. */
export function atTown(state: PageState, town: ListedTown, roots: PageRoots): PageState {
  const ofTown = Object.entries(asTexts({ town: town.values }));
  return {
    ...state,
    link(changes) {
      const params = new Map(Object.entries({ ...state.own, ...state.filters, ...changes }));
      const isHere = ofTown.every(([name, value]) => params.get(name) === value);
      const left = [...params].filter(
        (pair): pair is [string, string] => pair[1] !== null && paramOf(pair[0]) !== 'town',
      );
      const path = isHere ? landingPath(roots, town, Object.fromEntries(left)) : null;
      return path ?? state.link(changes);
    },
  };
}

/** → the path of the page of a town with the list of a query; null without such a page. */
export async function landingFor(
  { towns, roots }: Pick<Site, 'towns' | 'roots'>,
  { own, filters }: PageState,
): Promise<string | null> {
  const all = Object.entries({ ...own, ...filters });
  const isOfTown = ([name]: [string, string]) => paramOf(name) === 'town';
  const values = all.filter(isOfTown).map(([, value]) => value);
  if (values.length === 0) return null;
  const isSame = (town: ListedTown) =>
    Object.values(asTexts({ town: town.values })).join('\n') === values.join('\n');
  const town = (await towns()).coming.find(isSame);
  const left = Object.fromEntries(all.filter((pair) => !isOfTown(pair)));
  return town ? landingPath(roots, town, left) : null;
}

/** → the parameters of a day with a page. */
export const daysOf = (day: (typeof LANDING_DAYS)[number]): JsonObject =>
  Object.fromEntries(Object.entries(toDays(day)).filter(([, value]) => value !== null));

/** → the way to the page of a town. */
const crumbOf = (roots: UrlRoots, town: ListedTown): Crumb => ({
  name: town.name,
  url: landingUrl(roots, town),
});

/** → the current slug of the category with a slug, now or formerly. */
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
