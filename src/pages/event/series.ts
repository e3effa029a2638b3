/** The recurrence on pages: the series of an answered event. Source: Contract 29. */
import type { Kind } from '../../kinds/kind.js';
import { type Answered, isAnswered, textOf } from '../../present/answered.js';
import type { Deps } from '../../records/deps.js';

/** → the series that an answered event is, or is a date of; null: the event does not recur. */
export function seriesOf({ recurrence }: Answered) {
  if (!isAnswered(recurrence)) return null;
  return {
    id: textOf(recurrence, 'series_id'),
    /** Whether the event is the series itself, not a date. */
    isWhole: recurrence.original_start_date === undefined,
    /** Whether it is a date with own fields, which has its own card. */
    isChanged: Array.isArray(recurrence.changed) && recurrence.changed.length > 0,
  };
}

/** → the URLs of the pages of the series that events are dates of, by ID; public ones alone. */
export async function seriesUrls(
  deps: Deps,
  kind: Kind,
  events: readonly Answered[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(events.flatMap((event) => seriesOf(event)?.id ?? []));
  if (ids.size === 0) return new Map();
  const entries = await deps.index.lookUp(kind.name, { ids: [...ids].map(Number) });
  const nowSeconds = deps.now() / 1000;
  const shown = entries.filter(({ publicFrom }) => publicFrom !== null && publicFrom <= nowSeconds);
  const folder = `${deps.roots.site}/${kind.permalink}`;
  return new Map(
    shown.map(({ id, slug }) => [String(id), `${folder}/${encodeURIComponent(slug)}/`]),
  );
}
