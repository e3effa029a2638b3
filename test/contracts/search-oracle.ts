/**
 * What a list query must answer, by brute force over the entries: the port's types implemented a
 * second time, simply and slowly. The suites compare every engine with it.
 */
import { kinds } from '../../src/kinds/index.js';
import type { KindName } from '../../src/kinds/record.js';
import { boxesOf, distanceM } from '../../src/lib/place/geo.js';
import type { FacetValue } from '../../src/search/facets.js';
import type {
  Alternative,
  Branch,
  IndexValue,
  SearchDocument,
  SearchQuery,
  TextQuery,
  VisibleClause,
  Where,
} from '../../src/search/port.js';

/** → the entries that the query matches, in no order. */
export function matching(documents: Iterable<SearchDocument>, query: SearchQuery) {
  return [...documents].filter((document) => matches(document, query));
}

function matches(document: SearchDocument, query: SearchQuery): boolean {
  const { hiddenField } = kinds[query.kind];
  if (document.kind !== query.kind) return false;
  if (hiddenField && document.values[hiddenField] !== (query.isSeries ? 2 : 0)) return false;
  const isVisible =
    query.visible.length === 0 ||
    query.visible.some((clause) => isSeen(document, clause, query.nowSeconds));
  return (
    isVisible &&
    query.where.every((where) => holds(document, where)) &&
    (query.text === null || hasText(document, query.text)) &&
    isThere(document, query)
  );
}

function isSeen(document: SearchDocument, clause: VisibleClause, now: number): boolean {
  const { status, author } = document.values;
  if (clause.author !== undefined && author !== clause.author) return false;
  const isPublic = document.publicFrom !== null && document.publicFrom <= now;
  if (clause.status === 'publish') return isPublic;
  return status === clause.status && !(status === 'future' && isPublic);
}

function holds(document: SearchDocument, where: Where): boolean {
  if (where.test === 'usage') {
    const value = document.usage[where.field];
    return (value !== null && value >= where.gte) !== (where.isNegated === true);
  }
  if (where.test === 'anyRange') return where.ranges.some((one) => holds(document, one));
  const held = where.field === 'id' ? document.id : document.values[where.field];
  const values = Array.isArray(held) ? held : [held];
  if (where.test === 'anyOf') return values.some((value) => isAmong(value, where.values));
  if (where.test === 'noneOf') return !values.some((value) => isAmong(value, where.values));
  return values.some(
    (value) =>
      typeof value === 'number' &&
      (where.gt === undefined || value > where.gt) &&
      (where.gte === undefined || value >= where.gte) &&
      (where.lt === undefined || value < where.lt) &&
      (where.lte === undefined || value <= where.lte),
  );
}

const isAmong = (value: IndexValue | undefined, values: readonly IndexValue[]) =>
  value !== undefined && values.includes(value);

/** → whether a field has one of the texts that may stand for a word. */
const hasWord = (document: SearchDocument, field: string, sought: TextQuery, word: string) =>
  (sought.alternatives?.get(word) ?? [{ words: [word], isBeginning: true }]).some((way) =>
    hasWay(document, field, way),
  );

/** → whether one text of a field has the words side by side. */
function hasWay({ kind, text, forms }: SearchDocument, field: string, way: Alternative): boolean {
  if (way.isInTitle && field !== kinds[kind].titleField) return false;
  const [first = ''] = way.words;
  const texts = [...(text[field] ?? []), ...(forms[field] ?? [])].map((one) => ` ${one} `);
  if (way.isBeginning) return texts.some((one) => one.includes(` ${first}`));
  return texts.some((one) => one.includes(` ${way.words.join(' ')} `));
}

