/**
 * Caches answers to anonymous readers, computed and compressed once. An answer is kept for
 * KEEP_ANSWERS_SECONDS, counted in whole seconds of the clock, or until this process writes
 * something. Requests that arrive while an answer is being made wait for it.
 */
import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Middleware, Next } from 'koa';
import { openMemory } from '../../lib/memory.js';
import { limits } from '../../limits.js';
import { type Deps, nowSeconds } from '../../records/deps.js';
import type { Context } from '../context.js';
import { NAMESPACE } from '../routes.js';

interface Made {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** An answer, with the number of changes and the second of the clock when it was begun. */
interface Kept {
  changes: number;
  second: number;
  made: Promise<Made | null>;
}

/**
 * Answers GET and HEAD of anonymous callers from memory while the answer is valid. Goes outside of
 * compression and everything else that shapes an answer.
 */
export function keepAnswers(deps: Deps): Middleware {
  const kept = openMemory<string, Kept & { bytes: number }>({
    maxSize: limits.keptAnswerBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });
  const making = new Map<string, Kept>();
  const isValid = ({ changes, second }: Kept) =>
    changes === deps.changes() && nowSeconds(deps) - second < deps.config.keepAnswersSeconds;
  const make = async (key: string, ctx: Context, next: Next): Promise<Made | null> => {
    const work = async () => {
      await next();
      // The body of an aborted request may be incomplete.
      return ctx.writable ? answerOf(ctx) : null;
    };
    const one = { changes: deps.changes(), second: nowSeconds(deps), made: work() };
    making.set(key, one);
    const made = await one.made.finally(() => making.get(key) === one && making.delete(key));
    // The answer may or may not include a concurrent write, so it is not kept.
    if (made?.status === 200 && isValid(one))
      kept.set(key, { ...one, bytes: made.body.length + 1000 });
    return made;
  };
  const answer = async (ctx: Context, next: Next): Promise<void> => {
    if (!isPlainRead(ctx)) return next();
    const key = `${ctx.req.headers['accept-encoding'] ?? ''} ${ctx.url}`;
    for (;;) {
      const found = [kept.get(key), making.get(key)].find((one) => one && isValid(one));
      if (!found) break;
      const shared = await found.made.catch(() => null);
      if (shared) return answerKept(ctx, shared);
    }
    const isWhole = ctx.method === 'GET' && ctx.req.headers['if-none-match'] === undefined;
    if (!isWhole) return next();
    const made = await make(key, ctx, next);
    if (made) send(ctx, made);
  };
  return answer as Middleware;
}

/**
 * → whether only the URL and the accepted encodings decide the answer. Answers of `/health` and
 * `/ready` are not kept: they report the current state.
 */
function isPlainRead({ method, path, req }: Context): boolean {
  const { headers } = req;
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'];
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && path.startsWith(`/${NAMESPACE}`) && !headers.authorization && !hasBody;
}

/**
 * → the answer as bytes, or null when its body is neither text, bytes nor stream. Streams are read
 * to their end.
 */
async function answerOf(ctx: Context): Promise<Made | null> {
  const { body, status } = ctx;
  const headers = { ...ctx.response.headers };
  const whole = body instanceof Readable ? await readAll(body) : body;
  if (typeof whole !== 'string' && !Buffer.isBuffer(whole)) return null;
  const bytes = Buffer.isBuffer(whole) ? whole : Buffer.from(whole);
  return { status, headers: { ...headers, 'content-length': bytes.length }, body: bytes };
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
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

// This bypasses Koa's own response handling, which would double the remaining cost.
function send(ctx: Context, { status, headers, body }: Made): void {
  ctx.respond = false;
  ctx.res.writeHead(status, headers);
  ctx.res.end(ctx.method === 'HEAD' ? undefined : body);
}
