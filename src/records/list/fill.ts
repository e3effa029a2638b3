/** Completes the answers of a page: replaces markers by values, adds distances and scores. */
import { kinds } from '../../kinds/index.js';
import type { KindName } from '../../kinds/record.js';
import { type DistanceUnit, distanceIn } from '../../lib/place/geo.js';
import { answerIn } from '../../present/languages.js';
import { addTermsWanted, fillMarkers } from '../../present/markers.js';
import { presentToldSeries } from '../../present/recurrence.js';
import { type Score, scoreOf } from '../../search/order.js';
import type { Hit, SearchQuery } from '../../search/port.js';
import { utcToSeconds } from '../../time/date-times.js';
import { nowSeconds, nowUtc } from '../../time/now.js';
import type { Deps } from '../deps.js';
import { type TermsById, UNKNOWN_TERM } from '../terms.js';

/** Additions to answers that depend on the query, not on the record. */
interface Added {
  /** The unit of distances, null for online records; null: without distances. */
  unit: DistanceUnit | null;
  /** The language of texts, or `all`. */
  lang: string;
  /** Whether the scores of the order `best` are added. */
  isExplained: boolean;
}

/** → the JSON texts of the page's hits, in order. */
export async function fillAnswers(
  deps: Deps,
  query: SearchQuery,
  hits: readonly Hit[],
  { unit, isExplained, lang }: Added,
): Promise<string[]> {
  const { languages } = deps.site;
  const terms = await factsIn(deps, query.kind, hits);
  const fill = {
    roots: deps.roots,
    nowSeconds: nowSeconds(deps),
    term: (kind: KindName, id: number) => terms.get(kind)?.get(id) ?? UNKNOWN_TERM,
    series: (json: string) =>
      presentToldSeries(json, {
        url: (id) => `${deps.roots.api}/${kinds[query.kind].route}/${id}`,
        nowUtc: nowUtc(deps),
      }),
  };
  return hits.map((hit) => {
    const texts = [[languages[0] ?? '', hit.answer], ...Object.entries(hit.others ?? {})];
    const read = lang === languages[0] ? texts.slice(0, 1) : texts;
    const filled = new Map(read.map(([tag = '', text = '']) => [tag, fillMarkers(text, fill)]));
    const answer = answerIn(kinds[query.kind], filled, { lang, languages });
    const at = unit === null ? answer : withKey(answer, 'distance', distanceOf(hit, unit));
    const placed = hit.isOfTown ? withKey(at, 'distance_precision', 'city') : at;
    return isExplained ? withKey(placed, 'score', scoreIn(query, hit, answer)) : placed;
  });
}

const withKey = (text: string, name: string, value: Score | number | string | null): string =>
  `${text.slice(0, -1)},"${name}":${JSON.stringify(value)}}`;

const distanceOf = ({ distanceM }: Hit, unit: DistanceUnit): number | null =>
  distanceM === null ? null : distanceIn(unit, distanceM);

/** → the score of an event, by its answer. */
function scoreIn(query: SearchQuery, hit: Hit, answer: string): Score {
  const event: { utc_start_date: string; utc_end_date: string; featured: boolean } =
    JSON.parse(answer);
  return scoreOf(query, hit, {
    start: utcToSeconds(event.utc_start_date),
    end: utcToSeconds(event.utc_end_date),
    isFeatured: event.featured,
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