function hasText(document: SearchDocument, sought: TextQuery): boolean {
  const { words, mode, without = [] } = sought;
  const fields = Object.keys(document.text);
  if (mode === 'substring') {
    return fields.some((field) => document.text[field]?.[0]?.includes(words.join(' ')));
  }
  if (words.length === 0) return false;
  if (without.some((way) => fields.some((field) => hasWay(document, field, way)))) return false;
  const isIn = (field: string) => (word: string) => hasWord(document, field, sought, word);
  if (mode === 'oneField') return fields.some((field) => words.every(isIn(field)));
  return words.every((word) => fields.some((field) => hasWord(document, field, sought, word)));
}

/** → whether an entry comes behind all others because it is online. */
const isLast = ({ values }: SearchDocument, { geo }: SearchQuery): boolean =>
  geo?.orOnline === true && values.attendance_mode === 'online';

function isThere(document: SearchDocument, query: SearchQuery): boolean {
  const { place } = document;
  const { geo } = query;
  if (!geo || isLast(document, query)) return true;
  // A record that stands in its town alone has no coordinates, and is in circles.
  const isExact = place !== null && !place.isTown;
  if (geo.hasPlace !== undefined && geo.hasPlace !== isExact) return false;
  if (geo.point && geo.radiusM !== undefined) {
    if (!place || distanceM(geo.point, place) > geo.radiusM) return false;
    if (geo.hasPlace !== undefined && !isExact) return false;
  }
  if (!geo.box) return true;
  return (
    isExact &&
    boxesOf(geo.box).some(
      (box) =>
        place.lat >= box.south &&
        place.lat <= box.north &&
        place.lng >= box.west &&
        place.lng <= box.east,
    )
  );
}

/** → the day in the zone of the site, as the builders have it. */
const dayOf = (seconds: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' }).format(
    seconds * 1000,
  );

/** The curve pivot / (pivot + x) in 16 stairs, as the specification states it. */
const step = (x: number, pivot: number): number =>
  Array.from({ length: 15 }, (_, at) => at + 1).filter((k) => x <= (pivot * (16 - k)) / k).length;

/** The points of a word in each text of an event. */
const POINTS: Record<string, number> = {
  ...{ title: 15, venue: 12, city: 9, organizer: 6, categories: 3, tags: 3 },
  ...{ description: 1, excerpt: 1 },
};

/** → the score in the order `best`, below 65,536 where the event comes last. Contract 12. */
export function scoreOf(document: SearchDocument, query: SearchQuery): number {
  const { values, text, place } = document;
  const { geo, nowSeconds, text: sought } = query;
  const weights = query.sort.weights ?? { text: 4, distance: 3, soon: 3 };
  const words = sought?.words ?? [];
  const [start, end] = [Number(values.start), Number(values.end)];
  const points = words.map((word) => {
    const found = Object.keys(text).filter(
      (field) => sought !== null && hasWord(document, field, sought, word),
    );
    return Math.max(0, ...found.map((name) => POINTS[name] ?? 0));
  });
  const away = geo?.point && place ? distanceM(geo.point, place) : null;
  const distance = away === null ? 0 : step(away, Number(geo?.radiusM) / 8);
  const soon =
    start > nowSeconds ? step(start - nowSeconds, 3 * 86_400) : end >= nowSeconds ? 15 : 0;
  const score =
    weights.text * points.reduce((sum, one) => sum + one, 0) +
    Math.max(1, words.length) *
      (weights.distance * distance + weights.soon * soon + 2 * Number(values.featured));
  const isLast = ['cancelled', 'postponed'].includes(String(values.event_status));
  return score + (isLast ? 0 : 65_536);
}

/** → how the first entry stands to the second in an order of several values; 0: either way. */
function compareBySeveral(a: SearchDocument, b: SearchDocument, query: SearchQuery): number {
  const { by } = query.sort;
  const start = Number(a.values.start) - Number(b.values.start);
  if (by === 'best') return scoreOf(b, query) - scoreOf(a, query) || start || a.id - b.id;
  const days = compareKeys(dayOf(Number(a.values.start)), dayOf(Number(b.values.start)), '');
  const point = query.geo?.point;
  const away = ({ place }: SearchDocument) => (point && place ? distanceM(point, place) : 0);
  const isSamePlace = a.place?.lat === b.place?.lat && a.place?.lng === b.place?.lng;
  const nearer = isSamePlace ? 0 : compareKeys(away(a), away(b), 'distance');
  if (days === 0 && nearer === 0 && !isSamePlace) return 0;
  return days || nearer || start || a.id - b.id;
}

