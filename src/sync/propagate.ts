/**
 * Snapshot propagation: after a record has changed, its snapshots in other records are renewed.
 * Works in slices, so that requests get their turn; the entry keeps its position, so that another
 * process can continue.
 */
import { holdersOf, kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { turn } from '../lib/turn.js';
import { limits } from '../limits.js';
import type { OutboxEntry, Outcome } from '../store/port.js';
import { nowUtc } from '../time/now.js';
import { relinkOf } from './change.js';
import type { SyncDeps } from './deps.js';
import { workOff } from './outbox.js';
import { renew, renewAll } from './refresh-snapshots.js';
import { rewriteAll } from './rewrite.js';
import { findCurrent } from './survivors.js';

/** Processes a leased `snapshots` entry to its end, and deletes it. */
export async function propagateSnapshots(deps: SyncDeps, entry: OutboxEntry): Promise<void> {
  const [ref] = entry.records;
  if (ref) {
    const kind = kinds[ref.kind];
    const position = readPosition(entry);
    const record = await findCurrent(deps, ref.kind, ref.id);
    await propagateToHolders(deps, kind, { id: ref.id, record, position, entry });
  }
  await deps.store.outbox.finish([entry]);
}

/** The step, after each slice of holders, at which a crash test can kill the process. */
export const PROPAGATE_FAIL_POINT = 'snapshots:slice';

/** How far an entry is: holders under `field` are done up to `afterId`. */
interface Position {
  field?: string;
  afterId?: number;
}

const readPosition = ({ position }: OutboxEntry): Position =>
  position === null ? {} : (JSON.parse(position) as Position);

interface Changed {
  id: number;
  /** The current state, or what it was merged into; null: it was removed. */
  record: StoredRecord | null;
  position: Position;
}

async function propagateToHolders(
  deps: SyncDeps,
  { name }: Kind,
  { id, record, position, entry }: Changed & { entry: OutboxEntry },
): Promise<void> {
  const relations = holdersOf(name);
  const begun = relations.findIndex(({ relation }) => relation.field === position.field);
  let savedMs = performance.now();
  for (const [at, { holder, relation }] of relations.entries()) {
    if (at < begun) continue;
    const { field } = relation;
    for (let afterId = at === begun ? (position.afterId ?? 0) : 0; ; ) {
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
      if (performance.now() - savedMs < limits.saveEveryMs) continue;
      await save(deps, entry, { ...position, field, afterId });
      savedMs = performance.now();
    }
  }
}

const save = (deps: SyncDeps, entry: OutboxEntry, position: Position): Promise<void> =>
  deps.store.outbox.renew([entry], {
    untilMs: deps.now() + limits.leaseMs,
    position: JSON.stringify(position),
  });

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
export async function followUp(deps: SyncDeps, { written, entries }: Outcome): Promise<void> {
  const isPush = ({ task }: OutboxEntry) => task === 'index' || task === 'usage';
  await workOff(deps, { entries: entries.filter(isPush), records: [...written] });
  for (const entry of entries) {
    if (entry.task === 'snapshots') await propagateSnapshots(deps, entry);
  }
}
