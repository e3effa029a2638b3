/** The categories that a form offers, with the number of events in each and below it. */
import type { JsonObject } from '../../kinds/record.js';
import type { Deps } from '../../records/deps.js';
import { type ListAnswer, listRecords } from '../../records/list/list.js';
import { listedKind } from './paths.js';

/** The values of a facet. */
export type Counts = NonNullable<ListAnswer['facets']>[string];

/** What the form offers, counted. */
export const FACET = 'categories';

/** → the counts of a list without the category chosen: another one may be chosen instead. */
export async function countCategories(deps: Deps, raw: JsonObject): Promise<Counts> {
  const { [FACET]: _, page: __, cursor: ___, orderby: ____, order: _____, ...others } = raw;
  const counted = { ...others, per_page: '1', facets: FACET };
  const { facets } = await listRecords(deps, listedKind, { raw: counted, caller: null });
  return facets?.[FACET] ?? [];
}
