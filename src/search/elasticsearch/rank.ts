/**
 * The order `best`: the formula of lib/ranking.ts as a sum of filters with scores. Scores are
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
import type { SearchQuery, TextQuery } from '../port.js';
import { allOf, type Clause, not } from './clause.js';
import { type toFilter, wordClause } from './dsl.js';
import { circle } from './geo.js';
import { levelField, pathOf } from './mapping.js';

/** → the query of a filter, with the score of each record. */
export function ranked(query: SearchQuery, bool: ReturnType<typeof toFilter>['bool']): Clause {
  const kind = kinds[query.kind];
  const formula = formulaOf(query);
  const { weights, words, now } = formula;
  const parts: Weighed[] = [
    ...notLast(kind),
    ...soon(kind, now).map(([clause, steps]): Weighed => [clause, words * weights.soon * steps]),
    ...near(query, formula).map((clause): Weighed => [clause, words * weights.distance]),
    ...featured(kind).map((clause): Weighed => [clause, words * FEATURED]),
  ];
  const { text } = query;
  const points = (text?.words ?? []).flatMap((word) =>
    text ? pointsOf(kind, text, word, weights.text) : [],
  );
  const should = [
    ...parts
      .filter(([, boost]) => boost > 0)
      .map(([filter, boost]) => ({ constant_score: { filter, boost } })),
    ...(weights.text > 0 ? points : []),
  ];
  return { bool: { ...bool, should, minimum_should_match: 0 } };
}

/** A filter, and the points of a record that passes it. */
type Weighed = [Clause, number];

function notLast({ ranked: by }: Kind): Weighed[] {
  if (!by) return [];
  return [[not({ terms: { [pathOf(by.last.field)]: by.last.values } }), ABOVE_LAST]];
}

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

/** → a clause that scores a word in its forms: the points of the heaviest text it is in. */
function pointsOf(kind: Kind, text: TextQuery, word: string, weight: number): Clause {
  const queries = kind.textLevels.map((level, at) => {
    const filter = wordClause(kind, [levelField(level)], text, word);
    return { constant_score: { filter, boost: weight * wordPoints(at) } };
  });
  return { dis_max: { queries } };
}
