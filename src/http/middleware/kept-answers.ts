/**
 * Caches answers to anonymous readers, computed and compressed once. An answer is kept until a
 * write that this process knows of, the next publication, or the moment from which its dates mean
 * something else. Where other processes may write unnoticed, it is kept for KEEP_ANSWERS_SECONDS at
 * most. Until it is STALE_ANSWERS_SECONDS old, writes do not count. Requests that arrive while an
 * answer is being made wait for it.
 */
import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Next } from 'koa';
import { openMemory } from '../../lib/memory.js';
import { limits } from '../../limits.js';
import type { Deps } from '../../records/deps.js';
import { openPublications } from '../../records/publications.js';
import type { Context } from '../context.js';
import { acceptedFormats } from '../formats.js';
import { isMonitoring } from '../health.js';
import { hasBody } from './body.js';
import { allowedOrigin } from './headers.js';

/** Headers that each answer has its own of. */
const OF_ONE_REQUEST = ['connection', 'x-request-id', 'ratelimit', 'ratelimit-policy'];

interface Made {
  status: number;
  headers: OutgoingHttpHeaders;
  route: string | undefined;
  body: Buffer;
  /** The number of changes when it was begun. */
  changes: number;
  /** The moment from which it is wrong by the clock alone, ms since the epoch. */
  untilMs: number;
  /** The moment from which it may be wrong by writes that this process does not see. */
  unseenMs: number;
  /** The moment until which it is given though it may be wrong by writes. */
  staleMs: number;
}

/** An answer that is being made. */
interface Making {
  changes: number;
  made: Promise<Made | null>;
}

/** The two steps, by where they stand. */
export interface KeptAnswers {
  /**
   * Outermost: reads the number of changes. A plain read of the embedded pair waits here until
   * the requests that arrived with it are here, too.
   */
  look: (ctx: Context, next: Next) => Promise<void>;
  /** Outside of compression and everything else that shapes an answer: gives what is kept. */
  answer: (ctx: Context, next: Next) => Promise<void>;
}

/** → the steps that answer GET and HEAD of anonymous callers from memory while that is valid. */
export function keepAnswers(deps: Deps): KeptAnswers {
  const { config } = deps;
  const kept = openMemory<string, Made>({
    maxSize: limits.keptAnswerBytes,
    maxEntrySize: limits.keptAnswerMaxBytes,
    sizeCalculation: ({ body }, key) => body.length + key.length + 1000,
  });
  const making = new Map<string, Making>();
  const publications = openPublications(deps);
  const make = async (ctx: Context, next: Next, changes: number): Promise<Made | null> => {
    const begunMs = deps.now();
    await next();
    const body = await bodyOf(ctx);
    // The body of an aborted request may be incomplete.
    if (!body || !ctx.writable) return null;
    const untilMs = Math.min(
      ctx.state.untilMs ?? Number.POSITIVE_INFINITY,
      await publications.nextMs(begunMs, changes),
    );
    const unseenMs = deps.seesAllWrites
      ? Number.POSITIVE_INFINITY
      : (Math.floor(begunMs / 1000) + config.keepAnswersSeconds) * 1000;
    const staleMs = begunMs + config.staleAnswersSeconds * 1000;
    const headers = { ...ctx.response.headers };
    for (const name of OF_ONE_REQUEST) delete headers[name];
    const { status, state } = ctx;
    const { route } = state;
    return { status, headers, route, body, changes, untilMs, unseenMs, staleMs };
  };
  const look = async (ctx: Context, next: Next): Promise<void> => {
    if (config.keepAnswersSeconds > 0 && isPlainRead(ctx)) {
      ctx.state.changes = await deps.changes();
    }
    return next();
  };
  const answer = async (ctx: Context, next: Next): Promise<void> => {
    const { changes, refusal } = ctx.state;
    if (changes === undefined || refusal) return next();
    const origin = allowedOrigin(config.corsOrigins, ctx);
    const encodings = ctx.req.headers['accept-encoding'] ?? '';
    const key = `${encodings} ${acceptedFormats(ctx)} ${origin} ${ctx.url}`;
    const askedMs = deps.now();
    const isValid = (made: Made | null | undefined): made is Made =>
      made != null &&
      askedMs < made.untilMs &&
      (askedMs < made.staleMs || (made.changes === changes && askedMs < made.unseenMs));
    const found = kept.get(key);
    const give = (made: Made) => {
      if (made.status === 200) deps.metrics.count('marquee_kept_answers_total', { kept: 'yes' });
      answerKept(ctx, made);
    };
    if (isValid(found)) return give(found);
    for (let shared = making.get(key); shared?.changes === changes; shared = making.get(key)) {
      const made = await shared.made.catch(() => null);
      if (isValid(made)) return give(made);
      // Its maker has left, or it came too late: one of those who waited makes the next one.
      if (making.get(key) === shared) making.delete(key);
    }
    deps.metrics.count('marquee_kept_answers_total', { kept: 'no' });
    const isWhole = ctx.method === 'GET' && ctx.req.headers['if-none-match'] === undefined;
    if (!isWhole) return next();
    const one = { changes, made: make(ctx, next, changes) };
    making.set(key, one);
    const made = await one.made.finally(() => making.get(key) === one && making.delete(key));
    // A write that was made meanwhile has changed the number of changes.
    if (made?.status === 200) kept.set(key, made);
  };
  return { look, answer };
}

/**
 * → whether only the URL, the accepted encodings and formats decide the answer. Answers of
 * `/health` and `/ready` are not kept: they report the current state.
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

function answerKept(ctx: Context, { status, headers, route, body }: Made): void {
  if (route !== undefined) ctx.state.route = route;
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
  // This bypasses Koa's own response handling, which would double the remaining cost.
  ctx.respond = false;
  ctx.res.writeHead(status, headers);
  ctx.res.end(ctx.method === 'HEAD' ? undefined : body);
}
