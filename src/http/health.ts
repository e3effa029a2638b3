/**
 * GET /health and GET /ready, at the root, for operators. Health: the process is alive, and how far
 * the index lags. Readiness: the record store can be
 * reached, and the service is not about to stop.
 * Source: issue "engines of a cluster", row 4.
 */
import type { Next } from 'koa';
import { isStopping, storeUnavailable } from '../errors.js';
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
    ctx.set('Cache-Control', 'no-store');
    if (ctx.path === '/health') {
      // Liveness is answered even when the store hangs.
      const sync = await within(readSync(deps), limits.readyTimeoutMs).catch(() => null);
      ctx.body = { status: 'live', sync };
      return;
    }
    if (deps.isStopping) throw isStopping();
    await within(deps.store.ping(), limits.readyTimeoutMs);
    ctx.body = { status: 'ready' };
  };
}

/**
 * A store that hangs counts as unreachable: throws `record_store_unavailable` after `timeoutMs`.
 */
async function within<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(storeUnavailable(new Error('timed out'))), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
