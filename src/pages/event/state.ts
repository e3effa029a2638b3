/** The state of a page, from its URL: the parameters of its list, and links that change them. */
import type { Json, JsonObject } from '../../kinds/record.js';
import { omit } from '../../lib/omit.js';
import { asTexts, paramOf, withQuery } from '../../present/links.js';
import { listParamNames } from '../../records/list/list.js';
import { listedKind } from '../site/paths.js';
import { CHIPS, chosenBy } from './chips.js';
import { DATES, feedDates, listDates, readWhen, type When } from './when.js';

/** The parameters of a page. */
export interface PageState {
  path: string;
  /** The nonempty parameters, as the list takes them. */
  sent: JsonObject;
  /** The same as texts, without the position in the list. */
  filters: Readonly<Record<string, string>>;
  when: When;
  /** The unit of distances: from the parameters, else the site's. */
  unit: string;
  /** → the page's URL with some parameters changed; `null` drops one. The position is dropped. */
  link: (changes: Readonly<Record<string, string | null>>) => string;
  /** Parameters of pages only, `lang`, `view=month`, a preview: in links, not in lists. */
  own: Readonly<Record<string, string>>;
  /** Only the list is requested, not the page around it. */
  isFragment: boolean;
}

/** Parameters that pages determine, or take in addition to the parameters of lists. */
const OWN = [
  ...'fragment fields facets format lang collapse near from until month'.split(' '),
  ...CHIPS,
];

const POSITION = ['page', 'cursor'];

/** The parameters of a view. All others, for instance from campaigns, are left out of its links. */
export const viewParams = [...listParamNames(listedKind), ...OWN];

const ofLists = viewParams.filter((name) => !OWN.includes(name));

/** → parameters that a link drops. */
export const dropped = (names: readonly string[]): Record<string, null> =>
  Object.fromEntries(names.map((name) => [name, null]));

/** → the state in the parameters of a request; `path` is the page's, `kept` is in each link. */
export function readState(
  parameters: JsonObject,
  path: string,
  { kept = {}, siteUnit = 'km' }: { kept?: Readonly<Record<string, string>>; siteUnit?: string },
): PageState {
  const asked: JsonObject = { ...parameters, ...chosenBy(parameters) };
  const { view, month, fragment, cost_currency: currency } = asked;
  const isMonth = view === 'month';
  // A form sends its empty fields, too.
  const sent = Object.fromEntries(
    Object.entries(asked).filter(
      ([name, value]) => !isEmpty(value) && ofLists.includes(name) && !(isMonth && name === 'view'),
    ),
  );
  if (typeof currency === 'string' && sent.cost_currency) {
    sent.cost_currency = currency.toUpperCase();
  }
  const own = {
    ...(isMonth ? { view, ...(month ? { month: String(month) } : {}) } : {}),
    ...kept,
  };
  // A radius without a unit is in km, as in the interface.
  const unit = String(sent.geoloc_unit ?? (sent.geoloc_radius ? 'km' : siteUnit));
  return stateOf({ sent, path, own, unit, isFragment: fragment === 'results' });
}

const isEmpty = (value: Json): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '');

/** → the state without some parameters. */
export function withoutParams(state: PageState, names: readonly string[]): PageState {
  return stateOf({ ...state, sent: omit(state.sent, names) });
}

/** → the state on the path of another page. */
export const atPath = (state: PageState, path: string): PageState => stateOf({ ...state, path });

/** → the state that a link with some parameters changed leads to. */
export function withChanges(
  state: PageState,
  changes: Readonly<Record<string, string | null>>,
): PageState {
  const sent = Object.entries({ ...state.sent, ...changes }).filter(
    (pair): pair is [string, Json] => pair[1] !== null && !POSITION.includes(pair[0]),
  );
  return stateOf({ ...state, sent: Object.fromEntries(sent) });
}

function stateOf(read: Omit<PageState, 'filters' | 'link' | 'when'>): PageState {
  const { sent, path, own } = read;
  const filters = omit(asTexts(sent), POSITION);
  const link: PageState['link'] = (changes) => {
    const all = Object.entries({ ...own, ...filters, ...changes });
    const filled = all.filter((pair): pair is [string, string] => pair[1] !== null);
    return withQuery(path, Object.fromEntries(filled));
  };
  return { ...read, filters, link, when: readWhen({ ...filters, ...own }) };
}

/** The first and the last day of a month. */
export type MonthDays = readonly [first: string, last: string];

/** A month view replaces these and the dates: order and position. */
export const NOT_IN_MONTH = [...POSITION, 'orderby', 'order', 'weights'];

/** Parameters that choose nothing. */
export const NO_FILTERS = 'per_page orderby order weights explain tiles_zoom status'.split(' ');

/** The parameters of a point, and parameters that need a point. */
export const POINT = ['geoloc_lat', 'geoloc_lng', 'geoloc_radius', 'geoloc_unit', 'geoloc_online'];

/** Parameters of a place. */
export const PLACE = [...POINT, 'geoloc_bbox', 'town', 'city', 'country'];

/** Parameters that ask for nothing: how a list is read, and where its events are. */
const NOT_ASKED = [...DATES, ...NO_FILTERS, ...PLACE];

/** Further inputs of a page's list. */
interface Asked {
  month?: MonthDays | null;
  /** The page itself filters: it is the page of a record. */
  isAsked?: boolean;
}

/**
 * → whether running events are a part of the list. Without other filters than days and places,
 * exhibitions would bury the rest.
 */
export function isParted(
  { filters, when }: PageState,
  { month = null, isAsked = false }: Asked = {},
): boolean {
  if (listDates(when, month).running !== 'hide') return false;
  return isAsked || Object.keys(filters).some((name) => !NOT_ASKED.includes(paramOf(name)));
}

/** → the parameters of a page's list: its dates, its default order, and the sent parameters. */
export function paramsOf(state: PageState, asked: Asked = {}): JsonObject {
  const { month = null } = asked;
  const { when, filters } = state;
  const { running, ...dates } = listDates(when, month);
  const orderby = orderOf(state);
  return {
    // Days that are chosen list every date of a series.
    ...(when.is === 'any' && !filters.post_parent ? { collapse: 'series' } : {}),
    ...dates,
    ...(running && !isParted(state, asked) ? { running } : {}),
    ...(orderby && !month ? { orderby } : {}),
    ...(filters.geoloc_lat && state.unit !== 'km' ? { geoloc_unit: state.unit } : {}),
    ...beside(month, state.sent),
  };
}

/** → the parameters of the feeds of a page's list. */
export function feedParams(state: PageState, month: MonthDays | null = null) {
  const { sent, when } = withoutParams(state, [...POSITION, 'per_page']);
  return asTexts({ ...feedDates(when, month), ...beside(month, sent) });
}

/** → the parameters beside the time of a list; a month has no order, either. */
const beside = (month: MonthDays | null, sent: JsonObject): JsonObject =>
  omit(sent, [...DATES, ...(month ? NOT_IN_MONTH : [])]);

/** → the order of a list; around a point soon and close events come first. */
export const orderOf = ({ filters, when }: PageState): string =>
  filters.orderby ?? (filters.geoloc_lat && !filters.order && !when.isRunning ? 'best' : '');

/** → whether the state has no parameters, as at the first visit of the page. */
export const isPlain = ({ sent, own }: PageState): boolean =>
  Object.keys(sent).length === 0 && own.view === undefined;
