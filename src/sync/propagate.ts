/**
 * Snapshot propagation: after a record has changed, its snapshots in other records are renewed.
 * Works in slices, so that requests get their turn. What is already renewed is passed over quickly,
 * so that a process that takes over begins anew.
 */
import { holdersOf } from '../kinds/index.js';
import type { StoredRecord } from '../kinds/record.js';
import { turn } from '../lib/turn.js';
import { limits } from '../limits.js';
import type { OutboxEntry, Outcome, RecordRef } from '../store/port.js';
import { nowUtc } from '../time/now.js';
import { relinkOf } from './change.js';
import type { SyncDeps } from './deps.js';
import { openLease, pushOutcome, workOff } from './outbox.js';
import { renew, renewAll } from './refresh-snapshots.js';
import { rewriteAll } from './rewrite.js';
import { findCurrent } from './survivors.js';

/** The step, after each slice of holders, at which a crash test can kill the process. */
export const PROPAGATE_FAIL_POINT = 'snapshots:slice';

/** Processes leased `snapshots` entries to their end, and deletes them. */
export async function propagateSnapshots(
  deps: SyncDeps,
  entries: readonly OutboxEntry[],
): Promise<void> {
  for (const entry of entries) {
    for (const ref of entry.records) await propagate(deps, ref, openLease(deps, entry));
    await deps.store.outbox.finish([entry]);
  }
}

async function propagate(
  deps: SyncDeps,
  { kind, id }: RecordRef,
  extend: () => Promise<void>,
): Promise<void> {
  // The current state, or what it was merged into; null: it was removed.
  const record = await findCurrent(deps, kind, id);
  for (const { holder, relation } of holdersOf(kind)) {
    const { field } = relation;
    for (let afterId = 0; ; ) {
      const query = { afterId, limit: limits.sliceRecords, holding: { field, target: id } };
      const holders = await deps.store.scan(holder.name, query);
      const last = holders.at(-1);
      if (!last) break;
      await turn();
      const { entries, written } = await rewriteAll(deps, holders, (one) =>
        withSnapshot(one, { field, id, record, at: nowUtc(deps) }),
      );
      await turn();
      await workOff(deps, { entries, records: written });
      deps.failPoint(PROPAGATE_FAIL_POINT);
      afterId = last.id;
      await extend();
    }
  }
}

function withSnapshot(
  holder: StoredRecord,
  { field, id, record, at }: { field: string; id: number; record: StoredRecord | null; at: string },
) {
  const snapshots = holder.relations[field] ?? [];
  const renewed = renewAll(snapshots, (snapshot) =>
    snapshot.id === id ? renew(snapshot, record) : snapshot,
  );
  if (renewed === snapshots) return null;
  return relinkOf(holder, { ...holder.relations, [field]: renewed }, at);
}

/** Processes the `index`, `usage` and `snapshots` entries of an outcome. */
export async function followUp(deps: SyncDeps, outcome: Outcome): Promise<void> {
  await pushOutcome(deps, outcome);
  const snapshots = outcome.entries.filter(({ task }) => task === 'snapshots');
  await propagateSnapshots(deps, snapshots);
}
