/** Conditional reads: an ETag for every answer, 304 for a client that has it. Contract 20.1, 22. */
import etag from 'etag';
import type { Next } from 'koa';
import type { Context } from '../context.js';

/** Sets `ETag` where a handler has set none, and answers 304 where the client has the answer. */
export async function tagEntities(ctx: Context, next: Next): Promise<void> {
  await next();
  const { body, status } = ctx;
  if (status < 200 || status > 299) return;
  if (Buffer.isBuffer(body) && !ctx.res.hasHeader('ETag')) ctx.set('ETag', etag(body));
  if (!isConditional(ctx) || !ctx.fresh) return;
  ctx.status = 304;
  ctx.body = null;
}

/** → whether the client has an earlier answer. */
export const isConditional = ({ req: { headers } }: Context): boolean =>
  headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;
