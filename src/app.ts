/** The complete Koa app, not yet listening. */
import cors from '@koa/cors';
import etag from '@koa/etag';
import Koa, { type Middleware } from 'koa';
import compress from 'koa-compress';
import conditional from 'koa-conditional-get';
import helmet from 'koa-helmet';
import { identify } from './access/identify.js';
import { openAssets } from './http/assets.js';
import type { Context } from './http/context.js';
import { answerHealth } from './http/health.js';
import { identifyCaller } from './http/middleware/access.js';
import { cacheAnswers } from './http/middleware/cached-answers.js';
import { setDeadline } from './http/middleware/deadline.js';
import { answerErrors } from './http/middleware/errors.js';
import {
  allowedOrigin,
  closeWhenStopping,
  fixedHeaders,
  onlyFor,
} from './http/middleware/headers.js';
import { openOverload } from './http/middleware/overload.js';
import { openRateLimit, type RateLimit, refuse } from './http/middleware/rate-limit.js';
import { tellRequests } from './http/middleware/request-log.js';
import { openRouter } from './http/router.js';
import { openPages } from './pages/pages.js';
import { type Deps, nowUtc } from './records/deps.js';

/** → the app. The middleware is listed from the outermost to the innermost. */
export function createApp(deps: Deps): Koa {
  const { trustedProxies } = deps.config;
  const app = new Koa({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  const { corsOrigins } = deps.config;
  const [origin = '*'] = corsOrigins;
  // Among several origins each is answered with its own name.
  const isSame = corsOrigins.length === 1;
  const allowOrigins = cors({
    origin: isSame ? origin : (ctx) => allowedOrigin(corsOrigins, ctx as never),
    exposeHeaders: EXPOSED,
    maxAge: 86_400,
  });
  const rateLimit = openRateLimit(deps);
  const overload = openOverload(deps);
  const limited = (step: RateLimit['byCaller']) =>
    deps.config.rateLimits.length > 0 ? [step] : [];
  const pages = openAllPages(deps);
  const compressed = compress({ threshold: 2048, br: false });
  const chain = [
    tellRequests(deps),
    overload.track,
    closeWhenStopping(deps),
    ...limited(rateLimit.byAddress),
    setDeadline(deps.config),
    ...(deps.config.keepAnswersSeconds > 0 ? [cacheAnswers(deps)] : []),
    fixedHeaders(app, [secured() as Middleware, ...(isSame ? [allowOrigins] : []), compressed]),
    onlyFor(({ method }) => !isSame || method === 'OPTIONS', allowOrigins),
    onlyFor(({ req }) => req.headers['accept-encoding'] !== undefined, compressed),
    onlyFor(isConditional, conditional()),
    etag(),
    answerErrors(deps.log, pages?.answerError),
    answerHealth(deps),
    ...limited(refuse),
    overload.shed,
    identifyCaller(
      (header) => identify(deps.store.users, header, nowUtc(deps)),
      deps.config.cacheControl,
      rateLimit.byUnknown,
    ),
    ...limited(rateLimit.byCaller),
    openRouter(deps),
    ...(pages ? pages.steps : []),
  ];
  // Errors of requests are answered above; what is left is an answer that its client did not take.
  app.on('error', (err) => deps.log.debug({ err }, 'an answer was not taken'));
  for (const middleware of chain) app.use(middleware as Middleware);
  return app;
}

/** → the pages with their assets; null where they are switched off. */
function openAllPages(deps: Deps) {
  if (!deps.config.hasPages) return null;
  const assets = openAssets();
  const { answer, answerError } = openPages(deps, assets);
  return { answerError, steps: [assets.answer, answer] };
}

// Answers are data for any site: they must not execute, and any origin may read them. Enforcing
// HTTPS is the job of the reverse proxy.
const secured = () =>
  helmet({
    contentSecurityPolicy: { directives: { defaultSrc: ["'none'"] }, useDefaults: false },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: false,
    // These headers concern pages, plug-ins and old browsers, not JSON.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
  });

const EXPOSED = [
  'X-TEC-Total',
  'X-TEC-TotalPages',
  'ETag',
  'Link',
  'Retry-After',
  'Location',
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
];

const isConditional = ({ req: { headers } }: Context): boolean =>
  headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;
