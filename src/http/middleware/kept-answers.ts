/**
 * Answers to anonymous readers are kept for the second they were made in, as long as nothing has
 * changed: what many ask at once is worked out, and compressed, once. Exact, since no answer
 * depends on anything finer than the second. Only where the deps can tell that nothing changed.
 */
import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Next } from 'koa';
import { limits } from '../../limits.js';
import { type Deps, nowSeconds } from '../../records/deps.js';
import type { Context } from '../context.js';

interface Kept {
  body: Buffer;
  headers: OutgoingHttpHeaders;
}

/** Answers GET and HEAD of anonymous callers from memory where that holds. The outermost step. */
export function keepAnswers(deps: Deps) {
  const kept = new Map<string, Kept>();
  let moment = '';
  let bytes = 0;
  return async (ctx: Context, next: Next): Promise<void> => {
    const version = isPlainRead(ctx) ? deps.version() : null;
    if (version === null) return next();
    const now = `${version} ${nowSeconds(deps)}`;
    if (now !== moment) {
      kept.clear();
      moment = now;
      bytes = 0;
    }
    const key = `${ctx.req.headers['accept-encoding'] ?? ''} ${ctx.url}`;
    const found = kept.get(key);
    if (found) return answerKept(ctx, found);
    await next();
    const made = await keepable(ctx);
    // A write while the answer was made may have been seen by it or not: it is not kept.
    if (!made || moment !== now || deps.version() !== version) return;
    bytes += made.body.length;
    if (bytes <= limits.keptAnswerBytes) kept.set(key, made);
  };
}

/** → whether only the URL and the accepted encodings decide the answer. */
function isPlainRead({ method, req }: Context): boolean {
  const { headers } = req;
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'];
  return (method === 'GET' || method === 'HEAD') && !headers.authorization && !hasBody;
}

/** → the answer as bytes, or null when it is not one to keep. Streams are read to their end. */
async function keepable(ctx: Context): Promise<Kept | null> {
  if (ctx.status !== 200 || ctx.method === 'HEAD') return null;
  if (ctx.body instanceof Readable) {
    const chunks: Buffer[] = [];
    for await (const chunk of ctx.body) chunks.push(Buffer.from(chunk));
    const headers = { ...ctx.response.headers };
    ctx.body = Buffer.concat(chunks);
    // Setting a body anew forgets what was said of the one before.
    for (const name of ['content-type', 'content-encoding']) {
      if (headers[name]) ctx.set(name, String(headers[name]));
    }
  }
  const { body } = ctx;
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return null;
  const held = Buffer.isBuffer(body) ? body : Buffer.from(body);
  return { body: held, headers: { ...ctx.response.headers, 'content-length': held.length } };
}

// Written past Koa: its own answering would cost as much again as all that is left to do.
function answerKept(ctx: Context, { body, headers }: Kept): void {
  if (ctx.req.headers['if-none-match'] !== undefined) {
    ctx.status = 200;
    ctx.set('ETag', String(headers.etag ?? ''));
    if (ctx.fresh) {
      const { 'content-length': _, 'content-type': __, 'content-encoding': ___, ...rest } = headers;
      ctx.set(rest as Record<string, string>);
      ctx.status = 304;
      return;
    }
  }
  ctx.respond = false;
  ctx.res.writeHead(200, headers);
  ctx.res.end(ctx.method === 'HEAD' ? undefined : body);
}
