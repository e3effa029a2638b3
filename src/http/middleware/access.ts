/** Authorization header → caller. Unknown credentials are refused on every route. Contract 6.1. */
import type { Next } from 'koa';
import type { Caller } from '../../access/roles.js';
import { notLoggedIn } from '../../errors.js';
import type { Context } from '../context.js';

/** Sets `caller` on the state; `identify` resolves the header. Throws `rest_not_logged_in`. */
export function identifyCaller(
  identify: (header: string | undefined) => Promise<Caller | 'unknown'>,
) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const caller = await identify(ctx.req.headers.authorization);
    if (caller === 'unknown') throw notLoggedIn();
    ctx.state.caller = caller;
    ctx.vary('Authorization');
    // Answers to known callers must not be stored in shared caches.
    ctx.set('Cache-Control', caller ? 'private, no-store' : 'no-cache');
    await next();
  };
}
