/**
 * Reads the body (JSON, form, multipart without files) and merges it over the query string.
 * Source: Contract 0: step 2, parameters, body types.
 */
import { bodyParser } from '@koa/bodyparser';
import busboy from 'busboy';
import type { Next } from 'koa';
import compose from 'koa-compose';
import qs from 'qs';
import { ApiError, bodyTooLarge, invalidJson, invalidParams } from '../../errors.js';
import type { JsonObject } from '../../kinds/record.js';
import { remainingMs, withDeadline } from '../../lib/deadline.js';
import { limits } from '../../limits.js';
import type { Context } from '../context.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

const FORM = 'application/x-www-form-urlencoded';

// The library limits, inflates and decodes the body. Its text is parsed here, so that forms follow
// the rules of query strings, and keys such as `__proto__` are merely unknown parameters.
const parse = bodyParser({
  enableTypes: ['text'],
  extendTypes: { text: ['application/json', 'application/*+json', FORM] },
  parsedMethods: METHODS,
  textLimit: limits.bodyBytes,
  onError: (error) => {
    if (error instanceof ApiError) throw error;
    throw (error as { status?: number }).status === 413
      ? bodyTooLarge(limits.bodyBytes)
      : invalidJson();
  },
});

/**
 * Sets `parameters` on the state. Throws `rest_invalid_json`, `rest_body_too_large`,
 * `rest_invalid_param`.
 */
export async function readBody(ctx: Context, next: Next): Promise<void> {
  if (hasBody(ctx)) {
    // How long a body takes to arrive says nothing of the engines: that time does not count.
    const leftMs = remainingMs();
    return readWhole(ctx, () => withDeadline(leftMs, next));
  }
  ctx.state.parameters = readQuery(ctx.querystring);
  await next();
}

/** Leaves the body to be read as a stream. The parameters are those of the query string. */
export async function leaveBody(ctx: Context, next: Next): Promise<void> {
  try {
    ctx.state.parameters = readQuery(ctx.querystring);
    await next();
  } catch (error) {
    if (hasBody(ctx)) dropRest(ctx);
    throw error;
  }
}

/** → whether the request may carry a body: its headers say so, whatever its method. */
export const hasBody = ({ req: { headers } }: Context): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

const readWhole = compose<Context>([
  async (ctx, next) => {
    const late = setTimeout(() => ctx.req.destroy(), limits.bodyTimeoutMs);
    ctx.req.once('end', () => clearTimeout(late));
    try {
      refuseTooLong(ctx);
      await (ctx.is('multipart/form-data') ? readMultipart(ctx, next) : next());
    } finally {
      clearTimeout(late);
      if (!ctx.req.complete) dropRest(ctx);
    }
  },
  parse as never,
  async (ctx, next) => {
    const { body: read } = ctx.request;
    const body = typeof read === 'string' ? readText(ctx, read) : read;
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    if (isObject) refuseBeyond(Object.keys(body)[limits.formParameters], limits.formParameters);
    ctx.state.parameters = { ...readQuery(ctx.querystring), ...(isObject ? body : {}) };
    await next();
  },
]);

/**
 * → the parameters of a query string. `x[]=1&x[]=2` is a list; of `x=1&x=2` the last value counts.
 * Throws `rest_invalid_param`, which names the first parameter beyond the limit.
 */
export function readQuery(text: string, limit: number = limits.queryParameters): JsonObject {
  if (text === '') return {};
  const beyond = text.split('&', limit + 1)[limit];
  refuseBeyond(beyond === undefined ? beyond : (Object.keys(qs.parse(beyond))[0] ?? ''), limit);
  const read = { depth: 2, arrayLimit: limit, parameterLimit: limit, duplicates: 'last' } as const;
  // The result holds texts, and lists and objects of texts.
  return qs.parse(text, read) as JsonObject;
}

/** Throws `rest_invalid_param` for the first parameter beyond the limit, if there is one. */
function refuseBeyond(param: string | undefined, limit: number): void {
  if (param === undefined) return;
  throw invalidParams([{ param, reason: `At most ${limit} parameters are read.` }]);
}

function readText(ctx: Context, text: string): unknown {
  if (ctx.is(FORM)) return readQuery(text, limits.formParameters);
  if (text === '') return {};
  if (isDeep(text)) throw invalidJson();
  try {
    return JSON.parse(text);
  } catch {
    throw invalidJson();
  }
}

/** → whether lists and objects of a JSON text nest deeper than the limit: parsing them is slow. */
function isDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '\\') at++;
    else if (sign === '"') isInText = !isInText;
    else if (isInText) continue;
    else if (sign === '[' || sign === '{') depth++;
    else if (sign === ']' || sign === '}') depth--;
    if (depth > limits.jsonLevels) return true;
  }
  return false;
}

// A body whose declared length is too large is not read at all.
function refuseTooLong(ctx: Context): void {
  if (Number(ctx.get('Content-Length')) > limits.bodyBytes) throw bodyTooLarge(limits.bodyBytes);
}

/**
 * Reads and drops the rest of a refused body, so that the connection can be used again. When the
 * rest is very long, the connection is closed instead.
 */
function dropRest({ req, res }: Context): void {
  if (Number(req.headers['content-length'] ?? 0) > limits.droppedBytes) {
    res.shouldKeepAlive = false;
  }
  let bytes = 0;
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limits.droppedBytes) req.destroy();
  });
  req.resume();
}

async function readMultipart(ctx: Context, next: Next): Promise<void> {
  const pairs: string[] = [];
  let bytes = 0;
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(invalidJson());
    let parser: ReturnType<typeof busboy>;
    try {
      parser = busboy({
        headers: ctx.req.headers,
        limits: { fields: limits.formParameters + 1, files: 0 },
      });
    } catch {
      return fail();
    }
    ctx.req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= limits.bodyBytes) return;
      ctx.req.unpipe(parser);
      ctx.req.resume();
      reject(bodyTooLarge(limits.bodyBytes));
    });
    parser.on('field', (name, value) => {
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    });
    parser.on('close', resolve);
    parser.on('error', fail);
    ctx.req.on('aborted', fail);
    ctx.req.pipe(parser);
  });
  // Names such as venue[city] nest as they do in forms.
  const text = pairs.join('&').replaceAll('%5B', '[').replaceAll('%5D', ']');
  ctx.request.body = readQuery(text, limits.formParameters);
  await next();
}
