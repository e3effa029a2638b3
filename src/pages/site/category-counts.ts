/** The categories that a form offers, with the number of events in each and below it. */
import type { JsonObject } from '../../kinds/record.js';
import { omit } from '../../lib/omit.js';
import type { Deps } from '../../records/deps.js';
import { type ListAnswer, listRecords } from '../../records/list/list.js';
import { listedKind } from './paths.js';

/** The values of a facet. */
export type Counts = NonNullable<ListAnswer['facets']>[string];

/** What the form offers, counted. */
export const FACET = 'categories';

/** What a list has besides its filters: where it is read, and in which order. */
const NO_FILTERS = ['page', 'cursor', 'facets', 'orderby', 'order', 'weights', 'explain'];

/** → the filters of a list alone. An order would be worked out for each record that is counted. */
export const filtersOf = (raw: JsonObject): JsonObject => omit(raw, NO_FILTERS);

/**
 * → the counts of a list without the category chosen: another one may be chosen instead. They are
 * those of the lists of categories, which have what runs through, too.
 */
export async function countCategories(deps: Deps, raw: JsonObject): Promise<Counts> {
  const { [FACET]: _, ...filters } = filtersOf(raw);
  if (filters.running === 'hide') delete filters.running;
  const counted = { ...filters, per_page: '1', facets: FACET };
  const { facets } = await listRecords(deps, listedKind, { raw: counted, caller: null });
  return facets?.[FACET] ?? [];
}
