/** Answers the public pages, and errors of their paths as pages. Source: Contract 26. */
import type { Next } from 'koa';
import { noRoute } from '../../errors.js';
import type { Deps } from '../../records/deps.js';
import type { Assets } from '../assets.js';
import type { Context } from '../context.js';
import { NAMESPACE } from '../routes.js';
import { renderPage, type Site } from './document.js';
import { explore } from './explorer.js';
import { basePath, readRecordPath } from './paths.js';
import { showRecord } from './record.js';

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

/** → the middleware that answers pages and passes every other request on. */
export function openPages(deps: Deps, assets: Assets) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const path = ctx.path === '/' ? null : readRecordPath(ctx.path);
    if (ctx.path !== '/' && !path) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw noRoute();
    const base = basePath(deps.roots);
    const site: Site = {
      name: deps.roots.host,
      base,
      api: `${base}/${NAMESPACE}`,
      asset: (name) => base + assets.pathOf(name),
    };
    const page = path ? await showRecord(deps, ctx, path) : await explore(deps, ctx, site);
    answerHtml(ctx, typeof page === 'string' ? page : renderPage(page, site));
  };
}

function answerHtml(ctx: Context, html: string, status = 200): void {
  ctx.status = status;
  ctx.set('Content-Type', 'text/html; charset=utf-8');
  ctx.set('Content-Security-Policy', POLICY);
  ctx.body = Buffer.from(html);
}
