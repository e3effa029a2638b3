/**
 * Refuses reads when the process has more to do than it can: first lists of anonymous callers, then
 * all other reads. Cached answers, writes and health checks are never refused. Contract 23.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Next } from 'koa';
import { overloaded } from '../../errors.js';
import { limits } from '../../limits.js';
import { NAMESPACE } from '../../present/markers.js';
import type { Deps } from '../../records/deps.js';
import { ASSETS } from '../assets.js';
import type { Context } from '../context.js';
import { routes } from '../routes.js';

/** The count of requests, and the step that refuses. */
export interface Overload {
  /** Counts a request in flight. `by`: 1 when it begins, -1 when it ends. */
  track: (by: 1 | -1) => void;
  /** Behind cached answers and health: throws `service_overloaded`. */
  shed: (ctx: Context, next: Next) => Promise<void>;
}

/** How late the event loop was since it was last measured, and how busy the process. */
export interface Lateness {
  /** The median delay of the loop, ms. */
  delayMs: number;
  /** What the process used of one processor, 0 to 1 and more. */
  processorShare: number;
}

/** → the steps. `measure`: since its last call. */
export function openOverload(
  { config, metrics, now }: Pick<Deps, 'config' | 'metrics' | 'now'>,
  measure: () => Lateness = openMeasure(),
): Overload {
  const { maxInFlight } = config;
  let inFlight = 0;
  let begun = 0;
  let delayMs = 0;
  let measuredMs = now();
  const isOver = (times: number): boolean => {
    if (maxInFlight === 0) return false;
    if (now() - measuredMs >= DELAY_WINDOW_MS) {
      const late = measure();
      const isOfRequests = late.processorShare >= BUSY_SHARE || begun >= MANY_REQUESTS;
      delayMs = isOfRequests ? late.delayMs : 0;
      measuredMs = now();
      begun = 0;
    }
    return inFlight > maxInFlight * times || delayMs > limits.loopDelayMs * times;
  };
  return {
    track(by) {
      inFlight += by;
      if (by === 1) begun++;
      metrics.inFlight(by);
    },
    async shed(ctx, next) {
      const rank = isOver(1) ? rankOf(ctx) : null;
      // Lists are refused beyond a bound, other reads beyond twice as much.
      if (rank === 'list' || (rank === 'item' && isOver(2))) {
        metrics.count('marquee_shed_requests_total', { rank });
        throw overloaded(1 + Math.floor(Math.random() * 3));
      }
      await next();
    },
  };
}

/** How often the delay is read, ms. Of so long a time one slow query is not the median. */
const DELAY_WINDOW_MS = 1000;

/** How often Node measures the delay, ms; what it reports includes this. */
const RESOLUTION_MS = 20;

/**
 * Below both, a late loop waits for the processor of a crowded machine, as beside a container that
 * starts: to refuse the few requests there are would make nothing faster.
 */
const BUSY_SHARE = 0.5;
const MANY_REQUESTS = 100;

function openMeasure(): () => Lateness {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let usage = process.cpuUsage();
  let sinceMs = performance.now();
  return () => {
    const delayMs = histogram.percentile(50) / 1e6 - RESOLUTION_MS;
    histogram.reset();
    const { user, system } = process.cpuUsage(usage);
    const processorShare = (user + system) / 1000 / (performance.now() - sinceMs);
    usage = process.cpuUsage();
    sinceMs = performance.now();
    return { delayMs, processorShare };
  };
}

/** The paths of lists, and the page that lists. */
const LISTS = new Set([
  '',
  ...routes
    .filter(({ operations }) =>
      operations.some(({ name }) => name === 'list' || name === 'suggest'),
    )
    .map(({ path }) => `/${NAMESPACE}${path}`),
]);

/** → the rank of a read; null: it is not refused. */
function rankOf({ method, path, req }: Context): 'list' | 'item' | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  // From memory, and a page is worth nothing without them.
  if (path.startsWith(ASSETS)) return null;
  const isList = LISTS.has(path.replace(/(\.\w+)?\/?$/, ''));
  return isList && !req.headers.authorization ? 'list' : 'item';
}
