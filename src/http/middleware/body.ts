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

const parse = bodyParser({
  enableTypes: ['json', 'form'],
  // The library merges by place: the first entry must repeat its own.
  extendTypes: { json: ['application/json', 'application/*+json'] },
  parsedMethods: METHODS,
  jsonStrict: false,
  jsonLimit: limits.bodyBytes,
  formLimit: limits.bodyBytes,
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
    const { body } = ctx.request;
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    ctx.state.parameters = { ...readQuery(ctx.querystring), ...(isObject ? body : {}) };
    await next();
  },
]);

/** → the parameters of a query string: `x[]=1&x[]=2` is a list, of `x=1&x=2` the last counts. */
export function readQuery(text: string): Record<string, unknown> {
  if (text === '') return {};
  return qs.parse(text, {
    depth: 2,
    arrayLimit: limits.listItems,
    parameterLimit: 200,
    duplicates: 'last',
  });
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
      parser = busboy({ headers: ctx.req.headers, limits: { fields: 200, files: 0 } });
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
  ctx.request.body = readQuery(pairs.join('&').replaceAll('%5B', '[').replaceAll('%5D', ']'));
  await next();
}
