/**
 * One line for each request: its ID, method, path, status, time. No query string, and no header
 * values but the ID and the trace that the request belongs to.
 */
import { randomUUID } from 'node:crypto';
import type { Next } from 'koa';
import type { Log } from '../../lib/log.js';
import type { Context } from '../context.js';

const REQUEST_ID = /^[\w.-]{1,64}$/;

/** A W3C trace context; the trace ID is its second part. */
const TRACE = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;

/** Logs each answer; `ms` is the time until it was ready. */
export function logRequests(log: Log) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const start = performance.now();
    const given = ctx.req.headers['x-request-id'];
    const id = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    ctx.state.requestId = id;
    ctx.res.setHeader('X-Request-Id', id);
    await next();
    log.info(
      {
        request: id,
        trace: TRACE.exec(String(ctx.req.headers.traceparent ?? ''))?.[1],
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
