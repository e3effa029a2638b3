/**
 * What is told of each request: a log line, its counts, a span. The line has its ID, method, path,
 * status, time; no query string, and no header values but the ID and the trace it belongs to.
 */
import { randomUUID } from 'node:crypto';
import type { Next } from 'koa';
import { inRequestSpan } from '../../lib/spans.js';
import type { Deps } from '../../records/deps.js';
import type { Context } from '../context.js';

const REQUEST_ID = /^[\w.-]{1,64}$/;

/** A W3C trace context; the trace ID is its second part. */
const TRACE = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;

/** Of a request that no route answers, and of one that is refused before it is routed. */
const NO_ROUTE = 'none';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Tells of each answer; `ms` is the time until it was ready. */
export function tellRequests({ log, metrics }: Pick<Deps, 'log' | 'metrics'>) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const start = performance.now();
    const given = ctx.req.headers['x-request-id'];
    const id = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    ctx.state.requestId = id;
    ctx.res.setHeader('X-Request-Id', id);
    await inRequestSpan(ctx.req.headers, async (describe) => {
      await next();
      const route = ctx.state.route ?? NO_ROUTE;
      const method = METHODS.has(ctx.method) ? ctx.method : 'other';
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': ctx.status,
        'url.path': ctx.path,
        'marquee.request': id,
      };
      describe(`${method} ${route}`, attributes, ctx.status >= 500);
      const labels = { method, route, status: ctx.status };
      metrics.count('http_requests_total', labels);
      const seconds = (performance.now() - start) / 1000;
      metrics.observe('http_request_duration_seconds', labels, seconds);
    });
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
