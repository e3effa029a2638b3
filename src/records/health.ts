/** Reports how far the search index lags behind the record store. */
import { storeUnavailable } from '../errors.js';
import type { OpenMetrics } from '../lib/metrics.js';
import { RELEASE } from '../lib/package.js';
import { within } from '../lib/within.js';
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
  /** Entries that the index refused. They are tried again; the log has the reasons. */
  set_aside: number;
  /** Whether a rebuild is running or waiting to run. */
  rebuilding: boolean;
  /** Records that the index being built has so far. */
  rebuilt?: number;
  /** Whether the last push of this process reached the index, and its last call was answered. */
  index: 'answering' | 'failing';
  /** What the operator should know about the size of the index, if there is anything. */
  advice?: string;
}

/**
 * → the state, read from the store at most once a second and after each write of this process; null
 * when the store does not answer, or hangs.
 */
export async function readSync(deps: Deps): Promise<SyncState | null> {
  const late = () => storeUnavailable(new Error('timed out'));
  const asked = within(readBacklog(deps), limits.readyTimeoutMs, late);
  const backlog = await asked.catch(() => null);
  if (!backlog) return null;
  const { unindexed, snapshots, oldestMs, refused, rebuilding } = backlog;
  const advice = await deps.index.advice().catch(() => null);
  return {
    unindexed,
    snapshots,
    lag_seconds: oldestMs === null ? 0 : Math.max(0, Math.round((deps.now() - oldestMs) / 1000)),
    set_aside: refused,
    rebuilding: rebuilding !== null,
    ...(rebuilding === null ? {} : { rebuilt: rebuilding.records }),
    index: deps.backoff.isFailing() || deps.isIndexFailing() ? 'failing' : 'answering',
    ...(advice === null ? {} : { advice }),
  };
}

/** Lets the metrics say what this process is and how far the index lags. */
export function describeMetrics(deps: Deps, metrics: OpenMetrics): void {
  const { mongoUrl, elasticsearch } = deps.config;
  const build = {
    version: RELEASE,
    node: process.version,
    store: mongoUrl === null ? 'sqlite' : 'mongodb',
    index: elasticsearch === null ? 'sqlite' : 'elasticsearch',
  };
  metrics.describe(build, async () => {
    const sync = await readSync(deps);
    return (
      sync && {
        marquee_unindexed_records: sync.unindexed,
        marquee_sync_lag_seconds: sync.lag_seconds,
        marquee_set_aside_records: sync.set_aside,
      }
    );
  });
}

const known = new WeakMap<object, { untilMs: number; backlog: Promise<Backlog> }>();

/** → the backlog. An answer from before a write of this process is not reused: it lacks it. */
async function readBacklog(deps: Deps): Promise<Backlog> {
  const last = known.get(deps.store);
  const nowMs = performance.now();
  if (last && nowMs < last.untilMs) return last.backlog;
  if (!last) {
    deps.onWrite(() => {
      const reused = known.get(deps.store);
      if (reused) reused.untilMs = 0;
    });
  }
  const backlog = deps.store.outbox.backlog();
  known.set(deps.store, { untilMs: nowMs + limits.backlogEveryMs, backlog });
  return backlog;
}
