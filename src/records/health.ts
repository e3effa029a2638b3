/** How far the index is behind the store, as the outbox and this process know it. */
import { limits } from '../limits.js';
import type { Backlog } from '../store/port.js';
import type { Deps } from './deps.js';

/** The sync as it is told. */
export interface SyncState {
  /** Records the index has yet to take, counted up to `limits.backlogCount`. */
  unindexed: number;
  /** Records whose snapshots in others have yet to follow. */
  snapshots: number;
  /** Age of the oldest of this work, seconds; 0 for none. */
  lag_seconds: number;
  /** Entries the index refused: see `npm run set-aside`. */
  set_aside: number;
  /** Whether the index is being built anew, or is about to be. */
  rebuilding: boolean;
  /** Whether the last push of this process reached the index. */
  index: 'answering' | 'failing';
}

/** → the state, read from the store at most once a second; null where the store does not answer. */
export async function readSync(deps: Deps): Promise<SyncState | null> {
  const backlog = await readBacklog(deps).catch(() => null);
  if (!backlog) return null;
  const { unindexed, snapshots, oldestMs, setAside, isRebuilding } = backlog;
  return {
    unindexed,
    snapshots,
    lag_seconds: oldestMs === null ? 0 : Math.max(0, Math.round((deps.now() - oldestMs) / 1000)),
    set_aside: setAside,
    rebuilding: isRebuilding,
    index: deps.gate.isFailing() ? 'failing' : 'answering',
  };
}

const known = new WeakMap<object, { atMs: number; backlog: Promise<Backlog> }>();

async function readBacklog(deps: Deps): Promise<Backlog> {
  const last = known.get(deps.store);
  const nowMs = performance.now();
  if (last && nowMs - last.atMs < limits.backlogEveryMs) return last.backlog;
  const work = deps.store.outbox.backlog();
  known.set(deps.store, { atMs: nowMs, backlog: work });
  return work;
}
