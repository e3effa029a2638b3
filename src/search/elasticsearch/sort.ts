/**
 * The order of a list. Every order ends with the ID, so that pages never overlap. Missing values
 * sort below all others: first in ascending order, last in descending order.
 */
import { kinds } from '../../kinds/index.js';
import { isSubstring } from '../fields.js';
import { type SortKey, sortKeysOf, tieOf } from '../order.js';
import type { IndexValue, Position, SearchQuery } from '../port.js';
import type { Clause } from './clause.js';
import { enginePoint } from './geo.js';
import { formOf, pathOf } from './mapping.js';

/** The sort value of records without a value. */
const MISSING = Number.MIN_SAFE_INTEGER;
/** Longest text in a position, characters; the service itself creates only shorter ones. */
const KEY_CHARS = 1000;

/** A position in Elasticsearch's format: its sort values and the ID. */
export type SortValues = (string | number)[];

/** An order in the format of a query body. */
export interface Order {
  sort: Clause[];
  /** → the sort values of a hit, from Elasticsearch's. */
  keysOf: (sort: SortValues) => IndexValue[];
  /** → Elasticsearch's sort values for the position of a cursor, which may be forged. */
  valuesOf: (position: Position) => SortValues;
}

/** A sort value: its clause, its reader from an answer, and its writer for a position. */
interface Value {
  clause: Clause;
  read: (value: string | number) => IndexValue;
  write: (key: IndexValue) => string | number;
}

/** → the order of a list query. */
export function orderOf(query: SearchQuery): Order {
  const values = sortKeysOf(query).flatMap((key) => sortValue(query, key) ?? []);
  return {
    sort: [...values.map(({ clause }) => clause), { id: { order: tieOf(query) } }],
    keysOf: (sort) => values.map(({ read }, at) => read(sort[at] ?? MISSING)),
    valuesOf: ({ keys, id }) => [...values.map(({ write }, at) => write(keys[at] ?? null)), id],
  };
}

/** → whether scores are the BM25 of the words. */
export const isByRelevance = ({ kind, sort, text }: SearchQuery): boolean =>
  sort.by === 'relevance' && (text?.words.length ?? 0) > 0 && !isSubstring(kinds[kind]);

/** → a sort value; null without one: then IDs decide. */
function sortValue(
  query: SearchQuery,
  { by, field = 'id', direction: order }: SortKey,
): Value | null {
  const { point } = query.geo ?? {};
  switch (by) {
    case 'distance':
      return point ? distanceFrom(enginePoint(point), order) : null;
    case 'relevance':
      return isByRelevance(query) ? numbered({ _score: { order } }, (value) => value) : null;
    case 'rank':
      return numbered({ _score: { order } }, (value) => value);
    case 'count':
      return numbered({ 'usage.published': { order, missing: 0 } }, Math.trunc);
    case 'include': {
      // Scores count from 1, positions in the list from 0.
      const { clause, read, write } = numbered({ _score: { order } }, Math.trunc);
      return {
        clause,
        read: (value) => Number(read(value)) - 1,
        write: (key) => write(Number(key) + 1),
      };
    }
    case 'field': {
      const form = formOf(kinds[query.kind], field);
      if (form === 'keyword') return texts({ [pathOf(field)]: { order } });
      return numbered({ [pathOf(field)]: { order, missing: MISSING } }, Math.trunc);
    }
  }
}

const texts = (clause: Clause): Value => ({
  clause,
  read: String,
  write: (key) =>
    String(key ?? '')
      .slice(0, KEY_CHARS)
      .toWellFormed(),
});

/** Elasticsearch's distance for a record without a point. */
const NOWHERE = 'Infinity';

function distanceFrom(point: object, order: string): Value {
  const sort = { _geo_distance: { point, order, unit: 'm', distance_type: 'arc' } };
  const { clause, write } = numbered(sort, (value) => value);
  return {
    clause,
    read: (value) => (value === NOWHERE ? null : Number(value)),
    write: (key) => (key === null ? NOWHERE : write(key)),
  };
}

const numbered = (clause: Clause, clean: (value: number) => number): Value => ({
  clause,
  read: (value) => (value === MISSING ? null : Number(value)),
  write: (key) => (key === null ? MISSING : clean(numberOf(key))),
});

/** Clamps numbers: Elasticsearch cannot parse larger ones with all their digits in JSON. */
const numberOf = (key: string | number): number => {
  const number = Number(key);
  if (Number.isNaN(number)) return Number.MAX_SAFE_INTEGER;
  return Math.max(MISSING, Math.min(Number.MAX_SAFE_INTEGER, number));
};
