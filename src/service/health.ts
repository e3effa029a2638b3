/** Reports how far the search index lags behind the record store. Source: Contract 9. */
import { storeUnavailable } from '../errors.js';
import { RELEASE } from '../lib/files/package.js';
import type { OpenMetrics } from '../lib/metrics.js';
import { within } from '../lib/within.js';
import { limits } from '../limits.js';
import type { Deps } from './deps.js';
import { isFailing, webhooks } from './webhooks/webhook.js';

/**
 * → the state of the sync, as `GET /health` shows it, read from the store at most once a second and
 * after each write of this process; null when the store does not answer, or hangs.
 */
export async function readSync(deps: Deps) {
  const late = () => storeUnavailable(new Error('timed out'));
  const backlog = await within(readBacklog(deps), limits.readyTimeoutMs, late).catch(() => null);
  if (!backlog) return null;
  const { rebuilding } = backlog;
  const age = (ms: number | null) =>
    ms === null ? 0 : Math.max(0, Math.round((deps.now() - ms) / 1000));
  const advice = await deps.index.advice().catch(() => null);
  return {
    unindexed: backlog.unindexed,
    snapshots: backlog.snapshots,
    lag_seconds: age(backlog.oldestMs),
    set_aside: backlog.refused,
    rebuilding: rebuilding !== null,
    ...(rebuilding === null ? {} : { rebuilt: rebuilding.records }),
    index: deps.backoff.isFailing() || deps.isIndexFailing() ? 'failing' : 'answering',
    change_lag_seconds: age(backlog.unnumberedMs),
    webhooks_failing: backlog.failing,
    ...(advice === null ? {} : { advice }),
  };
}

/** Describes this process and the lag of the index in the metrics. */
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
        marquee_index_failing: Number(sync.index === 'failing'),
        marquee_unindexed_records: sync.unindexed,
        marquee_sync_lag_seconds: sync.lag_seconds,
        marquee_set_aside_records: sync.set_aside,
        marquee_change_lag_seconds: sync.change_lag_seconds,
        marquee_webhook_backlog: sync.webhooks_failing,
      }
    );
  });
}

const readings = new WeakMap<
  object,
  { untilMs: number; pending: ReturnType<typeof readPending> }
>();

/** → the backlog. An answer from before a write of this process is not reused: it lacks it. */
async function readBacklog(deps: Deps) {
  const last = readings.get(deps.store);
  const nowMs = performance.now();
  if (last && nowMs < last.untilMs) return last.pending;
  const pending = readPending(deps);
  const reading = { untilMs: nowMs + limits.backlogEveryMs, pending };
  readings.set(deps.store, reading);
  if (!last) {
    deps.onWrite(() => {
      const reused = readings.get(deps.store);
      if (reused) reused.untilMs = 0;
    });
  }
  return pending;
}

async function readPending(deps: Deps) {
  const [backlog, all] = await Promise.all([deps.store.outbox.backlog(), webhooks.list(deps)]);
  return { ...backlog, failing: all.filter(({ value }) => isFailing(value)).length };
}
