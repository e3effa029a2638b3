/**
 * GET /health and GET /ready, at the root, for operators. Health: the process is alive, and how far
 * the index lags. Readiness: the record store can be
 * reached, and the service is not about to stop.
 * Source: issue "engines of a cluster", row 4.
 */
import type { Next } from 'koa';
import { isStopping, storeUnavailable } from '../errors.js';
import { within, withoutDeadline } from '../lib/deadline.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import { readSync } from '../records/health.js';
import type { Context } from './context.js';

/** → whether a path is one of the two. */
export const isMonitoring = (path: string): boolean => path === '/health' || path === '/ready';

/** Answers both paths and passes every other request on. */
export function answerHealth(deps: Deps) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (!isRead || !isMonitoring(ctx.path)) return next();
    ctx.state.route = ctx.path;
    ctx.set('Cache-Control', 'no-store');
    if (ctx.path === '/health') {
      // Liveness is answered even when the store hangs. What both ask has bounds of its own, and is
      // asked while other requests are refused.
      const sync = await withoutDeadline(() => readSync(deps));
      ctx.body = { status: 'live', sync };
      return;
    }
    if (deps.isStopping) throw isStopping();
    const asked = withoutDeadline(() => deps.store.ping());
    await within(asked, limits.readyTimeoutMs, () => storeUnavailable(new Error('timed out')));
    ctx.body = { status: 'ready' };
  };
}
