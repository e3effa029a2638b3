/** Answers the public pages, and errors of their paths as pages. Source: Contract 26. */
import type { Next } from 'koa';
import { type ApiError, noRoute } from '../errors.js';
import { ASSETS, type Assets } from '../http/assets.js';
import type { Context } from '../http/context.js';
import { isMonitoring } from '../http/health.js';
import { NAMESPACE } from '../present/markers.js';
import type { Deps } from '../records/deps.js';
import { showDocs } from './docs.js';
import { type Page, renderPage, renderPart, type Site } from './document.js';
import { errorPage, errorPart } from './errors.js';
import { explore } from './explorer.js';
import { basePath, readRecordPath } from './paths.js';
import { showRecord } from './record.js';
import { answerEngines, isForEngines } from './sitemap.js';

/** Nothing but what this service serves, and no script or style inside the page. */
const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'style-src': "'self'",
  'script-src': "'self'",
  'img-src': "'self'",
  'font-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

/** Pages that are no record's, by path. */
const OWN: Readonly<
  Record<string, (deps: Deps, ctx: Context, site: Site) => Promise<Page | string | null>>
> = { '/': explore, '/docs': showDocs };

/** The pages of the service. */
export interface Pages {
  /** Answers a page, and passes every other request on. */
  answer: (ctx: Context, next: Next) => Promise<void>;
  /** Answers an error as a page. → false where JSON is the form of errors. */
  answerError: (ctx: Context, error: ApiError) => boolean;
}

/** → the pages, with the assets that they name. */
export function openPages(deps: Deps, assets: Assets): Pages {
  const siteOf = (): Site => {
    const base = basePath(deps.roots);
    const asset: Site['asset'] = (name) => base + assets.pathOf(name);
    return {
      name: deps.config.siteName || deps.roots.host,
      base,
      api: `${base}/${NAMESPACE}`,
      asset,
    };
  };
  return {
    async answer(ctx, next) {
      const isEngines = isForEngines(ctx.path);
      if (!isPage(ctx.path) && !isEngines) return next();
      if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw noRoute();
      const path = readRecordPath(ctx.path);
      // All other paths are fixed ones.
      ctx.state.route = path ? RECORD_PAGE : isEngines ? FOR_ENGINES : ctx.path;
      if (isEngines) return answerEngines(deps, ctx);
      const site = siteOf();
      const page = path
        ? await showRecord(deps, ctx, path, site)
        : await OWN[ctx.path]?.(deps, ctx, site);
      if (page) answerHtml(ctx, page, site);
    },
    answerError(ctx, error) {
      if (!isShownAsPage(ctx)) return false;
      const site = siteOf();
      const { requestId } = ctx.state;
      const isPart = ctx.query.fragment === 'results';
      const page = isPart
        ? renderPart(errorPart(error, requestId))
        : errorPage(error, site, requestId);
      answerHtml(ctx, page, site, error.status);
      return true;
    },
  };
}

/** The routes of metrics, where paths come from outside. */
const RECORD_PAGE = '/{record page}';
const FOR_ENGINES = '/{for engines}';

const isPage = (path: string): boolean => OWN[path] !== undefined || readRecordPath(path) !== null;

/** A browser gets a page at every address, errors included. */
function isShownAsPage(ctx: Context): boolean {
  const { path } = ctx;
  if (isPage(path)) return true;
  const isOther = [`/${NAMESPACE}`, ASSETS].some((start) => path.startsWith(start));
  if (isOther || isMonitoring(path)) return false;
  ctx.vary('Accept');
  return ctx.accepts('application/json', 'text/html') === 'text/html';
}

function answerHtml(ctx: Context, page: Page | string, site: Site, status = 200): void {
  const isPart = typeof page === 'string';
  const policy = Object.entries({ ...POLICY, ...(isPart ? {} : page.policy) });
  ctx.status = status;
  ctx.set('Content-Type', 'text/html; charset=utf-8');
  ctx.set('Content-Security-Policy', policy.map((directive) => directive.join(' ')).join('; '));
  ctx.body = Buffer.from(isPart ? page : renderPage(page, site));
}
