/**
 * A changed venue, organizer or term → new snapshots in the events that hold it; a trashed or
 * removed one → its links gone. In batches, the first before the answer, the rest after it;
 * the mark in the store is cleared when all are done, so that a restart goes on.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { holdersOf } from '../kinds/index.js';
import type { Kind, Relation } from '../kinds/kind.js';
import type { KindName, StoredRecord } from '../kinds/record.js';
import { limits } from '../limits.js';
import type { Change, Pending } from '../store/port.js';
import type { Deps } from './deps.js';
import { rewriteAll, toSnapshot, touchesOf } from './write.js';

/** A record others hold copies of, as it is by now. */
type Copied = Pick<Pending, 'id' | 'revision' | 'record'>;

/**
 * Brings a change to its holders: at most one batch before this resolves, the rest behind it.
 * Never throws: the change itself is written, and what fails here is resumed.
 */
export async function spreadChange(deps: Deps, kind: Kind, change: Copied): Promise<void> {
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
export async function spreadWhole(deps: Deps, kind: Kind, change: Copied): Promise<void> {
  for await (const _ of spreadSteps(deps, kind.name, change));
}

/**
 * What records just written link may have changed between being read and being linked, when no
 * spread could find these holders yet. Looks once more at every copy, and says so in the store.
 * → the records with the copies there are now, in the same order.
 */
export async function recheckLinks(
  deps: Deps,
  kind: Kind,
  holders: readonly StoredRecord[],
): Promise<StoredRecord[]> {
  const stale = new Set<number>();
  for (const relation of kind.relations) {
    const held = holders.flatMap((holder) => holder.relations[relation.field] ?? []);
    const ids = [...new Set(held.map(({ id }) => id))];
    const found = ids.length > 0 ? await deps.store.find(relation.target, 'id', ids) : [];
    const current = new Map(found.map((record) => [record.id, record]));
    for (const holder of holders) {
      for (const { id, revision } of holder.relations[relation.field] ?? []) {
        const record = current.get(id) ?? null;
        const change = { id, revision: record?.revision ?? revision + 1, record };
        if (!rewrite(holder, relation, change)) continue;
        await rewriteAll(deps, [holder], (held) => rewrite(held, relation, change));
        stale.add(holder.id);
      }
    }
  }
  const fresh = stale.size > 0 ? await deps.store.find(kind.name, 'id', [...stale]) : [];
  const now = holders.map((holder) => fresh.find(({ id }) => id === holder.id) ?? holder);
  await deps.store.linksChecked(kind.name, now);
  return now;
}

/** Each step is one batch of holders; ends with the mark cleared. */
async function* spreadSteps(deps: Deps, name: KindName, change: Copied): AsyncGenerator<void> {
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
      await rewriteAll(deps, holders, (holder) => rewrite(holder, relation, change));
      if (holders.length < limits.spreadInline) break;
      await deps.store.renewSpread(name, change);
      yield;
      // An embedded engine never waits: requests have their turn between two batches.
      await turn();
    }
  }
  await deps.store.spreadDone(name, change);
}

function rewrite(holder: StoredRecord, { field }: Relation, change: Copied): Change | null {
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
  const after = {
    ...holder,
    revision: holder.revision + 1,
    relations: { ...holder.relations, [field]: snapshots },
  };
  return { record: after, expected: holder.revision, touches: touchesOf(holder, after) };
}
