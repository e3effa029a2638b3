/** Suggestions for a text typed so far. Source: Contract 15. */
import { invalidParams, missingParams } from '../errors.js';
import type { JsonObject } from '../kinds/record.js';
import type { Suggestion } from '../search/port.js';
import { nowSeconds } from '../time/now.js';
import { validate } from '../validation/compile.js';
import type { Deps } from './deps.js';

/**
 * → suggestions from public records only, whoever asks. Throws `rest_missing_callback_param`,
 * `rest_invalid_param`, `search_index_unavailable`.
 */
export async function suggestRecords(deps: Deps, raw: JsonObject): Promise<Suggestion[]> {
  const { values, issues, missing } = validate('queries/suggest.json', raw, 'query');
  if (missing.length > 0) throw missingParams(missing);
  if (issues.length > 0) throw invalidParams(issues);
  return deps.index.suggest(String(values.q), Number(values.limit), nowSeconds(deps));
}
