/** Answers the public pages, and errors of their paths as pages. Source: Contract 26. */
import type { Next } from 'koa';
import { noRoute } from '../../errors.js';
import type { Deps } from '../../records/deps.js';
import type { Assets } from '../assets.js';
import type { Context } from '../context.js';
import { NAMESPACE } from '../routes.js';
import { showDocs } from './docs.js';
import { type Page, renderPage, type Site } from './document.js';
import { explore } from './explorer.js';
import { basePath, readRecordPath } from './paths.js';
import { showRecord } from './record.js';

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
  Record<string, (deps: Deps, ctx: Context, site: Site) => Promise<Page | string>>
> = { '/': explore, '/docs': showDocs };

/** → the middleware that answers pages and passes every other request on. */
export function openPages(deps: Deps, assets: Assets) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const own = OWN[ctx.path];
    const path = own ? null : readRecordPath(ctx.path);
    if (!own && !path) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw noRoute();
    const base = basePath(deps.roots);
    const site: Site = {
      name: deps.roots.host,
      base,
      api: `${base}/${NAMESPACE}`,
      asset: (name) => base + assets.pathOf(name),
    };
    const page = path ? await showRecord(deps, ctx, path) : await own?.(deps, ctx, site);
    if (page !== undefined) answerHtml(ctx, page, site);
  };
}

function answerHtml(ctx: Context, page: Page | string, site: Site, status = 200): void {
  const isPart = typeof page === 'string';
  const policy = Object.entries({ ...POLICY, ...(isPart ? {} : page.policy) });
  ctx.status = status;
  ctx.set('Content-Type', 'text/html; charset=utf-8');
  ctx.set('Content-Security-Policy', policy.map((directive) => directive.join(' ')).join('; '));
  ctx.body = Buffer.from(isPart ? page : renderPage(page, site));
}
