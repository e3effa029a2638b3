/**
 * Caches answers to anonymous readers for KEEP_ANSWERS_SECONDS, computed and compressed once. Any
 * write of this process empties the cache. Requests for an answer that is being made wait for it.
 */
import { Readable } from 'node:stream';
import type { Next } from 'koa';
import { LRUCache } from 'lru-cache';
import { limits } from '../../limits.js';
import type { Deps } from '../../records/deps.js';
import type { Context } from '../context.js';
import { isMonitoring } from '../health.js';
import { hasBody } from './body.js';

/** Headers that each answer has its own of. */
const OF_ONE_REQUEST = ['connection', 'x-request-id', 'ratelimit', 'ratelimit-policy'];

interface CachedAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  route: string | undefined;
  body: Buffer;
}

/**
 * → the step that answers GET and HEAD of anonymous callers from memory. It stands outside of
 * compression and everything else that shapes an answer.
 */
export function cacheAnswers(deps: Deps) {
  const { config, metrics } = deps;
  const cache = new LRUCache<string, CachedAnswer>({
    maxSize: limits.cachedAnswersBytes,
    maxEntrySize: limits.cachedAnswerMaxBytes,
    sizeCalculation: ({ body }, key) => body.length + key.length + 1000,
    ttl: config.keepAnswersSeconds * 1000,
    ttlResolution: 0,
    perf: deps,
  });
  /** Answers that are being made; null: the client has left. */
  const pending = new Map<string, Promise<CachedAnswer | null>>();
  deps.onWrite(() => {
    cache.clear();
    // What is being made may be from before the write: later requests do not wait for it.
    pending.clear();
  });
  const make = async (ctx: Context, next: Next, key: string): Promise<void> => {
    const own = answerOf(ctx, next);
    pending.set(key, own);
    try {
      const answer = await own;
      if (answer && isCacheable(answer) && pending.get(key) === own) cache.set(key, answer);
    } finally {
      if (pending.get(key) === own) pending.delete(key);
    }
  };
  return async (ctx: Context, next: Next): Promise<void> => {
    if (!isPlainRead(ctx) || ctx.state.refusal) return next();
    const { accept = '', 'accept-encoding': encodings = '' } = ctx.req.headers;
    const key = `${encodings} ${accept} ${ctx.url}`;
    for (;;) {
      const shared = pending.get(key);
      const answer = cache.get(key) ?? (await shared?.catch(() => null));
      if (answer) {
        if (answer.status === 200) metrics.count('marquee_cached_answers_total', { cached: 'yes' });
        return answerFrom(answer, ctx);
      }
      // Its client has left: one of those who waited makes the next one.
      if (shared && pending.get(key) === shared) pending.delete(key);
      if (!pending.has(key)) break;
    }
    metrics.count('marquee_cached_answers_total', { cached: 'no' });
    return ctx.method === 'GET' ? make(ctx, next, key) : next();
  };
}

const isCacheable = ({ status, headers }: CachedAnswer): boolean =>
  status === 200 && headers['cache-control'] !== 'no-store';

/** → the answer of the inner steps; null when it has no bytes, or its client has left. */
async function answerOf(ctx: Context, next: Next): Promise<CachedAnswer | null> {
  await next();
  const body = await bodyOf(ctx);
  // The body of an aborted request may be incomplete.
  if (!body || !ctx.writable) return null;
  const headers = { ...ctx.response.headers } as CachedAnswer['headers'];
  for (const name of OF_ONE_REQUEST) delete headers[name];
  return { status: ctx.status, headers, route: ctx.state.route, body };
}

/**
 * → whether only the URL, the accepted encodings and formats decide the answer. Answers of
 * `/health` and `/ready` are not cached: they report the current state.
 */
function isPlainRead(ctx: Context): boolean {
  const { method, path, req } = ctx;
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !isMonitoring(path) && !req.headers.authorization && !hasBody(ctx);
}

/** → the body as bytes, or null when it is neither bytes nor a stream. A stream is read whole. */
async function bodyOf(ctx: Context): Promise<Buffer | null> {
  const { body } = ctx;
  if (Buffer.isBuffer(body)) return body;
  if (!(body instanceof Readable)) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk));
  const whole = Buffer.concat(chunks);
  if (ctx.writable) ctx.body = whole;
  return whole;
}

function answerFrom({ status, headers, route, body }: CachedAnswer, ctx: Context): void {
  if (route !== undefined) ctx.state.route = route;
  ctx.status = status;
  ctx.set(headers);
  ctx.body = body;
}
