/** Reports how far the search index lags behind the record store. */
import { storeUnavailable } from '../errors.js';
import type { OpenMetrics } from '../lib/metrics.js';
import { RELEASE } from '../lib/package.js';
import { within } from '../lib/within.js';
import { limits } from '../limits.js';
import type { Backlog } from '../store/port.js';
import type { Deps } from './deps.js';
import { webhooks as all, isFailing, type StoredWebhook } from './webhooks/webhook.js';

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
  /** Age of the oldest change that the change feed lacks, in seconds; 0 when there is none. */
  change_lag_seconds: number;
  /** Webhooks that are disabled by failures, or whose last try failed. */
  webhooks_failing: number;
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
  const reading = within(readBacklog(deps), limits.readyTimeoutMs, late);
  const pending = await reading.catch(() => null);
  if (!pending) return null;
  const { backlog, webhooks } = pending;
  const { unindexed, snapshots, oldestMs, unnumberedMs, refused, rebuilding } = backlog;
  const age = (ms: number | null) =>
    ms === null ? 0 : Math.max(0, Math.round((deps.now() - ms) / 1000));
  const advice = await deps.index.advice().catch(() => null);
  return {
    unindexed,
    snapshots,
    lag_seconds: age(oldestMs),
    set_aside: refused,
    rebuilding: rebuilding !== null,
    ...(rebuilding === null ? {} : { rebuilt: rebuilding.records }),
    index: deps.backoff.isFailing() || deps.isIndexFailing() ? 'failing' : 'answering',
    change_lag_seconds: age(unnumberedMs),
    webhooks_failing: webhooks.filter(({ value }) => isFailing(value)).length,
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
        marquee_change_lag_seconds: sync.change_lag_seconds,
        marquee_webhook_backlog: sync.webhooks_failing,
      }
    );
  });
}

const readings = new WeakMap<object, { untilMs: number; pending: Promise<Pending> }>();

interface Pending {
  backlog: Backlog;
  webhooks: StoredWebhook[];
}

/** → the backlog. An answer from before a write of this process is not reused: it lacks it. */
async function readBacklog(deps: Deps): Promise<Pending> {
  const last = readings.get(deps.store);
  const nowMs = performance.now();
  if (last && nowMs < last.untilMs) return last.pending;
  if (!last) {
    deps.onWrite(() => {
      const reused = readings.get(deps.store);
      if (reused) reused.untilMs = 0;
    });
  }
  const pending = Promise.all([deps.store.outbox.backlog(), all.list(deps)]).then(
    ([backlog, webhooks]) => ({ backlog, webhooks }),
  );
  readings.set(deps.store, { untilMs: nowMs + limits.backlogEveryMs, pending });
  return pending;
}
