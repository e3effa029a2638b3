/** Compresses long answers in the way that the client prefers. Contract 20.1. */
import type { Next } from 'koa';
import compress from 'koa-compress';
import type { Context } from '../context.js';

/** The size from which an answer is compressed, bytes. */
const THRESHOLD = 2048;

/**
 * → the step. A client that accepts neither our codings nor the plain bytes gets the plain bytes,
 * as RFC 9110 12.5.3 allows: an answer is more useful than 406.
 */
export function compressAnswers() {
  const step = compress({ threshold: THRESHOLD, br: false });
  const codings = step.preferredEncodings.filter((name) => name !== 'br');
  return (ctx: Context, next: Next): Promise<void> => {
    if (ctx.acceptsEncodings(codings) === false) ctx.compress = false;
    return step(ctx as never, next);
  };
}
