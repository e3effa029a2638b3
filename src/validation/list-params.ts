/**
 * Parses the parameters of a list into typed moments, boxes, radii and the effective order, or
 * every issue. Checks by the index, the store or the caller are in records. Source: Contract 3,
 * Contract 11-14.
 */
import { type Issue, ticketsNotActive } from '../errors.js';
import type { Kind, ListFilter, SortOrder } from '../kinds/kind.js';
import { isStatus, type Json, type JsonObject, type Status } from '../kinds/record.js';
import { type DistanceUnit, type GeoFilter, isDistanceUnit } from '../lib/place/geo.js';
import { parseWeights, type Weights } from '../lib/ranking.js';
import { limits } from '../limits.js';
import { utcToSeconds } from '../time/date-times.js';
import { validate } from './compile.js';
import {
  type DateContext,
  type DateWindow,
  dateWindow,
  isBackwards,
  isByEventClock,
  NO_DATES,
  readMoment,
  zoneOfDays,
} from './dates.js';
import { fieldsIssues } from './fields.js';
import { geoIssues, type NearTown, readGeo, readNear, tilesIssues } from './geo-params.js';
import { statedClock, statedDates } from './stated-dates.js';

/** The settings and the moment by which list parameters are read. */
export interface ListSettings extends DateContext {
  perPageDefault: number;
  perPageMax: number;
  geoRadiusKm: number;
  /** The place of the postal code that `near` is, where it names no town. */
  nearCode?: NearTown | null;
  /** ISO 4217: of prices whose currency is not sent. */
  currencyCode: string;
}

/** A filter that was requested. */
export interface FilterParam {
  param: string;
  filter: ListFilter;
  /** The sent items: IDs, slugs or texts; 1 or 0 for a flag; seconds since the epoch for a time. */
  items: (string | number)[];
}

/** The parameters of a list. */
export interface ListParams {
  /** 1 and up. */
  page: number;
  perPage: number;
  filters: FilterParam[];
  /** Null when not requested. */
  statuses: Status[] | null;
  search: string | null;
  geo: GeoFilter | null;
  /** The town that `near` was taken for; null without `near`. */
  near: NearTown | null;
  /** The unit of the distances in the answer. */
  unit: DistanceUnit;
  dates: DateWindow;
  /** The effective order; `ids` is the order of `include`. */
  sort: SortOrder & { ids?: number[]; weights?: Weights };
  facets: string[];
  /** The zoom for the facet `tiles`; null when not sent. */
  tilesZoom: number | null;
  /** Keys of the answer; null: all. */
  fields: string[] | null;
  /** Every parameter that passed, by name, with dates in place of words. */
  values: JsonObject;
  /** The meaning of words in date parameters, by parameter, and their clock. */
  stated: Record<string, string>;
}

/** → the parameters, and every issue found in them. Throws nothing. */
export function readListParams(
  kind: Kind,
  raw: JsonObject,
  settings: ListSettings,
): { params: ListParams; issues: Issue[] } {
  const { values, issues } = validate(kind.listSchema, raw, 'query');
  // The alias `event` wins over `post`. Source: Contract 3.4.
  if (values.event !== undefined) delete values.post;
  const isIncluded = values.include !== undefined;
  const unit = isDistanceUnit(values.geoloc_unit) ? values.geoloc_unit : 'km';
  const near = kind.place ? readNear(values, settings.nearCode ?? null) : null;
  const geo = readGeo(values, unit, { ...settings, near });
  const stated = kind.window ? statedClock(values) : {};
  Object.assign(values, stated);
  const { nowMs } = settings;
  const days = { siteTimeZone: zoneOfDays(values, geo, settings.siteTimeZone), nowMs };
  Object.assign(stated, statedDates(values, days));
  Object.assign(values, stated);
  const params: ListParams = {
    page: numberOr(values.page, 1),
    perPage: Math.min(numberOr(values.per_page, settings.perPageDefault), settings.perPageMax),
    filters: readFilters(kind, values, settings),
    statuses: Array.isArray(values.status) ? values.status.filter(isStatus) : null,
    search: typeof values.search === 'string' ? values.search : null,
    geo,
    near,
    unit,
    dates: kind.window && !isIncluded ? dateWindow(values, kind.window, days) : NO_DATES,
    sort: readSort(kind, values),
    facets: textsIn(values.facets),
    tilesZoom: typeof values.tiles_zoom === 'number' ? values.tiles_zoom : null,
    fields: values.fields === undefined ? null : textsIn(values.fields),
    values,
    stated,
  };
  const isSent = (name: string) => raw[name] !== undefined && raw[name] !== null;
  issues.push(
    ...pageIssues(params, isSent),
    ...(kind.place ? geoIssues(values, unit, near, isSent) : []),
    ...tilesIssues(params.facets, values, isSent),
    ...orderIssues(params),
    ...valueIssues(values, days),
    ...runningIssues(params),
    ...fieldsIssues(`answers/${kind.name}.json`, values.fields),
  );
  return { params, issues };
}

