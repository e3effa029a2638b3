/**
 * Snapshot propagation: after a record has changed, its snapshots in other records are renewed.
 * Works in slices, so that requests get their turn. Renewed snapshots are skipped quickly, so a
 * process that takes over begins anew.
 */
import { holdersOf } from '../kinds/index.js';
import { turn } from '../lib/turn.js';
import { limits } from '../limits.js';
import {
  batchesOf,
  type OutboxEntry,
  type Outcome,
  type RecordRef,
  refKey,
} from '../store/port.js';
import type { SyncDeps } from './deps.js';
import { openLease, pushOutcome, workOff } from './outbox.js';
import { renewSnapshots } from './refresh-snapshots.js';

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
  const records = await deps.store.find(kind, 'id', [id]);
  const originals = new Map(records.map((record) => [refKey(record), record]));
  for (const { holder, relation } of holdersOf(kind)) {
    const holding = { field: relation.field, target: id };
    const query = { limit: limits.sliceRecords, holding };
    for await (const holders of batchesOf(deps.store, holder.name, query)) {
      await turn();
      const { renewed, newEntries } = await renewSnapshots(deps, holders, originals);
      await turn();
      await workOff(deps, newEntries, renewed);
      deps.failPoint(PROPAGATE_FAIL_POINT);
      await extend();
    }
  }
}

/** Processes the `index`, `usage` and `snapshots` entries of an outcome. */
export async function followUp(deps: SyncDeps, outcome: Outcome): Promise<void> {
  await pushOutcome(deps, outcome);
  const snapshots = outcome.entries.filter(({ task }) => task === 'snapshots');
  await propagateSnapshots(deps, snapshots);
}
