/**
 * The order `best`: the formula of lib/ranking.ts as a sum of filters with weights. Scores are
 * whole numbers below 2^24, which floats hold exactly. Contract 12.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import {
  ABOVE_LAST,
  FEATURED,
  SOON_PIVOT,
  STEPS,
  stepBounds,
  wordPoints,
} from '../../lib/ranking.js';
import { type Formula, formulaOf } from '../order.js';
import type { SearchQuery } from '../port.js';
import { allOf, type Clause, not } from './clause.js';
import { textPath, type toFilter } from './dsl.js';
import { circle } from './geo.js';
import { levelField, pathOf } from './mapping.js';

/** → the query of a filter, with the score of each record. */
export function ranked(query: SearchQuery, bool: ReturnType<typeof toFilter>['bool']): Clause {
  const kind = kinds[query.kind];
  const formula = formulaOf(query);
  const { weights, words } = formula;
  const should = (query.text?.words ?? []).map((word) => pointsOf(kind, word, weights.text));
  const parts: Weighed[] = [
    ...soon(kind, query.nowSeconds).map(
      ([clause, steps]): Weighed => [clause, weights.soon * steps],
    ),
    ...near(query, formula).map((clause): Weighed => [clause, weights.distance]),
    ...featured(kind).map((clause): Weighed => [clause, FEATURED]),
  ];
  const functions = parts
    .filter(([, weight]) => weight > 0)
    .map(([filter, weight]) => ({ filter, weight: words * weight }));
  return {
    function_score: {
      query: { bool: weights.text > 0 ? { ...bool, should } : bool },
      functions: [...lastOrNot(kind), ...functions],
      score_mode: 'sum',
      boost_mode: 'sum',
    },
  };
}

/** A filter, and what a record that passes it gains. */
type Weighed = [Clause, number];

/** One of the two matches each record: where no filter did, its score would be 1. */
function lastOrNot({ ranked: by }: Kind): { filter: Clause; weight: number }[] {
  const isLast: Clause = by ? { terms: { [pathOf(by.last.field)]: by.last.values } } : NONE;
  return [
    { filter: isLast, weight: 0 },
    { filter: not(isLast), weight: ABOVE_LAST },
  ];
}

const NONE: Clause = { match_none: {} };

const featured = ({ ranked: by }: Kind): Clause[] =>
  by ? [{ term: { [pathOf(by.featured)]: 1 } }] : [];

/** → the stairs of the start: each adds a step to all that start before its bound. */
function soon({ window }: Kind, now: number): Weighed[] {
  if (!window) return [];
  const [start, end] = [pathOf(window.start), pathOf(window.end)];
  const isRunning = allOf([
    { range: { [start]: { lte: now } } },
    { range: { [end]: { gte: now } } },
  ]);
  const stairs = stepBounds(SOON_PIVOT).map(
    (bound): Weighed => [{ range: { [start]: { gt: now, lte: now + Math.floor(bound) } } }, 1],
  );
  return [[isRunning, STEPS], ...stairs];
}

/** → the stairs of the distance, each a circle. */
function near({ geo }: SearchQuery, { pivotM }: Formula): Clause[] {
  const { point } = geo ?? {};
  if (!point || pivotM === null) return [];
  return stepBounds(pivotM).map((bound) => circle(point, bound));
}

/** → a clause that scores the points of a word: those of the heaviest text it is in. */
function pointsOf(kind: Kind, word: string, weight: number): Clause {
  const queries = kind.textLevels.map((level, at) => {
    const filter = { prefix: { [textPath(levelField(level))]: { value: word } } };
    return { constant_score: { filter, boost: weight * wordPoints(at) } };
  });
  return { dis_max: { queries } };
}
