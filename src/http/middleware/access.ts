/** Authorization header → caller. Unknown credentials are refused on every route. Contract 6.1. */
import type { Next } from 'koa';
import type { Caller } from '../../access/roles.js';
import { notLoggedIn } from '../../errors.js';
import { type Context, isRead } from '../context.js';
import type { RateLimit } from './rate-limit.js';

/**
 * Sets `caller` on the state; `identify` resolves the header. `cacheControl` is for anonymous
 * answers. `limit` may refuse the caller. Throws `rest_not_logged_in`.
 */
export function identifyCaller(
  identify: (header: string | undefined) => Promise<Caller | 'unknown'>,
  cacheControl: string,
  limit: Pick<RateLimit, 'byCaller' | 'byUnknown'> | null,
) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const { authorization } = ctx.req.headers;
    const caller = authorization === undefined ? null : await identify(authorization);
    if (caller === 'unknown') {
      await limit?.byUnknown(ctx);
      throw notLoggedIn();
    }
    ctx.state.caller = caller;
    await limit?.byCaller(ctx);
    ctx.vary('Authorization');
    // Answers to known callers must not be stored in shared caches.
    ctx.set('Cache-Control', caller ? 'private, no-store' : 'no-cache');
    await next();
    if (caller === null && isRead(ctx) && ctx.status === 200) {
      ctx.set('Cache-Control', ctx.state.cacheControl ?? cacheControl);
    }
  };
}
