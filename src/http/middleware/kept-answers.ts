/**
 * What many anonymous readers ask at once is worked out, and compressed, once. Where the deps can
 * tell that nothing changed, answers are kept for the second they were made in: exact, since no
 * answer depends on anything finer. Elsewhere those who ask while others do share one answer, begun
 * after the last of them asked, so that it shows all that had been written by then.
 */
import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Next } from 'koa';
import { openSharing } from '../../lib/sharing.js';
import { limits } from '../../limits.js';
import { type Deps, nowSeconds } from '../../records/deps.js';
import type { Context } from '../context.js';

interface Made {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** Answers GET and HEAD of anonymous callers from memory where that holds. The outermost step. */
export function keepAnswers(deps: Deps) {
  const keep = openKeeping(deps);
  const share = openSharing<Made | null>(limits.sameReads);
  return async (ctx: Context, next: Next): Promise<void> => {
    if (!isPlainRead(ctx)) return next();
    const version = deps.version();
    return version === null ? shareAnswer(share, ctx, next) : keep(version, ctx, next);
  };
}

function openKeeping(deps: Deps) {
  const kept = new Map<string, Made>();
  let moment = '';
  let bytes = 0;
  return async (version: number, ctx: Context, next: Next): Promise<void> => {
    const now = `${version} ${nowSeconds(deps)}`;
    if (now !== moment) {
      kept.clear();
      moment = now;
      bytes = 0;
    }
    const key = keyOf(ctx);
    const found = kept.get(key);
    if (found) return answerKept(ctx, found);
    await next();
    const made = ctx.status === 200 && ctx.method === 'GET' ? await answerOf(ctx) : null;
    // A write while the answer was made may have been seen by it or not: it is not kept.
    if (!made || moment !== now || deps.version() !== version) return;
    bytes += made.body.length;
    if (bytes <= limits.keptAnswerBytes) kept.set(key, made);
  };
}

const keyOf = ({ req, url }: Context) => `${req.headers['accept-encoding'] ?? ''} ${url}`;

async function shareAnswer(
  share: ReturnType<typeof openSharing<Made | null>>,
  ctx: Context,
  next: Next,
): Promise<void> {
  const { 'if-none-match': known = '', 'cache-control': caching = '' } = ctx.req.headers;
  const key = [ctx.method, known, caching, keyOf(ctx)].join('\n');
  for (let isOwn = false; ; ) {
    const made = await share(key, async () => {
      isOwn = true;
      await next();
      // Of a request that was broken off not even its end may have been read.
      return ctx.writable ? answerOf(ctx) : null;
    });
    if (made) return send(ctx, made);
    if (isOwn) return;
  }
}

/** → whether only the URL and the accepted encodings decide the answer. */
function isPlainRead({ method, req }: Context): boolean {
  const { headers } = req;
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'];
  return (method === 'GET' || method === 'HEAD') && !headers.authorization && !hasBody;
}

/** → the answer as bytes, or null when it is something else. Streams are read to their end. */
async function answerOf(ctx: Context): Promise<Made | null> {
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
  const { body, status } = ctx;
  const { headers } = ctx.response;
  // Nothing has changed since what the caller knows.
  if (!body) return { status, headers: { ...headers }, body: Buffer.alloc(0) };
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return null;
  const held = Buffer.isBuffer(body) ? body : Buffer.from(body);
  return { status, headers: { ...headers, 'content-length': held.length }, body: held };
}

function answerKept(ctx: Context, made: Made): void {
  const { headers } = made;
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
  send(ctx, made);
}

// Written past Koa: its own answering would cost as much again as all that is left to do.
function send(ctx: Context, { status, headers, body }: Made): void {
  ctx.respond = false;
  ctx.res.writeHead(status, headers);
  ctx.res.end(ctx.method === 'HEAD' ? undefined : body);
}
