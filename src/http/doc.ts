/** GET /doc: the documentation, built once and answered as text. Source: Contract 1.9. */
import type { Deps } from '../records/deps.js';
import { answerText, type Context } from './context.js';
import { describeApi } from './openapi/document.js';

const texts = new WeakMap<Deps, string>();

/** Answers with the OpenAPI document. */
export async function describeDoc(deps: Deps, ctx: Context): Promise<void> {
  let text = texts.get(deps);
  if (text === undefined) {
    const defaults = { per_page: deps.config.perPageDefault };
    text = JSON.stringify(describeApi({ apiRoot: deps.roots.api, defaults }));
    texts.set(deps, text);
  }
  answerText(ctx, text);
}
