/** Reports how far the search index lags behind the record store. */
import { limits } from '../limits.js';
import type { Backlog } from '../store/port.js';
import type { Deps } from './deps.js';

/** The state of the sync, as GET /health reports it. */
export interface SyncState {
  /** Records waiting to be indexed, counted up to `limits.backlogCount`. */
  unindexed: number;
  /** Changed records whose snapshots in other records are not yet renewed. */
  snapshots: number;
  /** Age of the oldest waiting work in seconds; 0 when there is none. */
  lag_seconds: number;
  /** Entries the index refused: see `npm run set-aside`. */
  set_aside: number;
  /** Whether a rebuild is running or waiting to run. */
  rebuilding: boolean;
  /** Whether the last push of this process reached the index. */
  index: 'answering' | 'failing';
}

/** → the state, read from the store at most once a second; null when the store does not answer. */
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
