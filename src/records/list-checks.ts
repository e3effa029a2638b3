/**
 * What list parameters must satisfy beyond their schema: combinations, bounds, and IDs or slugs
 * that must exist. Every fault becomes an issue. Source: contract 3, beyond.md 1-4.
 */
import { type Caller, canEditOthers, canFilterStatus, canRead } from '../access/roles.js';
import type { Config } from '../config.js';
import type { Issue } from '../errors.js';
import { kinds } from '../kinds/index.js';
import type { Kind, ListFilter } from '../kinds/kind.js';
import { parseDateTime } from '../lib/date-times.js';
import { limits } from '../limits.js';
import type { Resolved } from '../search/port.js';
import { toSort, unitMeters } from '../search/query.js';
import type { Values } from '../validation/compile.js';
import { type Deps, nowSeconds } from './deps.js';

/** Half the equator, metres: no two places are further apart. */
const RADIUS_MAX_M = 20_040_000;

/** → issues of combinations and bounds; asks nobody. `raw` tells what was sent. */
export function combinationIssues(
  kind: Kind,
  values: Values,
  raw: Values,
  { caller, config, nowMs }: { caller: Caller; config: Config; nowMs: number },
): Issue[] {
  const issues: Issue[] = [];
  const add = (param: string, reason: string, code?: string) =>
    issues.push(code ? { param, reason, code } : { param, reason });
  const isSent = (name: string) => raw[name] !== undefined && raw[name] !== null;
  const isBoth = isSent('cursor') && isSent('page');
  if (isBoth) add('cursor', 'Must not be given together with page.');
  const reach = Number(values.page ?? 1) * perPageOf(values, config);
  if (!isSent('cursor') && reach > limits.resultWindow) {
    add('page', `Pages reach ${limits.resultWindow} records; use cursor to go deeper.`);
  }
  if (kind.place) geoIssues(values, isSent, add);
  const sort = toSort(kind, values);
  const hasPoint = values.geoloc_lat !== undefined && values.geoloc_lng !== undefined;
  if (sort.by === 'distance' && !hasPoint) {
    add('orderby', 'distance needs a point: geoloc_lat and geoloc_lng.');
  }
  if (sort.by === 'relevance' && values.search === undefined) {
    add('orderby', 'relevance needs search.');
  }
  const statuses = values.status as string[] | undefined;
  if (statuses && !canFilterStatus(caller) && statuses.join() !== 'publish') {
    add('status', 'Only publish may be asked for.');
  }
  if (values.ticketed === true) {
    add('ticketed', 'There is no ticket extension.', 'event-tickets-not-active');
  }
  if (
    typeof values.overlaps === 'string' &&
    isBackwards(values.overlaps, { zone: config.siteTimeZone, nowMs })
  ) {
    add('overlaps', 'The end must not be before the start.');
  }
  return issues;
}

/** → records per page: what was asked for, at most the maximum. */
export function perPageOf(values: Values, config: Config): number {
  return Math.min(Number(values.per_page ?? config.perPageDefault), config.perPageMax);
}

function geoIssues(
  values: Values,
  isSent: (name: string) => boolean,
  add: (param: string, reason: string) => void,
): void {
  for (const [one, other] of [
    ['geoloc_lat', 'geoloc_lng'],
    ['geoloc_lng', 'geoloc_lat'],
  ] as const) {
    if (isSent(one) && !isSent(other)) add(other, `Must be given together with ${one}.`);
  }
  if (values.geoloc_radius === undefined) return;
  if (!isSent('geoloc_lat') && !isSent('geoloc_lng')) {
    add('geoloc_radius', 'Needs a point: geoloc_lat and geoloc_lng.');
  } else if (Number(values.geoloc_radius) * unitMeters(values) > RADIUS_MAX_M) {
    add('geoloc_radius', 'Must be at most 20,040 km.');
  }
}

function isBackwards(overlaps: string, reading: { zone: string; nowMs: number }): boolean {
  const [start, end] = overlaps.split(',').map((text) => parseDateTime(text, reading)?.utc);
  return start !== undefined && end !== undefined && end < start;
}

