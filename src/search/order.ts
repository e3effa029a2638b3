/** The orders of lists as sort values, the same for every engine. Source: Contract 12. */
import { kinds } from '../kinds/index.js';
import {
  ABOVE_LAST,
  distancePivot,
  FEATURED,
  SOON_PIVOT,
  STEPS,
  stepOf,
  WEIGHTS,
  type Weights,
} from '../lib/ranking.js';
import type { Hit, SearchQuery, Sort } from './port.js';

/** A value that orders a list; `rank`: the score of `best`, and ABOVE_LAST. */
export interface SortKey {
  by: 'field' | 'distance' | 'relevance' | 'count' | 'include' | 'rank';
  field?: string;
  direction: Sort['direction'];
}

/** → the sort values of a list, the first one deciding first. IDs decide in the end (`tieOf`). */
export function sortKeysOf(query: SearchQuery): SortKey[] {
  const { onlineField: field } = kinds[query.kind];
  const keys = ownKeys(query);
  return query.geo?.orOnline && field ? [{ by: 'field', field, direction: 'asc' }, ...keys] : keys;
}

/** → the direction of IDs where all sort values are equal: the direction of the last value. */
export const tieOf = (query: SearchQuery): Sort['direction'] =>
  ownKeys(query).at(-1)?.direction ?? query.sort.direction;

function ownKeys({ kind, sort }: SearchQuery): SortKey[] {
  const { by, field, direction } = sort;
  const { ranked, window } = kinds[kind];
  const start = { by: 'field', field: window?.start ?? 'id' } as const;
  switch (by) {
    case 'day': {
      const day = { by: 'field', field: ranked?.day ?? 'id', direction } as const;
      return [day, { by: 'distance', direction }, { ...start, direction }];
    }
    case 'best': {
      // Of equal scores the earlier start comes first.
      const other = direction === 'asc' ? 'desc' : 'asc';
      return [
        { by: 'rank', direction },
        { ...start, direction: other },
      ];
    }
    case 'field':
      return field === 'id' || field === undefined ? [] : [{ by, field, direction }];
    default:
      return [{ by, direction }];
  }
}

/** The summands of the order `best`. */
export interface Formula {
  weights: Readonly<Weights>;
  /** The words of the search; 1 without one. */
  words: number;
  /** Of the distance, metres; null without a point. */
  pivotM: number | null;
  /** The time from which starts are soon, seconds. */
  now: number;
}

/** → the formula of a list. */
export const formulaOf = ({ sort, text, geo, nowSeconds, scoredAt }: SearchQuery): Formula => ({
  weights: sort.weights ?? WEIGHTS,
  words: Math.max(1, text?.words.length ?? 0),
  pivotM: geo?.point && geo.radiusM !== undefined ? distancePivot(geo.radiusM) : null,
  now: scoredAt ?? nowSeconds,
});

/** The score of a record in the order `best`, and its parts except `featured`. */
export interface Score {
  total: number;
  text: number;
  distance: number;
  soon: number;
}

/** → the score of a hit; `start` and `end` of the record in seconds since the epoch. */
export function scoreOf(
  query: SearchQuery,
  { keys, distanceM }: Hit,
  { start, end, isFeatured }: { start: number; end: number; isFeatured: boolean },
): Score {
  const { weights, words, pivotM, now } = formulaOf(query);
  const at = sortKeysOf(query).findIndex(({ by }) => by === 'rank');
  const total = Number(keys[at]) % ABOVE_LAST;
  const distance =
    pivotM === null || distanceM === null
      ? 0
      : words * weights.distance * stepOf(distanceM, pivotM);
  const soon = words * weights.soon * soonStep(start, end, now);
  const text = total - distance - soon - (isFeatured ? words * FEATURED : 0);
  return { total, text, distance, soon };
}

function soonStep(start: number, end: number, now: number): number {
  if (start > now) return stepOf(start - now, SOON_PIVOT);
  return end >= now ? STEPS : 0;
}
