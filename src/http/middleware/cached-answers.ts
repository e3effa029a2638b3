/**
 * Caches answers to anonymous readers for KEEP_ANSWERS_SECONDS, computed and compressed once. Any
 * write of this process empties the cache. Requests for an unfinished answer wait for it.
 */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Next } from 'koa';
import { LRUCache } from 'lru-cache';
import { limits } from '../../limits.js';
import { chooseLanguage, languagesOf } from '../../pages/words/language.js';
import { NAMESPACE } from '../../present/markers.js';
import type { Deps } from '../../records/deps.js';
import { type Context, isRead } from '../context.js';
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
 * → the step that answers GET and HEAD of anonymous callers from memory. It is outside of
 * compression and all other steps that shape an answer.
 */
export function cacheAnswers(deps: Deps) {
  const { config, metrics } = deps;
  const cache = new LRUCache<string, CachedAnswer, () => ReturnType<typeof answerOf>>({
    maxSize: limits.cachedAnswersBytes,
    maxEntrySize: limits.cachedAnswerMaxBytes,
    sizeCalculation: ({ body }, key) => body.length + key.length + 1000,
    ttl: config.keepAnswersSeconds * 1000,
    ttlResolution: 0,
    perf: deps,
    fetchMethod: (_key, _stale, { context: make }) => make(),
    // Waiting requests get an answer that the cache does not keep.
    ignoreFetchAbort: true,
  });
  // Part of each key: answers from before a write, even unfinished answers, are not found after it.
  let writes = 0;
  deps.onWrite(() => {
    writes++;
  });
  const languages = languagesOf(config.siteLanguages);
  const languageOf = ({ path, req }: Context): string =>
    languages.all.length === 1 || path.startsWith(`/${NAMESPACE}`)
      ? ''
      : chooseLanguage(languages, { accepted: req.headers['accept-language'] }).language.tag;
  return async (ctx: Context, next: Next): Promise<void> => {
    if (!isPlainRead(ctx) || ctx.state.refusal) return next();
    const { accept = '', 'accept-encoding': encodings = '' } = ctx.req.headers;
    let answer: CachedAnswer | undefined;
    let isOwn = false;
    const make = () => {
      isOwn = true;
      return answerOf(ctx, next);
    };
    // The answer is missing if its own client has left.
    while (!answer && !isOwn) {
      const key = `${writes} ${ctx.method} ${encodings} ${accept} ${languageOf(ctx)} ${ctx.url}`;
      answer = await cache.fetch(key, { context: make });
      if (isOwn && answer && !isCacheable(answer)) cache.delete(key);
    }
    metrics.count('marquee_cached_answers_total', { cached: isOwn ? 'no' : 'yes' });
    if (answer && !isOwn) answerFrom(answer, ctx);
  };
}

const isCacheable = ({ status, headers }: CachedAnswer): boolean =>
  status === 200 && headers['cache-control'] !== 'no-store';

/** → the answer of the inner steps; undefined when it has no bytes, or its client has left. */
async function answerOf(ctx: Context, next: Next): Promise<CachedAnswer | undefined> {
  await next();
  const body = await bodyOf(ctx);
  // The body of an aborted request may be incomplete.
  if (!body || !ctx.writable) return undefined;
  const headers = { ...ctx.response.headers } as CachedAnswer['headers'];
  for (const name of OF_ONE_REQUEST) delete headers[name];
  return { status: ctx.status, headers, route: ctx.state.route, body };
}

/**
 * → whether only the URL and the accepted encodings, formats and languages decide the answer.
 * `/health` and `/ready` are not cached: they report the current state.
 */
function isPlainRead(ctx: Context): boolean {
  const { path, req } = ctx;
  return isRead(ctx) && !isMonitoring(path) && !req.headers.authorization && !hasBody(req);
}

/** → the body as bytes, or null when it is neither bytes nor a stream. A stream is read whole. */
async function bodyOf(ctx: Context): Promise<Buffer | null> {
  const { body } = ctx;
  if (!(body instanceof Readable)) return Buffer.isBuffer(body) ? body : null;
  try {
    const whole = await buffer(body);
    if (ctx.writable) ctx.body = whole;
    return whole;
  } catch (error) {
    // Koa ends the stream of a client that leaves.
    if (ctx.writable) throw error;
    return null;
  }
}

function answerFrom({ status, headers, route, body }: CachedAnswer, ctx: Context): void {
  if (route !== undefined) ctx.state.route = route;
  ctx.status = status;
  ctx.set(headers);
  ctx.body = body;
}