/** What lookups give: IDs behind parameters, and issues of those that are unknown. */
export interface Lookups {
  found: Record<string, number[]>;
  issues: Issue[];
}

/** → IDs behind slugs, descendants, links of an event; unknown ones are issues. */
export async function lookUp(
  deps: Deps,
  kind: Kind,
  values: Values,
  caller: Caller,
): Promise<Lookups> {
  const lookups: Lookups = { found: {}, issues: [] };
  // The alias `event` wins over `post`: contract 3.4.
  if (values.event !== undefined) delete values.post;
  for (const [param, filter] of Object.entries(kind.filters)) {
    const value = values[param];
    if (value === undefined) continue;
    const found = await lookUpOne(deps, kind, filter, { value, caller });
    if (found === null) lookups.issues.push({ param, reason: 'Not every item is known here.' });
    else if (found !== undefined) lookups.found[param] = found;
  }
  return lookups;
}

interface Asked {
  value: unknown;
  caller: Caller;
}

/** → IDs; undefined: nothing to look up; null: unknown. */
async function lookUpOne(
  deps: Deps,
  kind: Kind,
  filter: ListFilter,
  { value, caller }: Asked,
): Promise<number[] | null | undefined> {
  switch (filter.filter) {
    case 'related': {
      const target = kinds[filter.target];
      const found = await resolveItems(deps, target, value as (string | number)[], caller);
      if (!found || !(await areReadable(deps, target, found, caller))) return null;
      const ids = found.flatMap(({ id, below }) =>
        filter.withDescendants ? [id, ...below] : [id],
      );
      return [...new Set(ids)];
    }
    case 'linkedBy': {
      const event = await readableEvent(deps, Number(value), caller);
      return event?.relations[filter.relation]?.map((snapshot) => snapshot.id) ?? null;
    }
    case 'existing':
      return (await readableEvent(deps, Number(value), caller)) ? undefined : null;
    case 'parent':
      if (value === 0) return undefined;
      return (await resolveItems(deps, kind, [Number(value)], caller)) ? undefined : null;
    case 'include':
    case 'exclude':
      if (kind.family.name !== 'term') return undefined;
      return (await resolveItems(deps, kind, value as number[], caller)) ? undefined : null;
    default:
      return undefined;
  }
}

/** Each item is a slug first, then an ID. → null when one is neither. Source: contract 3.2. */
async function resolveItems(
  deps: Deps,
  kind: Kind,
  items: readonly (string | number)[],
  caller: Caller,
): Promise<Resolved[] | null> {
  const read = async (missing: readonly (string | number)[]) => {
    const ids = missing.filter((item) => typeof item === 'number');
    const slugs = kind.family.name === 'term' ? missing.map(String) : [];
    const entries = await deps.index.resolve(kind.name, { ids, slugs });
    const entryOf = (item: string | number) =>
      entries.find(({ slug }) => slugs.length > 0 && slug === String(item)) ??
      entries.find(({ id }) => id === item);
    return new Map(
      missing.flatMap((item) => {
        const entry = entryOf(item);
        return entry ? [[item, entry] as const] : [];
      }),
    );
  };
  // What a known caller is answered is never older than the request.
  const found = await (caller === null ? deps.resolved.get(kind.name, items, read) : read(items));
  const entries = items.flatMap((item) => found.get(item) ?? []);
  return entries.length === items.length ? entries : null;
}

/** A record that the caller may not read is unknown to him: what uses it would tell of it. */
async function areReadable(
  deps: Deps,
  kind: Kind,
  found: readonly Resolved[],
  caller: Caller,
): Promise<boolean> {
  if (!kind.family.hasStatus || canEditOthers(caller)) return true;
  const now = nowSeconds(deps);
  const mine = (author: number) => caller !== null && author === caller.id;
  return found.every(
    ({ publicFrom, author }) => (publicFrom !== null && publicFrom <= now) || mine(author),
  );
}

async function readableEvent(deps: Deps, id: number, caller: Caller) {
  const event = await deps.store.get('event', { id });
  if (!event || event.status === 'trash') return null;
  return canRead(caller, kinds.event, event, nowSeconds(deps)) ? event : null;
}
