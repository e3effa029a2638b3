/** Conditional reads: an ETag for every answer, 304 for a current copy. Contract 20.1, 22. */
import etag from 'etag';
import type { Next } from 'koa';
import type { Context } from '../context.js';

/** Sets `ETag` if no handler did. */
export async function tagEntities(ctx: Context, next: Next): Promise<void> {
  await next();
  const { body, status } = ctx;
  const isTagged = status < 200 || status > 299 || ctx.res.hasHeader('ETag');
  if (!isTagged && Buffer.isBuffer(body)) ctx.set('ETag', etag(body));
}

/** Answers 304 where the client has the answer. */
export async function answerUnchanged(ctx: Context, next: Next): Promise<void> {
  await next();
  if (ctx.status !== 200 || !ctx.fresh) return;
  ctx.status = 304;
  ctx.body = null;
}
