/** Handler of suggestions. Source: beyond.md 5. */
import { invalidParams, missingParams } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import { type Deps, nowSeconds } from '../records/deps.js';
import { validate } from '../validation/compile.js';
import { answer, type Context } from './context.js';

/** GET /events/suggest: what an anonymous reader may see, whoever asks. */
export async function suggestItems(deps: Deps, _kind: Kind, ctx: Context): Promise<void> {
  const { values, issues, missing } = validate(
    'queries/suggest.json',
    ctx.state.parameters,
    'query',
  );
  if (missing.length > 0) throw missingParams(missing);
  if (issues.length > 0) throw invalidParams(issues);
  const suggestions = await deps.index.suggest(
    String(values.q),
    Number(values.limit),
    nowSeconds(deps),
  );
  answer(ctx, { suggestions });
}
