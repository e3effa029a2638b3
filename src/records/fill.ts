/** Completes the answers of a page: replaces markers by values and adds distances. */
import { kinds } from '../kinds/index.js';
import type { KindName } from '../kinds/record.js';
import { type DistanceUnit, distanceIn } from '../lib/geo.js';
import { countsWanted, fillMarkers } from '../present/markers.js';
import type { Hit, SearchPage } from '../search/port.js';
import { type Deps, nowSeconds } from './deps.js';

/**
 * → the JSON texts of the page's hits, in order. `hasDistance`: with distances in `unit`, null for
 * online records.
 */
export async function fillAnswers(
  deps: Deps,
  kindName: KindName,
  { hits }: SearchPage,
  { unit, hasDistance }: { unit: DistanceUnit; hasDistance: boolean },
): Promise<string[]> {
  const counts = await readCounts(deps, kindName, hits);
  const fill = {
    roots: deps.roots,
    nowSeconds: nowSeconds(deps),
    count: (kind: KindName, id: number) => counts.get(kind)?.get(id) ?? 0,
  };
  return hits.map((hit) => {
    const answer = fillMarkers(hit.answer, fill);
    return hasDistance ? withDistance(answer, hit, unit) : answer;
  });
}

/**
 * → counts of terms. A page of terms carries its own; for terms inside other records they are
 * cached.
 */
async function readCounts(
  deps: Deps,
  kindName: KindName,
  hits: readonly Hit[],
): Promise<Map<KindName, Map<number, number>>> {
  if (!kinds[kindName].family.hasStatus) {
    return new Map([[kindName, new Map(hits.map(({ id, count }) => [id, count]))]]);
  }
  const wanted = new Map<KindName, Set<number>>();
  for (const { answer } of hits) countsWanted(answer, wanted);
  const counts = await Promise.all(
    [...wanted].map(async ([kind, ids]) => {
      const read = async (missing: number[]) => {
        const found = await deps.index.counts(kind, missing);
        return new Map(missing.map((id) => [id, found.get(id) ?? 0]));
      };
      return [kind, await deps.counts.get(kind, [...ids], read)] as const;
    }),
  );
  return new Map(counts);
}

// The distance depends on the query, not on the record: insert it before the closing brace.
function withDistance(text: string, { distanceM }: Hit, unit: DistanceUnit): string {
  const distance = distanceM === null ? null : distanceIn(unit, distanceM);
  return `${text.slice(0, -1)},"distance":${distance}}`;
}
