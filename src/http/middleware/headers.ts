/**
 * Headers of every answer: those that never change, and CORS. Answers are data for any site: they
 * must not execute, and any origin may read them. HTTPS is enforced by the reverse proxy.
 */
import cors from '@koa/cors';
import type { Middleware, Next } from 'koa';
import type { Deps } from '../../records/deps.js';
import type { Context } from '../context.js';

const EXPOSED = [
  'X-TEC-Total',
  'X-TEC-TotalPages',
  'ETag',
  'Link',
  'Retry-After',
  'Location',
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
];

const FIXED = {
  'Content-Security-Policy': "default-src 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  Vary: 'Origin, Accept-Encoding',
};

/** → the step that sets them, and answers preflights. */
export function setHeaders({ corsOrigins }: Deps['config']) {
  const [origin = '*'] = corsOrigins;
  // Among several origins each is answered with its own name.
  const isSame = corsOrigins.length === 1;
  const allowOrigins = cors({
    origin: isSame ? origin : (ctx) => allowedOrigin(corsOrigins, ctx as never),
    exposeHeaders: EXPOSED,
    maxAge: 86_400,
  }) as unknown as (ctx: Context, next: Next) => Promise<void>;
  const same = {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED.join(','),
  };
  const headers = Object.entries({ ...FIXED, ...(isSame ? same : {}) });
  return (ctx: Context, next: Next): Promise<void> => {
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    return isSame && ctx.method !== 'OPTIONS' ? next() : allowOrigins(ctx, next);
  };
}

/** → the origin of the request when it is one of `allowed`, else ''. */
export function allowedOrigin(allowed: readonly string[], { req }: Context): string {
  const { origin } = req.headers;
  return origin !== undefined && allowed.includes(origin) ? origin : '';
}

/** → `middleware`, run only for the requests that need it. */
export function onlyFor(isNeeded: (ctx: Context) => boolean, middleware: Middleware): Middleware {
  const choose = (ctx: Context, next: Next) =>
    isNeeded(ctx) ? middleware(ctx as never, next) : next();
  return choose as Middleware;
}
