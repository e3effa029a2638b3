/** The only place where an error becomes an answer. Body: Contract 7. */
import type { Next } from 'koa';
import { ApiError, internalError, noRoute } from '../../errors.js';
import type { Log } from '../../lib/log.js';
import { answer, type Context } from '../context.js';
import { dropRest } from './body.js';

/** Answers an error in another form than JSON. → false where JSON is the form. */
type PresentError = (ctx: Context, error: ApiError) => boolean;

/**
 * Answers the errors of inner middleware: as JSON unless `present` does. An error outside the
 * catalogue is logged in full and answered with 500.
 */
export function answerErrors(log: Log, present: PresentError = () => false) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
      if (ctx.status === 404 && !ctx.body) throw noRoute();
    } catch (error) {
      const apiError = error instanceof ApiError ? error : internalError(error);
      await dropRest(ctx);
      // A refusal without a cause is counted in metrics: a line for each would add to the load.
      if (apiError.status >= 500 && (apiError !== error || apiError.cause != null)) {
        const { requestId: request } = ctx.state;
        log.error(
          { request, err: apiError.cause ?? error, code: apiError.code, url: ctx.path },
          apiError.message,
        );
      }
      ctx.set(apiError.headers);
      // A redirect keeps the format and the query string.
      const { Location } = apiError.headers;
      const { suffix } = ctx.state;
      if (Location) ctx.set('Location', `${Location}${suffix ? `.${suffix}` : ''}${ctx.search}`);
      if (!present(ctx, apiError)) answer(ctx, apiError.body, apiError.status);
    }
  };
}
