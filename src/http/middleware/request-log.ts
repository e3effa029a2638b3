/**
 * Request log: a line and the metrics of each request. The line has its ID, method, path, status,
 * time; no query string, and no header values but the ID and the trace it belongs to. Probes that
 * succeed are logged at `debug`: they come every few seconds.
 */
import { randomUUID } from 'node:crypto';
import type { Next } from 'koa';
import type { Deps } from '../../records/deps.js';
import type { Context } from '../context.js';
import { isMonitoring } from '../health.js';

const REQUEST_ID = /^[\w.-]{1,64}$/;

/** A W3C trace context; the trace ID is its second part. */
const TRACE = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;

/** Of a request without a route, or refused before routing. */
const NO_ROUTE = 'none';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Logs and counts each request; `ms` is the time until its answer was ready. */
export function logRequests({ log, metrics }: Pick<Deps, 'log' | 'metrics'>) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const start = performance.now();
    const sent = ctx.req.headers['x-request-id'];
    const id = typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
    ctx.state.requestId = id;
    ctx.res.setHeader('X-Request-Id', id);
    await next();
    const method = METHODS.has(ctx.method) ? ctx.method : 'other';
    const labels = { method, route: ctx.state.route ?? NO_ROUTE, status: ctx.status };
    const ms = performance.now() - start;
    metrics.count('http_requests_total', labels);
    metrics.observe('http_request_duration_seconds', labels, ms / 1000);
    const level = isMonitoring(ctx.path) && ctx.status < 400 ? 'debug' : 'info';
    log[level](
      {
        request: id,
        trace: TRACE.exec(String(ctx.req.headers.traceparent ?? ''))?.[1],
        method: ctx.method,
        path: ctx.path,
        status: ctx.status,
        ms: Math.round(ms * 100) / 100,
        user: ctx.state.caller?.id,
      },
      'request',
    );
  };
}
