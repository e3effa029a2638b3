/**
 * A changed venue, organizer or term → new snapshots in the events that hold it; a trashed or
 * removed one → its links gone. In batches, the first before the answer, the rest after it;
 * the mark in the store is cleared when all are done, so that a restart goes on.
 */
import { holdersOf, kinds } from '../kinds/index.js';
import type { Kind, Relation } from '../kinds/kind.js';
import type { KindName, StoredRecord } from '../kinds/record.js';
import { limits } from '../limits.js';
import type { Pending, Write } from '../store/port.js';
import { pushWritten } from '../sync/push.js';
import type { Deps } from './deps.js';
import type { LinkPlan } from './planned.js';
import { toSnapshot, touchesOf } from './write.js';

/**
 * Brings a change to its holders: at most one batch before this resolves, the rest behind it.
 * Never throws: the change itself is written, and what fails here is resumed.
 */
export async function spreadChange(deps: Deps, kind: Kind, change: Pending): Promise<void> {
  if (holdersOf(kind.name).length === 0) return;
  const report = (error: unknown) =>
    deps.log.error({ err: error, kind: kind.name, id: change.id }, 'spread failed; will resume');
  const rest = spreadSteps(deps, kind.name, change);
  const finish = async () => {
    for await (const _ of rest);
  };
  try {
    const first = await rest.next();
    if (!first.done) finish().catch(report);
  } catch (error) {
    report(error);
  }
}

/** Brings a change to all of its holders before this resolves. */
export async function spreadWhole(deps: Deps, kind: Kind, change: Pending): Promise<void> {
  for await (const _ of spreadSteps(deps, kind.name, change));
}

/**
 * What a record just written links may have changed between being read and being linked, when no
 * spread could find this holder yet. → the record with the copies there are now.
 */
export async function refreshLinks(
  deps: Deps,
  kind: Kind,
  holder: StoredRecord,
  links: LinkPlan,
): Promise<StoredRecord> {
  let isStale = false;
  for (const relation of kind.relations.filter(({ field }) => links[field])) {
    const held = holder.relations[relation.field] ?? [];
    const ids = held.map((snapshot) => snapshot.id);
    const found = ids.length > 0 ? await deps.store.find(relation.target, 'id', ids) : [];
    for (const { id, revision } of held) {
      const record = found.find((other) => other.id === id) ?? null;
      const change = { id, revision: record?.revision ?? revision + 1, record };
      if (!rewrite(holder, relation, change)) continue;
      await replaceIn(deps, [holder], relation, change);
      isStale = true;
    }
  }
  return (isStale ? await deps.store.get(kind.name, { id: holder.id }) : null) ?? holder;
}

/** Each step is one batch of holders; ends with the mark cleared. */
async function* spreadSteps(deps: Deps, name: KindName, change: Pending): AsyncGenerator<void> {
  for (const { relation } of holdersOf(name)) {
    for (let afterId = 0; ; ) {
      const holders = await deps.store.holders(
        relation.field,
        change.id,
        afterId,
        limits.spreadInline,
      );
      const last = holders.at(-1);
      if (!last) break;
      afterId = last.id;
      await replaceIn(deps, holders, relation, change);
      if (holders.length < limits.spreadInline) break;
      yield;
    }
  }
  await deps.store.spreadDone(name, change);
}

/** Rewrites a batch of holders; those written meanwhile are read again. */
async function replaceIn(
  deps: Deps,
  holders: readonly StoredRecord[],
  relation: Relation,
  change: Pending,
): Promise<void> {
  let left = [...holders];
  for (let tries = 0; left.length > 0 && tries < limits.writeTries; tries++) {
    const writes = left.flatMap((holder) => rewrite(holder, relation, change) ?? []);
    const touches = writes.flatMap(({ record }) =>
      touchesOf(left.find((holder) => holder.id === record.id) ?? null, record),
    );
    const conflicts = await deps.store.write(writes, touches);
    if (conflicts.length === 0) {
      await pushWritten(deps, writes);
      return;
    }
    const holderKind = left[0]?.kind ?? 'event';
    left = await deps.store.find(
      kinds[holderKind].name,
      'id',
      left.map((holder) => holder.id),
    );
  }
  // Not done: the mark stays, and the spread is resumed.
  if (left.length > 0) throw new Error('too many concurrent writes');
}

function rewrite(holder: StoredRecord, { field }: Relation, change: Pending): Write | null {
  const held = holder.relations[field] ?? [];
  const { record } = change;
  const isGone = record === null || record.status === 'trash';
  const isStale = held.some(
    (snapshot) => snapshot.id === change.id && (isGone || snapshot.revision < change.revision),
  );
  if (!isStale) return null;
  const snapshots = isGone
    ? held.filter((snapshot) => snapshot.id !== change.id)
    : held.map((snapshot) => (snapshot.id === change.id ? toSnapshot(record) : snapshot));
  return {
    record: {
      ...holder,
      revision: holder.revision + 1,
      relations: { ...holder.relations, [field]: snapshots },
    },
    expected: holder.revision,
  };
}
