/**
 * Reads the body (JSON, form, multipart without files) and merges it over the query string.
 * Source: contract 0: step 2, parameters, body types.
 */
import { bodyParser } from '@koa/bodyparser';
import busboy from 'busboy';
import type { Next } from 'koa';
import compose from 'koa-compose';
import qs from 'qs';
import { ApiError, bodyTooLarge, invalidJson } from '../../errors.js';
import { limits } from '../../limits.js';
import type { Context } from '../context.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

const FORM = 'application/x-www-form-urlencoded';

/** Parameters of one query string, and of one form: more are left out. */
const QUERY_PARAMETERS = 200;
const FORM_PARAMETERS = 1000;

// The library bounds, inflates and decodes; the text is read here, so that forms go by the rules
// of query strings, and keys such as `__proto__` are parameters nobody knows.
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

/** Puts `parameters` on the state. Throws `rest_invalid_json`, `rest_body_too_large`. */
export const readBody = compose<Context>([
  async (ctx, next) => {
    refuseTooLong(ctx);
    await (ctx.is('multipart/form-data') ? readMultipart(ctx, next) : next());
  },
  parse as never,
  async (ctx, next) => {
    const { body: read } = ctx.request;
    const body = typeof read === 'string' ? readText(ctx, read) : read;
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    ctx.state.parameters = { ...readQuery(ctx.querystring), ...(isObject ? body : {}) };
    await next();
  },
]);

/** → the parameters of a query string: `x[]=1&x[]=2` is a list, of `x=1&x=2` the last counts. */
export function readQuery(text: string, parameterLimit = QUERY_PARAMETERS) {
  if (text === '') return {};
  return qs.parse(text, {
    depth: 2,
    arrayLimit: limits.listItems,
    parameterLimit,
    duplicates: 'last',
  }) as Record<string, unknown>;
}

function readText(ctx: Context, text: string): unknown {
  if (ctx.is(FORM)) return readQuery(text, FORM_PARAMETERS);
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw invalidJson();
  }
}

// A body that says it is too long is not read at all.
function refuseTooLong(ctx: Context): void {
  if (Number(ctx.get('Content-Length')) > limits.bodyBytes) throw bodyTooLarge(limits.bodyBytes);
}

async function readMultipart(ctx: Context, next: Next): Promise<void> {
  const pairs: string[] = [];
  let bytes = 0;
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(invalidJson());
    let parser: ReturnType<typeof busboy>;
    try {
      parser = busboy({ headers: ctx.req.headers, limits: { fields: FORM_PARAMETERS, files: 0 } });
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
  ctx.request.body = readQuery(text, FORM_PARAMETERS);
  await next();
}
