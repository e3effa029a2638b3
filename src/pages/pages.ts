/** The public pages by path, and errors as pages. Source: Contract 26. */
import type { ApiError } from '../errors.js';
import { NAMESPACE } from '../present/markers.js';
import type { Deps } from '../records/deps.js';
import { EMBED, embedError, isEmbed, showEmbed } from './list/embed.js';
import { explore } from './list/explorer.js';
import { readPreviewPath, showPreview } from './record/preview.js';
import { showRecord } from './record/record.js';
import { type DocumentedRoute, showDocs } from './site/docs.js';
import {
  headOf,
  MANIFEST,
  type Move,
  type Page,
  type PageOutcome,
  renderPage,
  renderPart,
  type Site,
  type Visit,
} from './site/document.js';
import { errorPage, errorPart } from './site/errors.js';
import type { Face } from './site/face.js';
import { CODE, drawCode } from './site/paper.js';
import { basePath, homePath, pageRoot, readRecordPath } from './site/paths.js';
import { openTowns } from './site/towns.js';
import { isForEngines, writeForEngines } from './sitemap.js';
import { readLanding, readLandingPath } from './town/landing.js';
import { chooseLanguage, languagesOf } from './words/language.js';

/** Only resources of this service, and no script or style inside the page. */
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
const OWN = ['/', '/docs', EMBED];

/** Further requests of browsers: the name and the sign of the site. */
const FAVICON = '/favicon.ico';

/** An answer to be sent. */
export interface PageAnswer {
  headers: Record<string, string>;
  text: string;
  /** Pages of other sites may frame it: its policy says which. */
  isFramed?: boolean;
  /** `Cache-Control` of anonymous answers, if it differs from the default. */
  cacheControl?: string | undefined;
}

/** How an error is shown: in the language of the visit. */
interface ErrorOptions {
  requestId: string;
  isPart: boolean;
  visit: Pick<Visit, 'path' | 'parameters' | 'accepted'>;
}

/** The inputs of pages. */
interface Sources {
  /** → the path of a file by its name, below the path of all pages. */
  asset: (name: string) => string;
  routes: readonly DocumentedRoute[];
  face: Face;
}

/** → the pages of the service. */
export function openPages(deps: Deps, { asset, routes, face }: Sources) {
  const languages = languagesOf(deps.config.siteLanguages);
  const towns = openTowns(deps);
  const siteOf = ({ parameters, accepted }: Pick<Visit, 'parameters' | 'accepted'>): Site => {
    const base = basePath(deps.roots);
    const { lang } = parameters;
    const { language, isAsked } = chooseLanguage(languages, { lang, accepted });
    const own = deps.config.siteIn(language.tag);
    return {
      ...own,
      name: own.name || deps.roots.host,
      logo: face.logo,
      icons: face.icons,
      color: face.color,
      image: face.image && pageRoot(deps.roots) + asset(face.image),
      head: face.head,
      towns,
      base,
      api: `${base}/${NAMESPACE}`,
      asset: (name) => base + asset(name),
      language,
      languages: languages.all,
      roots: isAsked ? { ...deps.roots, lang: language.tag } : deps.roots,
    };
  };
  const showPage = async (visit: Visit, site: Site): Promise<PageOutcome> => {
    const path = readRecordPath(visit.path);
    // A page reads texts in its language.
    const own = { ...deps, lang: site.language.tag };
    if (path) return showRecord(own, visit, path, site);
    const preview = readPreviewPath(visit.path);
    if (preview) return showPreview(own, visit, preview, site);
    if (visit.path === '/docs') return showDocs(routes, site);
    const asked = readLandingPath(visit.path);
    if (asked) {
      const landing = await readLanding(own, visit, asked, site);
      return 'location' in landing ? landing : explore(own, visit, site, landing);
    }
    return visit.path === EMBED ? showEmbed(own, visit, site) : explore(own, visit, site);
  };
  return {
    /** → the page, or where it is. Throws catalogue errors. */
    async show(visit: Visit): Promise<PageAnswer | Move> {
      if (isForEngines(visit.path)) {
        const [type, text] = await writeForEngines(deps, visit.path, towns);
        return { headers: { 'Content-Type': type }, text };
      }
      if (visit.path === CODE) return drawCode(deps.roots, visit.parameters.of);
      const site = siteOf(visit);
      if (visit.path === MANIFEST) return asManifest(site);
      const [icon] = face.icons;
      if (visit.path === FAVICON && icon) return { status: 301, location: site.asset(icon.name) };
      const outcome = await showPage(visit, site);
      return typeof outcome === 'object' && 'location' in outcome ? outcome : asHtml(outcome, site);
    },
    /** → an error as a page, or as the part that replaces a list. */
    showError(error: ApiError, { requestId, isPart, visit }: ErrorOptions): PageAnswer {
      const site = siteOf(visit);
      if (isEmbed(deps, visit.path))
        return asHtml(embedError(deps, { error, site, requestId }), site);
      const page = isPart
        ? renderPart(site.language, errorPart(error, requestId))
        : errorPage(error, site, requestId);
      // The address of a preview is a secret that no script of others reads.
      const around = readPreviewPath(visit.path) ? 'private' : 'all';
      return asHtml(typeof page === 'string' ? page : { ...page, around }, site);
    },
  };
}

/** → whether a path belongs to a page for people. */
export const isPage = (path: string): boolean =>
  OWN.includes(path) ||
  [readRecordPath, readLandingPath, readPreviewPath].some((read) => read(path) !== null);

/** → the route that metrics name, as paths come from outside; null: nothing is served here. */
export function pageRouteOf(path: string): string | null {
  if (OWN.includes(path)) return path;
  if ([MANIFEST, FAVICON, CODE].includes(path)) return path;
  if (isForEngines(path)) return '/{for engines}';
  if (readPreviewPath(path)) return '/{preview}';
  if (readLandingPath(path)) return '/in/{town}';
  return readRecordPath(path) ? '/{record page}' : null;
}

function asHtml(page: Page | string, site: Site): PageAnswer {
  const { policy, around, lastModified, cacheControl }: Partial<Page> =
    typeof page === 'string' ? {} : page;
  const added = Object.entries(headOf({ around }, site).sources);
  const directives = new Map(Object.entries({ ...POLICY, ...policy }));
  for (const [name, sources] of added) {
    directives.set(name, [directives.get(name), ...sources].join(' '));
  }
  return {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      ...headersIn(site),
      'Content-Security-Policy': [...directives].map((one) => one.join(' ')).join('; '),
      ...(around === 'private' ? { 'X-Robots-Tag': 'noindex' } : {}),
      ...(lastModified === undefined ? {} : { 'Last-Modified': lastModified }),
    },
    text: typeof page === 'string' ? page : renderPage(page, site),
    isFramed: around === 'none',
    cacheControl,
  };
}

/** → the headers of answers in the language of the visit. */
const headersIn = ({ language, languages }: Site) => ({
  'Content-Language': language.tag,
  ...(languages.length > 1 ? { Vary: 'Accept-Language' } : {}),
});

function asManifest(site: Site): PageAnswer {
  const { name, base, asset, icons, color } = site;
  const manifest = {
    name,
    start_url: homePath(site.roots),
    scope: `${base}/`,
    display: 'minimal-ui',
    ...(color ? { theme_color: color } : {}),
    icons: icons.map(({ name: icon, ...rest }) => ({ src: asset(icon), ...rest })),
  };
  const headers = { 'Content-Type': 'application/manifest+json; charset=utf-8' };
  return { headers: { ...headers, ...headersIn(site) }, text: JSON.stringify(manifest) };
}
