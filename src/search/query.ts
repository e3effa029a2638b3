/**
 * List parameters + kind → SearchQuery, independent of the engine and without I/O: IDs that must be
 * looked up (of slugs, of an event's links) are passed in as `ids`.
 */
import { IN_SERIES_VIEW, type Kind, LISTED } from '../kinds/kind.js';
import { ANY_CURRENCY, THOUSANDTHS } from '../lib/money/price.js';
import { sortKey } from '../lib/text/words.js';
import type { FilterParam, ListParams } from '../validation/list-params.js';
import type {
  Alternative,
  Branch,
  Days,
  From,
  Range,
  SearchQuery,
  TextQuery,
  VisibleClause,
  Where,
} from './port.js';
import { toText } from './sought.js';

/** The inputs of a list query besides its parameters. */
interface QueryContext {
  nowSeconds: number;
  scoredAt?: number | undefined;
  visible: VisibleClause[];
  isFull: boolean;
  /** By parameter: the looked-up IDs; a record must have an ID of each list. */
  ids: Record<string, number[][]>;
  from: From;
  /** Most records to read; absent: a page. */
  limit?: number;
  days?: Days | undefined;
  /** Other languages than the default in which records are read. */
  languages?: readonly string[];
  /** Of the site: words are searched in their forms in these languages. */
  siteLanguages?: readonly string[];
  /** By facet of a tree: branches counted with all their descendants. */
  branches?: Readonly<Record<string, readonly Branch[]>>;
}

/** → the query. */
export function toSearchQuery(
  kind: Kind,
  params: ListParams,
  { nowSeconds, visible, isFull, ids, from, limit, days, ...more }: QueryContext,
): SearchQuery {
  const { languages = [], siteLanguages = [], branches = {}, scoredAt } = more;
  return {
    kind: kind.name,
    where: [
      ...params.filters.flatMap((filter) => toWhere(filter, { nowSeconds, isFull, ids })),
      ...params.dates.ranges.map((range): Where => ({ test: 'range', ...range })),
      ...anyOfRanges(params.dates.either),
      ...lastingAlone(kind, params),
      ...timedAlone(kind, params),
      ...(params.values.collapse === 'series' ? firstOfSeries(kind, params.dates.ranges) : []),
    ],
    visible,
    text: params.search === null ? null : toText(kind, params.search, siteLanguages),
    geo: params.geo,
    sort: params.sort,
    from,
    limit: limit ?? params.perPage,
    facets: params.facets,
    ...(params.tilesZoom === null ? {} : { tilesZoom: params.tilesZoom }),
    ...(days ? { days: { ...days, hidesRunning: params.values.running === 'hide' } } : {}),
    ...(languages.length > 0 ? { languages } : {}),
    ...(Object.keys(branches).length > 0 ? { branches } : {}),
    nowSeconds,
    ...(scoredAt === undefined ? {} : { scoredAt }),
    ...(params.values.view === 'series' ? { isSeries: true } : {}),
    isFull,
  };
}

function toWhere(
  { param, filter, items }: FilterParam,
  { nowSeconds, isFull, ids }: Pick<QueryContext, 'nowSeconds' | 'isFull' | 'ids'>,
): Where[] {
  const isTrue = items[0] === 1;
  switch (filter.filter) {
    case 'equals':
    case 'existing':
      return [{ test: 'anyOf', field: filter.field, values: items }];
    case 'anyOf': {
      const values = filter.isFolded ? items.map((item) => sortKey(String(item))) : items;
      return [{ test: 'anyOf', field: filter.field, values }];
    }
    case 'related': {
      const test = filter.match === 'none' ? 'noneOf' : 'anyOf';
      return (ids[param] ?? [[]]).map((values) => ({ test, field: filter.field, values }));
    }
    case 'linkedBy':
      return (ids[param] ?? [[]]).map((values) => ({ test: 'anyOf', field: 'id', values }));
    case 'price': {
      const [amount, currency = ''] = items;
      // A product of 19.99 is a little less than its thousandths.
      const bound = Number((Number(amount) * THOUSANDTHS).toFixed(3));
      return [
        { test: 'range', field: 'price_from', [filter.bound]: bound },
        { test: 'anyOf', field: 'currency', values: [currency, ANY_CURRENCY] },
      ];
    }
    case 'include':
      return [{ test: 'anyOf', field: 'id', values: items }];
    case 'exclude':
      return [{ test: 'noneOf', field: 'id', values: items }];
    case 'parent':
      return [{ test: 'anyOf', field: 'parent', values: items }];
    case 'hasEvents':
      return [{ test: 'usage', field: 'events', gte: 1, isNegated: !isTrue }];
    case 'upcoming': {
      const field = isFull ? 'last_start' : 'last_start_published';
      return isTrue ? [{ test: 'usage', field, gte: nowSeconds }] : [];
    }
    case 'notEmpty':
      return isTrue ? [{ test: 'usage', field: 'published', gte: 1 }] : [];
    case 'modifiedAfter':
      return [{ test: 'range', field: 'modified', gte: Number(items[0]) }];
  }
}

/** → the filter of events that last over a week. Few do, so engines look them up. */
const lastingAlone = ({ window }: Kind, { values }: ListParams): Where[] =>
  window && values.running === 'only'
    ? [{ test: 'anyOf', field: window.lasting, values: [1] }]
    : [];

/** → the filter of events with a time of day. */
const timedAlone = ({ window }: Kind, { dates }: ListParams): Where[] =>
  window && dates.isTimed
    ? [{ test: 'anyOf', field: window.part.field, values: window.part.names }]
    : [];

const anyOfRanges = (ranges: ListParams['dates']['either']): Where[] =>
  ranges.length === 0
    ? []
    : [{ test: 'anyRange', ranges: ranges.map((range): Range => ({ test: 'range', ...range })) }];

/** → the texts of which one suffices for a word of a search. */
export const alternativesOf = ({ alternatives }: TextQuery, word: string): readonly Alternative[] =>
  alternatives?.get(word) ?? [{ words: [word], isBeginning: true }];

/** → the value of a kind's `hiddenField` that the records of a list have. */
export const shownIn = ({ isSeries = false }: Pick<SearchQuery, 'isSeries'>): number =>
  isSeries ? IN_SERIES_VIEW : LISTED;

/** Before all dates, and after the value of records without a previous date. */
const BEFORE_ALL = -1e11;

/**
 * → the test of the first date of each series in a window: the previous date of its series lies
 * before a lower bound. Single events have no previous date.
 */
function firstOfSeries(
  { window, collapsedBy }: Kind,
  ranges: ListParams['dates']['ranges'],
): Where[] {
  if (!window || !collapsedBy) return [];
  const lower = ranges.flatMap(({ field, gt, gte }): Range[] => {
    const before = field === window.start ? collapsedBy.start : collapsedBy.end;
    return [
      ...(gt === undefined ? [] : [{ test: 'range' as const, field: before, lte: gt }]),
      ...(gte === undefined ? [] : [{ test: 'range' as const, field: before, lt: gte }]),
    ];
  });
  const none: Range = { test: 'range', field: collapsedBy.start, lt: BEFORE_ALL };
  return [{ test: 'anyRange', ranges: lower.length > 0 ? lower : [none] }];
}
