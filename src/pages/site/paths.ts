/** The paths of pages, and the links between them. Source: Contract 26. */
import { allKinds, holderKinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import { withQuery } from '../../present/links.js';
import type { UrlRoots } from '../../present/markers.js';
import { NAMESPACE } from '../../present/markers.js';

/** The kind on the front page: records with dates. */
export const listedKind: Kind = holderKinds.find(({ window }) => window) ?? raise();

/** A path below the folder of a kind. */
export interface RecordPath {
  kind: Kind;
  /** The segments after the folder, decoded; the last segment is the slug. */
  segments: string[];
}

// `events/category` comes before a folder `events` would.
const byLength = allKinds.toSorted((one, other) => other.permalink.length - one.permalink.length);

/** → the record that a path names, `/event/jazz-night/`; null: it is no path of a record. */
export function readRecordPath(path: string): RecordPath | null {
  const kind = byLength.find(({ permalink }) => path.startsWith(`/${permalink}/`));
  if (!kind) return null;
  const rest = path.slice(kind.permalink.length + 2).replace(/\/$/, '');
  const segments = rest.split('/').map(decoded);
  return segments.every((one) => one !== null && one !== '')
    ? { kind, segments: segments as string[] }
    : null;
}

/** → a segment of a path without its escapes; null: they are no UTF-8. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** → the root of this service's pages, without a trailing slash. */
export const pageRoot = ({ api }: UrlRoots): string => api.slice(0, -NAMESPACE.length - 1);

/** → the path before the paths of pages: from BASE_URL, mostly `""`. */
export const basePath = (roots: UrlRoots): string =>
  new URL(roots.api).pathname.slice(0, -NAMESPACE.length - 1);

/** The roots of a page's links, and the language that they carry. */
export interface PageRoots extends UrlRoots {
  /** The language that the visitor requested by `lang`; absent: not requested. */
  lang?: string;
}

/** → the path of a page here, from the URL that answers give it. */
export function localPath(url: string, roots: PageRoots): string {
  if (!url.startsWith(`${roots.site}/`)) return url;
  return withQuery(basePath(roots) + url.slice(roots.site.length), langOf(roots));
}

/** → the path of the front page with some parameters. */
export const homePath = (roots: PageRoots, params: Record<string, string> = {}): string =>
  withQuery(`${basePath(roots)}/`, { ...params, ...langOf(roots) });

/** → the parameter of the language that a visitor asked for. */
export const langOf = ({ lang }: PageRoots): Record<string, string> => (lang ? { lang } : {});

/** The relation that locates events. */
export const placing = listedKind.relations.find(({ field }) => field === listedKind.tiles);

/** → the parameters of a list around a point. */
export const aroundPoint = ({ lat, lng }: { lat: number; lng: number }) => ({
  geoloc_lat: String(lat),
  geoloc_lng: String(lng),
});

function raise(): never {
  throw new Error('No kind has dates.');
}
