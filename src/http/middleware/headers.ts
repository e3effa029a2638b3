/**
 * Headers of every answer: constant headers, and CORS. Answers are data for any site: they must not
 * execute, and any origin may read them. HTTPS is enforced by the reverse proxy.
 */
import cors from '@koa/cors';
import type { Next } from 'koa';
import type { Context } from '../context.js';

const EXPOSED = [
  'X-TEC-Total',
  'X-TEC-TotalPages',
  'X-Unknown-Parameters',
  'ETag',
  'Link',
  'Retry-After',
  'Location',
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
];

const FIXED = Object.entries({
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED.join(','),
  'Content-Security-Policy': "default-src 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  Vary: 'Accept-Encoding',
});

const answerPreflight = cors({ origin: '*', maxAge: 86_400 }) as unknown as typeof setHeaders;

/** Sets them, and answers preflights. */
export function setHeaders(ctx: Context, next: Next): Promise<void> {
  for (const [name, value] of FIXED) ctx.res.setHeader(name, value);
  return ctx.method === 'OPTIONS' ? answerPreflight(ctx, next) : next();
}
