/**
 * Reads the body (JSON, form, multipart without files) and merges it over the query string.
 * Source: Contract 0: step 2, parameters, body types.
 */
import { isUtf8 } from 'node:buffer';
import busboy from 'busboy';
import qs from 'qs';
import { bodyTooLarge, invalidJson, invalidParams, unsupportedType } from '../../errors.js';
import type { JsonObject } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import { nestsDeeper } from '../../rows/formats/json-text.js';
import { type Context, isRead } from '../context.js';

const FORM = 'application/x-www-form-urlencoded';

/**
 * → the parameters of a request, from the query string and the body, which wins; and the names in
 * the body, none where it is no object. null: there is nothing in it. Throws
 * `rest_invalid_json`, `rest_body_too_large`, `rest_invalid_param`, `rest_unsupported_media_type`.
 */
export async function readParameters(ctx: Context) {
  const query = (): JsonObject => readQuery(ctx.querystring);
  const bytes = hasBody(ctx.req) ? await readBytes(ctx) : Buffer.alloc(0);
  if (bytes.length === 0) return { parameters: query(), bodyNames: null };
  const body = await parseBody(ctx, bytes);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { parameters: query(), bodyNames: [] };
  }
  const names = Object.keys(body);
  refuseBeyond(names[limits.formParameters], limits.formParameters);
  return { parameters: { ...query(), ...body }, bodyNames: names.length > 0 ? names : null };
}

/** → whether the request may carry a body: its headers say so, whatever its method. */
export const hasBody = ({ headers }: Context['req']): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/**
 * Reads and drops the rest of a body, so that its client reads the answer and the connection serves
 * the next request. After a long or slow rest the connection is closed.
 */
export async function dropRest({ req, res }: Pick<Context, 'req' | 'res'>): Promise<void> {
  if (req.complete || req.destroyed) return;
  if (Number(req.headers['content-length'] ?? 0) <= limits.droppedBytes) {
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, limits.droppingMs);
      let bytes = 0;
      req.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > limits.droppedBytes) resolve();
      });
      for (const event of ['end', 'close']) req.once(event, () => resolve(clearTimeout(late)));
      req.resume();
    });
  }
  if (req.complete) return;
  req.pause();
  // After the head of an answer nothing can announce it.
  if (res.headersSent) res.once('finish', () => req.destroy());
  else res.shouldKeepAlive = false;
}

/** → the bytes of the body, within the bounds on size and time. */
async function readBytes({ req }: Context): Promise<Buffer> {
  const { 'content-length': length, 'content-encoding': encoding = 'identity' } = req.headers;
  if (Number(length) > limits.bodyBytes) throw bodyTooLarge(limits.bodyBytes);
  if (encoding !== 'identity') throw invalidJson();
  const late = setTimeout(() => req.destroy(), limits.bodyTimeoutMs);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > limits.bodyBytes) break;
      chunks.push(chunk);
    }
  } catch {
    throw invalidJson();
  } finally {
    clearTimeout(late);
  }
  if (bytes > limits.bodyBytes) throw bodyTooLarge(limits.bodyBytes);
  return Buffer.concat(chunks);
}

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

/**
 * → the content of the body. Its text is parsed here, so that forms follow the rules of query
 * strings, and keys such as `__proto__` are merely unknown parameters.
 */
async function parseBody(ctx: Context, bytes: Buffer): Promise<unknown> {
  if (ctx.is('multipart/form-data')) return readMultipart(ctx, bytes);
  if (!ctx.is('application/json', 'application/*+json', FORM)) {
    if (isRead(ctx)) return {};
    throw unsupportedType();
  }
  // Of any other encoding, letters would be lost.
  if (!isUtf8(bytes)) throw invalidJson();
  const text = new TextDecoder().decode(bytes);
  if (ctx.is(FORM)) return readQuery(text, limits.formParameters);
  if (nestsDeeper(text, limits.jsonLevels)) throw invalidJson();
  try {
    return JSON.parse(text);
  } catch {
    throw invalidJson();
  }
}

/** → the fields of a multipart body; names such as venue[city] nest as they do in forms. */
async function readMultipart({ req: { headers } }: Context, bytes: Buffer): Promise<JsonObject> {
  const pairs: string[] = [];
  let hasFile = false;
  await new Promise<void>((resolve, reject) => {
    try {
      const parser = busboy({ headers, limits: { fields: limits.formParameters + 1, files: 0 } });
      parser.on('field', (name, value) => {
        pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
      });
      parser.on('filesLimit', () => {
        hasFile = true;
      });
      parser.on('close', resolve);
      parser.on('error', () => reject(invalidJson()));
      parser.end(bytes);
    } catch {
      reject(invalidJson());
    }
  });
  // Files next to fields are ignored: browsers send a file for an empty input.
  if (hasFile && pairs.length === 0) throw unsupportedType();
  const text = pairs.join('&').replaceAll('%5B', '[').replaceAll('%5D', ']');
  return readQuery(text, limits.formParameters);
}
