/** GET /doc: the documentation. */
import type { Deps } from '../records/deps.js';
import { answer, type Context } from './context.js';

/** Answers the OpenAPI document. */
export async function describeDoc(_deps: Deps, ctx: Context): Promise<void> {
  answer(ctx, {});
}
