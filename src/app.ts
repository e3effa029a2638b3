/** The complete Koa app, not yet listening. */
import Koa, { type Middleware } from 'koa';
import { identify } from './access/tokens.js';
import { answerHealth } from './http/health.js';
import { identifyCaller } from './http/middleware/access.js';
import { cacheAnswers } from './http/middleware/cached-answers.js';
import { compressAnswers } from './http/middleware/compression.js';
import { answerUnchanged, tagEntities } from './http/middleware/entity-tags.js';
import { answerErrors } from './http/middleware/errors.js';
import { setHeaders } from './http/middleware/headers.js';
import { openOverload } from './http/middleware/overload.js';
import { openRateLimit } from './http/middleware/rate-limit.js';
import { logRequests } from './http/middleware/request-log.js';
import { openPageSteps } from './http/pages.js';
import { openRouter } from './http/router.js';
import type { Face } from './pages/site/face.js';
import type { Deps } from './records/deps.js';
import { findByToken } from './service/users.js';

/**
 * → the app. The middleware is listed from the outermost to the innermost. The first answerErrors
 * answers errors of the steps that shape an answer, the second answers errors of the request.
 */
export function createApp(deps: Deps, face: Face): Koa {
  const { trustedProxies } = deps.config;
  const app = new Koa({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  const rateLimit = openRateLimit(deps);
  const overload = openOverload(deps);
  const pages = openPageSteps(deps, face);
  const chain = [
    logRequests(deps),
    overload.admit,
    answerErrors(deps.log),
    ...(rateLimit ? [rateLimit.byAddress] : []),
    answerUnchanged,
    ...(deps.config.keepAnswersSeconds > 0 ? [cacheAnswers(deps)] : []),
    setHeaders,
    compressAnswers(),
    tagEntities,
    answerErrors(deps.log, pages?.answerError),
    answerHealth(deps),
    overload.shed,
    identifyCaller(
      (header) => identify((hash) => findByToken(deps, hash), header),
      deps.config.cacheControl,
      rateLimit,
    ),
    openRouter(deps),
    ...(pages ? [pages.answer] : []),
  ];
  // Errors of requests are answered above; here a client did not take its answer.
  app.on('error', (err) => deps.log.debug({ err }, 'an answer was not taken'));
  for (const middleware of chain) app.use(middleware as Middleware);
  return app;
}
