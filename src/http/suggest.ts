/** Handler of suggestions. Source: Contract 15. */
import type { Kind } from '../kinds/kind.js';
import type { Deps } from '../records/deps.js';
import { suggestRecords } from '../records/suggest.js';
import { answer, type Context } from './context.js';

/** GET /events/suggest: texts that begin with the typed one, or have a word that does. */
export async function suggestItems(deps: Deps, _kind: Kind, ctx: Context): Promise<void> {
  answer(ctx, { suggestions: await suggestRecords(deps, ctx.state.parameters) });
}
