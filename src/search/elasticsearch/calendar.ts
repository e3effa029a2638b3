/** The records of a list by day: an aggregation a day counts them and reads the first few. */
import { kinds } from '../../kinds/index.js';
import { DAY_SECONDS } from '../calendar.js';
import type { DayHits, Hit, SearchQuery } from '../port.js';
import type { Clause } from './clause.js';
import { pathOf } from './mapping.js';

/** → the aggregations, by the name of each day; `_source`: the fields to read of a record. */
export function dayAggregations({ kind, days }: SearchQuery, _source: string[]): Clause {
  const { local, lasting } = kinds[kind].window ?? {};
  if (!days || !local || !lasting) return {};
  const [start, end] = [pathOf(local.start), pathOf(local.end)];
  const first = (filter: Clause, order: 'asc' | 'desc') => ({
    filter,
    aggs: {
      first: {
        top_hits: { size: days.each, sort: [{ [start]: order }, { id: 'asc' }], _source },
      },
    },
  });
  const hidden = (from: number) => ({
    bool: {
      should: [
        { range: { [start]: { gte: from } } },
        { bool: { must_not: { term: { [pathOf(lasting)]: 1 } } } },
      ],
      minimum_should_match: 1,
    },
  });
  return Object.fromEntries(
    Array.from({ length: days.count }, (_, at) => {
      const from = days.first + at * DAY_SECONDS;
      const overlaps = [
        { range: { [start]: { lt: from + DAY_SECONDS } } },
        { range: { [end]: { gt: from } } },
        ...(days.hidesRunning ? [hidden(from)] : []),
      ];
      const aggs = {
        begins: first({ range: { [start]: { gte: from } } }, 'asc'),
        runs: first({ range: { [start]: { lt: from } } }, 'desc'),
      };
      return [nameOf(at), { filter: { bool: { filter: overlaps } }, aggs }];
    }),
  );
}

const nameOf = (at: number): string => `day_${at}`;

/** The hits of an aggregation, as a page has them. */
interface Top<RawHit> {
  first: { hits: { hits: RawHit[] } };
}

/** → the days from the answer; `toHit` reads a hit in the order of start and ID. */
export function readDays<RawHit>(
  { days }: SearchQuery,
  aggregations: Record<string, unknown>,
  toHit: (hit: RawHit) => Hit,
): DayHits[] {
  return Array.from({ length: days?.count ?? 0 }, (_, at) => {
    const day = aggregations[nameOf(at)] as
      | { doc_count: number; begins: Top<RawHit>; runs: Top<RawHit> }
      | undefined;
    const raw = [day?.begins, day?.runs].flatMap((top) => top?.first.hits.hits ?? []);
    return { total: day?.doc_count ?? 0, hits: raw.slice(0, days?.each).map(toHit) };
  });
}
