/** createApp(deps): the Koa app, complete and not listening. */
import cors from '@koa/cors';
import etag from '@koa/etag';
import Koa, { type Middleware } from 'koa';
import compress from 'koa-compress';
import conditional from 'koa-conditional-get';
import helmet from 'koa-helmet';
import { identify } from './access/identify.js';
import { answerHealth } from './http/health.js';
import { identifyCaller } from './http/middleware/access.js';
import { answerErrors } from './http/middleware/errors.js';
import { keepAnswers } from './http/middleware/kept-answers.js';
import { logRequests } from './http/middleware/request-log.js';
import { openRouter } from './http/router.js';
import type { Deps } from './records/deps.js';

/** → the app: what every request passes, from the outside in. */
export function createApp(deps: Deps): Koa {
  const app = new Koa();
  const chain = [
    logRequests(deps.log),
    keepAnswers(deps),
    // Answers are data for any site: nothing in them may run, anybody may read them. Whether the
    // service is reached by HTTPS only is for the proxy before it to say.
    helmet({
      contentSecurityPolicy: { directives: { defaultSrc: ["'none'"] }, useDefaults: false },
      crossOriginResourcePolicy: { policy: 'cross-origin' },
      strictTransportSecurity: false,
      // What concerns pages, plug-ins and old browsers says nothing of JSON.
      crossOriginOpenerPolicy: false,
      originAgentCluster: false,
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
    }),
    cors({
      origin: deps.config.corsOrigin,
      exposeHeaders: ['X-TEC-Total', 'X-TEC-TotalPages', 'ETag', 'Retry-After'],
      maxAge: 86_400,
    }),
    compress({ threshold: 2048, br: false }),
    conditional(),
    etag(),
    answerErrors(deps.log),
    answerHealth(deps),
    identifyCaller((header) => identify(deps.store.users, header)),
    openRouter(deps),
  ];
  for (const middleware of chain) app.use(middleware as Middleware);
  return app;
}
