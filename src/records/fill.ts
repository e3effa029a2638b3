/** Texts of a page as they are answered: markers filled, distances put in. Called by list.ts. */
import type { KindName } from '../kinds/record.js';
import { type DistanceUnit, distanceIn } from '../lib/geo.js';
import { countsWanted, fillMarkers } from '../present/markers.js';
import type { Hit, SearchPage } from '../search/port.js';
import { type Deps, nowSeconds } from './deps.js';

/**
 * → JSON texts of the page's hits, in order; `unit` is that of the distances. One look at the index
 * finds the counts that all of the texts ask for.
 */
export async function fillTexts(
  deps: Deps,
  page: SearchPage,
  unit: DistanceUnit,
): Promise<string[]> {
  const { hits } = page;
  const wanted = new Map<KindName, Set<number>>();
  for (const { body } of hits) countsWanted(body, wanted);
  const counts = new Map<KindName, Map<number, number>>();
  await Promise.all(
    [...wanted].map(async ([kind, ids]) => {
      counts.set(kind, await deps.index.counts(kind, [...ids], page));
    }),
  );
  const fill = {
    places: deps.places,
    nowSeconds: nowSeconds(deps),
    count: (kind: KindName, id: number) => counts.get(kind)?.get(id) ?? 0,
  };
  return hits.map((hit) => withDistance(fillMarkers(hit.body, fill), hit, unit));
}

// The distance belongs to the question, not to the record: it goes in before the closing brace.
function withDistance(text: string, { distanceM }: Hit, unit: DistanceUnit): string {
  if (distanceM === null) return text;
  return `${text.slice(0, -1)},"distance":${distanceIn(unit, distanceM)}}`;
}
