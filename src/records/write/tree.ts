/**
 * Trees of terms. A term stores its parent alone; the write itself refuses a move that would close
 * a circle together with another one.
 */
import type { Issue } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import type { StoredRecord } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import type { Change } from '../../store/port.js';
import { changeOf } from '../../sync/change.js';
import type { Deps } from '../deps.js';
import type { Draft } from './plan.js';

/** → the record and its ancestors, the root first; null when there is no such record. */
export async function ancestorsOf(
  deps: Pick<Deps, 'store'>,
  kind: Kind,
  id: number,
): Promise<StoredRecord[] | null> {
  const path: StoredRecord[] = [];
  for (let at = id; at > 0; ) {
    const record = await deps.store.get(kind.name, { id: at });
    if (!record || path.some((other) => other.id === record.id)) break;
    path.unshift(record);
    at = Number(record.fields.parent ?? 0);
  }
  return path.length > 0 ? path : null;
}

/**
 * → the height of the tallest subtree under some terms, these included; counted no deeper than
 * allowed.
 */
export async function levelsBelow(
  deps: Pick<Deps, 'store'>,
  kind: Kind,
  terms: readonly number[],
): Promise<number> {
  let levels = 0;
  for (let ids = terms; ids.length > 0 && levels <= limits.termDepth; levels++) {
    const children = await deps.store.find(kind.name, 'parent', ids, Number.MAX_SAFE_INTEGER);
    ids = children.map((child) => child.id);
  }
  return levels;
}

/** → the issue of a payload whose parent is missing, the term itself, below it, or too deep. */
export async function parentIssues(
  deps: Pick<Deps, 'store'>,
  kind: Kind,
  { payload: { parent }, stored }: Pick<Draft, 'payload' | 'stored'>,
): Promise<Issue[]> {
  if (!kind.isTree || parent === undefined || parent === 0) return [];
  const path = await ancestorsOf(deps, kind, parent);
  if (path === null) return [{ param: 'parent', reason: `There is no such ${kind.name}.` }];
  const isLoop = stored !== null && path.some((record) => record.id === stored.id);
  if (isLoop) return [{ param: 'parent', reason: 'Must not be the term itself or below it.' }];
  const levels = stored === null ? 1 : await levelsBelow(deps, kind, [stored.id]);
  if (path.length + levels <= limits.termDepth) return [];
  return [{ param: 'parent', reason: `Terms nest at most ${limits.termDepth} levels deep.` }];
}

/** → the changes that move the children of some terms, without these terms, below `parent`. */
export async function moveChildren(
  deps: Pick<Deps, 'store'>,
  kind: Kind,
  { from, parent }: { from: readonly number[]; parent: number },
): Promise<Change[]> {
  if (!kind.isTree) return [];
  const children = await deps.store.find(kind.name, 'parent', from, Number.MAX_SAFE_INTEGER);
  return children
    .filter(({ id }) => id !== parent && !from.includes(id))
    .map((child) => changeOf(child, { ...child, fields: { ...child.fields, parent } }));
}
