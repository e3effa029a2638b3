/**
 * Checks of list parameters that depend on the caller or on stored data: statuses the caller may
 * ask for, and IDs or slugs that must exist. Source: Contract 3.2, 3.4.
 */

import { type Caller, canEditOthers, canFilterStatus, canRead } from '../../access/roles.js';
import type { Issue } from '../../errors.js';
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { EntrySummary } from '../../search/port.js';
import { nowSeconds } from '../../time/now.js';
import type { FilterParam, ListParams } from '../../validation/list-params.js';
import type { Deps } from '../deps.js';

/** → an issue when the caller may not ask for these statuses. */
export function statusIssues({ statuses }: ListParams, caller: Caller): Issue[] {
  if (!statuses || canFilterStatus(caller) || statuses.join() === 'publish') return [];
  return [{ param: 'status', reason: 'Only publish is allowed.' }];
}

/**
 * → the IDs for slugs, descendants, and links of an event, by parameter, as lists that must all be
 * met; and an issue for each parameter with unknown items.
 */
export async function lookUp(
  deps: Deps,
  kind: Kind,
  { filters }: ListParams,
  caller: Caller,
): Promise<{ ids: Record<string, number[][]>; issues: Issue[] }> {
  const ids: Record<string, number[][]> = {};
  const issues: Issue[] = [];
  for (const filter of filters) {
    const { param } = filter;
    const sets = await lookUpOne(deps, kind, filter, caller);
    if (sets === null) issues.push({ param, reason: 'Some of these items are unknown.' });
    else if (sets !== undefined) ids[param] = sets;
  }
  return { ids, issues };
}

/** → IDs; undefined: nothing to look up; null: unknown. */
async function lookUpOne(
  deps: Deps,
  kind: Kind,
  { filter, items }: FilterParam,
  caller: Caller,
): Promise<number[][] | null | undefined> {
  switch (filter.filter) {
    case 'related': {
      const target = kinds[filter.target];
      const entries = await resolveItems(deps, target, items, caller);
      // An unknown item can be left out.
      const isKnown = filter.match === 'none' || entries.length === items.length;
      if (!isKnown || !(await areReadable(deps, target, entries, caller))) return null;
      const ids = [...new Set(entries.map(({ id }) => id))];
      const lists = filter.match === 'all' ? ids.map((id) => [id]) : [ids];
      if (!filter.withDescendants) return lists;
      return Promise.all(lists.map((list) => deps.terms.withDescendants(target.name, list)));
    }
    case 'linkedBy': {
      const event = await readableEvent(deps, Number(items[0]), caller);
      const ids = event?.relations[filter.relation]?.map((snapshot) => snapshot.id);
      return ids ? [ids] : null;
    }
    case 'existing': {
      const events = items.map((id) => readableEvent(deps, Number(id), caller));
      return (await Promise.all(events)).includes(null) ? null : undefined;
    }
    case 'parent':
      if (items[0] === 0) return undefined;
      return areKnown(deps, kind, items, caller);
    case 'include':
    case 'exclude':
      if (kind.family.name !== 'term') return undefined;
      return areKnown(deps, kind, items, caller);
    default:
      return undefined;
  }
}

/** → undefined; null when some of the items are unknown. */
async function areKnown(deps: Deps, kind: Kind, items: FilterParam['items'], caller: Caller) {
  const entries = await resolveItems(deps, kind, items, caller);
  return entries.length === items.length ? undefined : null;
}

/** Resolves each item as a slug (terms only), then as an ID. Source: Contract 3.2. */
function resolveItems(
  { terms }: Deps,
  { name, family }: Kind,
  items: readonly (string | number)[],
  caller: Caller,
): Promise<EntrySummary[]> {
  // The caller's rights decide the result: a known caller gets no remembered lookup.
  if (caller !== null && family.hasStatus) terms.forget(name);
  return terms.resolve(name, items);
}

/** A record that the caller may not read counts as unknown: its uses would reveal it. */
async function areReadable(
  deps: Deps,
  kind: Kind,
  found: readonly EntrySummary[],
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
  if (!event || event.removed) return null;
  return canRead(caller, kinds.event, event, nowSeconds(deps)) ? event : null;
}
