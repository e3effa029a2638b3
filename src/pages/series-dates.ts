/** How many dates the series of a list have, for lists with one card for each series. */
import { ApiError } from '../errors.js';
import type { JsonObject } from '../kinds/record.js';
import type { Answered } from '../present/answered.js';
import type { Deps } from '../records/deps.js';
import { listForPage } from './holding.js';
import { listedKind } from './paths.js';
import { seriesOf } from './series.js';

/** The facet that counts the dates of series, and the parameter that lists them. */
const DATES = 'post_parent';

/**
 * → the number of dates of each series that has a card, by its ID, in the list that would show
 * every date. Nothing where one of them is not public.
 */
export async function countDates(
  deps: Deps,
  { answered }: { answered: readonly Answered[] },
  raw: JsonObject,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Set(answered.flatMap((event) => seriesOf(event)?.id ?? []));
  if (ids.size === 0) return new Map();
  const { collapse: _, page: __, cursor: ___, ...others } = raw;
  const counted = { ...others, [DATES]: [...ids], per_page: '1', facets: DATES };
  const list = await listForPage(deps, listedKind, { raw: counted, caller: null }).catch(
    (error: unknown) => {
      if (error instanceof ApiError) return null;
      throw error;
    },
  );
  const counts = list?.facets?.[DATES] ?? [];
  return new Map(counts.map(({ value, count }) => [value, count]));
}
