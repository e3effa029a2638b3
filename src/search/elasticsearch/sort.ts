/**
 * The order of a list. Every order ends with the ID, so that pages never overlap. Missing values
 * sort below all others: first in ascending order, last in descending order.
 */
import { kinds } from '../../kinds/index.js';
import type { IndexValue, Position, SearchQuery } from '../port.js';
import type { Clause } from './clause.js';
import { relevanceClauses } from './dsl.js';
import { enginePoint } from './geo.js';
import { formOf, isSubstring, pathOf } from './mapping.js';

/** The sort value of records without a value. */
const MISSING = Number.MIN_SAFE_INTEGER;
/** Longest text in a position, characters; the service itself creates only shorter ones. */
const KEY_CHARS = 1000;

/** A position in Elasticsearch's format: the sort value, if any, and the ID. */
export type SortValues = (string | number)[];

/** An order in the format of a query body. */
export interface Order {
  sort: Clause[];
  /** Clauses that compute the score of each record. */
  scores: Clause[];
  /** → the sort value of a hit, from Elasticsearch's sort values. */
  keyOf: (sort: SortValues) => IndexValue;
  /** → whether a hit is among the online records behind all others. */
  isOnline?: (sort: SortValues) => boolean;
  /** → Elasticsearch's sort values for the position of a cursor, which may be forged. */
  valuesOf: (position: Position) => SortValues;
}

/** → the order of a list query. */
export function orderOf(query: SearchQuery): Order {
  const { onlineField } = kinds[query.kind];
  const order = orderBy(query);
  if (!query.geo?.orOnline || !onlineField) return order;
  return {
    ...order,
    sort: [{ [pathOf(onlineField)]: 'asc' }, ...order.sort],
    keyOf: ([, ...rest]) => order.keyOf(rest),
    isOnline: ([first]) => first === 1,
    valuesOf: (position) => [position.isOnline ? 1 : 0, ...order.valuesOf(position)],
  };
}

function orderBy(query: SearchQuery): Order {
  const { direction: order, by, field = 'id' } = query.sort;
  const kind = kinds[query.kind];
  const last = { id: { order } };
  if (by === 'distance' && query.geo?.point) {
    const point = enginePoint(query.geo.point);
    const sort = { _geo_distance: { point, order, unit: 'm', distance_type: 'arc' } };
    return distances([sort, last]);
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

/** What Elasticsearch takes for the distance of a record without a point. */
const NOWHERE = 'Infinity';

function distances(sort: Clause[]): Order {
  const order = numbered(sort, (value) => value);
  return {
    ...order,
    keyOf: (values) => (values[0] === NOWHERE ? null : order.keyOf(values)),
    valuesOf: (position) =>
      position.key === null ? [NOWHERE, position.id] : order.valuesOf(position),
  };
}

function numbered(sort: Clause[], clean: (value: number) => number): Order {
  return {
    sort,
    scores: [],
    keyOf: ([value]) => (value === MISSING ? null : Number(value)),
    valuesOf: ({ key, id }) => [key === null ? MISSING : clean(numberOf(key)), id],
  };
}

/** Clamps numbers: Elasticsearch cannot parse larger ones with all their digits in JSON. */
const numberOf = (key: string | number): number => {
  const number = Number(key);
  if (Number.isNaN(number)) return Number.MAX_SAFE_INTEGER;
  return Math.max(MISSING, Math.min(Number.MAX_SAFE_INTEGER, number));
};
