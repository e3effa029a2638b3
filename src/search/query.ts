/**
 * Validated list parameters + kind → SearchQuery. Names no engine and asks nobody: what must be
 * looked up (IDs behind slugs, links of an event) comes in as `found`.
 */
import { kinds } from '../kinds/index.js';
import type { Kind, ListFilter } from '../kinds/kind.js';
import type { KindName } from '../kinds/record.js';
import { parseDateTime, utcToSeconds } from '../lib/date-times.js';
import { metersIn } from '../lib/geo.js';
import { sortKey, words } from '../lib/words.js';
import { type DateContext, dateWindow } from './dates.js';
import type { From, GeoQuery, SearchQuery, Sort, TextQuery, VisibleClause, Where } from './port.js';

/** List parameters, typed. */
export type Values = Record<string, unknown>;

/** What a list query depends on besides its parameters. */
export interface QueryContext extends DateContext {
  visible: VisibleClause[];
  isFull: boolean;
  /** IDs behind a parameter, where they had to be looked up. */
  found: Record<string, number[]>;
  from: From;
  limit: number;
  radiusDefaultKm: number;
  /** → the box of a `geoloc_bbox` text. */
  parseBbox: (text: string) => GeoQuery['box'] | null;
}

/** → the query, and the date window as links show it. */
export function toSearchQuery(
  kindName: KindName,
  values: Values,
  context: QueryContext,
): { query: SearchQuery; shown: Record<string, string> } {
  const kind = kinds[kindName];
  const where: Where[] = [];
  for (const [param, filter] of Object.entries(kind.filters)) {
    if (values[param] === undefined) continue;
    const test = toWhere(filter, param, values, context);
    if (test) where.push(test);
  }
  const hasDates = kind.window !== undefined && values.include === undefined;
  const dates = hasDates && kind.window ? dateWindow(values, kind.window, context) : null;
  where.push(...(dates?.where ?? []));
  const query: SearchQuery = {
    kind: kindName,
    where,
    visible: context.visible,
    text: toText(kind, values.search),
    geo: toGeo(values, context),
    sort: toSort(kind, values),
    from: context.from,
    limit: context.limit,
    facets: (values.facets as string[] | undefined) ?? [],
    nowSeconds: Math.floor(context.nowMs / 1000),
    isFull: context.isFull,
  };
  return { query, shown: dates?.shown ?? {} };
}

function toWhere(
  filter: ListFilter,
  param: string,
  values: Values,
  context: QueryContext,
): Where | null {
  const value = values[param];
  const nowSeconds = Math.floor(context.nowMs / 1000);
  switch (filter.filter) {
    case 'equals':
    case 'existing':
      return { test: 'anyOf', field: filter.field, values: [scalar(value)] };
    case 'anyOf':
      return {
        test: 'anyOf',
        field: filter.field,
        values: (value as string[]).map((item) => (filter.isFolded ? sortKey(item) : item)),
      };
    case 'related':
      return { test: 'anyOf', field: filter.field, values: context.found[param] ?? [] };
    case 'linkedBy':
      return { test: 'anyOf', field: 'id', values: context.found[param] ?? [] };
    case 'include':
      return { test: 'anyOf', field: 'id', values: value as number[] };
    case 'exclude':
      return { test: 'noneOf', field: 'id', values: value as number[] };
    case 'parent':
      return { test: 'anyOf', field: 'parent', values: [Number(value)] };
    case 'hasEvents':
      return { test: 'usage', field: 'events', gte: 1, isNegated: value === false };
    case 'upcoming':
      if (value !== true) return null;
      return {
        test: 'usage',
        field: context.isFull ? 'last_start' : 'last_start_published',
        gte: nowSeconds,
      };
    case 'notEmpty':
      return value === true ? { test: 'usage', field: 'published', gte: 1 } : null;
    case 'modifiedAfter': {
      const zone = context.siteTimeZone;
      const moment = parseDateTime(value, { zone, nowMs: context.nowMs });
      return { test: 'range', field: 'modified', gt: moment ? utcToSeconds(moment.utc) : 0 };
    }
  }
}

function scalar(value: unknown): string | number {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' ? value : String(value);
}

function toText(kind: Kind, search: unknown): TextQuery | null {
  if (typeof search !== 'string') return null;
  const isWhole = kind.searchMode === 'substring';
  return {
    words: isWhole ? [sortKey(search)] : [...new Set(words(search))],
    mode: kind.searchMode,
  };
}

function toGeo(values: Values, context: QueryContext): GeoQuery | null {
  const geo: GeoQuery = {};
  if (typeof values.geoloc === 'boolean') geo.hasPlace = values.geoloc;
  if (typeof values.geoloc_lat === 'number' && typeof values.geoloc_lng === 'number') {
    geo.point = { lat: values.geoloc_lat, lng: values.geoloc_lng };
    geo.radiusM = radiusM(values, context.radiusDefaultKm);
  }
  if (typeof values.geoloc_bbox === 'string') {
    const box = context.parseBbox(values.geoloc_bbox);
    if (box) geo.box = box;
  }
  return Object.keys(geo).length > 0 ? geo : null;
}

/** → the radius asked for, metres. */
export function radiusM(values: Values, defaultKm: number): number {
  if (typeof values.geoloc_radius !== 'number') return defaultKm * 1000;
  return values.geoloc_radius * unitMeters(values);
}

/** → metres in the unit asked for. */
export function unitMeters(values: Values): number {
  return metersIn[values.geoloc_unit as keyof typeof metersIn] ?? metersIn.km;
}

/** → the order in force. `include` alone: by publication date, then ID. Contract 3.2. */
export function toSort(kind: Kind, values: Values): Sort {
  const isIncluded = kind.window !== undefined && values.include !== undefined;
  const name = typeof values.orderby === 'string' ? values.orderby : kind.defaultOrder;
  const direction = values.order as 'asc' | 'desc' | undefined;
  if (isIncluded && values.orderby === undefined)
    return { by: 'field', field: 'date', direction: direction ?? 'asc' };
  const order = kind.orders[name] ?? kind.orders[kind.defaultOrder];
  if (!order) throw new Error(`${kind.name} has no order ${name}`);
  const sort: Sort = {
    by: order.by,
    direction: direction ?? order.direction,
  };
  if (order.field) sort.field = order.field;
  if (order.by === 'include') sort.ids = (values.include as number[] | undefined) ?? [];
  return sort;
}