function readFilters(kind: Kind, values: JsonObject, context: ListSettings): FilterParam[] {
  return Object.entries(kind.filters).flatMap(([param, filter]) => {
    const value = values[param];
    if (value === undefined) return [];
    const items = itemsOf(filter, value, context);
    const { cost_currency: currency = context.currencyCode } = values;
    return [
      { param, filter, items: filter.filter === 'price' ? [...items, String(currency)] : items },
    ];
  });
}

function itemsOf(filter: ListFilter, value: Json, context: DateContext): (string | number)[] {
  if (filter.filter === 'modifiedAfter') {
    const moment = readMoment(value, context);
    return [moment ? utcToSeconds(moment.utc) : 0];
  }
  if (typeof value === 'boolean') return [value ? 1 : 0];
  return [value].flat().filter((item) => typeof item === 'string' || typeof item === 'number');
}

/**
 * → the effective order. `include` without `orderby`: by publication date, then ID.
 * Source: Contract 3.2.
 */
function readSort(kind: Kind, values: JsonObject): ListParams['sort'] {
  const sent = values.order === 'asc' || values.order === 'desc' ? values.order : null;
  if (kind.window && values.include !== undefined && values.orderby === undefined) {
    return { by: 'field', field: 'date', direction: sent ?? 'asc' };
  }
  const name = typeof values.orderby === 'string' ? values.orderby : orderByDefault(kind, values);
  const order = localOrder(kind, values, kind.orders[name] ?? kind.orders[kind.defaultOrder]);
  if (!order) throw new Error(`${kind.name} has no order ${name}`);
  const weights = typeof values.weights === 'string' ? parseWeights(values.weights) : null;
  return {
    ...order,
    direction: sent ?? order.direction,
    ...(order.by === 'best' && weights ? { weights } : {}),
    ...(order.by === 'include' ? { ids: numbersIn(values.include) } : {}),
  };
}

// Running events end sooner or later: visitors ask for the end.
const orderByDefault = ({ defaultOrder }: Kind, { running }: JsonObject): string =>
  running === 'only' ? 'end_date' : defaultOrder;

/** → an order by dates on the clock that the list asks for. */
function localOrder({ window }: Kind, { clock }: JsonObject, order: SortOrder | undefined) {
  if (!window || !order || clock !== 'local') return order;
  const of = (['start', 'end'] as const).find((name) => window[name] === order.field);
  return of ? { ...order, field: window.local[of] } : order;
}

function pageIssues({ page, perPage }: ListParams, isSent: (name: string) => boolean): Issue[] {
  if (isSent('cursor')) {
    if (!isSent('page')) return [];
    return [{ param: 'cursor', reason: 'Must not be given together with page.' }];
  }
  if (page * perPage <= limits.resultWindow) return [];
  const reason = `Pages reach ${limits.resultWindow} records; use cursor to go deeper.`;
  return [{ param: 'page', reason }];
}

function orderIssues({ sort, geo, search, values }: ListParams): Issue[] {
  const { by } = sort;
  const issues: Issue[] = [];
  const isAround = geo?.point !== undefined;
  if ((by === 'distance' || by === 'day') && !isAround) {
    const reason = `${by} needs a point: geoloc_lat and geoloc_lng, or near.`;
    issues.push({ param: 'orderby', reason });
  }
  if (by === 'relevance' && search === null) {
    issues.push({ param: 'orderby', reason: 'relevance needs search.' });
  }
  if (by === 'best' && !isAround && search === null) {
    const reason = 'best needs a point (geoloc_lat and geoloc_lng, or near) or search.';
    issues.push({ param: 'orderby', reason });
  }
  for (const param of ['weights', 'explain']) {
    if (values[param] === undefined || by === 'best') continue;
    issues.push({ param, reason: 'Needs orderby=best.' });
  }
  return issues;
}

function valueIssues(values: JsonObject, context: DateContext): Issue[] {
  const issues: Issue[] = [];
  if (values.ticketed === true) {
    issues.push(ticketsNotActive('ticketed'));
  }
  if (typeof values.overlaps === 'string' && isBackwards(values.overlaps, context)) {
    issues.push({ param: 'overlaps', reason: 'The end must not be before the start.' });
  }
  const { cost_min: least, cost_max: most, cost_currency: currency } = values;
  if (typeof least === 'number' && typeof most === 'number' && least > most) {
    issues.push({ param: 'cost_min', reason: 'Must not be greater than cost_max.' });
  }
  if (currency !== undefined && least === undefined && most === undefined) {
    issues.push({ param: 'cost_currency', reason: 'Needs cost_min or cost_max.' });
  }
  if (values.collapse !== undefined && isByEventClock(values)) {
    issues.push({ param: 'collapse', reason: 'Not with clock=local, but for strict_dates.' });
  }
  return issues;
}

function runningIssues({ dates, values }: ListParams): Issue[] {
  if (values.running === undefined || values.include !== undefined || dates.hasStart) return [];
  const reason = 'Needs a first day: start_date, starts_after, ends_after, overlaps or day.';
  return [{ param: 'running', reason }];
}

const numberOr = (value: Json | undefined, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;

const textsIn = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

const numbersIn = (value: Json | undefined): number[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];
