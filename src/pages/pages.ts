/** The public pages by path, and errors as pages. Source: Contract 26. */
import type { ApiError } from '../errors.js';
import { NAMESPACE } from '../present/markers.js';
import type { Deps } from '../records/deps.js';
import { type DocumentedRoute, showDocs } from './docs.js';
import { type Move, type Page, renderPage, renderPart, type Site, type Visit } from './document.js';
import { errorPage, errorPart } from './errors.js';
import { explore } from './explorer.js';
import { chooseLanguage, languagesOf } from './language.js';
import { basePath, readRecordPath } from './paths.js';
import { showRecord } from './record.js';
import { isForEngines, writeForEngines } from './sitemap.js';

/** Nothing but what this service serves, and no script or style inside the page. */
const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'style-src': "'self'",
  'script-src': "'self'",
  'img-src': "'self'",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

/** Pages that are no record's. */
const OWN = ['/', '/docs'];

/** What browsers ask for besides: the name and the sign of the site. */
const MANIFEST = '/manifest.webmanifest';
const FAVICON = '/favicon.ico';

/** An answer to be sent. */
export interface PageAnswer {
  headers: Record<string, string>;
  text: string;
  /** `Cache-Control` of anonymous answers, where it is not that of all. */
  cacheControl?: string | undefined;
}

/** How an error is shown: in the language of the visit. */
interface ErrorOptions {
  requestId: string;
  isPart: boolean;
  visit: Pick<Visit, 'parameters' | 'accepted'>;
}

/** The pages of the service. */
export interface Pages {
  /** → the page, or where it is. Throws catalogue errors. */
  show: (visit: Visit) => Promise<PageAnswer | Move>;
  /** → an error as a page, or as the part that replaces a list. */
  showError: (error: ApiError, options: ErrorOptions) => PageAnswer;
}

/** → the pages; `asset` gives the path of a file by its name, below that of all pages. */
export function openPages(
  deps: Deps,
  asset: (name: string) => string,
  routes: readonly DocumentedRoute[],
): Pages {
  const languages = languagesOf(deps.config.siteLanguages);
  const siteOf = ({ parameters, accepted }: Pick<Visit, 'parameters' | 'accepted'>): Site => {
    const base = basePath(deps.roots);
    const { lang } = parameters;
    const { language, isAsked } = chooseLanguage(languages, { lang, accepted });
    return {
      links: deps.config.siteLinks,
      name: deps.config.siteName || deps.roots.host,
      base,
      api: `${base}/${NAMESPACE}`,
      asset: (name) => base + asset(name),
      language,
      languages: languages.all,
      roots: isAsked ? { ...deps.roots, lang: language.tag } : deps.roots,
    };
  };
  return {
    async show(visit) {
      if (isForEngines(visit.path)) {
        const [type, text] = await writeForEngines(deps, visit.path);
        return { headers: { 'Content-Type': type }, text };
      }
      const site = siteOf(visit);
      if (visit.path === MANIFEST) return asManifest(site);
      if (visit.path === FAVICON) return { status: 301, location: site.asset('icon.svg') };
      const path = readRecordPath(visit.path);
      if (!path && visit.path === '/docs') return asHtml(showDocs(routes, site), site);
      const outcome = path
        ? await showRecord(deps, visit, path, site)
        : await explore(deps, visit, site);
      return typeof outcome === 'object' && 'location' in outcome ? outcome : asHtml(outcome, site);
    },
    showError(error, { requestId, isPart, visit }) {
      const site = siteOf(visit);
      const page = isPart
        ? renderPart(site.language, errorPart(error, requestId))
        : errorPage(error, site, requestId);
      return asHtml(page, site);
    },
  };
}

/** → whether a path is that of a page for people. */
export const isPage = (path: string): boolean =>
  OWN.includes(path) || readRecordPath(path) !== null;

/** → the route that metrics name, as paths come from outside; null: nothing is served here. */
export function pageRouteOf(path: string): string | null {
  if (OWN.includes(path)) return path;
  if (path === MANIFEST || path === FAVICON) return path;
  if (isForEngines(path)) return '/{for engines}';
  return readRecordPath(path) ? '/{record page}' : null;
}

function asHtml(page: Page | string, site: Site): PageAnswer {
  const { language, languages } = site;
  const { policy, lastModified, cacheControl }: Partial<Page> =
    typeof page === 'string' ? {} : page;
  const directives = Object.entries({ ...POLICY, ...policy });
  return {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language.tag,
      ...(languages.length > 1 ? { Vary: 'Accept-Language' } : {}),
      'Content-Security-Policy': directives.map((directive) => directive.join(' ')).join('; '),
      ...(lastModified === undefined ? {} : { 'Last-Modified': lastModified }),
    },
    text: typeof page === 'string' ? page : renderPage(page, site),
    cacheControl,
  };
}

function asManifest({ name, base, asset }: Site): PageAnswer {
  const icons = [{ src: asset('icon.svg'), type: 'image/svg+xml', sizes: 'any' }];
  const manifest = { name, start_url: `${base}/`, scope: `${base}/`, display: 'browser', icons };
  const headers = { 'Content-Type': 'application/manifest+json; charset=utf-8' };
  return { headers, text: JSON.stringify(manifest) };
}
