/** What the URL of a page asks for: the parameters of its list, and links that change them. */
import type { Json, JsonObject } from '../kinds/record.js';
import { asTexts, withQuery } from '../present/links.js';
import { listParamNames } from '../records/list.js';
import { listedKind } from './paths.js';

/** The parameters of a page. */
export interface PageState {
  path: string;
  /** Those that are not blank, as the list takes them. */
  sent: JsonObject;
  /** The same as texts, without the position in the list. */
  filters: Readonly<Record<string, string>>;
  /** → the page's URL with some parameters changed; `null` drops one. The position is dropped. */
  link: (changes: Readonly<Record<string, string | null>>) => string;
  /** What pages alone take, `view=month` and its `month`: in links, not in lists. */
  own: Readonly<Record<string, string>>;
  /** Only the list is asked for, not the page around it. */
  isFragment: boolean;
}

/** What pages decide themselves, or take besides the parameters of lists. */
const OWN = ['fragment', 'fields', 'facets', 'format', 'collapse', 'near', 'month'];

const POSITION = ['page', 'cursor'];

/** What makes a view of a page. Anything else, as campaigns add it, is left out of its links. */
export const viewParams = [...listParamNames(listedKind), ...OWN];

const ofLists = viewParams.filter((name) => !OWN.includes(name));

/** What lists the past. */
export const PAST: Readonly<Record<string, string>> = {
  ends_before: 'now',
  strict_dates: 'true',
  order: 'desc',
};

/** → parameters that a link drops. */
export const dropped = (names: readonly string[]): Record<string, null> =>
  Object.fromEntries(names.map((name) => [name, null]));

/** Parameters of which any one replaces the dates that a page shows by itself. */
const STARTS = ['start_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'];

/** → the state in the parameters of a request; `path` is the page's. */
export function readState(parameters: JsonObject, path: string): PageState {
  const { view, month, fragment } = parameters;
  const isMonth = view === 'month';
  // A form sends its empty fields, too.
  const sent = Object.fromEntries(
    Object.entries(parameters).filter(
      ([name, value]) => !isEmpty(value) && ofLists.includes(name) && !(isMonth && name === 'view'),
    ),
  );
  const own = isMonth ? { view, ...(month ? { month: String(month) } : {}) } : {};
  return stateOf({ sent, path, own, isFragment: fragment === 'results' });
}

const isEmpty = (value: Json): boolean => typeof value === 'string' && value.trim() === '';

/** → the state without some parameters. */
export function withoutParams(state: PageState, names: readonly string[]): PageState {
  const sent = Object.entries(state.sent).filter(([name]) => !names.includes(name));
  return stateOf({ ...state, sent: Object.fromEntries(sent) });
}

function stateOf(read: Omit<PageState, 'filters' | 'link'>): PageState {
  const { sent, path, own } = read;
  const filters = Object.fromEntries(
    Object.entries(asTexts(sent)).filter(([name]) => !POSITION.includes(name)),
  );
  const link: PageState['link'] = (changes) => {
    const all = Object.entries({ ...own, ...filters, ...changes });
    const filled = all.filter((pair): pair is [string, string] => pair[1] !== null);
    return withQuery(path, Object.fromEntries(filled));
  };
  return { ...read, filters, link };
}

/** Parameters of dates. */
export const DATES = [
  ...STARTS,
  ...['overlaps', 'day', 'part', 'end_date', 'clock', 'strict_dates'],
];

/** The changes of a link that leads to the past. */
export const TO_PAST: Readonly<Record<string, string | null>> = { ...dropped(DATES), ...PAST };

/** What a month view replaces: dates, order and position. */
export const NOT_IN_MONTH = [...DATES, ...POSITION, 'orderby', 'order', 'weights'];

/** → whether the state says from when on, or which days are meant. */
const hasStart = ({ filters }: PageState): boolean =>
  [...STARTS, 'overlaps', 'day'].some((name) => filters[name] !== undefined);

/** → whether the state says which dates are meant. */
export const hasDates = (state: PageState): boolean =>
  hasStart(state) || state.filters.end_date !== undefined;

/**
 * → the dates of a page's list: days on the events' own clocks, from today on where nothing but the
 * last one is said, without an end where the first one is; or else what has not ended.
 */
export function datesOf(state: PageState): Record<string, string> {
  if (!hasDates(state)) return { ends_after: 'now', strict_dates: 'true' };
  const { start_date, end_date } = state.filters;
  return {
    clock: 'local',
    ...(hasStart(state) ? {} : { overlaps: 'today,9999-12-31' }),
    ...(start_date && !end_date ? { starts_before: '9999-12-30' } : {}),
  };
}

/** → the parameters of a page's list: dates and an order by itself, and what was sent. */
export function paramsOf(state: PageState): JsonObject {
  const { end_date, ends_before } = state.filters;
  const orderby = orderOf(state);
  const params: JsonObject = { ...datesOf(state), ...(orderby ? { orderby } : {}), ...state.sent };
  if (end_date === undefined || ends_before !== PAST.ends_before) return params;
  // Of what is over until a day, all of that day is meant.
  const { strict_dates: _, ...others } = params;
  return others;
}

/** → the order of a list; around a point what is soon and close comes first. */
export const orderOf = ({ filters }: PageState): string =>
  filters.orderby ?? (filters.geoloc_lat && !filters.order ? 'best' : '');

/** → whether the state is that of the page as it is opened first. */
export const isPlain = ({ sent, own }: PageState): boolean =>
  Object.keys({ ...sent, ...own }).length === 0;
