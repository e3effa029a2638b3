/** The window of a list, from its filters alone. */
import { kinds } from '../kinds/index.js';
import { dateFields } from './fields.js';
import type { Range, SearchQuery } from './port.js';

/** Starts from one second to another since the epoch, both inclusive. */
export interface Span {
  from: number;
  to: number;
}

/** → the starts that the ranges among the filters of a list leave. */
export function spanOf({ kind, where }: Pick<SearchQuery, 'kind' | 'where'>): Span {
  // Seconds that no date reaches.
  let [from, to] = [-1e12, 1e12];
  for (const test of where) {
    if (test.test !== 'range' || test.field !== kinds[kind].window?.start) continue;
    const { gt, gte = from, lt, lte = to } = test;
    from = Math.max(from, Math.ceil(gte), gt === undefined ? from : Math.floor(gt) + 1);
    to = Math.min(to, Math.floor(lte), lt === undefined ? to : Math.ceil(lt) - 1);
  }
  return { from, to };
}

/** → the filters of a list without the ranges of its starts. */
export const besidesStart = ({ kind, where }: SearchQuery): SearchQuery['where'] =>
  where.filter((test) => test.test !== 'range' || test.field !== kinds[kind].window?.start);

/** → whether the caller sees published records only. */
export const isPublic = ({ visible: [clause, ...rest] }: SearchQuery): boolean =>
  clause?.status === 'publish' && clause.author === undefined && rest.length === 0;

/** → whether a public list is limited by ranges of these fields alone. */
export const isLimitedBy = (query: SearchQuery, fields: readonly string[]): boolean =>
  isPublic(query) &&
  !query.text &&
  !query.geo &&
  !query.isSeries &&
  query.where.every((where) => {
    if (where.test !== 'range' && where.test !== 'anyRange') return false;
    const ranges = where.test === 'range' ? [where] : where.ranges;
    return ranges.every(({ field }) => fields.includes(field));
  });

/** The filters of a list that dates alone limit. */
export interface DateFilters {
  /** Records from this second on pass all tests but `series`. Ends follow starts. */
  certain: number;
  /** The tests of the previous date in a record's series. */
  series: SearchQuery['where'];
}

/** → the date filters of a public list; null when others limit it, or no date is certain. */
export function dateFilters(query: SearchQuery): DateFilters | null {
  const { window, collapsedBy } = kinds[query.kind];
  if (!window || !isLimitedBy(query, dateFields(kinds[query.kind]))) return null;
  const rangesOf = (test: SearchQuery['where'][number]): readonly Range[] =>
    test.test === 'anyRange' ? test.ranges : test.test === 'range' ? [test] : [];
  // A record without a previous date passes every range without a lower bound.
  const isOfSeries = ({ field, gt, gte }: Range) =>
    (field === collapsedBy?.start || field === collapsedBy?.end) && (gt ?? gte) === undefined;
  const passedFrom = ({ field, gt, gte, lt, lte }: Range): number => {
    if (lt !== undefined || lte !== undefined || (field !== window.start && field !== window.end))
      return Number.POSITIVE_INFINITY;
    return Math.max(Math.floor(gt ?? -1e12) + 1, Math.ceil(gte ?? -1e12));
  };
  const tests = besidesStart(query);
  const series = tests.filter((each) => rangesOf(each).every(isOfSeries));
  const certain = tests
    .filter((each) => !series.includes(each))
    .map((each) => Math.min(...rangesOf(each).map(passedFrom)));
  const from = Math.max(spanOf(query).from, ...certain);
  return Number.isFinite(from) ? { certain: from, series } : null;
}
