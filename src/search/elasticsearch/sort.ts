/**
 * The order of a list. Every order ends in the ID, so that pages never overlap. A missing value
 * stands for a number lower than any, so it comes first ascending and last descending.
 */
import { kinds } from '../../kinds/index.js';
import type { IndexValue, Position, SearchQuery } from '../port.js';
import type { Clause } from './clause.js';
import { relevanceClauses } from './dsl.js';
import { enginePoint } from './geo.js';
import { formOf, isSubstring, pathOf } from './mapping.js';

/** What a sort value of a record without one is. */
const MISSING = Number.MIN_SAFE_INTEGER;
/** Longest text a position may have; longer ones were not given by us. */
const KEY_CHARS = 1000;

/** A position as Elasticsearch takes it: the sort value (if there is one) and the ID. */
export type SortValues = (string | number)[];

/** An order as a query body says it. */
export interface Order {
  sort: Clause[];
  /** Clauses that give each record its score. */
  scores: Clause[];
  /** → the sort value, as answers tell it, of Elasticsearch's own. */
  keyOf: (sort: SortValues) => IndexValue;
  /** → a position of a cursor in this order; anyone can write one. */
  valuesOf: (position: Position) => SortValues;
}

/** → the order a list query asks for. */
export function orderOf(query: SearchQuery): Order {
  const { direction: order, by, field = 'id' } = query.sort;
  const kind = kinds[query.kind];
  const last = { id: { order } };
  if (by === 'distance' && query.geo?.point) {
    const point = enginePoint(query.geo.point);
    const sort = { _geo_distance: { point, order, unit: 'm', distance_type: 'arc' } };
    return numbered([sort, last], (value) => value);
  }
  if (by === 'relevance' && query.text && query.text.words.length > 0 && !isSubstring(kind)) {
    const scores = relevanceClauses(kind, query.text);
    return { ...numbered([{ _score: { order } }, last], (value) => value), scores };
  }
  if (by === 'count') {
    return numbered([{ 'usage.published': { order, missing: 0 } }, last], Math.trunc);
  }
  if (by === 'field' && field === 'id') return { ...byId(last), keyOf: ([id]) => Number(id) };
  if (by === 'field' && formOf(kind, field) === 'keyword') {
    return {
      sort: [{ [pathOf(field)]: { order } }, last],
      scores: [],
      keyOf: ([value]) => String(value),
      valuesOf: ({ key, id }) => [
        String(key ?? '')
          .slice(0, KEY_CHARS)
          .toWellFormed(),
        id,
      ],
    };
  }
  if (by === 'field' && formOf(kind, field) === 'long') {
    return numbered([{ [pathOf(field)]: { order, missing: MISSING } }, last], Math.trunc);
  }
  return byId(last);
}

const byId = (last: Clause): Order => ({
  sort: [last],
  scores: [],
  keyOf: () => 0,
  valuesOf: ({ id }) => [id],
});

function numbered(sort: Clause[], clean: (value: number) => number): Order {
  return {
    sort,
    scores: [],
    keyOf: ([value]) => (value === MISSING ? null : Number(value)),
    valuesOf: ({ key, id }) => [key === null ? MISSING : clean(numberOf(key)), id],
  };
}

/** Bounded: printed as JSON, a larger number has more digits than Elasticsearch reads. */
const numberOf = (key: string | number): number => {
  const number = Number(key);
  if (Number.isNaN(number)) return Number.MAX_SAFE_INTEGER;
  return Math.max(MISSING, Math.min(Number.MAX_SAFE_INTEGER, number));
};
