/** Answers the public pages with their files, and errors of their paths as pages. Contract 26. */
import type { Next } from 'koa';
import { type ApiError, noRoute } from '../errors.js';
import { PICTURES } from '../pages/event/picture.js';
import { isPage, openPages, type PageAnswer, pageRouteOf } from '../pages/pages.js';
import type { Face } from '../pages/site/face.js';
import { NAMESPACE } from '../present/markers.js';
import type { Deps } from '../records/deps.js';
import { ASSETS, openAssets } from './assets.js';
import { type Context, isRead } from './context.js';
import { isMonitoring } from './health.js';
import { readQuery } from './middleware/body.js';
import { summarize } from './openapi/operations.js';
import { answerPicture } from './pictures.js';
import { type Route, routes } from './routes.js';

/** → the steps of pages; null where pages are switched off. */
export function openPageSteps(deps: Deps, face: Face) {
  if (!deps.config.hasPages) return null;
  const assets = openAssets(face);
  const pages = openPages(deps, { asset: assets.pathOf, routes: routes.map(documented), face });
  return {
    /** Answers a page, an asset or a picture, and passes every other request on. */
    async answer(ctx: Context, next: Next): Promise<void> {
      const { path } = ctx;
      if (path.startsWith(ASSETS)) return assets.answer(ctx);
      if (path.startsWith(PICTURES)) return answerPicture(deps, ctx);
      const route = pageRouteOf(path);
      if (route === null) return next();
      if (!isRead(ctx)) throw noRoute();
      ctx.state.route = route;
      const page = await pages.show(visitOf(ctx));
      if ('text' in page) return send(ctx, page);
      ctx.redirect(page.location);
      ctx.status = page.status;
    },
    /** Answers an error as a page. → false where JSON is the form of errors. */
    answerError(ctx: Context, error: ApiError): boolean {
      if (!isShownAsPage(ctx)) return false;
      const isPart = ctx.query.fragment === 'results';
      send(
        ctx,
        pages.showError(error, { requestId: ctx.state.requestId, isPart, visit: visitOf(ctx) }),
        error.status,
      );
      return true;
    },
  };
}

const visitOf = (ctx: Context) => ({
  path: ctx.path,
  search: ctx.search,
  parameters: readQuery(ctx.querystring),
  accepted: ctx.req.headers['accept-language'],
});

const documented = (route: Route) => ({
  path: route.path,
  group: route.kind?.route ?? 'service',
  operations: route.operations.map((operation) => ({
    methods: operation.methods,
    summary: summarize(route, operation),
  })),
});

/** A browser gets a page at every address, errors included. */
function isShownAsPage(ctx: Context): boolean {
  const { path } = ctx;
  if (isPage(path)) return true;
  const isOther = [`/${NAMESPACE}`, ASSETS, PICTURES].some((start) => path.startsWith(start));
  if (isOther || isMonitoring(path)) return false;
  ctx.vary('Accept');
  return ctx.accepts('application/json', 'text/html') === 'text/html';
}

function send(ctx: Context, page: PageAnswer, status = 200): void {
  const { headers, text, isFramed, cacheControl } = page;
  ctx.status = status;
  const { Vary, ...rest } = headers;
  ctx.set(rest);
  if (Vary) ctx.vary(Vary);
  // It names the own site alone.
  if (isFramed) ctx.remove('X-Frame-Options');
  if (cacheControl !== undefined) ctx.state.cacheControl = cacheControl;
  ctx.body = Buffer.from(text);
}
