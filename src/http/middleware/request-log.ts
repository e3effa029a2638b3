/** One line for each request: method, path, status, time. No query string, no header values. */
import type { Next } from 'koa';
import type { Log } from '../../lib/log.js';
import type { Context } from '../context.js';

/** Logs each answer; `ms` is the time until it was ready. */
export function logRequests(log: Log) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const start = performance.now();
    await next();
    log.info(
      {
        method: ctx.method,
        path: ctx.path,
        status: ctx.status,
        ms: Math.round((performance.now() - start) * 100) / 100,
        user: ctx.state.caller?.id,
      },
      'request',
    );
  };
}
