/** Trees of terms: what stands below a changed category follows it. */
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { limits } from '../limits.js';
import type { Change } from '../store/port.js';
import type { Deps } from './deps.js';
import { ancestorsOf } from './input.js';
import { spreadChange } from './spread.js';
import { commit, rewriteAll } from './write.js';

/**
 * Gives everything below a term the new path when its slug or parent changed. → the term as it is
 * by then: one that would stand below itself goes to the top.
 */
export async function adoptPaths(
  deps: Deps,
  kind: Kind,
  before: StoredRecord,
  after: StoredRecord,
): Promise<StoredRecord> {
  const pathOf = (record: StoredRecord) => `${record.fields.parent_path ?? ''}/${record.slug}`;
  if (pathOf(before) === pathOf(after)) return after;
  const settled = await breakLoop(deps, kind, after);
  await moveChildren(deps, kind, after.id, settled);
  return settled;
}

// Two moves at once, each sound by itself, can close a circle: nothing checks them together. Each
// looks again once it is written, so that at least one of them finds the circle and opens it.
async function breakLoop(deps: Deps, kind: Kind, moved: StoredRecord): Promise<StoredRecord> {
  const above = await ancestorsOf(deps, kind, Number(moved.fields.parent ?? 0));
  if (!above?.some(({ id }) => id === moved.id)) return moved;
  const { record } = await commit(deps, { verb: 'update', kind }, async () => {
    const stored = (await deps.store.get(kind.name, { id: moved.id })) ?? moved;
    const record: StoredRecord = {
      ...stored,
      revision: stored.revision + 1,
      fields: { ...stored.fields, parent: 0, parent_path: '' },
    };
    return { record, change: { record, expected: stored.revision, spreads: true } };
  });
  return record;
}

/**
 * Puts the children of `parentId` below `parent` (null: the top level) and gives them, and all
 * below them, the path that follows.
 */
export async function moveChildren(
  deps: Deps,
  kind: Kind,
  parentId: number,
  parent: StoredRecord | null,
): Promise<void> {
  const path = parent ? [parent.fields.parent_path, parent.slug].filter(Boolean).join('/') : '';
  const move = (child: StoredRecord): Change | null => {
    const { parent: above, parent_path: before } = child.fields;
    const isThere = above === (parent?.id ?? 0) && (before ?? '') === path;
    if (isThere || above !== parentId) return null;
    const fields = { ...child.fields, parent: parent?.id ?? 0, parent_path: path };
    const record: StoredRecord = { ...child, revision: child.revision + 1, fields };
    return { record, expected: child.revision, spreads: true };
  };
  for (let limit: number = limits.batchRecords; ; ) {
    const children = await deps.store.find(kind.name, 'parent', [parentId], limit);
    const moved = await rewriteAll(deps, children, move);
    for (const record of moved) {
      const { id, revision } = record;
      await spreadChange(deps, kind, { id, revision, record });
      await moveChildren(deps, kind, id, record);
    }
    if (children.length < limit) return;
    // Children that only get another path stay found: look behind them.
    if (moved.length === 0) limit *= 2;
  }
}