/** → the value an entry is ordered by. */
function sortKeyOf(document: SearchDocument, query: SearchQuery): string | number {
  const { sort } = query;
  if (sort.by === 'count') return document.usage.published;
  if (sort.by === 'include') return (sort.ids ?? []).indexOf(document.id);
  if (sort.by === 'distance') {
    return query.geo?.point && document.place ? distanceM(query.geo.point, document.place) : 0;
  }
  const field = String(sort.field);
  return field === 'id' ? document.id : (document.values[field] as string | number);
}

/** Engines may order records less than a metre apart either way. Contract 11. */
const DISTANCE_TOLERANCE_M = 1;

/**
 * → the first pair of neighbours in the wrong order, or null. Ties go by ID in the direction of
 * the order. Each engine has its own order by relevance.
 */
export function misplaced(documents: SearchDocument[], query: SearchQuery): string | null {
  const sign = query.sort.direction === 'asc' ? 1 : -1;
  for (let at = 1; at < documents.length; at++) {
    const [a, b] = [documents[at - 1], documents[at]];
    if (!a || !b) continue;
    const [isALast, isBLast] = [isLast(a, query), isLast(b, query)];
    if (isBLast && !isALast) continue;
    if (isALast && !isBLast) return `${a.id} is online and before ${b.id}`;
    if (query.sort.by === 'relevance') continue;
    if (query.sort.by === 'day' || query.sort.by === 'best') {
      const sense = query.sort.by === 'best' ? -sign : sign;
      if (sense * compareBySeveral(a, b, query) <= 0) continue;
      return `${a.id} before ${b.id} by ${query.sort.by}`;
    }
    const order = compareKeys(sortKeyOf(a, query), sortKeyOf(b, query), query.sort.by);
    const isSamePlace = a.place?.lat === b.place?.lat && a.place?.lng === b.place?.lng;
    const isFuzzyTie = order === 0 && query.sort.by === 'distance' && !isSamePlace;
    if (isFuzzyTie || sign * (order || a.id - b.id) < 0) continue;
    return `${a.id} (${sortKeyOf(a, query)}) before ${b.id} (${sortKeyOf(b, query)})`;
  }
  return null;
}

function compareKeys(a: string | number, b: string | number, by: string): number {
  if (typeof a === 'string' || typeof b === 'string') {
    return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
  }
  return by === 'distance' && Math.abs(a - b) < DISTANCE_TOLERANCE_M ? 0 : a - b;
}

/** → a facet over the matching entries; `all` are the entries of every kind. */
export function facetOf(
  name: string,
  answered: SearchDocument[],
  all: Iterable<SearchDocument>,
  query: SearchQuery,
): FacetValue[] {
  if (name === 'tiles') return tileFacet(answered, all, query);
  const facet = kinds[query.kind].facets?.[name];
  if (!facet) return [];
  if (facet.target) return linkFacet(facet.field, facet.target, answered, { all, query });
  const counts = new Map<string, { labels: string[]; count: number }>();
  for (const document of answered) {
    const value = document.values[facet.field];
    if (!value) continue;
    const key = String(value);
    const entry = counts.get(key) ?? { labels: [], count: 0 };
    entry.labels.push(document.labels[facet.field] ?? key);
    counts.set(key, { ...entry, count: entry.count + 1 });
  }
  return [...counts]
    .sort(([a, one], [b, other]) => other.count - one.count || compareKeys(a, b, ''))
    .slice(0, 50)
    .map(([, { labels, count }]) => ({ value: labels.sort()[0] ?? '', count }));
}

