/** The categories that a form offers, with the number of events in each and below it. */
import type { JsonObject } from '../../kinds/record.js';
import { omit } from '../../lib/omit.js';
import type { Deps } from '../../records/deps.js';
import { type ListAnswer, listRecords } from '../../records/list/list.js';
import { listedKind } from './paths.js';

/** The values of a facet. */
export type Counts = NonNullable<ListAnswer['facets']>[string];

/** The counted choices of the form. */
export const FACET = 'categories';

/** Parameters of a list besides its filters: its position and order. */
const NO_FILTERS = ['page', 'cursor', 'facets', 'orderby', 'order', 'weights', 'explain'];

/** → only the filters of a list. An order would be computed for each counted record. */
export const filtersOf = (raw: JsonObject): JsonObject => omit(raw, NO_FILTERS);

/**
 * → the counts of a list without the chosen category: another category may replace it. They agree
 * with the lists of the categories, which include running events.
 */
export async function countCategories(deps: Deps, raw: JsonObject): Promise<Counts> {
  const { [FACET]: _, ...filters } = filtersOf(raw);
  if (filters.running === 'hide') delete filters.running;
  const counted = { ...filters, per_page: '1', facets: FACET };
  const { facets } = await listRecords(deps, listedKind, { raw: counted, caller: null });
  return facets?.[FACET] ?? [];
}
