/** Trees of terms: ancestors, depth, and moving children along with a term. */
import type { Kind } from '../../kinds/kind.js';
import type { StoredRecord } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import type { Outcome } from '../../store/port.js';
import type { Deps } from '../deps.js';
import { changeOf } from './change.js';
import { rewriteAll } from './rewrite.js';

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

/**
 * Moves a term that is its own ancestor to the top level. Two concurrent moves, each valid by
 * itself, can form a cycle, because nothing checks them together. Each move is checked again after
 * it is written, so that at least one of them finds the cycle.
 */
export async function openCircle(deps: Deps, kind: Kind, moved: StoredRecord): Promise<Outcome> {
  const above = await ancestorsOf(deps, kind, Number(moved.fields.parent ?? 0));
  const isCircle = above?.some(({ id }) => id === moved.id);
  return rewriteAll(deps, isCircle ? [moved] : [], (record) =>
    record.fields.parent === 0
      ? null
      : changeOf(record, { ...record, fields: { ...record.fields, parent: 0, parent_path: '' } }),
  );
}

/** → the path of the children of a term; `""` at the top level. */
export const pathBelow = (term: StoredRecord | null): string =>
  term ? [term.fields.parent_path, term.slug].filter(Boolean).join('/') : '';

/**
 * Moves children of the term `from` below `parent` (null: to the top level) and updates their
 * paths. Their own children follow through their own outbox entries. → what was written.
 */
export async function moveChildren(
  deps: Deps,
  children: readonly StoredRecord[],
  { from, parent }: { from: number; parent: StoredRecord | null },
): Promise<Outcome> {
  const path = pathBelow(parent);
  return rewriteAll(deps, children, (child) => {
    const { parent: above, parent_path: before } = child.fields;
    const isThere = above === (parent?.id ?? 0) && (before ?? '') === path;
    if (isThere || above !== from) return null;
    const fields = { ...child.fields, parent: parent?.id ?? 0, parent_path: path };
    return changeOf(child, { ...child, fields });
  });
}
