/**
 * GET /health and GET /ready, for whoever runs the service: outside the interface, at the root.
 * Health is whether the process lives, and how far the index is behind; readiness whether the
 * record store can be reached. Source: issue "engines of a cluster", row 4.
 */
import type { Next } from 'koa';
import { storeUnavailable } from '../errors.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import { readSync } from '../records/health.js';
import type { Context } from './context.js';

/** Answers both paths; everything else goes on. */
export function answerHealth(deps: Deps) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (!isRead || (ctx.path !== '/health' && ctx.path !== '/ready')) return next();
    ctx.set('Cache-Control', 'no-store');
    if (ctx.path === '/health') {
      // Whether the process lives is told however long the store takes.
      const sync = await within(readSync(deps), limits.readyTimeoutMs).catch(() => null);
      ctx.body = { status: 'live', sync };
      return;
    }
    await within(deps.store.ping(), limits.readyTimeoutMs);
    ctx.body = { status: 'ready' };
  };
}

/** A store that hangs is one that cannot be reached. */
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
