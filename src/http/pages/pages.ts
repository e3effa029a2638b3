/** Answers the public pages, and errors of their paths as pages. Source: Contract 26. */
import type { Next } from 'koa';
import { type ApiError, noRoute } from '../../errors.js';
import type { Deps } from '../../records/deps.js';
import { ASSETS, type Assets } from '../assets.js';
import type { Context } from '../context.js';
import { isMonitoring } from '../health.js';
import { NAMESPACE } from '../routes.js';
import { renderPage, renderPart, type Site } from './document.js';
import { errorPage, errorPart } from './errors.js';
import { explore } from './explorer.js';
import { basePath, readRecordPath } from './paths.js';
import { showRecord } from './record.js';
import { answerEngines, isForEngines } from './sitemap.js';

/** Nothing but what this service serves, and no script or style inside the page. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

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
      if (isEngines) return answerEngines(deps, ctx);
      const site = siteOf();
      const path = readRecordPath(ctx.path);
      const page = path ? await showRecord(deps, ctx, path, site) : await explore(deps, ctx, site);
      if (page === null) return;
      answerHtml(ctx, typeof page === 'string' ? page : renderPage(page, site));
    },
    answerError(ctx, error) {
      if (!isShownAsPage(ctx)) return false;
      const site = siteOf();
      const { requestId } = ctx.state;
      const isPart = ctx.query.fragment === 'results';
      const html = isPart
        ? renderPart(errorPart(error, requestId))
        : renderPage(errorPage(error, site, requestId), site);
      answerHtml(ctx, html, error.status);
      return true;
    },
  };
}

const isPage = (path: string): boolean => path === '/' || readRecordPath(path) !== null;

/** Whoever opens an address in a browser gets a page, wherever it leads. */
function isShownAsPage(ctx: Context): boolean {
  const { path } = ctx;
  if (isPage(path)) return true;
  const isOther = [`/${NAMESPACE}`, ASSETS].some((start) => path.startsWith(start));
  if (isOther || isMonitoring(path)) return false;
  ctx.vary('Accept');
  return ctx.accepts('application/json', 'text/html') === 'text/html';
}

function answerHtml(ctx: Context, html: string, status = 200): void {
  ctx.status = status;
  ctx.set('Content-Type', 'text/html; charset=utf-8');
  ctx.set('Content-Security-Policy', POLICY);
  ctx.body = Buffer.from(html);
}
