/** The answers of a page: markers filled in, distances added. */
import { kinds } from '../kinds/index.js';
import type { KindName } from '../kinds/record.js';
import { type DistanceUnit, distanceIn } from '../lib/geo.js';
import { countsWanted, fillMarkers } from '../present/markers.js';
import type { Hit, SearchPage } from '../search/port.js';
import { type Deps, nowSeconds } from './deps.js';

/** → JSON texts of the page's hits, in order; `unit` is that of the distances. */
export async function fillAnswers(
  deps: Deps,
  kindName: KindName,
  { hits }: SearchPage,
  unit: DistanceUnit,
): Promise<string[]> {
  const counts = await readCounts(deps, kindName, hits);
  const fill = {
    roots: deps.roots,
    nowSeconds: nowSeconds(deps),
    count: (kind: KindName, id: number) => counts.get(kind)?.get(id) ?? 0,
  };
  return hits.map((hit) => withDistance(fillMarkers(hit.answer, fill), hit, unit));
}

/** Of terms the page tells their counts itself; those inside other records are remembered ones. */
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

// The distance belongs to the question, not to the record: it goes in before the closing brace.
function withDistance(text: string, { distanceM }: Hit, unit: DistanceUnit): string {
  if (distanceM === null) return text;
  return `${text.slice(0, -1)},"distance":${distanceIn(unit, distanceM)}}`;
}
