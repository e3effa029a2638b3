/**
 * Terms of a load that name their parents: by ID, else by its key, slug or name. A parent may be a
 * row of the same batch, which is then loaded first.
 */
import type { Issue } from '../errors.js';
import { keyOf } from '../kinds/identity.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { groupBy } from '../lib/batches.js';
import type { Deps } from '../records/deps.js';
import { toSlug } from '../records/write/slug.js';
import { titleKey } from '../store/port.js';
import { findKeyed } from '../sync/survivors.js';
import { toPayload } from '../validation/payload.js';
import type { LoadEntry } from './entry.js';
import { findTitled } from './match.js';
import { findOwnIds } from './own-identity.js';

/** → the indexes of the entries in groups, parents in an earlier group than their children. */
export function inLevels(kind: Kind, entries: readonly LoadEntry[]): number[][] {
  if (!kind.isTree) return [[...entries.keys()]];
  const rows = new Map<string, number>();
  for (const [at, { keys, payload, slug = '' }] of entries.entries()) {
    const names = [slug, payload.title ?? ''].map(toSlug);
    for (const name of [...names, ...keys.slice(0, 1)]) if (!rows.has(name)) rows.set(name, at);
  }
  const parentOf = (at: number): number | undefined => {
    const parent = entries[at]?.parentName ?? null;
    return parent === null ? undefined : (rows.get(parent) ?? rows.get(toSlug(parent)));
  };
  const depthOf = (at: number): number => {
    const seen = new Set<number>();
    for (let next = parentOf(at); next !== undefined && !seen.has(next); next = parentOf(next)) {
      seen.add(next);
    }
    // Rows that are each other's parents are rejected, in any order.
    return seen.size;
  };
  const levels = [...groupBy([...entries.keys()], depthOf)];
  return levels.length === 0 ? [[]] : levels.sort(([a], [b]) => a - b).map(([, places]) => places);
}

/** → the entries with the IDs of their parents; a missing parent is kept as sent. */
export async function withParents(
  { store, roots }: Pick<Deps, 'store' | 'roots'>,
  kind: Kind,
  entries: readonly LoadEntry[],
): Promise<LoadEntry[]> {
  const names = entries.flatMap(({ parentName }) => parentName ?? []);
  if (names.length === 0) return [...entries];
  const ids = new Map<string, number>();
  const remember = (keysOf: (record: StoredRecord) => string[]) => (record: StoredRecord) => {
    for (const key of keysOf(record)) if (!ids.has(key)) ids.set(key, record.id);
  };
  const identities = entries.flatMap(({ keys }) => keys.slice(0, 1));
  const keyed = await findKeyed({ store }, kind.name, [...names.map(keyOf), ...identities]);
  const idsHere = await findOwnIds({ store, roots }, kind, names.map(keyOf));
  for (const name of names) {
    const id = keyed.get(keyOf(name))?.record.id ?? idsHere.get(keyOf(name));
    if (id !== undefined) ids.set(name, id);
  }
  const slugged = await store.find(kind.name, 'slug', names.map(toSlug));
  slugged.forEach(remember(({ slug }) => [`slug ${slug}`]));
  const named = await findTitled(store, kind, names, 1);
  named.forEach(remember(({ title }) => [`title ${titleKey(title)}`]));
  return entries.map((entry) => {
    const name = entry.parentName;
    if (name === null) return entry;
    const parent =
      ids.get(name) ?? ids.get(`slug ${toSlug(name)}`) ?? ids.get(`title ${titleKey(name)}`);
    if (parent === undefined) return entry;
    // The parent was merged into the term itself, which keeps its place.
    const isItself = keyed.get(entry.keys[0] ?? '')?.record.id === parent;
    if (isItself) return { ...entry, parentName: null };
    const { values, language } = entry.payload;
    const payload = toPayload(kind, { ...values, parent }, language);
    return { ...entry, payload, parentName: null };
  });
}

/** → the issue of a parent that is still a name: no term has this name. */
export function parentNameIssues({ name: kind }: Kind, { parentName }: LoadEntry): Issue[] {
  return parentName === null
    ? []
    : [{ param: 'parent', reason: `There is no ${kind} ${JSON.stringify(parentName)}.` }];
}