function linkFacet(
  field: string,
  target: KindName,
  answered: SearchDocument[],
  { all, query }: { all: Iterable<SearchDocument>; query: SearchQuery },
): FacetValue[] {
  const isOpen = (document: SearchDocument) =>
    query.isFull ||
    !kinds[target].family.hasStatus ||
    (document.publicFrom !== null && document.publicFrom <= query.nowSeconds);
  return [...all]
    .filter((document) => document.kind === target && isOpen(document))
    .map((document) => ({
      document,
      count: answered.filter((hit) => (hit.values[field] as number[]).includes(document.id)).length,
    }))
    .filter(({ count }) => count > 0)
    .sort(
      (a, b) =>
        b.count - a.count ||
        compareKeys(String(a.document.values.title), String(b.document.values.title), '') ||
        a.document.id - b.document.id,
    )
    .slice(0, 50)
    .map(({ document, count }) => ({
      value: String(document.id),
      id: document.id,
      slug: String(document.values.slug),
      name: document.labels.title ?? '',
      count,
    }));
}

/** → the entries in each branch of a facet, by its ID; none of an empty one. */
export function branchCounts(
  field: string,
  branches: readonly Branch[],
  answered: readonly SearchDocument[],
): Map<number, number> {
  const counts = branches.map(({ id, ids }) => {
    const linked = ({ values }: SearchDocument) => values[field] as number[];
    return [id, answered.filter((hit) => linked(hit).some((one) => ids.includes(one))).length];
  });
  return new Map(counts.filter(([, count]) => count !== 0) as [number, number][]);
}

/** Map tiles by the formula that map programs state; the poles and 180° E are in the last tiles. */
function tileOf({ lat, lng }: { lat: number; lng: number }, zoom: number) {
  const phi = (Math.min(85.0511, Math.max(-85.0511, lat)) * Math.PI) / 180;
  const part = (at: number) => Math.min(2 ** zoom - 1, Math.max(0, Math.floor(at * 2 ** zoom)));
  const y = (1 - Math.log(Math.tan(phi) + 1 / Math.cos(phi)) / Math.PI) / 2;
  return { x: part((lng + 180) / 360), y: part(y) };
}

function tileFacet(
  answered: SearchDocument[],
  all: Iterable<SearchDocument>,
  { tilesZoom: zoom = 0 }: SearchQuery,
): FacetValue[] {
  const tiles = new Map<string, { x: number; y: number; inside: SearchDocument[] }>();
  for (const document of answered) {
    if (!document.place || document.place.isTown) continue;
    const { x, y } = tileOf(document.place, zoom);
    const inside = [...(tiles.get(`${x}/${y}`)?.inside ?? []), document];
    tiles.set(`${x}/${y}`, { x, y, inside });
  }
  const venues = new Map(
    [...all].filter(({ kind }) => kind === 'venue').map((one) => [one.id, one]),
  );
  return [...tiles.values()]
    .sort((a, b) => b.inside.length - a.inside.length || a.x - b.x || a.y - b.y)
    .map(({ x, y, inside }) => {
      const mean = (axis: 'lat' | 'lng') => {
        const sum = inside.reduce(
          (all, { place }) => all + Math.round((place?.[axis] ?? 0) * 1e6),
          0,
        );
        return Math.round(sum / inside.length) / 1e6 + 0;
      };
      const ids = new Set(inside.flatMap(({ values }) => values.venue as number[]));
      const only = ids.size === 1 ? venues.get([...ids][0] as number) : undefined;
      const shown = only && {
        only: { id: only.id, slug: String(only.values.slug), name: only.labels.title ?? '' },
      };
      const value = `${zoom}/${x}/${y}`;
      return {
        value,
        count: inside.length,
        tile: { lat: mean('lat'), lng: mean('lng'), ...shown },
      };
    });
}
