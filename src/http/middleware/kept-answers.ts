/**
 * Answers to anonymous readers are kept for the second they were made in, as long as nothing has
 * changed: what many ask at once is worked out once. Exact, since every answer depends on nothing
 * finer than the second. Only where the deps can tell that nothing has changed.
 */
import { createHash } from 'node:crypto';
import type { Next } from 'koa';
import { limits } from '../../limits.js';
import { type Deps, nowSeconds } from '../../records/deps.js';
import { answerText, type Context } from '../context.js';

interface Kept {
  text: string;
  headers: Record<string, string>;
}

const HEADERS = ['X-TEC-Total', 'X-TEC-TotalPages'];

/** Answers GET and HEAD of anonymous callers from memory where that holds. */
export function keepAnswers(deps: Deps) {
  const kept = new Map<string, Kept>();
  let moment = '';
  let chars = 0;
  return async (ctx: Context, next: Next): Promise<void> => {
    const version = deps.version();
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    const hasBody = ctx.get('Content-Length') !== '' || ctx.get('Transfer-Encoding') !== '';
    if (version === null || ctx.state.caller !== null || !isRead || hasBody) return next();
    const now = `${version} ${nowSeconds(deps)}`;
    if (now !== moment) {
      kept.clear();
      moment = now;
      chars = 0;
    }
    const found = kept.get(ctx.url);
    if (found) {
      ctx.set(found.headers);
      return answerText(ctx, found.text);
    }
    await next();
    if (ctx.status !== 200 || typeof ctx.body !== 'string') return;
    ctx.etag = createHash('sha1').update(ctx.body).digest('base64url');
    chars += ctx.body.length + ctx.url.length;
    // A write while the answer was made may have been seen by it or not: it is not kept.
    if (moment !== now || deps.version() !== version) return;
    if (chars > limits.keptAnswerChars) return;
    const headers = Object.fromEntries(
      [...HEADERS, 'ETag'].flatMap((name) => {
        const value = ctx.response.get(name);
        return value ? [[name, value]] : [];
      }),
    );
    kept.set(ctx.url, { text: ctx.body, headers });
  };
}
