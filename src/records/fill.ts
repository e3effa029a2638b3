/** Completes the answers of a page: replaces markers by values and adds distances. */
import { kinds } from '../kinds/index.js';
import type { KindName } from '../kinds/record.js';
import { type DistanceUnit, distanceIn } from '../lib/geo.js';
import { addTermsWanted, fillMarkers } from '../present/markers.js';
import type { Hit, SearchPage } from '../search/port.js';
import { nowSeconds } from '../time/now.js';
import type { Deps } from './deps.js';
import { type TermsById, UNKNOWN_TERM } from './terms.js';

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
  const terms = await factsIn(deps, kindName, hits);
  const fill = {
    roots: deps.roots,
    nowSeconds: nowSeconds(deps),
    term: (kind: KindName, id: number) => terms.get(kind)?.get(id) ?? UNKNOWN_TERM,
  };
  return hits.map((hit) => {
    const answer = fillMarkers(hit.answer, fill);
    return hasDistance ? withDistance(answer, hit, unit) : answer;
  });
}

/** → facts of the terms in the answers, by kind. A page of terms has its own counts. */
async function factsIn(
  { terms }: Deps,
  name: KindName,
  hits: readonly Hit[],
): Promise<Map<KindName, TermsById>> {
  const wanted = new Map<KindName, Set<number>>();
  for (const { answer } of hits) addTermsWanted(answer, wanted);
  const { family, isTree } = kinds[name];
  const read = async ([kind, ids]: [KindName, Set<number>]): Promise<[KindName, TermsById]> => {
    const isOwn = kind === name && !family.hasStatus;
    const facts = isOwn && !isTree ? new Map() : await terms.facts(kind, [...ids]);
    if (!isOwn) return [kind, facts];
    const above = (id: number) => facts.get(id)?.above ?? '';
    return [kind, new Map(hits.map(({ id, count }) => [id, { count, above: above(id) }]))];
  };
  return new Map(await Promise.all([...wanted].map(read)));
}

// The distance depends on the query, not on the record: insert it before the closing brace.
function withDistance(text: string, { distanceM }: Hit, unit: DistanceUnit): string {
  const distance = distanceM === null ? null : distanceIn(unit, distanceM);
  return `${text.slice(0, -1)},"distance":${distance}}`;
}
